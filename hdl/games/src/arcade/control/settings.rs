//! What the player has chosen, as rows: the menu and the settings show them, keys change them.
//!
//! A row has a value between a least and a greatest one, and an item of the [`book`](crate::arcade::statistics::book) that shows it: a word for each value, or a number. A change
//! goes one value on or back, and from the last to the first.
//!
//! | row | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 |
//! |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
//! | is | mode | players | level | skin | silence | DAS | ARR | soft drop | next | ghost | hold | speed | music | effects | tune |
//!
//! A register holds the difference between its value and the first one, so that it begins with 0.
//!
//! The modes of one player and of two are kept apart; row 0 is that of as many as are chosen. Row 4 shows all that is silent.
//!
//! **Shape**: `item` and `is_number` speak of the `row` of the clock before; a value is new two clocks after its `change`.
//! **Cost**: 236 LC in the arcade, no block RAM.

use crate::arcade::statistics::book::item;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Rows that have keys of their own.
pub mod row {
    /// The skin.
    pub const SKIN: u8 = 3;
    /// Whether all is silent.
    pub const SILENCE: u8 = 4;
    /// The music.
    pub const MUSIC: u8 = 12;
    /// The effects.
    pub const EFFECTS: u8 = 13;
}

/// Shown as a number.
const NUMBER: u8 = 0x3F;
/// First values of DAS and ARR in ticks, of the number of the factor, and of next pieces.
const DELAY: u8 = 8;
const INTERVAL: u8 = 2;
const FACTOR: u8 = 2;
const NEXT: u8 = 5;

/// Least, greatest and first value of each row, and the item that shows 0, unless it is a number. Row 0 is that of one player; row 4 is shown for what it
/// silences, and row 15 not at all.
const ROWS: [(u8, u8, u8, u8); 16] = [
    (0, 2, 0, item::MODES),
    (1, 2, 1, NUMBER),
    (1, 15, 1, NUMBER),
    (0, 3, 0, item::SKINS),
    (0, 1, 0, item::SILENCE),
    (1, 30, DELAY, NUMBER),
    (0, 10, INTERVAL, NUMBER),
    (0, 3, FACTOR, item::FACTORS),
    (0, 6, NEXT, NUMBER),
    (0, 1, 1, item::SWITCH),
    (0, 1, 1, item::SWITCH),
    (0, 1, 0, item::SPEEDS),
    (0, 1, 1, item::SWITCH),
    (0, 1, 1, item::SWITCH),
    (0, 1, 0, item::TUNES),
    (0, 0, 0, item::SILENCE),
];

/// A word of the table: {number, first item, first value, greatest, least}.
fn word(&(least, greatest, first, item): &(u8, u8, u8, u8)) -> Bits<22> {
    let (is_number, item) = match item {
        NUMBER => (1, 0),
        item => (0, u64::from(item)),
    };
    let values = u64::from(first) << 10 | u64::from(greatest) << 5 | u64::from(least);
    (is_number << 21 | item << 15 | values).to_bits()
}

