//! Scoreboard: score, lines and level of each player in decimal digits.
//!
//! Each player has twelve digits in `game_memory`: seven of score, three of lines, two of level,
//! the lowest of each first. A command visits all of them. Each digit passes one decimal adder and
//! is written back to the memory and to the text of the picture.
//!
//! The score stops at 9,999,999, the lines at 999. Ten lines raise the level, which stops at 29. So
//! the lines reach 999 only at level 29. Where `fixed_level` is high only `raise_level` raises the
//! level, and it stops at 15.
//!
//! **Interface**: `restart`, `add_points`, `add_line` and `raise_level` are strobes, taken while
//! `busy` is low. The other signals of `digit_write` are valid with its strobe.
//!
//! **Latency**: `busy` is high for 24 clocks, 2 for each digit. A command that raises the level, or
//! that exceeds the highest score or lines, visits the digits twice and takes 48.
//!
//! **Source**: `docs/rules.md`, lines and level, counters and records.

use super::digit_adder::DigitAdder;
use super::line_goal::LineGoal;
use crate::falling_blocks::exchange::game_memory::{MemoryClient, DIGITS};
use crate::falling_blocks::shell::text::{DigitWrite, TextLayout};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Definition, Ending, Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Highest level.
const MAX_LEVEL: u8 = 29;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Command {
    AddPoints,
    AddLine,
    RaiseLevel,
    Saturate,
    SaturateLines,
    Restart,
}

/// Decimal adder, and the commands that use it.
#[derive(LogicBlock, Module)]
pub struct Scoreboard {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: a game of two; selects the text layout.
    pub two_players: Signal<In, Bit>,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level at which a game starts, two decimal digits, 01 to 15. Stable while `restart` runs.
    pub start_level: Signal<In, Bits<5>>,
    /// Level: lines do not raise the level.
    pub fixed_level: Signal<In, Bit>,
    /// Tens of lines that are the goal, two decimal digits, 02 to 15.
    pub goal: Signal<In, Bits<5>>,
    /// Strobe: a new game; clear the digits and write the start level.
    pub restart: Signal<In, Bit>,
    /// Strobe: add `points`.
    pub add_points: Signal<In, Bit>,
    /// Points, four decimal digits. Sampled with `add_points`.
    pub points: Signal<In, Bits<16>>,
    /// Strobe: add one line.
    pub add_line: Signal<In, Bit>,
    /// Strobe: raise the level, up to 15.
    pub raise_level: Signal<In, Bit>,
    /// Level: a command runs.
    pub busy: Signal<Out, Bit>,
    /// Level of the game, binary, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Level: the last line added has reached the goal.
    pub goal_reached: Signal<Out, Bit>,
    /// Writes the digits of the picture.
    pub digit_write: DigitWrite,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    /// The memory of the games.
    pub memory: MemoryClient,
    #[given]
    places: ROM<Bits<12>, 6>,
    adder: DigitAdder,
    running: DFF<Bit>,
    writing: DFF<Bit>,
    #[reset(Command::AddPoints)]
    command: DFF<Command>,
    position: DFF<Bits<4>>,
    carry: DFF<Bit>,
    again: DFF<Bit>,
    #[part]
    line_goal: LineGoal,
    addend: DFF<Bits<16>>,
    /// Amount added to the digit. Computed while the digit is read.
    step: DFF<Bits<4>>,
    #[context]
    level_now: DFF<Bits<5>>,
    /// A digit of a command that adds a line is written.
    adds_line: Signal<Local, Bit>,
    /// It is the hundreds.
    adds_hundreds: Signal<Local, Bit>,
    digit: Signal<Local, Bits<4>>,
    address: Signal<Local, Bits<9>>,
    next_position: Signal<Local, Bits<4>>,
    next_level: Signal<Local, Bits<5>>,
    binary_start: Signal<Local, Bits<5>>,
    in_score: Signal<Local, Bit>,
    in_lines: Signal<Local, Bit>,
    may_rise: Signal<Local, Bit>,
    #[default(false)]
    rises: Signal<Local, Bit>,
    digit_zero: Constant<Bits<6>>,
    #[value(DIGITS)]
    digits: Constant<Bits<9>>,
    #[value(MAX_LEVEL)]
    max_level: Constant<Bits<5>>,
}

/// Positions of the lowest digit of each number.
const LINES_POSITION: u16 = 7;
const LEVEL_POSITION: u16 = 10;

