//! The whole arcade: takes bytes of a keyboard and ticks, gives scenes and games.
//!
//! A press acts when its code is complete. The meaning of a key depends on the number of players
//! and may change while it is down. The key is then down with the new meaning, without a press.
//! Directions that are held when a game begins are held in the game. Set keys act in a game under
//! way and on the page on which they are set. So a change between these scenes and others changes
//! meanings, too.
//!
//! A countdown of 180 ticks precedes each game. A second start ends it. During the countdown, as in
//! a pause, presses of play actions are dropped and the state of the held keys is tracked. A wait
//! of 60 ticks follows a pause.
//!
//! A title that is idle for 20 seconds shows the keys and then a recorded game. Any key ends it,
//! also one without a meaning.

mod books;
mod choices;
mod commands;
mod ending;
mod entry;
mod key_page;
mod keyboard;
mod lights;
mod music;
mod names;
mod naming;
mod notice;
mod pad_button;
mod pads;
mod pause;
mod recorded;
mod recorded_game;
mod scores;
mod set_keys;
mod sounds;
mod staging;

pub use books::{shown_time, Books, Statistics, MAX_TIME, ULTRA};
pub use choices::{Choices, Row};
pub use commands::{Command, KeyCode};
pub use entry::{Entry, END_TICKS, RESTART_TICKS, WAIT};
pub use lights::{Lights, Trail};
pub use music::{Drum, Music, Note, Tune};
pub use pad_button::PadButton;
pub use recorded::{GAME_TICKS, KEYS_TICKS, TITLE_TICKS};
pub use scores::{Entry as ScoreEntry, Scores, Spelling, ENTRIES};
pub use set_keys::{KeyEntry, KeyList, KeyUse, SetKeys, PLAY_ACTIONS};
#[cfg(test)]
pub(crate) use sounds::hz;
pub use sounds::{Slide, Sound, MAX_COMBO};

use crate::{Action, Event, Game, Match, Outcome, Player, Scene, Shape, Side, Turn};
use commands::{goes_on, menu_command, Map};
use keyboard::{Keyboard, Layout, Stroke};
use names::Names;
use recorded::Recorded;
use set_keys::can_be_set;
use sounds::Ear;

/// Ticks of the countdown.
pub const COUNTDOWN: u32 = 180;
/// Ticks of a number of it.
const TICKS_OF_NUMBER: u32 = 60;

/// Inputs of the arcade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A byte of the keyboard.
    Byte(u8),
    /// A byte that was damaged in transmission.
    Lost,
    /// A button of a gamepad goes down or up, and the pads are read.
    Pad(Side, PadButton, bool),
    /// One sixtieth of a second. The pads are read after it.
    Tick,
    /// A byte whose press is still in progress at the tick. It acts before the tick, but its screen
    /// effects count from after it.
    ByteAndTick(u8),
}

/// Scene of the whole arcade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// Title, the first scene.
    Title,
    /// The menu on the title, with the selected row.
    Menu(Row),
    /// The settings, with the selected row. A game may stand still behind them.
    Settings(Row),
    /// The page on which keys are set, with the entry whose key it asks for. A game may stand still
    /// behind it.
    SetKeys(KeyEntry),
    /// Countdown before a game, with its remaining ticks.
    Countdown(u32),
    /// The keys, before a recorded game, with the remaining ticks.
    Keys(u32),
    /// Play.
    Play,
    /// Paused: the game is frozen and the boards are hidden. With the selected entry.
    Paused(Entry),
    /// After a pause, with the remaining ticks.
    Wait(u32),
    /// The game has ended.
    GameOver,
}

/// Place of a game that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    Menu(Entry),
    Settings(Row),
    SetKeys(KeyEntry),
    Wait(u32),
}

impl Halt {
    fn page(self) -> Page {
        match self {
            Halt::Menu(entry) => Page::Paused(entry),
            Halt::Settings(row) => Page::Settings(row),
            Halt::SetKeys(entry) => Page::SetKeys(entry),
            Halt::Wait(ticks) => Page::Wait(ticks),
        }
    }
}