/// Keeps the values.
#[derive(LogicBlock, Module)]
pub struct Settings {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the values of power-up.
    pub reset: Signal<In, Bit>,
    /// The row to be changed or shown.
    pub row: Signal<In, Bits<4>>,
    /// Strobe: change it.
    pub change: Signal<In, Bit>,
    /// Level: back.
    pub backwards: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub start: Signal<In, Bit>,
    /// Two play it.
    pub with_two: Signal<In, Bit>,
    /// What shows the row: an item of the book, or a number.
    pub item: Signal<Out, Bits<6>>,
    /// It is a number.
    pub is_number: Signal<Out, Bit>,
    /// Level: two are to play.
    pub two_players: Signal<Out, Bit>,
    /// 0 marathon, 1 sprint, 2 ultra, 3 versus, 4 race.
    pub mode: Signal<Out, Bits<3>>,
    /// The level that a game starts with, two decimal digits.
    pub start_level: Signal<Out, Bits<5>>,
    /// The skin.
    pub skin: Signal<Out, Bits<2>>,
    /// Ticks from a press to the first repeat.
    pub shift_delay: Signal<Out, Bits<5>>,
    /// That less the ticks from one repeat to the next, modulo 32.
    pub shift_reload: Signal<Out, Bits<5>>,
    /// Level: a repeat, on every tick, goes to the wall.
    pub shift_to_wall: Signal<Out, Bit>,
    /// How many times as fast soft drop is.
    pub soft_drop_factor: Signal<Out, Bits<6>>,
    /// How many next pieces are shown.
    pub next_count: Signal<Out, Bits<3>>,
    /// Level: the ghost is shown.
    pub ghost_shown: Signal<Out, Bit>,
    /// Level: pieces may be held.
    pub hold_allowed: Signal<Out, Bit>,
    /// Level: fall by the classic curve.
    pub classic_speed: Signal<Out, Bit>,
    /// Level: no music.
    pub mute_music: Signal<Out, Bit>,
    /// Level: no effects.
    pub mute_effects: Signal<Out, Bit>,
    /// Which tune.
    pub tune: Signal<Out, Bit>,
    #[given]
    rows: ROM<Bits<22>, 4>,
    /// From a key to a new value it is too far for one clock.
    row_now: DFF<Bits<4>>,
    changes: DFF<Bit>,
    goes_back: DFF<Bit>,
    mode_of_one: DFF<Bits<2>>,
    mode_of_two: DFF<Bit>,
    players: DFF<Bits<2>>,
    level: DFF<Bits<4>>,
    skin_now: DFF<Bits<2>>,
    silent: DFF<Bit>,
    delay: DFF<Bits<5>>,
    interval: DFF<Bits<4>>,
    factor: DFF<Bits<2>>,
    next: DFF<Bits<3>>,
    ghost: DFF<Bit>,
    hold: DFF<Bit>,
    speed: DFF<Bit>,
    music: DFF<Bit>,
    effects: DFF<Bit>,
    tune_now: DFF<Bit>,
    is_of_two: Signal<Local, Bit>,
    level_now: Signal<Local, Bits<4>>,
    delay_now: Signal<Local, Bits<5>>,
    interval_now: Signal<Local, Bits<4>>,
    factor_now: Signal<Local, Bits<2>>,
    first_value: Signal<Local, Bits<5>>,
    kept: Signal<Local, Bits<5>>,
    new_kept: Signal<Local, Bits<5>>,
    value: Signal<Local, Bits<5>>,
    least: Signal<Local, Bits<5>>,
    greatest: Signal<Local, Bits<5>>,
    first_item: Signal<Local, Bits<6>>,
    shown: Signal<Local, Bits<5>>,
    limit: Signal<Local, Bits<5>>,
    after_end: Signal<Local, Bits<5>>,
    one_on: Signal<Local, Bits<5>>,
    new_value: Signal<Local, Bits<5>>,
    ticks: Signal<Local, Bits<5>>,
    tens: Signal<Local, Bit>,
    level_units: Signal<Local, Bits<4>>,
    #[value(item::MODES + 3)]
    modes_of_two: Constant<Bits<6>>,
    #[value(DELAY)]
    first_delay: Constant<Bits<5>>,
    #[value(INTERVAL)]
    first_interval: Constant<Bits<4>>,
    #[value(FACTOR)]
    first_factor: Constant<Bits<2>>,
    #[value(NEXT)]
    first_next: Constant<Bits<3>>,
}

impl Default for Settings {
    fn default() -> Self {
        construct!(Settings {
            rows: ROWS.iter().map(word).into(),
        })
    }
}

