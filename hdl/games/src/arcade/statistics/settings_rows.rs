//! Shows the rows of the settings, one after the other.
//!
//! The first lines of the text memory are the rows of menu and settings. The last line has the
//! headline of a game, too: its mode, that it is paused, or that the match is over. After a change
//! of a setting or of the scene all rows are shown anew.
//!
//! **Interface**: `row` is a level; the settings answer it two clocks later. `due` is high until
//! all rows are shown. `shows` belongs to the row. `shown` is a strobe.
//! `changes` is high in the clock after a change of a setting or of the scene: an operation on a
//! row that goes on then is to be aborted, and its write in that clock, too.

use super::text_rom::item;
use crate::arcade::control::rows::row;
use crate::arcade::picture::screens::field;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// The headline, after all rows of the settings.
const HEADLINE: u8 = row::SCORES + 1;

/// A row as it is shown.
#[interface(client = ShownRowReader)]
pub struct ShownRow {
    /// Item or number that shows the row.
    pub item: Signal<Out, Bits<6>>,
    /// Line of the text memory.
    pub line: Signal<Out, Bits<6>>,
    /// Column of its first character.
    pub column: Signal<Out, Bits<6>>,
    /// Level: a number takes all eight characters, since the row shows a word, too.
    pub is_wide: Signal<Out, Bit>,
}

/// The rows.
#[derive(LogicBlock, Module)]
pub struct SettingsRows {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; then all rows are shown.
    pub reset: Signal<In, Bit>,
    /// Strobe: a setting is about to change.
    pub changed: Signal<In, Bit>,
    /// Number of the screen.
    pub screen: Signal<In, Bits<4>>,
    /// Level: the game is paused.
    pub in_pause: Signal<In, Bit>,
    /// Level: a match is over.
    pub match_over: Signal<In, Bit>,
    /// Which mode.
    pub mode: Signal<In, Bits<3>>,
    /// Item or number of `row` two clocks before.
    pub row_item: Signal<In, Bits<6>>,
    /// Strobe: the row is shown.
    pub shown: Signal<In, Bit>,
    /// The row to be shown.
    pub row: Signal<Out, Bits<5>>,
    /// Level: there is a row to be shown.
    pub due: Signal<Out, Bit>,
    /// Level: the settings answer another row, or the scene has changed.
    pub changes: Signal<Out, Bit>,
    /// The row as it is shown.
    pub shows: ShownRow,
    row_now: DFF<Bits<5>>,
    screen_before: DFF<Bits<4>>,
    /// Registered, as the paths from a key to `changed` and `screen` are long.
    has_changed: DFF<Bit>,
    /// All rows are shown.
    rows_stand: DFF<Bit>,
    headline_item: Signal<Local, Bits<6>>,
    #[value(field::SOUND.0)]
    silence_line: Constant<Bits<5>>,
    #[value(row::RESETS)]
    row_resets: Constant<Bits<5>>,
    #[value(HEADLINE)]
    headline: Constant<Bits<5>>,
    #[value(field::HEADLINE.0)]
    line_headline: Constant<Bits<6>>,
    #[value(field::VALUE.1)]
    column_value: Constant<Bits<6>>,
    #[value(field::SETTING.1)]
    column_setting: Constant<Bits<6>>,
    #[value(field::SOUND.1)]
    column_silence: Constant<Bits<6>>,
    #[value(field::HEADLINE.1)]
    column_headline: Constant<Bits<6>>,
    #[value(item::HEADLINES)]
    headlines: Constant<Bits<6>>,
    #[value(item::PAUSED)]
    paused: Constant<Bits<6>>,
    #[value(item::MATCH)]
    of_match: Constant<Bits<6>>,
}

#[clocked]
impl Logic for SettingsRows {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.row_now.q.val();
        self.due.next = !self.rows_stand.q.val();
        self.has_changed.d.next =
            self.changed.val() | (self.screen.val() != self.screen_before.q.val());
        self.changes.next = self.has_changed.q.val();
        self.headline_item.next = self.headlines.val() + bit_cast::<6, 3>(self.mode.val());
        if self.in_pause.val() {
            self.headline_item.next = self.paused.val();
        } else if self.match_over.val() {
            self.headline_item.next = self.of_match.val();
        }
        self.shows.item.next = self.row_item.val();
        self.shows.is_wide.next = self.row_now.q.val() == self.row_resets.val();
        self.shows.line.next = bit_cast::<6, 5>(self.row_now.q.val());
        self.shows.column.next = self.column_value.val();
        // The settings follow after the row of the silence.
        if self.row_now.q.val().get_bits::<3>(2).any() {
            self.shows.column.next = self.column_setting.val();
        }
        if self.row_now.q.val() == self.silence_line.val() {
            self.shows.column.next = self.column_silence.val();
        } else if self.row_now.q.val() == self.headline.val() {
            self.shows.line.next = self.line_headline.val();
            self.shows.item.next = self.headline_item.val();
            self.shows.column.next = self.column_headline.val();
        }
        self.screen_before.d.next = self.screen.val();
        if self.shown.val() {
            self.rows_stand.d.next = self.row_now.q.val() == self.headline.val();
            self.row_now.d.next = self.row_now.q.val() + 1;
        }
        if self.changes.val() {
            self.rows_stand.d.next = false;
            self.row_now.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn show(uut: &mut Bench<SettingsRows>) {
        poke!(uut.shown = true);
        tick!(uut);
        poke!(uut.shown = false);
    }

    #[test]
    fn all_rows_are_due_after_a_change() {
        let mut uut = Bench::new(SettingsRows::default());
        for scene in [0u8, 1, 2] {
            poke!(uut.screen = scene.to_bits());
            tick!(uut);
            tick!(uut);
            for row in 0..=u64::from(HEADLINE) {
                assert!(peek!(uut.due));
                assert_eq!(peek!(uut.row), row);
                let column = match row {
                    4 => field::SOUND.1,
                    5..26 => field::SETTING.1,
                    26 => field::HEADLINE.1,
                    _ => field::VALUE.1,
                };
                assert_eq!(peek!(uut, shows.column).to_u8(), column);
                assert_eq!(peek!(uut, shows.is_wide), row == u64::from(row::RESETS));
                show(&mut uut);
            }
            assert!(!peek!(uut.due));
        }
        poke!(uut.changed = true);
        tick!(uut);
        poke!(uut.changed = false);
        assert!(peek!(uut.changes) && !peek!(uut.due));
        tick!(uut);
        assert!(!peek!(uut.changes) && peek!(uut.due));
    }

    #[test]
    fn the_last_row_is_the_headline() {
        let mut uut = Bench::new(SettingsRows::default());
        for _ in 0..HEADLINE {
            show(&mut uut);
        }
        poke!(uut.mode = 3.into());
        assert_eq!(peek!(uut, shows.item).to_u8(), item::HEADLINES + 3);
        poke!(uut.in_pause = true);
        assert_eq!(peek!(uut, shows.item).to_u8(), item::PAUSED);
        poke!(uut.in_pause = false);
        poke!(uut.match_over = true);
        assert_eq!(peek!(uut, shows.item).to_u8(), item::MATCH);
        assert_eq!(peek!(uut, shows.line).to_u8(), field::HEADLINE.0);
        assert_eq!(peek!(uut, shows.column).to_u8(), field::HEADLINE.1);
    }
}