/// State before an input.
#[derive(Debug, Clone, Copy)]
struct Before {
    is_in_danger: bool,
    is_over: bool,
}

#[derive(Debug, Clone)]
enum Table {
    One(Box<Game>),
    Two(Box<Match>),
}

impl Table {
    fn press(&mut self, side: Side, action: Action) {
        match self {
            Table::One(game) => game.press(action),
            Table::Two(game) => game.press(side, action),
        }
    }

    fn scene(&self) -> Scene {
        match self {
            Table::One(game) => game.scene(),
            Table::Two(game) => game.scene(),
        }
    }
}

/// The whole state.
#[derive(Debug, Clone)]
pub struct Arcade {
    keyboard: Keyboard,
    /// Scene while there is no game.
    page: Page,
    choices: Choices,
    set_keys: SetKeys,
    /// The game. `None` on the title.
    table: Option<Table>,
    /// Player 2 has the keypad in this game.
    keypad: bool,
    /// Remaining ticks of the countdown.
    countdown: u32,
    /// Place of the game while it stands still.
    halt: Halt,
    /// Ticks since the end of the game.
    end_ticks: u32,
    /// The last input was a press that was ignored at the end of a game.
    has_ignored: bool,
    /// Ticks for which the key that begins a game again was held.
    restart_ticks: u32,
    /// Ticks on the title since the last key went down.
    idle: u32,
    /// The recorded game, if it runs.
    recorded: Option<Recorded>,
    /// A press of the recording that comes before the next tick.
    recorded_press: Option<Action>,
    /// True if a player's last pressed direction is left.
    left_is_newer: [bool; 2],
    /// Shapes that are not assigned to a game yet.
    shapes: Vec<Shape>,
    books: Books,
    scores: Scores,
    /// Place of the entry of the last game of one.
    new_place: Option<usize>,
    /// Its name is being entered.
    naming: bool,
    /// The effect of the last input on it.
    spelled: Option<Spelling>,
    /// The effect of set keys, or on them, of the last input.
    key_use: Option<KeyUse>,
    /// The next start on the row of the scores clears them.
    has_asked: bool,
    lights: Lights,
    names: Names,
    ear: Ear,
    /// Events of each player.
    events: [Vec<Event>; 2],
}

impl Default for Arcade {
    fn default() -> Arcade {
        Arcade {
            keyboard: Keyboard::default(),
            page: Page::Title,
            choices: Choices::default(),
            set_keys: SetKeys::default(),
            table: None,
            keypad: false,
            countdown: 0,
            halt: Halt::Menu(Entry::Resume),
            end_ticks: 0,
            has_ignored: false,
            restart_ticks: 0,
            idle: 0,
            recorded: None,
            recorded_press: None,
            left_is_newer: [false; 2],
            shapes: Vec::new(),
            books: Books::default(),
            scores: Scores::default(),
            new_place: None,
            naming: false,
            spelled: None,
            key_use: None,
            has_asked: false,
            lights: Lights::default(),
            names: Names::default(),
            ear: Ear::default(),
            events: [Vec::new(), Vec::new()],
        }
    }
}

impl Arcade {
    fn begins_by(&self, command: Command) -> Option<usize> {
        let chosen = self.choices.players as usize;
        match (self.page(), command) {
            (Page::Title, Command::Act(_, Action::SoftDrop)) => Some(1),
            (Page::Title, Command::Act(_, Action::Turn(Turn::Clockwise))) => Some(2),
            (Page::Title | Page::Menu(_), Command::One) => Some(1),
            (Page::Title | Page::Menu(_), Command::Two) => Some(2),
            (Page::Menu(Row::ToSettings), _) => None,
            (Page::GameOver, _) if self.is_naming() => None,
            (Page::Paused(Entry::Restart), command) => is_start(command).then_some(chosen),
            (Page::Title | Page::Menu(_) | Page::GameOver, command) => {
                is_start(command).then_some(chosen)
            }
            _ => None,
        }
    }

