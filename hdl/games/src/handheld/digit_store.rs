//! Digits of the game, and the best score since the last reset.
//!
//! ```text
//! address  {bank, position}   position 0 to 6 score, the lowest first, 7 to 9 lines, 10, 11 level
//! ```
//!
//! One bank has the digits of the game, the other one those of the best game before. The engine
//! writes the score from its lowest digit to its highest. Each one is compared with that of the
//! best score, so the last digits that differ decide. A new game gets the other bank if the game
//! before has been the best. No digit is ever copied.
//!
//! **Interface**: `write` and `new_game` are strobes; the digits of a new game are written later.
//! Without `has_best`, a constant, there is one bank, and synthesis removes the comparison.
//!
//! **Latency**: one clock from `position` to `digit`. The comparison ends two clocks after the
//! write of the last digit.
//!
//! **Source**: `docs/rules.md`, "Handheld".

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::memory::TwoReadRam;
use rust_hdl::prelude::*;

/// The digits.
#[derive(LogicBlock, Module)]
pub struct DigitStore {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the best score is forgotten.
    pub reset: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub new_game: Signal<In, Bit>,
    /// Position of a digit that the engine writes.
    pub write_position: Signal<In, Bits<4>>,
    /// Its value.
    pub write_digit: Signal<In, Bits<4>>,
    /// Strobe: keep it.
    pub write: Signal<In, Bit>,
    /// Position of the digit to read.
    pub position: Signal<In, Bits<4>>,
    /// Level: of the best score.
    pub of_best: Signal<In, Bit>,
    /// Digit at the `position` of the clock before.
    pub digit: Signal<Out, Bits<4>>,
    #[part(clock)]
    #[given]
    words: TwoReadRam<4, 5>,
    /// Bank of the present game.
    bank: DFF<Bit>,
    /// There has been a game since the reset.
    has_game: DFF<Bit>,
    /// The other bank has a score.
    has_score: DFF<Bit>,
    /// The score of the present game is higher than that in the other bank.
    is_higher: DFF<Bit>,
    /// A digit of the score was written in the clock before.
    is_compared: DFF<Bit>,
    compared: DFF<Bits<4>>,
    /// It was the lowest digit.
    is_lowest: DFF<Bit>,
    is_best: Signal<Local, Bit>,
    in_score: Signal<Local, Bit>,
    bank_now: Signal<Local, Bit>,
    read_bank: Signal<Local, Bit>,
    has_best: Constant<Bit>,
}

impl DigitStore {
    /// A store with the best score or without it.
    pub fn new(has_best: bool) -> Self {
        construct!(DigitStore {
            words: TwoReadRam::new(&[]),
            has_best: Constant::new(has_best),
        })
    }
}

#[clocked]
impl Logic for DigitStore {
    #[hdl_gen]
    fn update(&mut self) {
        self.bank_now.next = self.bank.q.val() & self.has_best.val();
        self.is_best.next = self.is_higher.q.val() | !self.has_score.q.val();
        self.read_bank.next =
            self.bank_now.val() ^ (self.of_best.val() & !self.is_best.val() & self.has_best.val());
        self.words.read_address.next = (bit_cast::<5, 1>(self.read_bank.val().into()) << 4)
            | bit_cast::<5, 4>(self.position.val());
        self.digit.next = self.words.read_data.val();
        self.words.write_address.next = (bit_cast::<5, 1>(self.bank_now.val().into()) << 4)
            | bit_cast::<5, 4>(self.write_position.val());
        self.words.write_data.next = self.write_digit.val();
        self.words.write.next = self.write.val();
        self.words.second_address.next = (bit_cast::<5, 1>((!self.bank_now.val()).into()) << 4)
            | bit_cast::<5, 4>(self.write_position.val());

        self.in_score.next = !self.write_position.val().get_bit(3)
            & !self.write_position.val().get_bits::<3>(0).all();
        self.is_compared.d.next = self.write.val() & self.in_score.val();
        self.compared.d.next = self.write_digit.val();
        self.is_lowest.d.next = !self.write_position.val().any();
        if self.is_compared.q.val() {
            if self.compared.q.val() > self.words.second_data.val() {
                self.is_higher.d.next = true;
            } else if (self.compared.q.val() < self.words.second_data.val())
                | self.is_lowest.q.val()
            {
                self.is_higher.d.next = false;
            }
        }
        if self.new_game.val() {
            self.has_game.d.next = true;
            if self.has_game.q.val() {
                self.has_score.d.next = true;
                self.bank.d.next = self.bank.q.val() ^ self.is_best.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    struct Store(Bench<DigitStore>);

    impl Store {
        fn new(has_best: bool) -> Store {
            let mut uut = Bench::new(DigitStore::new(has_best));
            poke!(uut.reset = true);
            tick!(uut);
            poke!(uut.reset = false);
            Store(uut)
        }

        /// Writes all twelve digits, every other clock, as the engine does.
        fn score(&mut self, score: u32) {
            let uut = &mut self.0;
            for position in 0..12_u32 {
                let digit = match position {
                    0..7 => score / 10_u32.pow(position) % 10,
                    _ => 7,
                };
                poke!(uut.write_position = u64::from(position).to_bits());
                poke!(uut.write_digit = u64::from(digit).to_bits());
                poke!(uut.write = true);
                tick!(uut);
                poke!(uut.write = false);
                tick!(uut);
            }
        }

        fn start(&mut self) {
            poke!(self.0.new_game = true);
            tick!(self.0);
            poke!(self.0.new_game = false);
            self.score(0);
        }

        fn read(&mut self, of_best: bool) -> u32 {
            let uut = &mut self.0;
            poke!(uut.of_best = of_best);
            (0..7).rev().fold(0, |score, position: u64| {
                poke!(uut.position = position.to_bits());
                tick!(uut);
                10 * score + u32::from(peek!(uut.digit).to_u8())
            })
        }

        /// Score of the game, and the best score.
        fn scores(&mut self) -> (u32, u32) {
            (self.read(false), self.read(true))
        }
    }

    #[test]
    fn the_best_score_is_that_of_the_best_game() {
        let mut store = Store::new(true);
        let mut best = 0;
        let games = [
            [120, 4_800],
            [900, 4_790],
            [4_800, 4_800],
            [4_799, 10_000],
            [9_999, 9_999],
            [1_000_000, 1_000_001],
            [0, 0],
            [7, 9_999_999],
        ];
        for game in games {
            store.start();
            assert_eq!(store.scores(), (0, best));
            for score in game {
                store.score(score);
                best = best.max(score);
                assert_eq!(store.scores(), (score, best));
            }
        }
    }

    #[test]
    fn a_reset_forgets_the_best_score() {
        let mut store = Store::new(true);
        for score in [300, 200] {
            store.start();
            store.score(score);
        }
        poke!(store.0.reset = true);
        tick!(store.0);
        poke!(store.0.reset = false);
        store.start();
        store.score(50);
        assert_eq!(store.scores(), (50, 50));
        store.start();
        store.score(20);
        assert_eq!(store.scores(), (20, 50));
    }

    #[test]
    fn without_a_best_score_the_digits_are_those_of_the_game() {
        let mut store = Store::new(false);
        for score in [300, 200, 500, 100] {
            store.start();
            store.score(score);
            assert_eq!(store.scores(), (score, score));
        }
    }
}
