//! The steps of [`StatisticsControl`](super::statistics_control::StatisticsControl), as data.
//!
//! A step is one walk of the decimal unit over one item. The steps of a run follow each other:
//!
//! ```text
//! run                       first step   last step
//! number of the countdown   COUNTDOWN    the same
//! row of the settings       ROW          the same, one run for each row
//! lock of a piece           PIECES       COMBO
//! hundredth of a second     TIME         HUNDREDTHS
//! new game, end of a game   PIECES       RATE
//! score tables are cleared  COMPARE      ENTRY
//! ```
//!
//! A new game clears the counts and the time, and shows the wins. The first game of a match clears
//! the wins. The end of a game shows all of them, and writes a new entry of the score table or one
//! more win. With two players both runs go through the steps twice, once for each player.
//!
//! The two steps of the score table are repeated for each entry, see
//! [`ScoreTable`](super::score_table::ScoreTable).
//!
//! Pieces per second are a division by repeated subtraction. The dividend is the number of pieces
//! followed by four zeros, the divisor the hundredths of a second played. Each subtraction counts a
//! hundredth of a piece per second. The last two steps alternate until the rest is smaller than the
//! divisor, or the result is 9.99.

use super::text_rom::{entry, item};
use crate::arcade::picture::screens::field;

/// Steps: their rows in the table.
pub mod step {
    /// No step.
    pub const IDLE: u8 = 0;
    /// Shows the number of the countdown.
    pub const COUNTDOWN: u8 = 1;
    /// Shows a row of the settings.
    pub const ROW: u8 = 2;
    /// Counts pieces; the next steps follow in the order of the table.
    pub const PIECES: u8 = 3;
    /// Counts quads, or rows sent. It is repeated until all rows are counted.
    pub const QUADS: u8 = 4;
    /// Counts a hundredth of a second.
    pub const TIME: u8 = 9;
    /// Compares a result with an entry of the score table.
    pub const COMPARE: u8 = 11;
    /// Writes and shows an entry.
    pub const ENTRY: u8 = 12;
    /// Divides.
    pub const DIVIDE: u8 = 14;
}

/// The operation of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operation {
    /// Count `item` up by one.
    Count = 0,
    /// Count `item` in the direction of the mode: down in ultra, else up.
    CountTime = 1,
    /// Compare `other` with `item`, or `item` with `other` if the condition does not hold.
    Compare = 2,
    /// Copy `other` to `item`.
    Copy = 3,
    /// Subtract `other` from `item`.
    Subtract = 4,
}

/// The condition of a step.
pub mod condition {
    /// In no run.
    pub const NEVER: u8 = 0;
    /// In every run.
    pub const ALWAYS: u8 = 1;
    /// A piece has locked.
    pub const LOCK: u8 = 2;
    /// A piece has locked and cleared four rows in a game of one, or sends a row.
    pub const QUAD: u8 = 3;
    /// A piece has locked with a T-spin.
    pub const SPIN: u8 = 4;
    /// A piece has locked, and the piece before it cleared a row.
    pub const CHAIN: u8 = 5;
    /// The last comparison found a greater item.
    pub const GREATER: u8 = 6;
    /// A hundredth of a second has passed.
    pub const TICK: u8 = 7;
    /// The mode is not sprint, so the greater result is the better one.
    pub const POINTS: u8 = 8;
    /// The entry of the score table gets another result.
    pub const ENTRY: u8 = 9;
    /// The player has won.
    pub const WIN: u8 = 10;
    /// A game has ended.
    pub const END: u8 = 11;
    /// A game has ended, and the last subtraction left no negative number.
    pub const RATE: u8 = 12;
}

/// A number that is put into the low bits of an item.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Index {
    /// None: the item itself.
    None = 0,
    /// Mode and place of an entry of the score table.
    Entry = 1,
    /// The number of the countdown.
    Number = 2,
    /// The player.
    Player = 3,
}

/// Part of an item.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Part {
    /// All eight characters.
    Whole = 0,
    /// The half of the player.
    OfPlayer = 1,
    /// The first half.
    First = 2,
    /// The item and the next one.
    Pair = 3,
}

/// A game that clears an item when it begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Clears {
    /// None.
    Never = 0,
    /// Every one.
    OfGame = 1,
    /// The first one of a match.
    OfMatch = 2,
}

