//! Score, lines and level as decimal digits, and on the screen.
//!
//! Twelve digits lie in a ring: seven of score, three of lines, two of level, the lowest of each
//! first. A command turns the ring once, one digit a cycle through one decimal adder, and every digit
//! that passes is also written to its place in the picture's text. So the screen is never behind.
//!
//! The score stops at 9,999,999; lines show their last three digits; ten lines raise the level, which stops at 29.
//!
//! **Latency**: 13 cycles a command; a carry into the level or a score that overflows takes a second turn.
//! A command is taken only while `busy` is low.

use rust_hdl::prelude::*;

/// Where the digits stand in the picture's text.
pub struct TextLayout {
    /// Address of the most significant of the seven digits of the score.
    pub score: u16,
    /// Address of the most significant of the three digits of lines.
    pub lines: u16,
    /// Address of the most significant of the two digits of the level.
    pub level: u16,
    /// Code of the glyph `0`; a multiple of 16.
    pub digit_zero: u8,
}

/// The level a game starts with.
const START_LEVEL: u8 = 1;
/// The last level.
const MAX_LEVEL: u8 = 29;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Command {
    AddPoints,
    AddLine,
    RaiseLevel,
    Saturate,
    Restart,
}

/// Keeps the digits.
#[derive(LogicBlock)]
pub struct Scoreboard {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game.
    pub restart: Signal<In, Bit>,
    /// Strobe: add `points`.
    pub add_points: Signal<In, Bit>,
    /// Four decimal digits.
    pub points: Signal<In, Bits<16>>,
    /// Strobe: one more line.
    pub add_line: Signal<In, Bit>,
    /// Level: a command is running.
    pub busy: Signal<Out, Bit>,
    /// Level of the game in binary, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Where to write a digit.
    pub text_address: Signal<Out, Bits<11>>,
    /// Glyph of the digit.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
    places: ROM<Bits<11>, 4>,
    ring: DFF<Bits<48>>,
    running: DFF<Bit>,
    command: DFF<Command>,
    position: DFF<Bits<4>>,
    carry: DFF<Bit>,
    again: DFF<Bit>,
    addend: DFF<Bits<16>>,
    level_now: DFF<Bits<5>>,
    next_position: Signal<Local, Bits<4>>,
    next_level: Signal<Local, Bits<5>>,
    step: Signal<Local, Bits<4>>,
    sum: Signal<Local, Bits<5>>,
    sum_with_carry: Signal<Local, Bits<5>>,
    less_ten: Signal<Local, Bits<5>>,
    digit: Signal<Local, Bits<4>>,
    overflows: Signal<Local, Bit>,
    in_score: Signal<Local, Bit>,
    digit_zero: Constant<Bits<6>>,
    start_level: Constant<Bits<5>>,
    max_level: Constant<Bits<5>>,
}

/// Ring positions of the lowest digit of each number.
const LINES_POSITION: u16 = 7;
const LEVEL_POSITION: u16 = 10;

/// Text address of the digit at each position of the ring.
fn places(layout: &TextLayout) -> impl Iterator<Item = Bits<11>> + '_ {
    (0u16..16).map(|position| {
        let address = match position {
            0..LINES_POSITION => layout.score + 6 - position,
            LINES_POSITION..LEVEL_POSITION => layout.lines + 2 - (position - LINES_POSITION),
            _ => (layout.level + 1).saturating_sub(position - LEVEL_POSITION),
        };
        address.to_bits()
    })
}

impl Scoreboard {
    /// A scoreboard that writes its digits where `layout` says.
    pub fn new(layout: &TextLayout) -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, restart, add_points, points, add_line, busy, level, text_address,
                text_code, text_write, ring, running, command, position, carry, again, addend,
                level_now, next_position, next_level, step, sum, sum_with_carry, less_ten, digit,
                overflows, in_score,
            }
            places: places(layout).into(),
            digit_zero: Constant::new(layout.digit_zero.to_bits()),
            start_level: Constant::new(START_LEVEL.to_bits()),
            max_level: Constant::new(MAX_LEVEL.to_bits()),
        }
    }
}

