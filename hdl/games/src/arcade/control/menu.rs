//! Moves through the rows of the menu, the settings and the pause, and turns keys into changes of
//! rows.
//!
//! Rows 0 to 4 are the menu's, 5 to 25 the settings', 28 to 31 the pause's, as
//! [`rows`](super::rows) numbers them. Left and right change a row; on the last two rows of the
//! settings it is the start key that does. The last one asks: only a second press clears the score
//! tables, until the cursor leaves the row. Four keys change rows of their own in every scene. A
//! key of the list that is held acts as often as the keyboard repeats it.
//!
//! **Interface**: a change comes in the clock of the press. `cursor` is a level, one clock later.

use super::keys::action;
use super::rows::row;
use super::scene_levels::SceneLevelsReader;
use gatefall_macros::{clocked, construct, interface, Module};
use gatefall_widgets::property::{Definition, Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Changes a row of menu or settings.
#[interface(client = RowChangeReader)]
pub struct RowChange {
    /// The row. Valid with `changes`, like `backwards`.
    pub row: Signal<Out, Bits<5>>,
    /// Level: to the previous value.
    pub backwards: Signal<Out, Bit>,
    /// Strobe: change it.
    pub changes: Signal<Out, Bit>,
}

/// Follows the keys.
#[derive(LogicBlock, Module)]
pub struct Menu {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Strobe: the keyboard repeats a key that is down.
    pub repeated: Signal<In, Bit>,
    /// Action of that key.
    pub action: Signal<In, Bits<5>>,
    /// Level: the menu is on the screen.
    pub in_menu: Signal<In, Bit>,
    /// Level: the settings are.
    pub in_settings: Signal<In, Bit>,
    /// The other scenes. On the page that sets the keys the cursor stays on its row.
    pub scenes: SceneLevelsReader,
    /// The chosen row.
    pub cursor: Signal<Out, Bits<5>>,
    /// Level: on the chosen row the start key leads to the settings, or stays there.
    pub to_settings: Signal<Out, Bit>,
    /// Level: the next press of the start key clears the score tables.
    pub asks: Signal<Out, Bit>,
    /// Strobe: rows are to be shown anew, after a change or when the last row stops asking.
    pub rows_change: Signal<Out, Bit>,
    /// Strobe: clear them.
    #[default(false)]
    pub clears: Signal<Out, Bit>,
    /// Changes a row.
    pub change: RowChange,
    /// Strobe: a row or a score table changes. A press that only asks changes none.
    pub alters: Signal<Out, Bit>,
    /// Strobe: the settings get their default values.
    #[default(false)]
    pub restores: Signal<Out, Bit>,
    /// Strobe: the cursor moves.
    #[default(false)]
    pub moved: Signal<Out, Bit>,
    cursor_now: DFF<Bits<5>>,
    has_asked: DFF<Bit>,
    #[default(0)]
    first: Signal<Local, Bits<5>>,
    last: Signal<Local, Bits<5>>,
    above: Signal<Local, Bits<5>>,
    below: Signal<Local, Bits<5>>,
    is_open: Signal<Local, Bit>,
    on_defaults: Signal<Local, Bit>,
    on_scores: Signal<Local, Bit>,
    /// The press only asks.
    #[default(false)]
    only_asks: Signal<Local, Bit>,
    action_left: Constant<Bits<5>>,
    action_right: Constant<Bits<5>>,
    action_up: Constant<Bits<5>>,
    action_down: Constant<Bits<5>>,
    action_mute: Constant<Bits<5>>,
    action_music: Constant<Bits<5>>,
    action_effects: Constant<Bits<5>>,
    action_skin: Constant<Bits<5>>,
    row_skin: Constant<Bits<5>>,
    row_silence: Constant<Bits<5>>,
    row_music: Constant<Bits<5>>,
    row_effects: Constant<Bits<5>>,
    row_to_settings: Constant<Bits<5>>,
    row_defaults: Constant<Bits<5>>,
    row_scores: Constant<Bits<5>>,
    first_setting: Constant<Bits<5>>,
    last_setting: Constant<Bits<5>>,
    first_entry: Constant<Bits<5>>,
    last_entry: Constant<Bits<5>>,
    entry_settings: Constant<Bits<5>>,
}

impl Default for Menu {
    fn default() -> Self {
        let action = |number: u8| Constant::new(number.to_bits());
        let row = |number: u8| Constant::new(number.to_bits());
        construct!(Menu {
            action_left: action(action::LEFT),
            action_right: action(action::RIGHT),
            action_up: action(action::TURN_CLOCKWISE),
            action_down: action(action::SOFT_DROP),
            action_mute: action(action::MUTE),
            action_music: action(action::MUSIC),
            action_effects: action(action::EFFECTS),
            action_skin: action(action::SKIN),
            row_skin: row(row::SKIN),
            row_silence: row(row::SILENCE),
            row_music: row(row::MUSIC),
            row_effects: row(row::EFFECTS),
            row_to_settings: row(row::TO_SETTINGS),
            row_defaults: row(row::DEFAULTS),
            row_scores: row(row::SCORES),
            first_setting: row(row::DELAY),
            last_setting: row(row::SCORES),
            first_entry: row(row::RESUME),
            last_entry: row(row::TITLE),
            entry_settings: row(row::PAUSE_SETTINGS),
        })
    }
}

#[clocked]
impl Logic for Menu {
    #[hdl_gen]
    fn update(&mut self) {
        self.cursor.next = self.cursor_now.q.val();
        self.on_defaults.next = self.cursor_now.q.val() == self.row_defaults.val();
        self.on_scores.next = self.cursor_now.q.val() == self.row_scores.val();
        self.to_settings.next = (self.cursor_now.q.val() == self.row_to_settings.val())
            | self.on_defaults.val()
            | self.on_scores.val();
        self.asks.next = self.has_asked.q.val();
        self.is_open.next =
            self.in_menu.val() | self.in_settings.val() | self.scenes.in_pause.val();
        self.last.next = self.row_to_settings.val();
        if self.in_settings.val() {
            self.first.next = self.first_setting.val();
            self.last.next = self.last_setting.val();
        } else if self.scenes.in_pause.val() {
            self.first.next = self.first_entry.val();
            self.last.next = self.last_entry.val();
        }
        self.above.next = self.cursor_now.q.val() - 1;
        if self.cursor_now.q.val() == self.first.val() {
            self.above.next = self.last.val();
        }
        self.below.next = self.cursor_now.q.val() + 1;
        if self.cursor_now.q.val() == self.last.val() {
            self.below.next = self.first.val();
        }
        self.change.row.next = self.cursor_now.q.val();
        self.change.changes.next = false;
        self.change.backwards.next = false;
        // From one page to the other the cursor follows, and without a page it waits on the first
        // row.
        if self.in_settings.val()
            & ((self.cursor_now.q.val() < self.first_setting.val())
                | (self.cursor_now.q.val() > self.last_setting.val()))
        {
            self.cursor_now.d.next = self.first_setting.val();
        } else if self.in_menu.val() & (self.cursor_now.q.val() > self.row_to_settings.val()) {
            self.cursor_now.d.next = self.row_to_settings.val();
        } else if self.scenes.in_pause.val() & (self.cursor_now.q.val() < self.first_entry.val()) {
            self.cursor_now.d.next = self.first_entry.val();
            if self.cursor_now.q.val().any() {
                self.cursor_now.d.next = self.entry_settings.val();
            }
        } else if !self.is_open.val() & !self.scenes.in_keys.val() {
            self.cursor_now.d.next = 0.into();
        }
        if self.pressed.val() {
            if self.action.val() == self.action_mute.val() {
                self.change.row.next = self.row_silence.val();
                self.change.changes.next = true;
            } else if self.action.val() == self.action_music.val() {
                self.change.row.next = self.row_music.val();
                self.change.changes.next = true;
            } else if self.action.val() == self.action_effects.val() {
                self.change.row.next = self.row_effects.val();
                self.change.changes.next = true;
            } else if self.action.val() == self.action_skin.val() {
                self.change.row.next = self.row_skin.val();
                self.change.changes.next = true;
            } else if self.action.val().get_bits::<2>(2).all() {
                // A key that starts.
                self.restores.next = self.on_defaults.val();
                self.change.changes.next = self.on_defaults.val() | self.on_scores.val();
                self.clears.next = self.on_scores.val() & self.has_asked.q.val();
                self.only_asks.next = self.on_scores.val() & !self.has_asked.q.val();
                self.has_asked.d.next = !self.has_asked.q.val();
            }
        }
        if !self.on_scores.val() {
            self.has_asked.d.next = false;
        }
        if self.is_open.val() & (self.pressed.val() | self.repeated.val()) {
            if self.action.val() == self.action_up.val() {
                self.cursor_now.d.next = self.above.val();
                self.moved.next = true;
            } else if self.action.val() == self.action_down.val() {
                self.cursor_now.d.next = self.below.val();
                self.moved.next = true;
            } else if (self.action.val() == self.action_left.val())
                | (self.action.val() == self.action_right.val())
            {
                self.change.changes.next = !self.to_settings.val() & !self.scenes.in_pause.val();
                self.change.backwards.next = self.action.val() == self.action_left.val();
            }
        }
        self.alters.next = self.change.changes.val() & !self.only_asks.val();
        self.rows_change.next =
            self.change.changes.val() | (self.has_asked.q.val() & !self.on_scores.val());
    }
}

impl Menu {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // A page is one of three scenes. `scene_control` has the proof that one scene is shown.
        Property {
            lemmas: &[
                "shown != 1 || !is_open || is_inside || had_key",
                "shown < 3 && (shown == 0 || page == page_before)",
            ],
            assumed: &[
                "in_menu + in_settings + scenes.in_pause <= 2'd1",
                // Keys do not act in two clocks in a row.
                "!had_key || !pressed && !repeated",
            ],
            definitions: &[
                Definition::new("page", 3, "{in_menu, in_settings, scenes.in_pause}"),
                Definition::new("is_inside", 1, "cursor >= first && cursor <= last"),
                // Clocks for which the page has been shown, 2 for all higher numbers.
                Definition::new(
                    "shown",
                    2,
                    "page != page_before ? 2'd0 : shown_before == 2 ? 2'd2 : shown_before + 2'd1",
                ),
            ],
            observers: &[
                Observer::new("page_before", 3, "page"),
                Observer::new("shown_before", 2, "shown"),
                Observer::new("had_key", 1, "pressed || repeated"),
            ],
            ..Property::new(
                "the cursor is on a row of its page, two clocks after the page is shown",
                "shown < 2 || !is_open || is_inside",
                Mutant::new("(cursor_now == last)", "(cursor_now == above)", 30),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn open(in_menu: bool, in_settings: bool) -> Bench<Menu> {
        let mut uut = Bench::new(Menu::default());
        show(&mut uut, in_menu, in_settings);
        uut
    }

    fn show(uut: &mut Bench<Menu>, in_menu: bool, in_settings: bool) {
        poke!(uut.in_menu = in_menu);
        poke!(uut.in_settings = in_settings);
        tick!(uut);
    }

    /// The change that a press makes, and whether it moves the cursor.
    fn press(uut: &mut Bench<Menu>, action: u8) -> (Option<(u8, bool)>, bool) {
        poke!(uut.pressed = true);
        poke!(uut.action = action.to_bits());
        let change = (peek!(uut, change.row).to_u8(), peek!(uut, change.backwards));
        let seen = (
            peek!(uut, change.changes).then_some(change),
            peek!(uut.moved),
        );
        tick!(uut);
        poke!(uut.pressed = false);
        seen
    }

    #[test]
    fn the_cursor_goes_around_in_both_pages() {
        for (in_settings, rows) in [(false, 0..5), (true, 5..26)] {
            let mut uut = open(!in_settings, in_settings);
            for row in rows.clone().chain(rows.clone()) {
                assert_eq!(peek!(uut.cursor), row);
                assert_eq!(press(&mut uut, action::SOFT_DROP), (None, true));
            }
            press(&mut uut, action::TURN_CLOCKWISE);
            assert_eq!(peek!(uut.cursor), rows.end - 1);
        }
    }

    #[test]
    fn the_cursor_follows_from_page_to_page() {
        let mut uut = open(true, false);
        press(&mut uut, action::TURN_CLOCKWISE);
        assert!(peek!(uut.to_settings));
        show(&mut uut, false, true);
        assert_eq!(peek!(uut.cursor), 5);
        show(&mut uut, true, false);
        assert_eq!(peek!(uut.cursor), 4);
        show(&mut uut, false, false);
        assert_eq!(peek!(uut.cursor), 0);
    }

    #[test]
    fn the_cursor_stays_while_keys_are_set() {
        let mut uut = open(false, true);
        for _ in 0..3 {
            press(&mut uut, action::TURN_CLOCKWISE);
        }
        poke!(uut, scenes.in_keys = true);
        show(&mut uut, false, false);
        for action in [action::SOFT_DROP, action::RIGHT, action::START] {
            assert_eq!(press(&mut uut, action), (None, false));
        }
        assert_eq!(press(&mut uut, action::MUTE).0, Some((row::SILENCE, false)));
        poke!(uut, scenes.in_keys = false);
        show(&mut uut, false, true);
        assert_eq!(peek!(uut.cursor).to_u8(), row::KEYS);
    }

    #[test]
    fn the_pause_has_four_entries_and_no_values() {
        let mut uut = open(false, false);
        poke!(uut, scenes.in_pause = true);
        tick!(uut);
        for entry in (28..32).chain([28]) {
            assert_eq!(peek!(uut.cursor), entry);
            assert_eq!(press(&mut uut, action::RIGHT), (None, false));
            assert_eq!(press(&mut uut, action::START), (None, false));
            assert_eq!(press(&mut uut, action::SOFT_DROP), (None, true));
        }
        press(&mut uut, action::SOFT_DROP);
        poke!(uut, scenes.in_pause = false);
        show(&mut uut, false, true);
        assert_eq!(peek!(uut.cursor), 5);
        poke!(uut, scenes.in_pause = true);
        show(&mut uut, false, false);
        assert_eq!(peek!(uut.cursor).to_u8(), row::PAUSE_SETTINGS);
    }

    #[test]
    fn left_and_right_change_the_row_unless_it_leads_on() {
        let mut uut = open(true, false);
        press(&mut uut, action::SOFT_DROP);
        assert_eq!(press(&mut uut, action::LEFT), (Some((1, true)), false));
        assert_eq!(press(&mut uut, action::RIGHT), (Some((1, false)), false));
        for _ in 0..3 {
            press(&mut uut, action::SOFT_DROP);
        }
        assert_eq!(press(&mut uut, action::RIGHT), (None, false));
    }

    #[test]
    fn the_last_rows_of_the_settings_are_changed_by_the_start_key_alone() {
        let mut uut = open(false, true);
        assert_eq!(press(&mut uut, action::START), (None, false));
        for row in [row::SCORES, row::DEFAULTS] {
            press(&mut uut, action::TURN_CLOCKWISE);
            assert!(peek!(uut.to_settings));
            assert_eq!(press(&mut uut, action::RIGHT), (None, false));
            let changed = (Some((row, false)), false);
            assert_eq!(press(&mut uut, action::START), changed);
        }
    }

    #[test]
    fn the_score_tables_are_cleared_by_a_second_press_on_their_row() {
        let mut uut = open(false, true);
        let mut press = |action: u8| {
            poke!(uut.pressed = true);
            poke!(uut.action = action.to_bits());
            let effects = (peek!(uut.clears), peek!(uut.alters));
            tick!(uut);
            poke!(uut.pressed = false);
            tick!(uut);
            (effects, peek!(uut.asks))
        };
        let (nothing, change, clear) = ((false, false), (false, true), (true, true));
        assert_eq!(press(action::TURN_CLOCKWISE), (nothing, false));
        assert_eq!(press(action::START), (nothing, true));
        assert_eq!(press(action::MUTE), (change, true));
        assert_eq!(press(action::START), (clear, false));
        assert_eq!(press(action::START), (nothing, true));
        // The row forgets the first press when the cursor leaves it.
        assert_eq!(press(action::TURN_CLOCKWISE), (nothing, false));
        assert_eq!(press(action::SOFT_DROP), (nothing, false));
        assert_eq!(press(action::START), (nothing, true));
    }

    #[test]
    fn a_held_key_goes_on_in_a_list_and_nowhere_else() {
        let mut uut = open(true, false);
        press(&mut uut, action::SOFT_DROP);
        poke!(uut.repeated = true);
        for (action, row) in [
            (action::SOFT_DROP, 2),
            (action::SOFT_DROP, 3),
            (action::TURN_CLOCKWISE, 2),
        ] {
            poke!(uut.action = action.to_bits());
            tick!(uut);
            assert_eq!(peek!(uut.cursor), row);
        }
        for (action, changes) in [(action::RIGHT, true), (action::SKIN, false)] {
            poke!(uut.action = action.to_bits());
            assert_eq!(peek!(uut, change.changes), changes, "action {action}");
        }
        show(&mut uut, false, false);
        poke!(uut.action = action::RIGHT.to_bits());
        assert!(!peek!(uut, change.changes), "in play");
    }

    #[test]
    fn four_keys_change_their_rows_in_every_scene() {
        for in_menu in [false, true] {
            let mut uut = open(in_menu, false);
            for (action, row) in [
                (action::MUTE, row::SILENCE),
                (action::MUSIC, row::MUSIC),
                (action::EFFECTS, row::EFFECTS),
                (action::SKIN, row::SKIN),
            ] {
                assert_eq!(press(&mut uut, action), (Some((row, false)), false));
            }
        }
        let mut uut = open(false, false);
        assert_eq!(press(&mut uut, action::LEFT), (None, false));
        assert_eq!(press(&mut uut, action::SOFT_DROP), (None, false));
    }
}