/// Text address of the digit at each position, at {two players, player, position}.
fn places(layouts: &[TextLayout; 3]) -> impl Iterator<Item = Bits<12>> + '_ {
    (0u16..64).map(|index| {
        let layout = layouts[[0, 0, 1, 2][usize::from(index / 16)]];
        let position = index % 16;
        let address = match position {
            0..LINES_POSITION => layout.score + 6 - position,
            LINES_POSITION..LEVEL_POSITION => layout.lines + 2 - (position - LINES_POSITION),
            _ => (layout.level + 1).saturating_sub(position - LEVEL_POSITION),
        };
        address.to_bits()
    })
}

impl Scoreboard {
    /// Writes the digits to `layouts`: that of a game of one, then those of players 1 and 2.
    pub fn new(layouts: &[TextLayout; 3]) -> Self {
        construct!(Scoreboard {
            places: places(layouts).into(),
            digit_zero: Constant::new(layouts[0].digit_zero.to_bits()),
        })
    }
}

#[clocked]
impl Logic for Scoreboard {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.running.q.val();
        self.level.next = self.level_now.q.val();
        self.line_goal.goal.next = self.goal.val();
        self.adds_line.next = self.writing.q.val() & (self.command.q.val() == Command::AddLine);
        self.line_goal.tens.next = self.adds_line.val() & (self.position.q.val() == 8);
        self.adds_hundreds.next = self.adds_line.val() & (self.position.q.val() == 9);
        self.line_goal.hundreds.next = self.adds_hundreds.val();
        self.goal_reached.next = self.line_goal.reached.val();
        self.places.address.next = (bit_cast::<6, 1>(self.two_players.val().into()) << 5)
            | (bit_cast::<6, 1>(self.player.val().into()) << 4)
            | bit_cast::<6, 4>(self.position.q.val());
        self.digit_write.position.next = self.position.q.val();
        self.address.next = (bit_cast::<9, 1>(self.player.val().into()) << 8)
            | bit_cast::<9, 4>(self.position.q.val())
            | self.digits.val();
        self.memory.select.next = true;
        self.memory.read_address.next = self.address.val();
        self.memory.write_address.next = self.address.val();
        self.next_position.next = self.position.q.val() + 1;
        self.next_level.next = self.level_now.q.val() + 1;
        self.in_score.next =
            !self.position.q.val().get_bit(3) & !self.position.q.val().get_bits::<3>(0).all();
        // Positions 7 to 9.
        self.in_lines.next = !self.in_score.val()
            & (!self.position.q.val().get_bit(3) | !self.position.q.val().get_bit(1));
        self.binary_start.next = bit_cast::<5, 4>(self.start_level.val().get_bits::<4>(0));
        if self.start_level.val().get_bit(4) {
            self.binary_start.next = bit_cast::<5, 4>(self.start_level.val().get_bits::<4>(0)) + 10;
        }
        // Amount added to this digit.
        self.step.d.next = 0.into();
        if self.command.q.val() == Command::AddPoints {
            self.step.d.next = self.addend.q.val().get_bits::<4>(0);
        } else if ((self.command.q.val() == Command::AddLine) & (self.position.q.val() == 7))
            | ((self.command.q.val() == Command::RaiseLevel) & (self.position.q.val() == 10))
        {
            self.step.d.next = 1.into();
        }
        self.adder.digit.next = self.memory.read_data.val().get_bits::<4>(0);
        self.adder.addend.next = self.step.q.val();
        self.adder.carry.next = self.carry.q.val();
        self.digit.next = self.adder.sum.val();
        if ((self.command.q.val() == Command::Saturate) & self.in_score.val())
            | ((self.command.q.val() == Command::SaturateLines) & self.in_lines.val())
        {
            self.digit.next = 9.into();
        }
        if self.command.q.val() == Command::Restart {
            self.digit.next = 0.into();
            if self.position.q.val() == 10 {
                self.digit.next = self.start_level.val().get_bits::<4>(0);
            } else if self.position.q.val() == 11 {
                self.digit.next = bit_cast::<4, 1>(self.start_level.val().get_bits::<1>(4));
            }
        }
        self.may_rise.next =
            !self.fixed_level.val() & (self.level_now.q.val() != self.max_level.val());
        self.line_goal.digit.next = self.digit.val();
        self.memory.write_data.next = bit_cast::<8, 4>(self.digit.val());
        self.memory.write.next = self.writing.q.val();
        self.digit_write.address.next = self.places.data.val();
        self.digit_write.code.next = self.digit_zero.val() | bit_cast::<6, 4>(self.digit.val());
        self.digit_write.write.next = self.writing.q.val();
        self.writing.d.next = self.running.q.val() & !self.writing.q.val();
        if self.writing.q.val() {
            self.addend.d.next = self.addend.q.val() >> 4;
            self.carry.d.next = self.adder.overflows.val();
            self.position.d.next = self.next_position.val();
            // The top digit of score or lines has no carry into the next number.
            if (self.position.q.val() == 6) | (self.position.q.val() == 9) {
                self.carry.d.next = false;
            }
            // A score above its maximum, or the tenth line of a level, needs a second visit.
            if ((self.command.q.val() == Command::AddPoints) & (self.position.q.val() == 6))
                | ((self.command.q.val() == Command::AddLine)
                    & (self.position.q.val() == 7)
                    & self.may_rise.val())
            {
                self.again.d.next = self.adder.overflows.val();
            }
            if self.adds_hundreds.val() & self.adder.overflows.val() {
                self.again.d.next = true;
            }
            if self.position.q.val() == 11 {
                self.position.d.next = 0.into();
                self.carry.d.next = false;
                self.again.d.next = false;
                self.running.d.next = self.again.q.val();
                if self.again.q.val() {
                    if self.command.q.val() == Command::AddPoints {
                        self.command.d.next = Command::Saturate;
                    } else if self.may_rise.val() {
                        self.command.d.next = Command::RaiseLevel;
                        self.level_now.d.next = self.next_level.val();
                    } else {
                        self.command.d.next = Command::SaturateLines;
                    }
                }
            }
        } else if !self.running.q.val() {
            self.rises.next =
                self.raise_level.val() & !self.level_now.q.val().get_bits::<4>(0).all();
            self.running.d.next =
                self.restart.val() | self.add_points.val() | self.add_line.val() | self.rises.val();
            if self.restart.val() {
                self.command.d.next = Command::Restart;
                self.level_now.d.next = self.binary_start.val();
            } else if self.add_points.val() {
                self.command.d.next = Command::AddPoints;
                self.addend.d.next = self.points.val();
            } else if self.add_line.val() {
                self.command.d.next = Command::AddLine;
            } else if self.rises.val() {
                self.command.d.next = Command::RaiseLevel;
                self.level_now.d.next = self.next_level.val();
            }
        }
    }
}