    /// Handles an input.
    ///
    /// # Panics
    /// If a piece spawns or a batch of garbage is sent for which no value was supplied.
    pub fn take(&mut self, input: Input) {
        self.has_ignored = false;
        self.spelled = None;
        self.key_use = None;
        if let Input::ByteAndTick(_) | Input::Tick = input {
            let has_music = self.choices.music == 1 && self.choices.silent == 0;
            self.lights.tick(self.choices.skin, has_music);
            self.names.tick();
        }
        let begins = self.begins(input);
        if let (Some(players), Input::Byte(byte)) = (begins, input) {
            self.keyboard.byte(byte, self.layout());
            self.begin(players);
            return;
        }
        // The shapes of a game that begins now are for it.
        if begins.is_none() {
            self.hand_out_shapes();
        }
        let before = Before {
            is_in_danger: self.is_in_danger(),
            is_over: self.page() == Page::GameOver,
        };
        match input {
            Input::Tick => {
                self.press_recorded();
                self.tick_all(before);
                self.read_pads();
            }
            Input::Pad(side, button, is_down) => {
                self.keyboard.set_pad(side, button, is_down);
                self.read_pads();
            }
            Input::Lost => self.noticing(|arcade| {
                let stroke = arcade.keyboard.lose(arcade.layout());
                arcade.follow(Some(stroke));
            }),
            Input::Byte(byte) => self.noticing(|arcade| arcade.byte(byte)),
            // A key that is held long enough acts at the tick, before the byte.
            Input::ByteAndTick(byte) if self.restarts() => {
                self.tick_all(before);
                self.noticing(|arcade| arcade.byte(byte));
                self.read_pads();
            }
            Input::ByteAndTick(byte) => {
                self.noticing(|arcade| arcade.byte(byte));
                self.tick_all(before);
                self.read_pads();
            }
        }
        self.notice_restart_key();
    }

    /// A tick for everything but the lights.
    fn tick_all(&mut self, before: Before) {
        self.listen(before);
        if before.is_over {
            self.end_ticks = (self.end_ticks + 1).min(END_TICKS);
        }
        let restarts = self.restarts();
        self.count_restart();
        if self.begins_recorded() {
            self.keyboard.tick();
            self.begin_recorded();
        } else if restarts {
            self.keyboard.tick();
            self.begin(1);
        } else {
            self.noticing(Self::tick);
        }
    }

    /// A tick for the alarm, with the danger before the input. A game that a press on the tick ends
    /// is still played at the tick.
    fn listen(&mut self, before: Before) {
        let has_just_ended = self.page() == Page::GameOver && !before.is_over;
        if self.page() == Page::Play || has_just_ended {
            self.ear.tick(before.is_in_danger);
        }
    }

    fn byte(&mut self, byte: u8) {
        let stroke = self.keyboard.byte(byte, self.layout());
        self.follow(stroke);
    }

    fn follow(&mut self, stroke: Option<Stroke>) {
        if let Some(Stroke::Down(key) | Stroke::Repeated(key)) = stroke {
            let is_press = matches!(stroke, Some(Stroke::Down(_)));
            let command = self.command(key);
            if is_press {
                self.note_press(key);
            }
            let is_naming = self.is_naming();
            if is_naming && !self.is_deaf_after(0) {
                self.spell(key, command, is_press);
            }
            match (command, self.page()) {
                (_, Page::SetKeys(entry)) if is_press && can_be_set(key) => {
                    self.give_key(entry, key);
                }
                (Some(command), _) if is_press => self.obey(command, is_naming),
                (None, _) if is_press && key & 0x80 == 0 => self.touch(),
                (Some(command), Page::Menu(row) | Page::Settings(row)) if goes_on(command) => {
                    self.obey_in_list(row, command);
                }
                (Some(command), Page::Paused(entry)) if goes_on(command) => {
                    self.obey_in_pause(entry, command);
                }
                _ => {}
            }
        }
        if self.page() != Page::Settings(Row::Scores) {
            self.has_asked = false;
        }
        self.release_what_is_up();
    }

