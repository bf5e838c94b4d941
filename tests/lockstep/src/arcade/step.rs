//! Steps of a session, and their text form in a case file.

use gatefall_devices::gamepad::BUTTONS;
use gatefall_devices::{Key, RATES_HZ};
use gatefall_golden::arcade::Statistics;
use gatefall_golden::{
    Cell, Counts, PadButton, Shape, Side, COLUMNS, MAX_LEVEL, MAX_LINES, MAX_SCORE, ROWS,
};
use std::fmt;
use thiserror::Error;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sets the rate of the keyboard's clock in Hz. With 0, bytes are put into the receiver
    /// directly.
    Rate(u64),
    /// Sets the next pieces of all players, as far as there are any.
    Deal([Option<Shape>; 7]),
    /// Sets a row of a player's board.
    Row(Side, usize, [Option<Cell>; COLUMNS]),
    /// Sets score, lines, level and combo of a player.
    Counts(Side, Counts),
    /// Sets the statistics of a player.
    Statistics(Side, Statistics),
    /// Runs clocks without an input.
    Wait(u64),
    /// Sets the clock of a game of one player, in hundredths of a second.
    Clock(u32),
    /// Makes the backdrop pulse with the next tick, as a loud drum of the music does.
    Drum,
    /// Presses a key.
    Press(Key),
    /// Releases a key.
    Release(Key),
    /// Presses a key so that its press falls this number of clocks, at most 9, before the next
    /// tick. Then the tick follows. Outside play it is an ordinary press.
    Meet(Key, u64),
    /// Presses or releases a button of a player's gamepad, and reads the pads.
    Pad(Side, PadButton, bool),
    /// Sends a byte from the keyboard, with or without a meaning.
    Byte(u8),
    /// Sends a damaged byte from the keyboard.
    Damaged(u8),
    /// Runs to the next tick.
    Tick,
    /// Scans the whole screen, compares the monitor's picture with the model's, and runs to the
    /// next tick.
    Frame,
}

/// Most clears in direct succession.
const MOST_IN_SUCCESSION: u32 = 40;

/// A line that is no valid step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct StepError {
    /// Line number from 1.
    pub line: usize,
    /// Description of the error.
    pub problem: String,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Rate(hz) => write!(f, "rate {hz}"),
            Step::Deal(shapes) => {
                let shapes = shapes.iter().flatten().map(|shape| format!("{shape:?}"));
                write!(f, "deal {}", shapes.collect::<String>())
            }
            Step::Row(side, y, cells) => {
                let cells = cells.iter().map(|&cell| letter(cell));
                write!(
                    f,
                    "row {} {y} {}",
                    *side as usize + 1,
                    cells.collect::<String>()
                )
            }
            Step::Counts(side, counts) => write!(
                f,
                "counts {} {} {} {} {}",
                *side as usize + 1,
                counts.score,
                counts.lines,
                counts.level,
                counts.combo + 1
            ),
            Step::Statistics(side, counts) => write!(
                f,
                "statistics {} {} {} {} {} {}",
                *side as usize + 1,
                counts.pieces,
                counts.quads,
                counts.spins,
                counts.combo,
                counts.sent
            ),
            Step::Wait(clocks) => write!(f, "wait {clocks}"),
            Step::Clock(hundredths) => write!(f, "clock {hundredths}"),
            Step::Drum => write!(f, "drum"),
            Step::Press(key) => write!(f, "press {}", key.name()),
            Step::Release(key) => write!(f, "release {}", key.name()),
            Step::Meet(key, clocks) => write!(f, "meet {} {clocks}", key.name()),
            Step::Pad(side, button, is_down) => {
                let level = if *is_down { "down" } else { "up" };
                write!(
                    f,
                    "pad {} {} {level}",
                    *side as usize + 1,
                    pad_name(*button)
                )
            }
            Step::Byte(byte) => write!(f, "byte {byte:02X}"),
            Step::Damaged(byte) => write!(f, "damaged {byte:02X}"),
            Step::Tick => write!(f, "tick 1"),
            Step::Frame => write!(f, "frame"),
        }
    }
}

