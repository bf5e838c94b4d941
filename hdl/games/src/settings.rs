//! Settings of a game's circuit: values that are chosen when it is built.
//!
//! A game lists its settings with their values as they are without a choice. The circuit reads
//! them from its [`Params`](crate::Params).

use std::fmt;

/// A number that is chosen when the circuit is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name on the command line.
    pub name: &'static str,
    /// Meaning, for the help.
    pub summary: &'static str,
    /// The values that it takes.
    pub values: Values,
    /// Value without a choice.
    pub start: u32,
    /// Logic cells that the FPGA must have for this value. On a smaller one it is 0 without a
    /// choice.
    pub needs_cells: u32,
}

/// The values of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// From the first to the second number, both included.
    Range(u32, u32),
    /// One of these numbers.
    OneOf(&'static [u32]),
    /// Exactly this many decimal digits.
    Digits(u32),
}

/// Most settings of a game.
const MOST: usize = 4;

/// The settings of a game and their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    known: &'static [Setting],
    /// Chosen values.
    values: [Option<u32>; MOST],
    /// Logic cells of the FPGA.
    cells: u32,
}

/// Reason for which a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// The game has no such setting.
    Unknown {
        /// The name.
        name: String,
        /// The settings of the game.
        known: &'static [Setting],
    },
    /// The setting does not take this value.
    Value {
        /// The setting.
        setting: Setting,
        /// The value.
        value: String,
    },
}

impl Settings {
    /// No settings.
    pub const NONE: Settings = Settings::new(&[]);

    /// These settings without a choice, for an FPGA of any size.
    ///
    /// # Panics
    /// If there are more than four.
    pub const fn new(known: &'static [Setting]) -> Settings {
        assert!(known.len() <= MOST, "a game has at most four settings");
        Settings {
            known,
            values: [None; MOST],
            cells: u32::MAX,
        }
    }

    /// The same settings for an FPGA with this number of logic cells.
    pub fn on(self, cells: u32) -> Settings {
        Settings { cells, ..self }
    }

    /// The settings of the game.
    pub fn known(&self) -> &'static [Setting] {
        self.known
    }

    /// Value of a setting. One that the game does not list has the value without a choice.
    pub fn value(&self, setting: &Setting) -> u32 {
        let mut known = self.known.iter().zip(self.values);
        let found = known.find(|(known, _)| known.name == setting.name);
        let chosen = found.and_then(|(_, value)| value);
        chosen.unwrap_or(match self.cells < setting.needs_cells {
            true => 0,
            false => setting.start,
        })
    }

    /// True if the value of a setting is not 0.
    pub fn has(&self, setting: &Setting) -> bool {
        self.value(setting) != 0
    }

    /// Chooses the value of a setting.
    ///
    /// # Errors
    /// If the game has no such setting, or the setting does not take this value.
    pub fn choose(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let mut known = self.known.iter().zip(&mut self.values);
        let (setting, chosen) =
            known
                .find(|(setting, _)| setting.name == name)
                .ok_or_else(|| SettingError::Unknown {
                    name: name.to_owned(),
                    known: self.known,
                })?;
        let number = setting.values.parse(value);
        let number = number.ok_or_else(|| SettingError::Value {
            setting: *setting,
            value: value.to_owned(),
        })?;
        // A value that is the same on every FPGA without a choice is none.
        let is_start = number == setting.start && setting.needs_cells == 0;
        *chosen = (!is_start).then_some(number);
        Ok(())
    }

    /// Names and values of the settings that are chosen.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        let known = self.known.iter().zip(self.values);
        known.filter_map(|(setting, value)| Some((setting.name, setting.values.written(value?))))
    }
}

impl Setting {
    /// The value without a choice, as it is written on the command line.
    pub fn start_text(&self) -> String {
        self.values.written(self.start)
    }
}

impl Values {
    fn parse(self, text: &str) -> Option<u32> {
        // Signs and spaces are no part of a number.
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_plain)?;
        let takes = match self {
            Values::Range(least, most) => (least..=most).contains(&number),
            Values::OneOf(numbers) => numbers.contains(&number),
            Values::Digits(digits) => text.len() == digits as usize,
        };
        takes.then_some(number)
    }

    fn written(self, value: u32) -> String {
        match self {
            Values::Digits(digits) => format!("{value:0width$}", width = digits as usize),
            _ => value.to_string(),
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Range(least, most) => write!(f, "{least} to {most}"),
            Values::OneOf(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                write!(f, "{}", numbers.join(" or "))
            }
            Values::Digits(digits) => write!(f, "{digits} decimal digits"),
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Unknown { name, .. } => write!(f, "unknown setting `{name}`"),
            SettingError::Value { setting, value } => {
                write!(f, "setting `{}` does not take `{value}`", setting.name)
            }
        }
    }
}