    fn hand_out_shapes(&mut self) {
        for shape in self.shapes.drain(..) {
            match &mut self.table {
                Some(Table::One(game)) => game.supply(shape),
                Some(Table::Two(game)) => game.supply(shape),
                None => {}
            }
        }
    }

    /// Begins a game with the keys that are down. Until the end of the countdown it is paused.
    fn begin(&mut self, players: usize) {
        self.begin_match_if_due();
        self.page = Page::Title;
        self.books.begin();
        self.new_place = None;
        self.naming = false;
        self.names = Names::default();
        self.ear.begin();
        if !self.is_recorded() {
            self.ear.hear(Sound::Count);
        }
        self.choices.players = players as u32;
        self.keypad = self.choices.keys == 1;
        let layout = Layout {
            map: self.map_of(players == 2),
            set_keys: Some(self.set_keys),
        };
        let settings = self.choices.settings();
        let mut table = match (players, self.choices.has_garbage()) {
            (1, _) => Table::One(Box::new(Game::new(self.choices.mode(), settings))),
            (_, true) => Table::Two(Box::new(Match::versus(settings))),
            (_, false) => Table::Two(Box::new(Match::race(settings))),
        };
        for side in Side::BOTH {
            for action in self.held(layout, side) {
                table.press(side, action);
            }
        }
        self.table = Some(table);
        self.hand_out_shapes();
        self.press(Side::One, Action::Start);
        self.press(Side::One, Action::Pause);
        self.countdown = COUNTDOWN;
    }

    fn tick(&mut self) {
        self.keyboard.tick();
        if self.tick_recorded() {
            return;
        }
        if self.countdown > 0 {
            self.countdown -= 1;
            if self.countdown == 0 {
                self.end_countdown();
            } else if self.countdown.is_multiple_of(TICKS_OF_NUMBER) {
                self.ear.hear(Sound::Count);
            }
            return;
        }
        if let Page::Wait(ticks) = self.page() {
            return self.tick_of_wait(ticks);
        }
        match &mut self.table {
            Some(Table::One(game)) => game.tick(),
            Some(Table::Two(game)) => game.tick(),
            None => {}
        }
    }

    fn end_countdown(&mut self) {
        self.countdown = 0;
        self.lights.begin();
        self.press(Side::One, Action::Pause);
        self.ear.hear(Sound::Go);
    }

    fn press(&mut self, side: Side, action: Action) {
        if let Some(table) = &mut self.table {
            table.press(side, action);
        }
    }

    /// Actions of a player that are held in a game. The direction pressed last comes after the
    /// other one.
    fn held(&self, layout: Layout, side: Side) -> Vec<Action> {
        let mut actions = vec![Action::Right, Action::Left, Action::SoftDrop];
        if !self.left_is_newer[side as usize] {
            actions.swap(0, 1);
        }
        actions.retain(|&action| self.keyboard.is_held(layout, side, action));
        actions
    }

    /// Holds what is down in a game that stands still, by the meaning that the keys have now.
    fn hold_what_is_down(&mut self) {
        for side in Side::BOTH {
            for action in self.held(self.layout(), side) {
                self.press(side, action);
            }
        }
    }

    fn release_what_is_up(&mut self) {
        let layout = self.layout();
        for side in Side::BOTH {
            for action in [Action::Left, Action::Right, Action::SoftDrop] {
                if self.keyboard.is_held(layout, side, action) {
                    continue;
                }
                match &mut self.table {
                    Some(Table::One(game)) if side == Side::One => game.release(action),
                    Some(Table::Two(game)) => game.release(side, action),
                    _ => {}
                }
            }
        }
    }