/// Text of a case file. Successive ticks become one line.
pub fn write(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut ticks = 0;
    for step in steps.iter().map(Some).chain([None]) {
        if step == Some(&Step::Tick) {
            ticks += 1;
            continue;
        }
        if ticks > 0 {
            text += &format!("tick {ticks}\n");
            ticks = 0;
        }
        if let Some(step) = step {
            text += &format!("{step}\n");
        }
    }
    text
}

/// Parses a case file: one step in a line, `#` begins a comment.
///
/// # Errors
/// At the first line that is no valid step.
pub fn read(text: &str) -> Result<Vec<Step>, StepError> {
    let mut steps = Vec::new();
    for (line, code) in (1..).zip(text.lines()) {
        let code = code.split('#').next().unwrap_or_default();
        let words: Vec<&str> = code.split_whitespace().collect();
        read_line(&words, &mut steps).map_err(|problem| StepError { line, problem })?;
    }
    Ok(steps)
}

fn read_line(words: &[&str], steps: &mut Vec<Step>) -> Result<(), String> {
    steps.push(match words {
        [] => return Ok(()),
        ["rate", hz] => Step::Rate(rate(hz)?),
        ["deal", shapes] => Step::Deal(deal(shapes)?),
        ["row", player, y, cells] => {
            let y = number(y, ROWS as u64 - 1)? as usize;
            Step::Row(side(player)?, y, row(cells)?)
        }
        ["pad", player, button, level] => {
            let is_down = match *level {
                "down" => true,
                "up" => false,
                other => return Err(format!("a button is `down` or `up`, not `{other}`")),
            };
            Step::Pad(side(player)?, pad_button(button)?, is_down)
        }
        ["counts", player, score, lines, level, streak] => {
            let counts = Counts {
                score: small(score, MAX_SCORE)?,
                lines: small(lines, MAX_LINES)?,
                level: small(level, MAX_LEVEL)?,
                combo: small(streak, MOST_IN_SUCCESSION)? as i32 - 1,
            };
            Step::Counts(side(player)?, counts)
        }
        ["statistics", player, pieces, quads, spins, combo, sent] => {
            let statistics = Statistics {
                pieces: small(pieces, 9999)?,
                quads: small(quads, 999)?,
                spins: small(spins, 999)?,
                combo: small(combo, MOST_IN_SUCCESSION - 1)?,
                sent: small(sent, 999)?,
            };
            Step::Statistics(side(player)?, statistics)
        }
        ["wait", clocks] => Step::Wait(number(clocks, 1_000_000)?),
        ["clock", hundredths] => Step::Clock(number(hundredths, 599_999)? as u32),
        ["press", name] => Step::Press(key(name)?),
        ["release", name] => Step::Release(key(name)?),
        ["meet", name, clocks] => Step::Meet(key(name)?, number(clocks, 9)?),
        ["byte", code] => Step::Byte(byte(code)?),
        ["damaged", code] => Step::Damaged(byte(code)?),
        ["drum"] => Step::Drum,
        ["frame"] => Step::Frame,
        ["tick", count] => {
            let count = number(count, 1_000_000)?;
            steps.extend((0..count).map(|_| Step::Tick));
            return Ok(());
        }
        words => return Err(format!("`{}` is no step", words.join(" "))),
    });
    Ok(())
}

fn side(word: &str) -> Result<Side, String> {
    match word {
        "1" => Ok(Side::One),
        "2" => Ok(Side::Two),
        other => Err(format!("`{other}` is no player")),
    }
}

/// Name of a button, as the bench has it.
pub(super) fn pad_name(button: PadButton) -> &'static str {
    BUTTONS[button as usize]
}

fn pad_button(word: &str) -> Result<PadButton, String> {
    let mut buttons = PadButton::ALL.into_iter();
    let button = buttons.find(|button| pad_name(*button) == word);
    button.ok_or_else(|| format!("`{word}` is no button: {}", BUTTONS.join(", ")))
}

fn number(word: &str, most: u64) -> Result<u64, String> {
    let number = word.parse().ok().filter(|&number| number <= most);
    number.ok_or_else(|| format!("`{word}` is no number up to {most}"))
}

