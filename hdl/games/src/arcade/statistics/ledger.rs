//! Words and decimal numbers that can be counted, compared and written to the screen, character by character in one block RAM.
//!
//! A walk goes over the eight characters of an item from the last to the first, three clocks each: read it, read the other item's, write. On the
//! way digits go up or down by one with a carry, or become 0; characters that are no digits stay, and pass the carry on.
//!
//! Numbers stop at their highest value. If every digit turns over, a second walk goes down by one,
//! so 9999 stays 9999 and 99:59.99 stays 99:59.99. On the screen 0 stands for these clocks.
//!
//! **Shape**: `start` begins a walk; all other inputs that tell what it does must be steady until `busy` is low again. A walk takes 24 clocks, and one more for
//! each in which somebody else writes to the screen. A number that is at its highest value takes two.
//! **Cost**: 147 LC in the arcade, 1 block RAM.

use super::book::{self, item};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Keeps words and numbers.
#[derive(LogicBlock, Module)]
pub struct Ledger {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no walk. The items stay as they are.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin a walk.
    pub start: Signal<In, Bit>,
    /// The item to walk over, see [`item`].
    pub item: Signal<In, Bits<6>>,
    /// `item` is a number, 0 to 31, to be shown with two characters.
    pub is_number: Signal<In, Bit>,
    /// The item that it is compared with or copied to.
    pub other: Signal<In, Bits<6>>,
    /// One more.
    pub up: Signal<In, Bit>,
    /// One less.
    pub down: Signal<In, Bit>,
    /// All digits become 0.
    pub clear: Signal<In, Bit>,
    /// Stores the result in the other item.
    pub copy: Signal<In, Bit>,
    /// Writes the result to the screen.
    pub shows: Signal<In, Bit>,
    /// Where on the screen the first character goes: its line.
    pub line: Signal<In, Bits<6>>,
    /// And its column, modulo 64; the eight must not pass the end of the line.
    pub column: Signal<In, Bits<6>>,
    /// Level: the scoreboard writes to the screen.
    pub blocked: Signal<In, Bit>,
    /// What it writes is this digit of the score of a game of one, the lowest is 0; 7 and more are none.
    pub position: Signal<In, Bits<4>>,
    /// The digit.
    pub digit: Signal<In, Bits<6>>,
    /// Level: a walk goes on.
    pub busy: Signal<Out, Bit>,
    /// Level: in the last walk the item was greater than the other, a space greater than a digit.
    pub greater: Signal<Out, Bit>,
    /// Level: the last walk left a digit that is not 0.
    pub remains: Signal<Out, Bit>,
    /// Where to write to the screen.
    pub text_address: Signal<Out, Bits<12>>,
    /// The character.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    #[default(false)]
    pub text_write: Signal<Out, Bit>,
    #[given]
    characters: RAM<Bits<8>, 9>,
    is_walking: DFF<Bit>,
    phase: DFF<Bits<2>>,
    place: DFF<Bits<3>>,
    character: DFF<Bits<7>>,
    /// What the walk does, kept: who wants it decides that in a long way.
    goes_up: DFF<Bit>,
    goes_down: DFF<Bit>,
    clears: DFF<Bit>,
    has_minutes: DFF<Bit>,
    carry: DFF<Bit>,
    /// Every digit has turned over: the second walk.
    was_highest: DFF<Bit>,
    is_greater: DFF<Bit>,
    has_remains: DFF<Bit>,
    next_place: Signal<Local, Bits<3>>,
    is_digit: Signal<Local, Bit>,
    #[default(9)]
    top: Signal<Local, Bits<4>>,
    old_digit: Signal<Local, Bits<4>>,
    one_more: Signal<Local, Bits<4>>,
    one_less: Signal<Local, Bits<4>>,
    new_digit: Signal<Local, Bits<4>>,
    next_carry: Signal<Local, Bit>,
    result: Signal<Local, Bits<7>>,
    is_in_number: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    column_now: Signal<Local, Bits<6>>,
    #[value(item::TIME)]
    time: Constant<Bits<6>>,
    #[value(8 * u16::from(item::SCORE))]
    score: Constant<Bits<9>>,
}