impl std::error::Error for SettingError {}

impl SettingError {
    /// The words that would be right.
    pub fn help(&self) -> String {
        match self {
            SettingError::Unknown { known: [], .. } => "this game has no settings".to_owned(),
            SettingError::Unknown { known, .. } => {
                let known: Vec<String> = known
                    .iter()
                    .map(|setting| format!("{} ({})", setting.name, setting.values))
                    .collect();
                format!("its settings: {}", known.join(", "))
            }
            SettingError::Value { setting, .. } => format!(
                "{} is {}, such as {}={}",
                setting.name,
                setting.values,
                setting.name,
                setting.start_text()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Setting = Setting {
        name: "level",
        summary: "how fast it begins",
        values: Values::Range(1, 15),
        start: 1,
        needs_cells: 0,
    };
    const SIDE: Setting = Setting {
        name: "side",
        summary: "LEDs",
        values: Values::OneOf(&[8, 16]),
        start: 8,
        needs_cells: 0,
    };
    const CODE: Setting = Setting {
        name: "code",
        summary: "four digits",
        values: Values::Digits(4),
        start: 1,
        needs_cells: 0,
    };
    const LARGE: Setting = Setting {
        name: "large",
        summary: "takes many cells",
        values: Values::OneOf(&[0, 1]),
        start: 1,
        needs_cells: 2000,
    };

    fn settings() -> Settings {
        Settings::new(&[LEVEL, SIDE, CODE, LARGE])
    }

    #[test]
    fn without_a_choice_a_small_fpga_has_what_fits() {
        for (cells, value) in [(1280, 0), (1999, 0), (2000, 1), (7680, 1)] {
            let mut settings = settings().on(cells);
            assert_eq!(settings.value(&LARGE), value, "{cells} cells");
            assert_eq!(settings.value(&SIDE), 8);
            for choice in ["0", "1"] {
                assert_eq!(settings.choose("large", choice), Ok(()));
                assert_eq!(settings.has(&LARGE), choice == "1");
                let chosen: Vec<(&str, String)> = settings.chosen().collect();
                assert_eq!(chosen, [("large", choice.to_owned())]);
            }
        }
    }

    #[test]
    fn a_chosen_value_that_is_the_usual_one_is_no_choice() {
        let mut settings = settings();
        assert_eq!(settings.choose("side", "16"), Ok(()));
        assert_eq!(settings.choose("side", "8"), Ok(()));
        assert_eq!(settings, self::settings());
    }

    #[test]
    fn a_choice_changes_its_setting_alone() {
        let mut settings = settings();
        assert_eq!(settings.chosen().count(), 0);
        assert_eq!(settings.choose("side", "16"), Ok(()));
        assert_eq!(settings.choose("code", "0420"), Ok(()));
        let values = [LEVEL, SIDE, CODE].map(|setting| settings.value(&setting));
        assert_eq!(values, [1, 16, 420]);
        let chosen: Vec<(&str, String)> = settings.chosen().collect();
        assert_eq!(chosen, [("side", "16".into()), ("code", "0420".into())]);
    }

    #[test]
    fn a_value_that_a_setting_does_not_take_is_refused_and_changes_nothing() {
        let mut settings = settings();
        for (name, values) in [
            (
                "level",
                &["0", "16", "-1", "+3", " 3", "", "x", "99999999999"][..],
            ),
            ("side", &["9", "8.0", "0x10"]),
            ("code", &["123", "12345", "12a4", ""]),
        ] {
            for value in values {
                let error = settings.choose(name, value).unwrap_err();
                assert!(error.to_string().contains(value), "{error}");
                assert!(error.help().starts_with(name), "{}", error.help());
            }
        }
        assert_eq!(settings, self::settings());
    }

    #[test]
    fn a_setting_that_the_game_lacks_is_refused_with_those_that_it_has() {
        let error = settings().choose("size", "16").unwrap_err();
        assert_eq!(error.to_string(), "unknown setting `size`");
        assert_eq!(
            error.help(),
            "its settings: level (1 to 15), side (8 or 16), code (4 decimal digits), large (0 or 1)"
        );
        let error = Settings::new(&[]).choose("size", "16").unwrap_err();
        assert_eq!(error.help(), "this game has no settings");
    }
}
