//! Key scripts: lines such as `500ms press Left`, `620ms release Left`, `1s tap Space`.
//!
//! A line has a time since power-up, an action, and a key or a button of the game. `#` starts a
//! comment. Times must not decrease. A tap is a press, and a release 50 ms later. A key must be
//! released before it is pressed again, and pressed before it is released. The lines of a
//! [replay](super::replay) are possible, too.

use super::circuit::{circuit, circuit_hash};
use super::controls::{Control, Controls};
use super::replay::{erased_flash, time_of_cycle, write_flash, End};
use super::script_error::ScriptError;
use crate::duration::duration;
use gatefall_board::{excerpt, shortened, LONGEST_MESSAGE};
use miette::NamedSource;
use std::sync::Arc;
use std::time::Duration;

/// Time between press and release of a tap.
pub(crate) const TAP: Duration = Duration::from_millis(50);

/// A press or release of a key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    /// Line number, from 1.
    pub line: usize,
    pub time: Duration,
    pub control: Control,
    pub is_down: bool,
}

impl Stroke {
    /// Clock cycle of the stroke.
    pub(crate) fn cycle(&self, clock_hz: u64) -> u64 {
        cycle(self.time, clock_hz)
    }
}

/// Clock cycle of a simulated time.
pub(crate) fn cycle(time: Duration, clock_hz: u64) -> u64 {
    (time.as_nanos() * u128::from(clock_hz) / 1_000_000_000) as u64
}

/// An error, and the word of the line that contains it.
struct Mistake<'a> {
    word: &'a str,
    problem: String,
    help: String,
}

/// A parsed script.
#[derive(Debug, Default)]
pub(crate) struct Script {
    /// The strokes, sorted by time.
    pub strokes: Vec<Stroke>,
    /// The end, if the script has one.
    pub end: Option<End>,
    /// The flash at power-up, if the script has one.
    pub flash: Option<Vec<u8>>,
}

/// Parses a script. `name` is used in messages.
pub(crate) fn parse(name: &str, text: &str, controls: Controls) -> Result<Script, ScriptError> {
    let mut script = Parsed {
        now: ("0s", Duration::ZERO),
        strokes: Vec::new(),
        end: None,
        flash: None,
    };
    for (index, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        let read = script.read_line(index + 1, code, controls);
        read.map_err(|mistake| ScriptError {
            problem: shortened(&mistake.problem, LONGEST_MESSAGE),
            help: mistake.help,
            // Every word is a substring of `text`.
            span: (
                mistake.word.as_ptr() as usize - text.as_ptr() as usize,
                mistake.word.len(),
            )
                .into(),
            text: Arc::new(NamedSource::new(name, excerpt(text))),
        })?;
    }
    script.strokes.sort_by_key(|stroke| stroke.time);
    Ok(Script {
        strokes: script.strokes,
        end: script.end,
        flash: script.flash,
    })
}

/// The part of a script that has been parsed.
struct Parsed<'a> {
    now: (&'a str, Duration),
    strokes: Vec<Stroke>,
    end: Option<End>,
    flash: Option<Vec<u8>>,
}

