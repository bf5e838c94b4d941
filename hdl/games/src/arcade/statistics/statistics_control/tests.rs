//! The statistics control with settings whose rows show the words of the text ROM in their order,
//! and the screen that it writes to.

use super::*;
use crate::arcade::control::rows::row;
use crate::arcade::picture::screens::field;
use crate::arcade::statistics::text_rom::{contents, item, KEEP, LENGTH};
use gatefall_bench::{peek, poke, tick};
use std::collections::BTreeMap;

/// More than all steps together.
const ALL_STEPS: usize = 1000;
/// Clocks in which all rows are written.
const ALL_ROWS: usize = 680;

struct Bench {
    uut: gatefall_bench::Bench<StatisticsControl>,
    /// Characters by line and column.
    screen: BTreeMap<(u8, u8), u8>,
    /// Every other row shows a number.
    has_numbers: bool,
}

impl Bench {
    fn new() -> Self {
        let mut bench = Self {
            uut: gatefall_bench::Bench::new(StatisticsControl::new(true)),
            screen: BTreeMap::new(),
            has_numbers: false,
        };
        bench.run(ALL_STEPS);
        bench
    }

    fn run(&mut self, clocks: usize) {
        for _ in 0..clocks {
            self.clock();
        }
    }

    fn clock(&mut self) {
        if peek!(self.uut, character.write) {
            let address: u64 = peek!(self.uut, character.address).into();
            let place = ((address >> 6) as u8, (address & 63) as u8);
            self.screen
                .insert(place, peek!(self.uut, character.code).to_u8());
        }
        // The settings show the row of the clock before; while one changes, that is another row.
        let row = peek!(self.uut.row).to_u8();
        let row = if peek!(self.uut.changed) {
            row ^ 1
        } else {
            row
        };
        tick!(self.uut);
        poke!(self.uut.row_item = item_of(row).to_bits());
        poke!(self.uut.row_is_number = self.has_numbers && row.is_multiple_of(2));
    }

    fn strobe(&mut self, strobe: fn(&mut StatisticsControl) -> &mut Signal<In, Bit>) {
        self.uut.poke(strobe, true);
        self.clock();
        self.uut.poke(strobe, false);
        self.run(ALL_STEPS);
    }

    /// The eight characters of an item on the screen; `None` where nothing was written.
    fn shown(&self, (line, column): (u8, u8)) -> [Option<u8>; LENGTH] {
        let places = std::array::from_fn(|place| (line, (column + place as u8) % 64));
        places.map(|place| self.screen.get(&place).copied())
    }

    fn assert_rows(&self) {
        for row in 0..=row::SCORES {
            let column = match row {
                row if row == field::SOUND.0 => field::SOUND.1,
                row if row < field::SETTING.0 => field::VALUE.1,
                _ => field::SETTING.1,
            };
            assert_eq!(self.shown((row, column)), word(item_of(row)), "row {row}");
        }
        assert_eq!(self.shown(field::HEADLINE), word(item::HEADLINES));
    }
}

/// Rows that are shown, the headline with them.
const COUNT: u8 = row::SCORES + 2;

/// The word that the settings show for a row.
fn item_of(row: u8) -> u8 {
    row % item::TUNES
}

/// The characters of an item at power-up; `None` where the screen keeps what it has.
fn word(item: u8) -> [Option<u8>; LENGTH] {
    let first = usize::from(item) * LENGTH;
    let characters = contents(true);
    std::array::from_fn(|place| Some(characters[first + place]).filter(|code| code & KEEP == 0))
}

/// Digits at the end of the four places of a count.
fn number(digits: &[u8]) -> [Option<u8>; 4] {
    let first = 4 - digits.len();
    std::array::from_fn(|place| place.checked_sub(first).map(|digit| digits[digit]))
}

impl Bench {
    /// The four characters of a count.
    fn count(&self, players: Players, number: u8) -> [Option<u8>; 4] {
        let (line, column) = match players {
            Players::One => (field::FIRST_COUNT.0 + number, 58),
            Players::FirstOfTwo => (field::line::FIRST_COUNT_OF_TWO + number, 24),
            Players::SecondOfTwo => (field::line::FIRST_COUNT_OF_TWO + number, 60),
        };
        std::array::from_fn(|place| self.screen.get(&(line, column + place as u8)).copied())
    }

    fn wins(&self) -> [Option<u8>; 2] {
        let (line, column) = field::WINS;
        [3, 6].map(|place| self.screen.get(&(line, column + place)).copied())
    }

    fn lock(&mut self, player: bool, lines: u8, sent: u8) {
        poke!(self.uut.player = player);
        poke!(self.uut, lock.lines = lines.to_bits());
        poke!(self.uut.sent = sent.to_bits());
        self.strobe(|uut| &mut uut.lock.scored);
    }
}

/// Whose count it is.
#[derive(Clone, Copy)]
enum Players {
    One,
    FirstOfTwo,
    SecondOfTwo,
}