fn small(word: &str, most: u32) -> Result<u32, String> {
    number(word, most.into()).map(|number| number as u32)
}

fn rate(word: &str) -> Result<u64, String> {
    let rate = number(word, *RATES_HZ.end())?;
    match rate == 0 || RATES_HZ.contains(&rate) {
        true => Ok(rate),
        false => Err(format!("no keyboard has a clock of {rate} Hz")),
    }
}

/// Letter of garbage. `#` would begin a comment.
const GARBAGE: char = 'G';

/// Letter of a cell.
fn letter(cell: Option<Cell>) -> char {
    match cell {
        None => '.',
        Some(Cell::Garbage) => GARBAGE,
        Some(Cell::Shape(shape)) => {
            let name = format!("{shape:?}");
            name.chars().next().unwrap_or('?')
        }
    }
}

fn shape(letter: char) -> Result<Shape, String> {
    let is_it = |shape: &Shape| self::letter(Some(Cell::Shape(*shape))) == letter;
    let shape = Shape::ALL.into_iter().find(is_it);
    shape.ok_or_else(|| format!("`{letter}` is no shape"))
}

fn deal(word: &str) -> Result<[Option<Shape>; 7], String> {
    let mut shapes = [None; 7];
    for (index, letter) in word.chars().enumerate() {
        let place = shapes.get_mut(index);
        *place.ok_or_else(|| format!("`{word}` is more than 7 shapes"))? = Some(shape(letter)?);
    }
    Ok(shapes)
}

fn row(word: &str) -> Result<[Option<Cell>; COLUMNS], String> {
    let cell = |letter| match letter {
        '.' => Ok(None),
        GARBAGE => Ok(Some(Cell::Garbage)),
        letter => shape(letter).map(|shape| Some(Cell::Shape(shape))),
    };
    let cells: Vec<_> = word.chars().map(cell).collect::<Result<_, _>>()?;
    let cells = cells.try_into();
    cells.map_err(|_| format!("`{word}` is no row of {COLUMNS} cells"))
}

fn byte(word: &str) -> Result<u8, String> {
    u8::from_str_radix(word, 16).map_err(|_| format!("`{word}` is no byte, such as F0"))
}

fn key(name: &str) -> Result<Key, String> {
    Key::named(name).ok_or_else(|| match Key::nearest(name) {
        Some(nearest) => format!("unknown key `{name}`, did you mean `{nearest}`?"),
        None => format!("unknown key `{name}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let text = "rate 16700\ndeal TIO\nrow 2 23 .GIJLOSTZ.\n\
                     counts 1 9999900 989 29 36\n\
                     statistics 2 9990 998 997 39 990\nwait 17\nclock 17999\n\
                     drum\npress Enter\ntick 3\nrelease Enter\nmeet J 2\nframe\n\
                     pad 1 select down\npad 2 r up\nbyte F0\n\
                    damaged 3B\ntick 1\n";
        let steps = read(text).unwrap();
        assert_eq!(steps.len(), 20);
        assert_eq!(write(&steps), text);
        assert_eq!(
            read("# nothing\n\n tick 2 # twice").unwrap(),
            [Step::Tick; 2]
        );
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, problem) in [
            ("tick 1\nprod J", "line 2: `prod J` is no step"),
            (
                "press Entr",
                "line 1: unknown key `Entr`, did you mean `Enter`?",
            ),
            ("meet J 10", "line 1: `10` is no number up to 9"),
            ("rate 1", "line 1: no keyboard has a clock of 1 Hz"),
            ("deal TX", "line 1: `X` is no shape"),
            ("row 1 0 ...", "line 1: `...` is no row of 10 cells"),
            ("clock 600000", "line 1: `600000` is no number up to 599999"),
            ("pad 3 a up", "line 1: `3` is no player"),
            ("pad 1 a on", "line 1: a button is `down` or `up`, not `on`"),
            (
                "pad 1 c up",
                "line 1: `c` is no button: b, y, select, start, up, down, left, right, a, x, l, r",
            ),
            ("byte XY", "line 1: `XY` is no byte, such as F0"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), problem);
        }
    }
}