impl<'a> Parsed<'a> {
    fn read_line(
        &mut self,
        number: usize,
        line: &'a str,
        controls: Controls,
    ) -> Result<(), Mistake<'a>> {
        let mut words = line.split_whitespace();
        let Some(time_word) = words.next() else {
            return Ok(());
        };
        if let "game" | "circuit" = time_word {
            return check_circuit(line.trim(), words.next(), time_word, controls);
        }
        if time_word == "flash" {
            return self.read_flash(line.trim(), &words.collect::<Vec<_>>());
        }
        let time = match time_of_cycle(time_word, controls.clock_hz) {
            Some(time) => time,
            None => duration(time_word),
        };
        let time = time.map_err(|problem| Mistake {
            word: time_word,
            problem,
            help: "a line is a time, an action and a key: `500ms press Left`".into(),
        })?;
        if self.end.is_some() {
            return Err(Mistake {
                word: line.trim(),
                problem: "there is something after the end".into(),
                help: "`end` is the last line".into(),
            });
        }
        if time < self.now.1 {
            return Err(Mistake {
                word: time_word,
                problem: format!("the time goes back from {} to {time_word}", self.now.0),
                help: "lines come in the order of their times".into(),
            });
        }
        self.now = (time_word, time);
        let missing = |what: &str| Mistake {
            word: line.trim(),
            problem: format!("the line has no {what}"),
            help: "a line is a time, an action and a key: `500ms press Left`".into(),
        };
        let action = words.next().ok_or_else(|| missing("action"))?;
        if action == "end" {
            let state = words.next().map(str::to_owned);
            self.end = Some(End { time, state });
            return Ok(());
        }
        if !["press", "release", "tap"].contains(&action) {
            return Err(Mistake {
                word: action,
                problem: format!("unknown action `{action}`"),
                help: "an action is `press`, `release`, `tap` or `end`".into(),
            });
        }
        let key_word = words.next().ok_or_else(|| missing("key"))?;
        let control = controls.named(key_word).map_err(|help| Mistake {
            word: key_word,
            problem: format!("unknown key `{key_word}`"),
            help,
        })?;
        if let Some(word) = words.next() {
            return Err(Mistake {
                word,
                problem: format!("`{word}` is one word too many"),
                help: "a line is a time, an action and a key; `#` begins a comment".into(),
            });
        }
        let strokes = match action {
            "press" => vec![(time, true)],
            "release" => vec![(time, false)],
            _ => vec![(time, true), (time + TAP, false)],
        };
        self.check_fits(key_word, control, strokes[0])?;
        let stroke = |(time, is_down)| Stroke {
            line: number,
            time,
            control,
            is_down,
        };
        self.strokes.extend(strokes.into_iter().map(stroke));
        Ok(())
    }

    /// Reads a line of the flash at power-up, and the words after its first one.
    fn read_flash(&mut self, line: &'a str, words: &[&str]) -> Result<(), Mistake<'a>> {
        let flash = self.flash.get_or_insert_with(erased_flash);
        let written = match *words {
            [offset, digits] => write_flash(flash, offset, digits),
            _ => None,
        };
        written.ok_or_else(|| Mistake {
            word: line,
            problem: format!("the line is not bytes of the {} of a flash", flash.len()),
            help: "a line has an offset and bytes in hexadecimal: `flash 4064 53ff0a`".into(),
        })
    }

    /// Checks that the stroke changes the state of its control.
    fn check_fits(
        &self,
        word: &'a str,
        control: Control,
        (time, goes_down): (Duration, bool),
    ) -> Result<(), Mistake<'a>> {
        // Use the last stroke. After a tap that is its release, which may be later than `time`.
        let mut before = self.strokes.iter().rev();
        let last = before.find(|stroke| stroke.control == control);
        let (problem, help) = match (last, goes_down) {
            (Some(last), _) if !last.is_down && last.time > time => (
                format!("`{word}` is still down from the tap in line {}", last.line),
                "a tap is a press and, 50 ms later, the release",
            ),
            (Some(last), true) if last.is_down => (
                format!("`{word}` is down already since line {}", last.line),
                "`release` it first",
            ),
            (last, false) if last.is_none_or(|last| !last.is_down) => (
                format!("`{word}` is not down"),
                "a `release` belongs to a `press`; a `tap` has its own",
            ),
            _ => return Ok(()),
        };
        Err(Mistake {
            word,
            problem,
            help: help.into(),
        })
    }
}