/// When a run ends with a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Last {
    /// Never: the next step follows.
    No = 0,
    /// After a lock and a hundredth of a second.
    OfShort = 1,
    /// Always.
    OfAll = 2,
    /// After the last player, and the end of a game is recorded.
    OfEnd = 3,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The item that the step changes or shows.
    pub item: u8,
    /// Which item of several.
    pub index: Index,
    /// The item that is compared or copied. With [`Index::Entry`] the time stands for the result of
    /// the mode, or for another entry.
    pub other: u8,
    /// Operation of the step.
    pub operation: Operation,
    /// When it does that. Otherwise the item is only shown.
    pub condition: u8,
    /// Which new game clears the item.
    pub clears: Clears,
    /// A lock without cleared rows clears the item.
    pub breaks: bool,
    /// The item is shown.
    pub shows: bool,
    /// Line and column on the screen. Counts of two players are 8 lines below those of a game of
    /// one, see [`field::FIRST_COUNT`].
    pub place: (u8, u8),
    /// The part of the item.
    pub part: Part,
    /// The end of the run.
    pub last: Last,
}

/// A step that does nothing.
const NOTHING: Step = Step {
    item: 0,
    index: Index::None,
    other: 0,
    operation: Operation::Count,
    condition: condition::NEVER,
    clears: Clears::Never,
    breaks: false,
    shows: false,
    place: (0, 0),
    part: Part::Whole,
    last: Last::OfAll,
};

/// A step that shows an item and counts it when the condition holds.
const fn count(item: u8, condition: u8, line: u8) -> Step {
    Step {
        item,
        condition,
        clears: Clears::OfGame,
        shows: true,
        place: (field::FIRST_COUNT.0 + line, field::FIRST_COUNT.1),
        part: Part::OfPlayer,
        last: Last::No,
        ..NOTHING
    }
}

/// All steps, by their numbers.
pub const STEPS: [Step; 16] = [
    NOTHING,
    Step {
        item: item::COUNT,
        index: Index::Number,
        shows: true,
        place: field::COUNT,
        ..NOTHING
    },
    // Item and place are those of the row.
    Step {
        shows: true,
        ..NOTHING
    },
    Step {
        index: Index::Player,
        part: Part::First,
        ..count(item::PIECES, condition::LOCK, 0)
    },
    count(item::QUADS, condition::QUAD, 1),
    count(item::SPINS, condition::SPIN, 2),
    // Pieces in direct succession that have cleared rows; it is not shown.
    Step {
        breaks: true,
        shows: false,
        ..count(item::CHAIN, condition::CHAIN, 0)
    },
    // The longest chain is the best combo.
    Step {
        item: item::COMBO,
        other: item::CHAIN,
        operation: Operation::Compare,
        condition: condition::ALWAYS,
        part: Part::OfPlayer,
        last: Last::No,
        ..NOTHING
    },
    Step {
        other: item::CHAIN,
        operation: Operation::Copy,
        last: Last::OfShort,
        ..count(item::COMBO, condition::GREATER, 3)
    },
    Step {
        operation: Operation::CountTime,
        place: field::TIME,
        part: Part::Whole,
        ..count(item::TIME, condition::TICK, 0)
    },
    Step {
        shows: false,
        part: Part::Whole,
        last: Last::OfShort,
        ..count(item::HUNDREDTHS, condition::TICK, 0)
    },
    // The time of a sprint, or the score, against the result of an entry.
    Step {
        item: entry(0, 0) + 1,
        index: Index::Entry,
        other: item::TIME,
        operation: Operation::Compare,
        condition: condition::POINTS,
        last: Last::No,
        ..NOTHING
    },
    Step {
        item: entry(0, 0),
        index: Index::Entry,
        other: item::TIME - 1,
        operation: Operation::Copy,
        condition: condition::ENTRY,
        shows: true,
        place: field::TABLE,
        part: Part::Pair,
        last: Last::No,
        ..NOTHING
    },
    Step {
        clears: Clears::OfMatch,
        place: field::WINS,
        ..count(item::WINS, condition::WIN, 0)
    },
    Step {
        index: Index::Player,
        other: item::HUNDREDTHS,
        operation: Operation::Subtract,
        shows: false,
        part: Part::Whole,
        ..count(item::PIECES, condition::END, 0)
    },
    Step {
        last: Last::OfEnd,
        ..count(item::RATE, condition::RATE, 4)
    },
];

/// The steps that are known by their numbers.
const _: () = {
    assert!(STEPS[step::QUADS as usize].condition == condition::QUAD);
    assert!(STEPS[step::TIME as usize].item == item::TIME);
    assert!(STEPS[step::COMPARE as usize].condition == condition::POINTS);
    assert!(STEPS[step::ENTRY as usize].condition == condition::ENTRY);
    assert!(STEPS[step::DIVIDE as usize].condition == condition::END);
};