#[clocked]
impl Logic for Settings {
    #[hdl_gen]
    fn update(&mut self) {
        self.row_now.d.next = self.row.val();
        self.changes.d.next = self.change.val();
        self.goes_back.d.next = self.backwards.val();
        self.is_of_two.next = self.players.q.val().get_bit(1);
        self.level_now.next = self.level.q.val() ^ 1;
        self.delay_now.next = self.delay.q.val() ^ self.first_delay.val();
        self.interval_now.next = self.interval.q.val() ^ self.first_interval.val();
        self.factor_now.next = self.factor.q.val() ^ self.first_factor.val();
        self.two_players.next = self.is_of_two.val();
        self.mode.next = bit_cast::<3, 2>(self.mode_of_one.q.val());
        if self.is_of_two.val() {
            self.mode.next = 3.into();
            if self.mode_of_two.q.val() {
                self.mode.next = 4.into();
            }
        }
        self.tens.next = self.level_now.val() >= 10;
        self.level_units.next = self.level_now.val();
        if self.tens.val() {
            self.level_units.next = self.level_now.val() - 10;
        }
        self.start_level.next = (bit_cast::<5, 1>(self.tens.val().into()) << 4)
            | bit_cast::<5, 4>(self.level_units.val());
        self.skin.next = self.skin_now.q.val();
        self.shift_delay.next = self.delay_now.val();
        self.shift_to_wall.next = !self.interval_now.val().any();
        self.ticks.next = bit_cast::<5, 4>(self.interval_now.val())
            | bit_cast::<5, 1>(self.shift_to_wall.val().into());
        self.shift_reload.next = self.delay_now.val() - self.ticks.val();
        if self.factor_now.val() == 0 {
            self.soft_drop_factor.next = 5.into();
        } else if self.factor_now.val() == 1 {
            self.soft_drop_factor.next = 10.into();
        } else if self.factor_now.val() == 2 {
            self.soft_drop_factor.next = 20.into();
        } else {
            self.soft_drop_factor.next = 40.into();
        }
        self.next_count.next = self.next.q.val() ^ self.first_next.val();
        self.ghost_shown.next = !self.ghost.q.val();
        self.hold_allowed.next = !self.hold.q.val();
        self.classic_speed.next = self.speed.q.val();
        self.mute_music.next = self.silent.q.val() | self.music.q.val();
        self.mute_effects.next = self.silent.q.val() | self.effects.q.val();
        self.tune.next = self.tune_now.q.val();

        // The row.
        self.rows.address.next = self.row_now.q.val();
        self.least.next = self.rows.data.val().get_bits::<5>(0);
        self.greatest.next = self.rows.data.val().get_bits::<5>(5);
        self.first_item.next = self.rows.data.val().get_bits::<6>(15);
        self.is_number.next = self.rows.data.val().get_bit(21);
        self.first_value.next = self.rows.data.val().get_bits::<5>(10);
        self.kept.next = bit_cast::<5, 2>(self.mode_of_one.q.val());
        if self.row_now.q.val() == 0 {
            if self.is_of_two.val() {
                self.kept.next = bit_cast::<5, 1>(self.mode_of_two.q.val().into());
                self.greatest.next = 1.into();
                self.first_item.next = self.modes_of_two.val();
            }
        } else if self.row_now.q.val() == 1 {
            self.kept.next = bit_cast::<5, 2>(self.players.q.val());
        } else if self.row_now.q.val() == 2 {
            self.kept.next = bit_cast::<5, 4>(self.level.q.val());
        } else if self.row_now.q.val() == 3 {
            self.kept.next = bit_cast::<5, 2>(self.skin_now.q.val());
        } else if self.row_now.q.val() == 4 {
            self.kept.next = bit_cast::<5, 1>(self.silent.q.val().into());
        } else if self.row_now.q.val() == 5 {
            self.kept.next = self.delay.q.val();
        } else if self.row_now.q.val() == 6 {
            self.kept.next = bit_cast::<5, 4>(self.interval.q.val());
        } else if self.row_now.q.val() == 7 {
            self.kept.next = bit_cast::<5, 2>(self.factor.q.val());
        } else if self.row_now.q.val() == 8 {
            self.kept.next = bit_cast::<5, 3>(self.next.q.val());
        } else if self.row_now.q.val() == 9 {
            self.kept.next = bit_cast::<5, 1>(self.ghost.q.val().into());
        } else if self.row_now.q.val() == 10 {
            self.kept.next = bit_cast::<5, 1>(self.hold.q.val().into());
        } else if self.row_now.q.val() == 11 {
            self.kept.next = bit_cast::<5, 1>(self.speed.q.val().into());
        } else if self.row_now.q.val() == 12 {
            self.kept.next = bit_cast::<5, 1>(self.music.q.val().into());
        } else if self.row_now.q.val() == 13 {
            self.kept.next = bit_cast::<5, 1>(self.effects.q.val().into());
        } else {
            self.kept.next = bit_cast::<5, 1>(self.tune_now.q.val().into());
        }
        self.value.next = self.kept.val() ^ self.first_value.val();
        self.shown.next = self.value.val();
        if self.row_now.q.val() == 4 {
            self.shown.next = (bit_cast::<5, 1>(self.mute_effects.val().into()) << 1)
                | bit_cast::<5, 1>(self.mute_music.val().into());
        }
        self.item.next = self.first_item.val() + bit_cast::<6, 5>(self.shown.val());

        // Its new value.
        self.limit.next = self.greatest.val();
        self.after_end.next = self.least.val();
        self.one_on.next = self.value.val() + 1;
        if self.goes_back.q.val() {
            self.limit.next = self.least.val();
            self.after_end.next = self.greatest.val();
            self.one_on.next = self.value.val() - 1;
        }
        self.new_value.next = self.one_on.val();
        if self.value.val() == self.limit.val() {
            self.new_value.next = self.after_end.val();
        }
        self.new_kept.next = self.new_value.val() ^ self.first_value.val();
        if self.changes.q.val() {
            if self.row_now.q.val() == 0 {
                if self.is_of_two.val() {
                    self.mode_of_two.d.next = self.new_kept.val().get_bit(0);
                } else {
                    self.mode_of_one.d.next = self.new_kept.val().get_bits::<2>(0);
                }
            } else if self.row_now.q.val() == 1 {
                self.players.d.next = self.new_kept.val().get_bits::<2>(0);
            } else if self.row_now.q.val() == 2 {
                self.level.d.next = self.new_kept.val().get_bits::<4>(0);
            } else if self.row_now.q.val() == 3 {
                self.skin_now.d.next = self.new_kept.val().get_bits::<2>(0);
            } else if self.row_now.q.val() == 4 {
                self.silent.d.next = self.new_kept.val().get_bit(0);
            } else if self.row_now.q.val() == 5 {
                self.delay.d.next = self.new_kept.val();
            } else if self.row_now.q.val() == 6 {
                self.interval.d.next = self.new_kept.val().get_bits::<4>(0);
            } else if self.row_now.q.val() == 7 {
                self.factor.d.next = self.new_kept.val().get_bits::<2>(0);
            } else if self.row_now.q.val() == 8 {
                self.next.d.next = self.new_kept.val().get_bits::<3>(0);
            } else if self.row_now.q.val() == 9 {
                self.ghost.d.next = self.new_kept.val().get_bit(0);
            } else if self.row_now.q.val() == 10 {
                self.hold.d.next = self.new_kept.val().get_bit(0);
            } else if self.row_now.q.val() == 11 {
                self.speed.d.next = self.new_kept.val().get_bit(0);
            } else if self.row_now.q.val() == 12 {
                self.music.d.next = self.new_kept.val().get_bit(0);
            } else if self.row_now.q.val() == 13 {
                self.effects.d.next = self.new_kept.val().get_bit(0);
            } else if self.row_now.q.val() == 14 {
                self.tune_now.d.next = self.new_kept.val().get_bit(0);
            }
        }
        if self.start.val() {
            self.players.d.next = 0.into();
            if self.with_two.val() {
                self.players.d.next = 3.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn settings() -> Bench<Settings> {
        let mut uut = Bench::new(Settings::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// The row's item or number.
    fn shown(uut: &mut Bench<Settings>, row: u8) -> (u8, bool) {
        poke!(uut.row = row.to_bits());
        tick!(uut);
        (peek!(uut.item).to_u8(), peek!(uut.is_number))
    }

    fn change(uut: &mut Bench<Settings>, row: u8, backwards: bool) {
        poke!(uut.row = row.to_bits());
        poke!(uut.backwards = backwards);
        poke!(uut.change = true);
        tick!(uut);
        poke!(uut.change = false);
        // The clerk looks at another row by now.
        poke!(uut.row = (15 - row).to_bits());
        poke!(uut.backwards = !backwards);
        tick!(uut);
    }

    #[test]
    fn every_row_goes_through_its_values_and_around_both_ways() {
        let mut uut = settings();
        let expected: [(u8, Vec<u8>, u8); 15] = [
            (0, vec![0, 1, 2], 0),
            (1, vec![1, 2], 1),
            (2, (1..=15).collect(), 1),
            (3, (5..=8).collect(), 5),
            (4, vec![19, 22], 19),
            (5, (1..=30).collect(), 8),
            (6, (0..=10).collect(), 2),
            (7, (15..=18).collect(), 17),
            (8, (0..=6).collect(), 5),
            (9, vec![9, 10], 10),
            (10, vec![9, 10], 10),
            (11, vec![11, 12], 11),
            (12, vec![9, 10], 10),
            (13, vec![9, 10], 10),
            (14, vec![13, 14], 13),
        ];
        for (row, values, first) in expected {
            let is_number = [1, 2, 5, 6, 8].contains(&row);
            let start = values.iter().position(|&value| value == first).unwrap();
            for backwards in [false, true] {
                for turn in 0..=values.len() {
                    let ahead = if backwards { values.len() - turn } else { turn };
                    let value = values[(start + ahead) % values.len()];
                    assert_eq!(shown(&mut uut, row), (value, is_number), "row {row}");
                    if turn < values.len() {
                        change(&mut uut, row, backwards);
                    }
                }
            }
        }
    }

    #[test]
    fn modes_of_one_and_two_are_kept_apart() {
        let mut uut = settings();
        change(&mut uut, 0, false);
        assert_eq!(peek!(uut.mode), 1);
        change(&mut uut, 1, false);
        assert_eq!((peek!(uut.mode).to_u8(), shown(&mut uut, 0).0), (3, 3));
        change(&mut uut, 0, true);
        assert_eq!((peek!(uut.mode).to_u8(), shown(&mut uut, 0).0), (4, 4));
        poke!(uut.start = true);
        tick!(uut);
        poke!(uut.start = false);
        assert_eq!(
            (peek!(uut.mode).to_u8(), peek!(uut.two_players)),
            (1, false)
        );
    }

    #[test]
    fn the_engine_gets_what_the_rows_say() {
        let mut uut = settings();
        assert!(peek!(uut.start_level) == 1 && peek!(uut.shift_reload) == 6);
        assert!(!peek!(uut.shift_to_wall) && peek!(uut.soft_drop_factor) == 20);
        for _ in 0..2 {
            change(&mut uut, 6, true);
        }
        assert!(peek!(uut.shift_to_wall) && peek!(uut.shift_reload) == 7);
        change(&mut uut, 2, true);
        assert_eq!(peek!(uut.start_level), 0x15);
        change(&mut uut, 7, false);
        assert_eq!(peek!(uut.soft_drop_factor), 40);
        change(&mut uut, 12, false);
        assert!(peek!(uut.mute_music) && !peek!(uut.mute_effects));
        assert_eq!(shown(&mut uut, 4).0, 20);
        change(&mut uut, 4, false);
        assert!(peek!(uut.mute_music) && peek!(uut.mute_effects));
        assert_eq!(shown(&mut uut, 4).0, 22);
    }
}