impl Scoreboard {
    /// Longest command: two visits of twelve digits.
    pub const MOST_CLOCKS: u32 = 2 * 24;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            lemmas: &[
                "addend[3:0] <= 9 && addend[7:4] <= 9 && addend[11:8] <= 9 && addend[15:12] <= 9",
                "step <= 9",
            ],
            assumed: &[
                "points[3:0] <= 9 && points[7:4] <= 9 && points[11:8] <= 9 && points[15:12] <= 9",
                "memory.read_data[3:0] <= 9 && start_level[3:0] <= 9",
            ],
            ..Property::new(
                "a digit that is written is at most 9 if all that were read are",
                "!memory.write || memory.write_data <= 9",
                Mutant::new("digit = 4'd9;", "digit = 4'd10;", 60),
            )
        },
        // Digits are compared like the bits of a number, since all are at most 9. `old_score` has
        // those that the command has read, `new_score` those that it has written.
        Property {
            lemmas: &[
                "addend[3:0] <= 9 && addend[7:4] <= 9 && addend[11:8] <= 9 && addend[15:12] <= 9",
                "step <= 9 && position <= 11 && command <= COMMAND_RESTART",
                "!writing || running",
                "running || position == 0 && !carry",
                "command == COMMAND_ADD_POINTS || position > 6 || !carry",
                "!writing || command == COMMAND_ADD_POINTS || position == 7 || position == 10 \
                 || step == 0",
                "!again || command == COMMAND_ADD_POINTS && position > 6 \
                 || command == COMMAND_ADD_LINE && position > 7",
                "old_score[3:0] <= 9 && old_score[7:4] <= 9 && old_score[11:8] <= 9",
                "old_score[15:12] <= 9 && old_score[19:16] <= 9 && old_score[23:20] <= 9",
                "old_score[27:24] <= 9",
                "!adds || position == 0 || position > 6 \
                 || {carry, new_score} >= {1'b0, old_score}",
                "!adds || position <= 6 || again || new_score >= old_score",
                "command != COMMAND_SATURATE || position == 0 || position > 6 \
                 || (new_score ^ 28'h9999999) >> (6'd28 - {position, 2'd0}) == 0",
                "command != COMMAND_SATURATE || running && position <= 6 \
                 || new_score == 28'h9999999",
            ],
            assumed: &[
                "points[3:0] <= 9 && points[7:4] <= 9 && points[11:8] <= 9 && points[15:12] <= 9",
                "memory.read_data[3:0] <= 9 && start_level[3:0] <= 9",
            ],
            definitions: &[Definition::new(
                "adds",
                1,
                "running && command != COMMAND_RESTART && command != COMMAND_SATURATE",
            )],
            observers: &[
                Observer::new(
                    "new_score",
                    28,
                    "!writing || position > 6 ? new_score \
                     : {digit, position == 0 ? 24'd0 : new_score[27:4]}",
                ),
                Observer::new(
                    "old_score",
                    28,
                    "!writing || position > 6 || command == COMMAND_SATURATE ? old_score \
                     : {memory.read_data[3:0], position == 0 ? 24'd0 : old_score[27:4]}",
                ),
            ],
            ..Property::new(
                "the score never falls but by a restart",
                "running || command == COMMAND_RESTART || new_score >= old_score",
                Mutant::new("carry <= adder_overflows", "carry <= 1'b0", 30),
            )
        },
        Property {
            lemmas: &[
                "position <= 11 && command <= COMMAND_RESTART",
                "!writing || running",
                "running || position == 0",
                "!again || running \
                 && (command == COMMAND_ADD_POINTS || command == COMMAND_ADD_LINE)",
            ],
            definitions: &[Definition::new(
                "is_second",
                1,
                "command == COMMAND_SATURATE || command == COMMAND_SATURATE_LINES \
                 || command == COMMAND_RAISE_LEVEL",
            )],
            ..Property::ends(
                "a command ends within 48 clocks",
                Ending {
                    busy: "running",
                    spent: "is_second * 24 + position * 2 + writing",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new("position <= next_position", "position <= position", 12),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::exchange::game_memory::BenchMemory;
    use gatefall_bench::{peek, poke, tick};

    const LAYOUT: TextLayout = TextLayout {
        score: 100,
        lines: 200,
        level: 300,
        digit_zero: 16,
    };

    const SECOND: TextLayout = TextLayout {
        score: 500,
        lines: 600,
        level: 700,
        digit_zero: 16,
    };

    /// A scoreboard with its memory and the text that it writes.
    struct Bench {
        uut: gatefall_bench::Bench<Scoreboard>,
        memory: BenchMemory,
        screen: [char; 2048],
    }

    impl Bench {
        fn new() -> Self {
            let mut uut = gatefall_bench::Bench::new(Scoreboard::new(&[LAYOUT, LAYOUT, SECOND]));
            poke!(uut.start_level = 1u8.to_bits());
            let mut bench = Self {
                uut,
                memory: BenchMemory::new(),
                screen: ['?'; 2048],
            };
            poke!(bench.uut.restart = true);
            bench.settle();
            bench
        }

        fn cycle(&mut self) {
            if peek!(self.uut, digit_write.write) {
                let address: u64 = peek!(self.uut, digit_write.address).into();
                let code: u64 = peek!(self.uut, digit_write.code).into();
                self.screen[address as usize] =
                    char::from_digit(code as u32 - 16, 10).expect("a digit");
            }
            let address = peek!(self.uut, memory.read_address).to_u64();
            let written = (address, peek!(self.uut, memory.write_data).to_u64());
            let write = peek!(self.uut, memory.write).then_some(written);
            let read = self.memory.cycle(address, write);
            tick!(self.uut);
            poke!(self.uut, memory.read_data = read.to_bits());
        }

        /// Holds the strobes that are set for one clock, then waits until the module is idle.
        fn settle(&mut self) {
            self.cycle();
            poke!(self.uut.restart = false);
            poke!(self.uut.add_points = false);
            poke!(self.uut.add_line = false);
            while peek!(self.uut.busy) {
                self.cycle();
            }
        }

        fn points(&mut self, digits: u64) {
            poke!(self.uut.points = digits.to_bits());
            poke!(self.uut.add_points = true);
            self.settle();
        }

        fn lines(&mut self, count: usize) {
            for _ in 0..count {
                poke!(self.uut.add_line = true);
                self.settle();
            }
        }

        fn shown(&self) -> (String, String, String) {
            let text = |from: usize, count| self.screen[from..from + count].iter().collect();
            (text(100, 7), text(200, 3), text(300, 2))
        }
    }

    fn shown(score: &str, lines: &str, level: &str) -> (String, String, String) {
        (score.into(), lines.into(), level.into())
    }

    #[test]
    fn points_add_up_in_decimal() {
        let mut bench = Bench::new();
        assert_eq!(bench.shown(), shown("0000000", "000", "01"));
        bench.points(0x1);
        bench.points(0x9999);
        assert_eq!(bench.shown(), shown("0010000", "000", "01"));
        bench.points(0x2400);
        bench.points(0x50);
        assert_eq!(bench.shown(), shown("0012450", "000", "01"));
    }

    #[test]
    fn ten_lines_raise_the_level_until_29() {
        let mut bench = Bench::new();
        bench.lines(9);
        assert_eq!(bench.shown(), shown("0000000", "009", "01"));
        bench.lines(1);
        assert_eq!(bench.shown(), shown("0000000", "010", "02"));
        bench.lines(300);
        assert_eq!(bench.shown(), shown("0000000", "310", "29"));
        assert_eq!(peek!(bench.uut.level), 29);
    }

    #[test]
    fn lines_stop_at_999() {
        for (fixed_level, level) in [(false, "29"), (true, "01")] {
            let mut bench = Bench::new();
            poke!(bench.uut.fixed_level = fixed_level);
            bench.points(0x1234);
            bench.lines(998);
            assert_eq!(bench.shown(), shown("0001234", "998", level));
            for _ in 0..12 {
                bench.lines(1);
                assert_eq!(bench.shown(), shown("0001234", "999", level));
            }
        }
    }

    #[test]
    fn the_score_stops_at_9999999() {
        let mut bench = Bench::new();
        for _ in 0..1000 {
            bench.points(0x9999);
        }
        assert_eq!(bench.shown().0, "9999000");
        bench.points(0x999);
        assert_eq!(bench.shown().0, "9999999");
        bench.points(0x1);
        assert_eq!(bench.shown(), shown("9999999", "000", "01"));
    }

    #[test]
    fn a_new_game_clears_the_digits() {
        let mut bench = Bench::new();
        bench.points(0x1234);
        bench.lines(12);
        poke!(bench.uut.restart = true);
        bench.settle();
        assert_eq!(bench.shown(), shown("0000000", "000", "01"));
        assert_eq!(peek!(bench.uut.level), 1);
    }
    #[test]
    fn a_game_may_start_at_a_higher_level() {
        let mut bench = Bench::new();
        poke!(bench.uut.start_level = 0x15u8.to_bits());
        poke!(bench.uut.restart = true);
        bench.settle();
        assert_eq!(bench.shown(), shown("0000000", "000", "15"));
        assert_eq!(peek!(bench.uut.level), 15);
        bench.lines(10);
        assert_eq!(bench.shown(), shown("0000000", "010", "16"));
    }

    #[test]
    fn a_fixed_level_stays_and_the_goal_is_reported() {
        for (goal, lines) in [(0x02u8, 20), (0x04, 40), (0x10, 100), (0x15, 150)] {
            let mut bench = Bench::new();
            poke!(bench.uut.fixed_level = true);
            poke!(bench.uut.goal = goal.to_bits());
            for line in 1..=lines + 3 {
                bench.lines(1);
                let reached = peek!(bench.uut.goal_reached);
                assert_eq!(reached, line >= lines, "line {line} of {lines}");
            }
            let lines = format!("{:03}", lines + 3);
            assert_eq!(bench.shown(), shown("0000000", &lines, "01"));
        }
    }

    #[test]
    fn a_command_raises_the_level_up_to_15() {
        let mut bench = Bench::new();
        poke!(bench.uut.fixed_level = true);
        for level in 2..20u64 {
            poke!(bench.uut.raise_level = true);
            bench.cycle();
            poke!(bench.uut.raise_level = false);
            assert_eq!(peek!(bench.uut.level), level.min(15), "at once");
            bench.settle();
            let level = format!("{:02}", level.min(15));
            assert_eq!(bench.shown(), shown("0000000", "000", &level));
        }
    }

    #[test]
    fn each_player_has_digits() {
        let mut bench = Bench::new();
        bench.points(0x1234);
        poke!(bench.uut.two_players = true);
        poke!(bench.uut.player = true);
        poke!(bench.uut.restart = true);
        bench.settle();
        bench.points(0x77);
        let second: String = bench.screen[500..507].iter().collect();
        assert_eq!(second, "0000077");
        poke!(bench.uut.player = false);
        bench.points(0x1);
        assert_eq!(bench.shown(), shown("0001235", "000", "01"));
    }
}
