//! Names of clears and T-spins beside the boards.

use crate::attack::{attack, Clear};
use crate::{Event, Side, Spin};

/// Ticks for which a name stands.
const TICKS: u32 = 60;

/// The name beside a board, and the ticks for which it still stands.
#[derive(Debug, Clone)]
struct Name {
    ticks: u32,
    lines: [String; 2],
}

/// The names of both players.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    shown: [Option<Name>; 2],
}

impl Names {
    /// Handles a tick, before its other effects.
    pub fn tick(&mut self) {
        for shown in &mut self.shown {
            if let Some(name) = shown {
                name.ticks -= 1;
            }
            shown.take_if(|name| name.ticks == 0);
        }
    }

    /// Names what has locked. `sends` is true in a game of versus.
    pub fn note(&mut self, side: Side, event: Event, sends: bool) {
        if let Some(lines) = named(event, sends) {
            self.shown[side as usize] = Some(Name {
                ticks: TICKS,
                lines,
            });
        }
    }

    /// The two lines beside a board.
    pub fn of(&self, side: Side) -> [&str; 2] {
        match &self.shown[side as usize] {
            Some(name) => [&name.lines[0], &name.lines[1]],
            None => [""; 2],
        }
    }
}

fn named(event: Event, sends: bool) -> Option<[String; 2]> {
    let Event::Locked {
        spin,
        lines,
        combo,
        back_to_back,
        perfect,
        ..
    } = event
    else {
        return None;
    };
    let of_lines = ["", "SINGLE", "DOUBLE", "TRIPLE", "QUAD"][lines as usize];
    let of_spin = match spin {
        Spin::None => "",
        Spin::Mini => "MINI T-SPIN",
        Spin::Full => "T-SPIN",
    };
    let mut first = match (perfect, of_spin, of_lines) {
        (_, "", "") => return None,
        (true, ..) => "PERFECT CLEAR".to_owned(),
        (_, name, "") | (_, "", name) => name.to_owned(),
        (_, spin, lines) => format!("{spin} {lines}"),
    };
    let clear = Clear {
        spin,
        lines,
        back_to_back,
        combo,
        perfect,
    };
    if sends && lines > 0 && attack(&clear) > 0 {
        let is_narrow = spin == Spin::Mini && !perfect;
        first += if is_narrow { "+" } else { " +" };
        first += &attack(&clear).to_string();
    }
    let mut second = Vec::new();
    if back_to_back && !perfect {
        second.push("BACK TO BACK".to_owned());
    }
    if combo > 0 && !perfect {
        second.push(format!("COMBO{combo:2}"));
    }
    Some([first, second.join(" ")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn locked(spin: Spin, lines: u32, combo: u32, back_to_back: bool, perfect: bool) -> Event {
        Event::Locked {
            shape: Shape::T,
            spin,
            is_cornered: spin != Spin::None,
            by_kick: false,
            lines,
            combo,
            back_to_back,
            ends_back_to_back: false,
            perfect,
            resets: 0,
            delay: 30,
        }
    }

    #[test]
    fn the_names_say_what_was_done() {
        for (event, first, second) in [
            (locked(Spin::None, 4, 0, false, false), "QUAD +4", ""),
            (
                locked(Spin::None, 4, 3, true, false),
                "QUAD +6",
                "BACK TO BACK COMBO 3",
            ),
            (
                locked(Spin::None, 1, 12, false, false),
                "SINGLE +5",
                "COMBO12",
            ),
            (locked(Spin::Full, 0, 0, false, false), "T-SPIN", ""),
            (
                locked(Spin::Full, 3, 12, true, false),
                "T-SPIN TRIPLE +12",
                "BACK TO BACK COMBO12",
            ),
            (
                locked(Spin::Mini, 2, 0, true, false),
                "MINI T-SPIN DOUBLE+2",
                "BACK TO BACK",
            ),
            (
                locked(Spin::None, 4, 3, true, true),
                "PERFECT CLEAR +10",
                "",
            ),
        ] {
            let lines = named(event, true).unwrap();
            assert_eq!(lines, [first, second]);
            let alone = named(event, false).unwrap();
            assert!(!alone[0].contains('+') && alone[1] == second, "{alone:?}");
            assert!(lines.iter().all(|line| line.len() <= 20), "{lines:?}");
        }
        assert!(named(locked(Spin::None, 0, 0, false, false), true).is_none());
    }

    #[test]
    fn a_name_stands_for_sixty_ticks() {
        let mut names = Names::default();
        names.note(Side::Two, locked(Spin::None, 1, 0, false, false), false);
        (0..59).for_each(|_| names.tick());
        assert_eq!(names.of(Side::Two), ["SINGLE", ""]);
        names.tick();
        assert_eq!(names.of(Side::Two), ["", ""]);
        assert_eq!(names.of(Side::One), ["", ""]);
    }
}