    /// Ends the recorded game, or begins the time to it anew. All keys do that but those with codes
    /// from 80 on, which are F7 and buttons without a meaning.
    fn touch(&mut self) {
        if self.is_deaf_after(0) {
            return;
        }
        self.idle = 0;
        if self.is_recorded() {
            self.leave();
        }
    }

    /// Handles a press that begins no game.
    fn obey(&mut self, command: Command, is_naming: bool) {
        if self.is_deaf_after(0) {
            self.has_ignored = true;
            return;
        }
        if let Command::Act(side, action @ (Action::Left | Action::Right)) = command {
            self.left_is_newer[side as usize] = action == Action::Left;
        }
        let is_recorded = self.is_recorded();
        self.touch();
        match command {
            Command::Mute => self.choices.silent ^= 1,
            Command::Music => self.choices.change(Row::Music, true),
            Command::Effects => self.choices.change(Row::Effects, true),
            Command::Skin => self.choices.change(Row::Skin, true),
            _ if is_recorded || is_naming => return,
            _ => return self.obey_on_page(command),
        }
        self.ear.hear(Sound::Turn);
    }

    fn obey_on_page(&mut self, command: Command) {
        if let Page::Settings(_) | Page::Paused(_) | Page::Wait(_) = self.page() {
            self.follow_direction(command);
        }
        match (self.page(), command) {
            (Page::Settings(_), Command::Act(_, Action::Title)) => self.leave_settings(),
            (Page::SetKeys(entry), command) => self.obey_on_set_keys(entry, command),
            (Page::Play, Command::Act(_, Action::Pause | Action::Title)) => self.pause(),
            (Page::Paused(entry), command) => self.obey_in_pause(entry, command),
            (Page::Wait(_), command) => self.obey_in_wait(command),
            (_, Command::Act(_, Action::Title)) => self.leave(),
            (Page::Title, Command::Act(_, Action::Left | Action::Right)) => {
                self.page = Page::Menu(Row::Mode);
            }
            (Page::Menu(row) | Page::Settings(row), command) => self.obey_in_list(row, command),
            (Page::Play, Command::Space) => self.press(Side::One, Action::HardDrop),
            // Pause is ignored in the countdown, and a second start skips it.
            (Page::Countdown(_), Command::Act(_, Action::Pause)) => {}
            (Page::Countdown(_), Command::Act(_, Action::Start)) => self.end_countdown(),
            (_, Command::Act(side, action)) => self.press(side, action),
            _ => {}
        }
    }

    /// Leaves the game, or the menu.
    fn leave(&mut self) {
        self.end_recorded();
        self.table = None;
        self.naming = false;
        self.countdown = 0;
        self.page = Page::Title;
    }

    fn leave_settings(&mut self) {
        match self.table {
            Some(_) => self.halt = Halt::Menu(Entry::Settings),
            None => self.page = Page::Menu(Row::ToSettings),
        }
    }

    /// Selects a row of the menu or the settings.
    fn select_row(&mut self, row: Row) {
        match (self.page(), &self.table) {
            (Page::Menu(_), _) => self.page = Page::Menu(row),
            (_, None) => self.page = Page::Settings(row),
            (_, Some(_)) => self.halt = Halt::Settings(row),
        }
    }