#[test]
fn every_row_is_written_to_its_line_with_its_own_word() {
    let mut bench = Bench::new();
    bench.assert_rows();
    // Another scene has them written again.
    bench.screen.clear();
    bench.run(ALL_STEPS);
    assert_eq!(bench.screen, BTreeMap::new(), "nothing has changed");
    poke!(bench.uut.screen = 1.into());
    bench.run(ALL_STEPS);
    bench.assert_rows();
}

#[test]
fn a_lock_is_counted_when_a_row_changes_in_the_same_clock() {
    let mut bench = Bench::new();
    for count in 1..10 {
        // The rows are being written again.
        poke!(bench.uut.screen = (u64::from(count) & 1).into());
        bench.run(40 + usize::from(count));
        poke!(bench.uut, lock.scored = true);
        poke!(bench.uut.changed = true);
        bench.clock();
        poke!(bench.uut, lock.scored = false);
        poke!(bench.uut.changed = false);
        bench.run(2 * ALL_STEPS);
        assert_eq!(bench.count(Players::One, 0), number(&[0, 0, 0, count]));
    }
}

#[test]
fn a_change_at_any_time_leaves_every_row_with_its_own_word() {
    let mut bench = Bench::new();
    for clock in (0..ALL_ROWS).step_by(7) {
        bench.screen.clear();
        poke!(bench.uut.screen = (clock as u64 & 1).into());
        bench.run(clock);
        bench.strobe(|uut| &mut uut.changed);
        bench.assert_rows();
        let is_row = |line: u8| line < COUNT;
        assert!(bench.screen.keys().all(|&(line, _)| is_row(line)));
        let characters = usize::from(COUNT) * LENGTH;
        assert_eq!(bench.screen.len(), characters, "nothing beside the words");
    }
}

#[test]
fn a_change_at_any_time_writes_nothing_beside_a_number() {
    let mut bench = Bench::new();
    bench.has_numbers = true;
    for clock in (0..ALL_ROWS).step_by(7) {
        bench.screen.clear();
        poke!(bench.uut.screen = (clock as u64 & 1).into());
        bench.run(clock);
        bench.strobe(|uut| &mut uut.changed);
        // Rows with an even number show numbers.
        let numbers = usize::from(COUNT.div_ceil(2)) * 2;
        let words = usize::from(COUNT / 2) * LENGTH;
        assert_eq!(
            bench.screen.len(),
            words + numbers,
            "changed in clock {clock}"
        );
    }
}

#[test]
fn a_lock_counts_pieces_quads_spins_and_combos() {
    let mut bench = Bench::new();
    for lines in [4u8, 1, 0, 4] {
        poke!(bench.uut, lock.lines = lines.to_bits());
        poke!(bench.uut, lock.t_spin = lines == 1);
        bench.strobe(|uut| &mut uut.lock.scored);
    }
    let counts = |bench: &Bench| [0, 1, 2, 3].map(|number| bench.count(Players::One, number));
    let expected = [&[0, 0, 0, 4][..], &[0, 0, 2], &[0, 0, 1], &[0, 1]].map(number);
    assert_eq!(counts(&bench), expected);
    bench.strobe(|uut| &mut uut.scenes.new_game);
    let expected = [&[0, 0, 0, 0][..], &[0, 0, 0], &[0, 0, 0], &[0, 0]].map(number);
    assert_eq!(counts(&bench), expected);
}

#[test]
fn each_of_two_players_has_counts() {
    let mut bench = Bench::new();
    poke!(bench.uut, scenes.two_players = true);
    poke!(bench.uut.mode = 3.into());
    bench.strobe(|uut| &mut uut.scenes.new_game);
    // Both have a combo; the locks of the other player do not end it.
    for (player, lines, sent) in [
        (false, 4, 12),
        (true, 1, 0),
        (false, 1, 3),
        (true, 1, 1),
        (false, 0, 9),
        (true, 1, 2),
    ] {
        bench.lock(player, lines, sent);
    }
    for (players, sent, combo) in [
        (Players::FirstOfTwo, [0, 1, 5], [0, 1]),
        (Players::SecondOfTwo, [0, 0, 3], [0, 2]),
    ] {
        assert_eq!(bench.count(players, 0), number(&[0, 0, 0, 3]));
        assert_eq!(bench.count(players, 1), number(&sent));
        assert_eq!(bench.count(players, 3), number(&combo));
    }
    bench.strobe(|uut| &mut uut.scenes.new_game);
    for players in [Players::FirstOfTwo, Players::SecondOfTwo] {
        assert_eq!(bench.count(players, 1), number(&[0, 0, 0]));
        assert_eq!(bench.count(players, 3), number(&[0, 0]));
    }
}