impl Default for Ledger {
    fn default() -> Self {
        construct!(Ledger {
            characters: book::contents().iter().map(|code| code.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for Ledger {
    #[hdl_gen]
    fn update(&mut self) {
        self.characters.read_clock.next = self.clock.val();
        self.characters.write_clock.next = self.clock.val();
        self.busy.next = self.is_walking.q.val();
        self.greater.next = self.is_greater.q.val();
        self.remains.next = self.has_remains.q.val();
        self.next_place.next = self.place.q.val() - 1;

        // A number's two digits stand at the end of the eight.
        self.characters.read_address.next =
            (bit_cast::<9, 6>(self.item.val()) << 3) | bit_cast::<9, 3>(self.place.q.val());
        if self.is_number.val() {
            self.characters.read_address.next =
                (bit_cast::<9, 5>(self.item.val().get_bits::<5>(0)) << 1)
                    | bit_cast::<9, 1>(self.place.q.val().get_bits::<1>(0))
                    | 0x1C0;
        }
        // Also in the last phase, which lasts while the walk is blocked.
        if self.phase.q.val().any() {
            self.characters.read_address.next =
                (bit_cast::<9, 6>(self.other.val()) << 3) | bit_cast::<9, 3>(self.place.q.val());
        }
        self.is_in_number.next = !self.is_number.val() | (self.place.q.val().get_bits::<2>(1) == 3);

        self.goes_up.d.next = self.up.val() & !self.was_highest.q.val();
        self.goes_down.d.next = self.down.val() | self.was_highest.q.val();
        self.clears.d.next = self.clear.val();
        self.has_minutes.d.next =
            (self.item.val() == self.time.val()) | (self.other.val() == self.time.val());
        // What becomes of the character. Minutes have sixty seconds.
        self.is_digit.next = (self.character.q.val().get_bits::<3>(4) == 0)
            & (!self.character.q.val().get_bit(3) | (self.character.q.val().get_bits::<2>(1) == 0));
        if (self.place.q.val() == 3) & self.has_minutes.q.val() {
            self.top.next = 5.into();
        }
        self.old_digit.next = self.character.q.val().get_bits::<4>(0);
        self.one_more.next = self.old_digit.val() + 1;
        self.one_less.next = self.old_digit.val() - 1;
        self.new_digit.next = self.old_digit.val();
        if self.clears.q.val() {
            self.new_digit.next = 0.into();
        } else if self.goes_up.q.val() & self.carry.q.val() {
            self.new_digit.next = self.one_more.val();
            if self.old_digit.val() == self.top.val() {
                self.new_digit.next = 0.into();
            }
        } else if self.goes_down.q.val() & self.carry.q.val() {
            self.new_digit.next = self.one_less.val();
            if !self.old_digit.val().any() {
                self.new_digit.next = self.top.val();
            }
        }
        // The carry goes on where a digit has turned over.
        self.next_carry.next = self.carry.q.val()
            & (!self.is_digit.val()
                | (self.goes_up.q.val() & !self.new_digit.val().any())
                | (self.goes_down.q.val() & !self.old_digit.val().any()));
        self.result.next = self.character.q.val();
        if self.is_digit.val() {
            self.result.next = bit_cast::<7, 4>(self.new_digit.val());
        }
        self.column_now.next = self.column.val() + bit_cast::<6, 3>(self.place.q.val());
        self.text_address.next =
            (bit_cast::<12, 6>(self.line.val()) << 6) | bit_cast::<12, 6>(self.column_now.val());
        self.text_code.next = self.result.val().get_bits::<6>(0);
        self.stores.next =
            self.goes_up.q.val() | self.goes_down.q.val() | self.clears.q.val() | self.copy.val();
        self.characters.write_address.next =
            (bit_cast::<9, 6>(self.item.val()) << 3) | bit_cast::<9, 3>(self.place.q.val());
        if self.copy.val() {
            self.characters.write_address.next =
                (bit_cast::<9, 6>(self.other.val()) << 3) | bit_cast::<9, 3>(self.place.q.val());
        }
        self.characters.write_data.next = bit_cast::<8, 7>(self.result.val());
        self.characters.write_enable.next = false;
        if self.is_walking.q.val() {
            if self.phase.q.val() == 0 {
                self.phase.d.next = 1.into();
            } else if self.phase.q.val() == 1 {
                self.character.d.next = self.characters.read_data.val().get_bits::<7>(0);
                self.phase.d.next = 2.into();
            } else if !self.blocked.val() {
                self.phase.d.next = 0.into();
                self.place.d.next = self.next_place.val();
                self.is_walking.d.next = self.place.q.val().any();
                self.characters.write_enable.next = self.stores.val();
                self.text_write.next =
                    self.shows.val() & self.is_in_number.val() & !self.character.q.val().get_bit(6);
                if self.character.q.val() != self.characters.read_data.val().get_bits::<7>(0) {
                    self.is_greater.d.next =
                        self.character.q.val() > self.characters.read_data.val().get_bits::<7>(0);
                }
                if self.is_digit.val() {
                    self.has_remains.d.next = self.has_remains.q.val() | self.new_digit.val().any();
                }
                self.carry.d.next = self.next_carry.val();
                if !self.place.q.val().any() {
                    self.was_highest.d.next = self.goes_up.q.val() & self.next_carry.val();
                    if self.goes_up.q.val() & self.next_carry.val() {
                        self.is_walking.d.next = true;
                    }
                }
            }
        } else if self.start.val() {
            self.is_walking.d.next = true;
            self.phase.d.next = 0.into();
            self.place.d.next = 7.into();
            self.carry.d.next = true;
            self.is_greater.d.next = false;
            self.has_remains.d.next = false;
        }
        // The score is copied as it is written.
        if self.blocked.val() {
            self.characters.write_address.next =
                self.score.val() | bit_cast::<9, 3>(!self.position.val().get_bits::<3>(0));
            self.characters.write_data.next = bit_cast::<8, 6>(self.digit.val());
            self.characters.write_enable.next = self.position.val() < 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    /// A ledger and the screen that it writes to.
    struct Bench {
        uut: gatefall_bench::Bench<Ledger>,
        screen: Vec<u8>,
    }

    impl Bench {
        fn new() -> Self {
            Self {
                uut: gatefall_bench::Bench::new(Ledger::default()),
                screen: vec![99; 4096],
            }
        }

        /// Walks over an item, in which `set` has told what to do.
        fn walk(&mut self, item: u8, set: impl Fn(&mut gatefall_bench::Bench<Ledger>)) -> String {
            poke!(self.uut.item = item.to_bits());
            poke!(self.uut.line = 5u8.to_bits());
            poke!(self.uut.column = 42u8.to_bits());
            poke!(self.uut.shows = true);
            set(&mut self.uut);
            self.screen[5 * 64 + 42..][..8].fill(99);
            poke!(self.uut.start = true);
            tick!(self.uut);
            poke!(self.uut.start = false);
            for cycle in 0.. {
                // Now and then the scoreboard writes something else.
                poke!(self.uut.blocked = cycle % 7 == 2);
                poke!(self.uut.position = 9u8.to_bits());
                if !peek!(self.uut.busy) {
                    break;
                }
                if peek!(self.uut.text_write) {
                    let address: u64 = peek!(self.uut.text_address).into();
                    self.screen[address as usize] = peek!(self.uut.text_code).to_u8();
                }
                tick!(self.uut);
            }
            poke!(self.uut.blocked = false);
            poke!(self.uut.up = false);
            poke!(self.uut.down = false);
            poke!(self.uut.clear = false);
            poke!(self.uut.copy = false);
            poke!(self.uut.is_number = false);
            self.shown()
        }

        fn shown(&self) -> String {
            let name = |&code: &u8| match code {
                99 => '_',
                0..=9 => char::from(b'0' + code),
                14 => ':',
                15 => '.',
                12 => ' ',
                _ => char::from(b'A' + code - 32),
            };
            self.screen[5 * 64 + 42..][..8].iter().map(name).collect()
        }

        fn score(&mut self, digits: u64) {
            for position in 0..7 {
                poke!(self.uut.blocked = true);
                poke!(self.uut.position = (position as u64).to_bits());
                poke!(self.uut.digit = (digits / 10u64.pow(position) % 10).to_bits());
                tick!(self.uut);
            }
            poke!(self.uut.blocked = false);
        }
    }

    #[test]
    fn words_and_numbers_are_shown() {
        let mut bench = Bench::new();
        assert_eq!(bench.walk(item::MODES, |_| ()), "MARATHON");
        assert_eq!(bench.walk(item::FACTORS + 1, |_| ()), "______10");
        assert_eq!(bench.walk(8, |uut| poke!(uut.is_number = true)), "______ 8");
        assert_eq!(
            bench.walk(30, |uut| poke!(uut.is_number = true)),
            "______30"
        );
    }

    #[test]
    fn time_runs_up_and_down_through_seconds_and_minutes() {
        let mut bench = Bench::new();
        let three = |uut: &mut gatefall_bench::Bench<Ledger>| {
            poke!(uut.copy = true);
            poke!(uut.other = item::TIME.to_bits());
        };
        assert_eq!(bench.walk(item::THREE_MINUTES, three), "03:00.00");
        let down = |uut: &mut gatefall_bench::Bench<Ledger>| poke!(uut.down = true);
        assert_eq!(bench.walk(item::TIME, down), "02:59.99");
        assert!(peek!(bench.uut.remains));
        let up = |uut: &mut gatefall_bench::Bench<Ledger>| poke!(uut.up = true);
        assert_eq!(bench.walk(item::TIME, up), "03:00.00");
        assert_eq!(
            bench.walk(item::TIME, |uut| poke!(uut.clear = true)),
            "00:00.00"
        );
        assert!(!peek!(bench.uut.remains));
        for _ in 0..99 {
            bench.walk(item::TIME, up);
        }
        assert_eq!(bench.walk(item::TIME, up), "00:01.00");
        for _ in 0..5899 {
            bench.walk(item::TIME, up);
        }
        assert_eq!(bench.shown(), "00:59.99");
        assert_eq!(bench.walk(item::TIME, up), "01:00.00");
    }

    #[test]
    fn counts_are_shown_where_they_have_digits() {
        let mut bench = Bench::new();
        let up = |uut: &mut gatefall_bench::Bench<Ledger>| poke!(uut.up = true);
        for _ in 0..9 {
            bench.walk(item::PIECES, up);
        }
        assert_eq!(bench.walk(item::PIECES, up), "____0010");
        assert_eq!(bench.walk(item::WINS + 1, up), "01______");
        assert_eq!(bench.walk(item::PIECES, |_| ()), "____0010");
    }

    #[test]
    fn the_score_is_compared_with_the_best_and_kept() {
        let mut bench = Bench::new();
        let compare =
            |uut: &mut gatefall_bench::Bench<Ledger>| poke!(uut.other = item::BEST.to_bits());
        bench.walk(item::SCORE, compare);
        assert!(!peek!(bench.uut.greater), "0 is not more than 0");
        bench.score(4329);
        assert_eq!(bench.walk(item::SCORE, compare), " 0004329");
        assert!(peek!(bench.uut.greater));
        let copy = |uut: &mut gatefall_bench::Bench<Ledger>| {
            poke!(uut.other = item::BEST.to_bits());
            poke!(uut.copy = true);
        };
        bench.walk(item::SCORE, copy);
        assert_eq!(bench.walk(item::BEST, |_| ()), " 0004329");
        bench.score(5000);
        bench.walk(item::SCORE, compare);
        assert!(peek!(bench.uut.greater));
        bench.score(4328);
        bench.walk(item::SCORE, compare);
        assert!(!peek!(bench.uut.greater));
    }

    #[test]
    fn any_time_is_better_than_none() {
        let mut bench = Bench::new();
        let none = item::BEST + 1;
        bench.walk(none, |uut| poke!(uut.other = item::TIME.to_bits()));
        assert!(peek!(bench.uut.greater));
    }

    #[test]
    fn a_compare_that_is_blocked_on_any_clock_sees_the_other_item() {
        for blocked in 0..30 {
            let mut bench = Bench::new();
            bench.score(4328);
            bench.walk(item::SCORE, |uut| {
                poke!(uut.other = item::BEST.to_bits());
                poke!(uut.copy = true);
            });
            bench.score(4329);
            poke!(bench.uut.start = true);
            tick!(bench.uut);
            poke!(bench.uut.start = false);
            for clock in 0..40 {
                poke!(bench.uut.blocked = clock == blocked);
                poke!(bench.uut.position = 9u8.to_bits());
                tick!(bench.uut);
            }
            assert!(!peek!(bench.uut.busy));
            assert!(peek!(bench.uut.greater), "blocked on clock {blocked}");
        }
    }

    /// An item as its digits and marks.
    fn put(bench: &mut Bench, item: u8, text: &str) {
        let machine = bench.uut.machine();
        let mut characters = machine.memory("characters").unwrap();
        for (place, character) in text.chars().enumerate() {
            if let Some(digit) = character.to_digit(10) {
                let address = 8 * u64::from(item) + place as u64;
                characters.set(address, digit.into()).unwrap();
            }
        }
    }

    #[test]
    fn every_number_stops_at_its_highest_value() {
        let mut bench = Bench::new();
        let up = |uut: &mut gatefall_bench::Bench<Ledger>| poke!(uut.up = true);
        for (item, highest, before) in [
            (item::TIME, "99:59.99", "99:59.98"),
            (item::PIECES, "____9999", "____9998"),
            (item::QUADS, "_____999", "_____998"),
            (item::SPINS, "_____999", "_____998"),
            (item::CHAIN, "______99", "______98"),
            (item::WINS, "______99", "______98"),
            (item::WINS + 1, "99______", "98______"),
        ] {
            put(&mut bench, item, before);
            for step in 0..3 {
                assert_eq!(bench.walk(item, up), highest, "item {item}, step {step}");
            }
            // The next number counts as before.
            assert_eq!(
                bench.walk(item::COMBO, |uut| poke!(uut.clear = true)),
                "______00"
            );
            assert_eq!(bench.walk(item::COMBO, up), "______01");
        }
    }
}