    fn obey_in_list(&mut self, row: Row, command: Command) {
        let is_menu = matches!(self.page(), Page::Menu(_));
        match command {
            Command::Act(_, Action::Turn(Turn::Clockwise) | Action::SoftDrop) => {
                self.ear.hear(Sound::Move);
            }
            Command::Act(_, Action::Left | Action::Right)
                if !matches!(row, Row::ToSettings | Row::Defaults | Row::Scores) =>
            {
                self.ear.hear(Sound::Turn);
            }
            command if is_start(command) && matches!(row, Row::Defaults | Row::Scores) => {
                self.ear.hear(Sound::Turn);
            }
            _ => {}
        }
        match command {
            Command::Act(_, Action::Turn(Turn::Clockwise)) => self.select_row(row.beside(false)),
            Command::Act(_, Action::SoftDrop) => self.select_row(row.beside(true)),
            Command::Act(_, Action::Left) => self.choices.change(row, false),
            Command::Act(_, Action::Right) => self.choices.change(row, true),
            command if row == Row::Keys && is_start(command) => self.open_set_keys(),
            command if row == Row::Defaults && is_start(command) => {
                self.choices.restore();
                self.clear_set_keys();
            }
            command if row == Row::Scores && is_start(command) => self.clear_scores(),
            command if is_start(command) && is_menu => self.page = Page::Settings(Row::Das),
            command if is_start(command) => self.leave_settings(),
            _ => {}
        }
    }

    /// The current scene.
    pub fn page(&self) -> Page {
        match &self.table {
            None => self.page,
            Some(_) if self.countdown > 0 && self.is_recorded() => Page::Keys(self.countdown),
            Some(_) if self.countdown > 0 => Page::Countdown(self.countdown),
            Some(table) => match table.scene() {
                Scene::Title => Page::Title,
                Scene::Play => Page::Play,
                Scene::Paused => self.halt.page(),
                Scene::GameOver => Page::GameOver,
            },
        }
    }

    /// The values of menu and settings, in a recorded game those of that game.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// True if two players play.
    pub fn is_two(&self) -> bool {
        matches!(self.table, Some(Table::Two(_)))
    }

    /// True if player 2 has the keypad in the game of two.
    pub fn has_keypad(&self) -> bool {
        self.is_two() && self.keypad
    }

    fn map(&self) -> Map {
        match self.page() {
            Page::SetKeys(entry) => entry.list.map(),
            _ => self.map_of(self.is_two()),
        }
    }

    fn map_of(&self, is_two: bool) -> Map {
        match (is_two, self.keypad) {
            (false, _) => Map::One,
            (true, false) => Map::Split,
            (true, true) => Map::Keypad,
        }
    }

    /// Meaning of the keys now. Set keys act in a game under way, also in a recorded one, and on
    /// the page on which they are set.
    fn layout(&self) -> Layout {
        use Page::{Countdown, Keys, Play, Wait};
        let is_under_way = matches!(self.page(), Countdown(_) | Keys(_) | Play | Wait(_));
        let is_page = matches!(self.page(), Page::SetKeys(_));
        Layout {
            map: self.map(),
            set_keys: (is_under_way || is_page).then_some(self.set_keys),
        }
    }

    /// Command of a key that is pressed now.
    fn command(&self, key: KeyCode) -> Option<Command> {
        let layout = self.layout();
        let command = match layout.set_keys {
            Some(_) => layout.command(key),
            None => menu_command(key, layout.map),
        };
        command.map(|command| self.meaning(command))
    }

    /// The players of the game.
    pub fn sides(&self) -> &'static [Side] {
        match self.table {
            None => &[],
            Some(Table::One(_)) => &[Side::One],
            Some(Table::Two(_)) => &Side::BOTH,
        }
    }

    /// A player, if the game has one on this side.
    pub fn player(&self, side: Side) -> Option<&Player> {
        match &self.table {
            Some(Table::One(game)) if side == Side::One => Some(game.player()),
            Some(Table::Two(game)) => Some(game.player(side)),
            _ => None,
        }
    }

    /// Events of a player since the last call.
    pub fn take_events(&mut self, side: Side) -> Vec<Event> {
        std::mem::take(&mut self.events[side as usize])
    }

    /// Outcome of a match that has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.table {
            Some(Table::Two(game)) => game.outcome(),
            _ => None,
        }
    }
}

/// Enter, or Space where it is not a hard drop.
fn is_start(command: Command) -> bool {
    matches!(command, Command::Space | Command::Act(_, Action::Start))
}

#[cfg(test)]
mod tests;