#[test]
fn pieces_per_second_are_rounded_down_for_each_player() {
    let mut bench = Bench::new();
    poke!(bench.uut, scenes.two_players = true);
    poke!(bench.uut.mode = 3.into());
    for _ in 0..2 {
        bench.strobe(|uut| &mut uut.scenes.new_game);
        bench.lock(false, 0, 0);
        for _ in 0..2 {
            bench.lock(true, 0, 0);
        }
        for _ in 0..70 {
            bench.strobe(|uut| &mut uut.hundredth);
        }
        bench.strobe(|uut| &mut uut.ends);
        while peek!(bench.uut.ending) {
            bench.clock();
        }
        // 1 / 0.7 and 2 / 0.7, and 15 is the point.
        assert_eq!(bench.count(Players::FirstOfTwo, 4), [1, 15, 4, 2].map(Some));
        assert_eq!(
            bench.count(Players::SecondOfTwo, 4),
            [2, 15, 8, 5].map(Some)
        );
    }
    bench.strobe(|uut| &mut uut.scenes.new_game);
    assert_eq!(
        bench.count(Players::SecondOfTwo, 4),
        [0, 15, 0, 0].map(Some)
    );
}

#[test]
fn pieces_per_second_stop_at_their_highest_value() {
    let mut bench = Bench::new();
    bench.strobe(|uut| &mut uut.scenes.new_game);
    for hundredths in 0..2 {
        bench.lock(false, 0, 0);
        bench.strobe(|uut| &mut uut.ends);
        bench.run(60_000);
        assert!(!peek!(bench.uut.ending), "{hundredths} hundredths");
        assert_eq!(bench.count(Players::One, 4), [9, 15, 9, 9].map(Some));
        bench.strobe(|uut| &mut uut.scenes.new_game);
        bench.strobe(|uut| &mut uut.hundredth);
    }
}

#[test]
fn locks_are_counted_also_while_rows_are_written() {
    for clock in (0..ALL_ROWS).step_by(31) {
        let mut bench = Bench::new();
        poke!(bench.uut.screen = 1.into());
        bench.run(clock);
        for lines in [4u8, 0] {
            poke!(bench.uut, lock.lines = lines.to_bits());
            poke!(bench.uut, lock.t_spin = lines == 4);
            poke!(bench.uut, lock.scored = true);
            poke!(bench.uut.hundredth = true);
            bench.clock();
            poke!(bench.uut, lock.scored = false);
            poke!(bench.uut.hundredth = false);
            bench.run(80);
        }
        bench.run(ALL_STEPS);
        let expected = [&[0, 0, 0, 2][..], &[0, 0, 1], &[0, 0, 1]].map(number);
        let counts = [0, 1, 2].map(|number| bench.count(Players::One, number));
        assert_eq!(counts, expected);
        bench.assert_rows();
    }
}

#[test]
fn ultra_counts_down_and_tells_when_its_time_is_up() {
    let mut bench = Bench::new();
    poke!(bench.uut.mode = 2.into());
    poke!(bench.uut.ultra = true);
    bench.strobe(|uut| &mut uut.scenes.new_game);
    let mut time = word(item::TIME);
    time[1] = Some(3);
    assert_eq!(bench.shown(field::TIME), time);
    bench.strobe(|uut| &mut uut.hundredth);
    for (place, digit) in [(1, 2), (3, 5), (4, 9), (6, 9), (7, 9)] {
        time[place] = Some(digit);
    }
    assert_eq!(bench.shown(field::TIME), time);
    assert!(!peek!(bench.uut.record));
}

#[test]
fn an_end_is_entered_before_the_keys_can_start_the_next_game() {
    let mut bench = Bench::new();
    poke!(bench.uut, scenes.two_players = true);
    poke!(bench.uut.mode = 3.into());
    poke!(bench.uut, result.out = 1.into());
    // The last piece is still to be counted, and the clock to go on.
    poke!(bench.uut, lock.scored = true);
    poke!(bench.uut.hundredth = true);
    bench.clock();
    poke!(bench.uut, lock.scored = false);
    poke!(bench.uut.hundredth = false);
    for games in 1..=3 {
        poke!(bench.uut, result.out = 1.into());
        poke!(bench.uut.ends = true);
        let mut clocks = 0;
        while peek!(bench.uut.ending) {
            assert!(clocks < 100 * ALL_STEPS, "it is entered some time");
            bench.clock();
            poke!(bench.uut.ends = false);
            clocks += 1;
        }
        poke!(bench.uut, result.out = 0.into());
        bench.strobe(|uut| &mut uut.scenes.new_game);
        assert_eq!(bench.wins(), [Some(0), Some(games)]);
    }
    poke!(bench.uut.match_fresh = true);
    bench.strobe(|uut| &mut uut.scenes.new_game);
    assert_eq!(bench.wins(), [Some(0); 2]);
    assert!(!peek!(bench.uut.ending));
}

#[test]
fn the_one_who_is_not_out_has_won() {
    let mut bench = Bench::new();
    poke!(bench.uut, scenes.two_players = true);
    poke!(bench.uut.mode = 3.into());
    poke!(bench.uut, result.out = 2.into());
    bench.strobe(|uut| &mut uut.hundredth);
    bench.strobe(|uut| &mut uut.ends);
    assert_eq!(bench.wins(), [Some(1), Some(0)]);
    poke!(bench.uut.screen = 8.into());
    bench.run(ALL_STEPS);
    assert_eq!(bench.shown(field::HEADLINE), word(item::HEADLINES + 3));
}