/// Checks the line `game NAME` or `circuit HASH`.
fn check_circuit<'a>(
    line: &'a str,
    word: Option<&'a str>,
    kind: &str,
    controls: Controls,
) -> Result<(), Mistake<'a>> {
    let own = match kind {
        "circuit" => {
            circuit(&controls.game).map_or_else(|_| String::new(), |circuit| circuit_hash(&circuit))
        }
        _ => controls.game.name.to_owned(),
    };
    match word {
        Some(word) if word == own => Ok(()),
        word => Err(Mistake {
            word: word.unwrap_or(line),
            problem: format!("the replay is not of the {kind} `{own}`"),
            help: match kind {
                "game" => "name the game of the replay: `gatefall sim GAME --keys FILE`".into(),
                _ => "the game was changed since, by its authors or by `--set`".into(),
            },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_devices::Key;
    use gatefall_games::{arcade, tictactoe, Game};
    use miette::{GraphicalReportHandler, GraphicalTheme};

    fn stroke(line: usize, ms: u64, key: &str, is_down: bool) -> Stroke {
        Stroke {
            line,
            time: Duration::from_millis(ms),
            control: Control::Key(Key::named(key).unwrap()),
            is_down,
        }
    }

    #[test]
    fn a_script_is_a_list_of_strokes() {
        let text = "# start\n500ms press Left  # and hold\n\n0.62s release Left\n1s tap space\n\
            1.01s press C\n";
        assert_eq!(
            arcade(text).unwrap(),
            [
                stroke(2, 500, "Left", true),
                stroke(4, 620, "Left", false),
                stroke(5, 1000, "Space", true),
                stroke(6, 1010, "C", true),
                stroke(5, 1050, "Space", false),
            ]
        );
    }

    fn arcade(text: &str) -> Result<Vec<Stroke>, ScriptError> {
        let script = parse("a.keys", text, Controls::new(&arcade::GAME))?;
        Ok(script.strokes)
    }

    #[test]
    fn buttons_have_the_names_of_the_games_inputs_and_their_keys() {
        let controls = Controls::new(&tictactoe::GAME);
        let script = parse("a.keys", "1s press confirm\n2s release Space", controls).unwrap();
        let button = |seconds, is_down| Stroke {
            line: seconds as usize,
            time: Duration::from_secs(seconds),
            control: Control::Button("confirm"),
            is_down,
        };
        assert_eq!(script.strokes, [button(1, true), button(2, false)]);
        let error = parse("a.keys", "1s tap Z", controls).unwrap_err();
        assert_eq!(error.to_string(), "unknown key `Z`");
    }

    fn message(text: &str) -> String {
        let error = arcade(text).unwrap_err();
        let mut message = String::new();
        GraphicalReportHandler::new_themed(GraphicalTheme::none())
            .render_report(&mut message, &error)
            .unwrap();
        message
    }

    #[test]
    fn an_unknown_key_is_shown_with_the_nearest_name() {
        assert_eq!(
            message("1s tap Space\n1s press Lft\n"),
            "  x unknown key `Lft`
   ,-[a.keys:2:10]
 1 | 1s tap Space
 2 | 1s press Lft
   :          ^^^
   `----
  help: did you mean `Left`?
"
        );
    }

    #[test]
    fn a_time_that_goes_back_is_shown() {
        assert_eq!(
            message("620ms press Left\n0.5s release Left"),
            "  x the time goes back from 620ms to 0.5s
   ,-[a.keys:2:1]
 1 | 620ms press Left
 2 | 0.5s release Left
   : ^^^^
   `----
  help: lines come in the order of their times
"
        );
    }

    #[test]
    fn other_mistakes_have_their_own_words() {
        for (text, problem) in [
            (
                "soon tap A",
                "`soon` is not a time such as `500ms` or `1.5s`",
            ),
            ("-1s tap A", "`-1s` is not a time such as `500ms` or `1.5s`"),
            ("100000001s tap A", "`100000001s` is too long"),
            ("1s", "the line has no action"),
            ("1s tap", "the line has no key"),
            ("1s hit A", "unknown action `hit`"),
            ("1s tap A B", "`B` is one word too many"),
            ("1s tap %", "unknown key `%`"),
            ("@x tap A", "`@x` is not a clock cycle such as `@15105000`"),
            ("@9 tap A\n@8 tap B", "the time goes back from @9 to @8"),
            ("@9 end 0\n@9 tap A", "there is something after the end"),
            (
                "flash 8191 0011",
                "the line is not bytes of the 8192 of a flash",
            ),
            (
                "flash 0 001",
                "the line is not bytes of the 8192 of a flash",
            ),
            ("flash 00", "the line is not bytes of the 8192 of a flash"),
            ("game matrix", "the replay is not of the game `arcade`"),
            ("1s release A", "`A` is not down"),
            ("1s tap A\n2s release A", "`A` is not down"),
            ("1s press A\n2s press A", "`A` is down already since line 1"),
            ("1s press A\n2s tap A", "`A` is down already since line 1"),
            (
                "\n1s tap A\n1.049s tap A",
                "`A` is still down from the tap in line 2",
            ),
            (
                "1s tap A\n1.02s release A",
                "`A` is still down from the tap in line 1",
            ),
        ] {
            assert_eq!(arcade(text).unwrap_err().to_string(), problem);
        }
    }

    #[test]
    fn a_key_can_be_pressed_as_soon_as_it_is_up() {
        let strokes = arcade("1s tap A\n1.05s press A\n1.05s release A\n1.05s tap A\n").unwrap();
        let downs: Vec<bool> = strokes.iter().map(|stroke| stroke.is_down).collect();
        assert_eq!(downs, [true, false, true, false, true, false]);
    }

    #[test]
    fn a_replay_names_its_circuit_and_its_end() {
        let hash = circuit_hash(&circuit(&arcade::GAME).unwrap());
        let controls = Controls::new(&arcade::GAME);
        let text = format!(
            "game arcade\ncircuit {hash}\nflash 8190 00aB\nflash 1 7f\n\
            @25175000 press A\n@50350000 end 12ab\n"
        );
        let script = parse("a.keys", &text, controls).unwrap();
        assert_eq!(script.strokes, [stroke(5, 1000, "A", true)]);
        let mut flash = erased_flash();
        (flash[1], flash[8190], flash[8191]) = (0x7F, 0, 0xAB);
        assert_eq!(script.flash, Some(flash));
        let (time, state) = (Duration::from_secs(2), Some("12ab".to_owned()));
        assert_eq!(script.end, Some(End { time, state }));
        let other = parse("a.keys", "circuit 0123", controls).unwrap_err();
        let expected = format!("the replay is not of the circuit `{hash}`");
        assert_eq!(other.to_string(), expected);
        let mut of_another_size = tictactoe::GAME;
        let circuit_line = format!(
            "circuit {}",
            circuit_hash(&circuit(&of_another_size).unwrap())
        );
        let is_of = |game: &Game| parse("a.keys", &circuit_line, Controls::new(game)).is_ok();
        assert!(is_of(&of_another_size));
        of_another_size.settings.choose("size", "16").unwrap();
        assert!(!is_of(&of_another_size));
    }

    #[test]
    fn a_damaged_script_is_read_or_refused() {
        let arcade = include_str!("../../../../docs/arcade.keys").to_owned();
        let replay = "flash 9 00\n@100 press Enter\n@20500 release Enter\n@9000000 end 1a2b3c4d\n"
            .to_owned();
        gatefall_tests::all_are_read_or_refused(&[arcade, replay], |text| {
            let text = String::from_utf8_lossy(text);
            parse("a.keys", &text, Controls::new(&arcade::GAME)).is_ok()
        });
    }
}