impl Logic for Scoreboard {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ring, running, command, position, carry, again, addend, level_now);
        self.busy.next = self.running.q.val();
        self.level.next = self.level_now.q.val();
        self.places.address.next = self.position.q.val();
        self.next_position.next = self.position.q.val() + 1;
        self.next_level.next = self.level_now.q.val() + 1;
        self.in_score.next = self.position.q.val() < 7;
        // What this digit goes up by.
        self.step.next = 0.into();
        if self.command.q.val() == Command::AddPoints {
            self.step.next = self.addend.q.val().get_bits::<4>(0);
        } else if ((self.command.q.val() == Command::AddLine) & (self.position.q.val() == 7))
            | ((self.command.q.val() == Command::RaiseLevel) & (self.position.q.val() == 10))
        {
            self.step.next = 1.into();
        }
        // One decimal digit.
        self.sum.next = bit_cast::<5, 4>(self.ring.q.val().get_bits::<4>(0))
            + bit_cast::<5, 4>(self.step.val());
        self.sum_with_carry.next = self.sum.val() + bit_cast::<5, 1>(self.carry.q.val().into());
        self.less_ten.next = self.sum_with_carry.val() - 10;
        self.overflows.next = self.sum_with_carry.val() >= 10;
        self.digit.next = self.sum_with_carry.val().get_bits::<4>(0);
        if self.overflows.val() {
            self.digit.next = self.less_ten.val().get_bits::<4>(0);
        }
        if (self.command.q.val() == Command::Saturate) & self.in_score.val() {
            self.digit.next = 9.into();
        }
        if self.command.q.val() == Command::Restart {
            self.digit.next = 0.into();
            if self.position.q.val() == 10 {
                self.digit.next = self.start_level.val().get_bits::<4>(0);
            }
        }
        self.text_address.next = self.places.data.val();
        self.text_code.next = self.digit_zero.val() | bit_cast::<6, 4>(self.digit.val());
        self.text_write.next = self.running.q.val();
        if self.running.q.val() {
            self.ring.d.next =
                (self.ring.q.val() >> 4) | (bit_cast::<48, 4>(self.digit.val()) << 44);
            self.addend.d.next = self.addend.q.val() >> 4;
            self.carry.d.next = self.overflows.val();
            self.position.d.next = self.next_position.val();
            // The top digits of score and lines do not carry into what lies above.
            if (self.position.q.val() == 6) | (self.position.q.val() == 9) {
                self.carry.d.next = false;
            }
            // The score is full, or the tenth line of a level: once more around.
            if ((self.command.q.val() == Command::AddPoints) & (self.position.q.val() == 6))
                | ((self.command.q.val() == Command::AddLine) & (self.position.q.val() == 7))
            {
                self.again.d.next = self.overflows.val();
            }
            if self.position.q.val() == 11 {
                self.position.d.next = 0.into();
                self.carry.d.next = false;
                self.again.d.next = false;
                self.running.d.next = false;
                if self.again.q.val() {
                    if self.command.q.val() == Command::AddPoints {
                        self.command.d.next = Command::Saturate;
                        self.running.d.next = true;
                    } else if self.level_now.q.val() != self.max_level.val() {
                        self.command.d.next = Command::RaiseLevel;
                        self.level_now.d.next = self.next_level.val();
                        self.running.d.next = true;
                    }
                }
            }
        } else if self.restart.val() {
            self.command.d.next = Command::Restart;
            self.level_now.d.next = self.start_level.val();
            self.running.d.next = true;
        } else if self.add_points.val() {
            self.command.d.next = Command::AddPoints;
            self.addend.d.next = self.points.val();
            self.running.d.next = true;
        } else if self.add_line.val() {
            self.command.d.next = Command::AddLine;
            self.running.d.next = true;
        }
        if self.reset.val() {
            self.ring.d.next = 0.into();
            self.running.d.next = false;
            self.command.d.next = Command::AddPoints;
            self.position.d.next = 0.into();
            self.carry.d.next = false;
            self.again.d.next = false;
            self.addend.d.next = 0.into();
            self.level_now.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    const LAYOUT: TextLayout = TextLayout {
        score: 100,
        lines: 200,
        level: 300,
        digit_zero: 16,
    };

    /// A scoreboard with the screen it writes to.
    struct Bench {
        uut: Scoreboard,
        screen: [char; 2048],
    }

    impl Bench {
        fn new() -> Self {
            let mut uut = Scoreboard::new(&LAYOUT);
            uut.connect_all();
            let mut bench = Self {
                uut,
                screen: ['?'; 2048],
            };
            bench.uut.restart.next = true;
            bench.settle();
            bench
        }

        /// Gives the strobes that are set one cycle, then waits.
        fn settle(&mut self) {
            tick!(self.uut);
            self.uut.restart.next = false;
            self.uut.add_points.next = false;
            self.uut.add_line.next = false;
            while self.uut.busy.val() {
                simulate(&mut self.uut, 20);
                if self.uut.text_write.val() {
                    let address: u64 = self.uut.text_address.val().into();
                    let code: u64 = self.uut.text_code.val().into();
                    self.screen[address as usize] =
                        char::from_digit(code as u32 - 16, 10).expect("a digit");
                }
                tick!(self.uut);
            }
        }

        fn points(&mut self, digits: u64) {
            self.uut.points.next = digits.to_bits();
            self.uut.add_points.next = true;
            self.settle();
        }

        fn lines(&mut self, count: usize) {
            for _ in 0..count {
                self.uut.add_line.next = true;
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
        assert_eq!(bench.uut.level.val(), 29);
    }

    #[test]
    fn the_score_stops_at_its_highest() {
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
    fn a_new_game_starts_from_nothing() {
        let mut bench = Bench::new();
        bench.points(0x1234);
        bench.lines(12);
        bench.uut.restart.next = true;
        bench.settle();
        assert_eq!(bench.shown(), shown("0000000", "000", "01"));
        assert_eq!(bench.uut.level.val(), 1);
    }
}
