//! The pause: its menu, its settings, and the wait after it; and the key that begins a game again.

use super::commands::{Command, Map};
use super::entry::{Entry, RESTART_TICKS, WAIT};
use super::keyboard::Layout;
use super::{is_start, Arcade, Halt, Page, Row, Sound, Table};
use crate::{Action, Side, Turn};

impl Arcade {
    pub(super) fn pause(&mut self) {
        self.press(Side::One, Action::Pause);
        self.halt = Halt::Menu(Entry::Resume);
    }

    /// Handles a press in the menu of a pause that begins no game.
    pub(super) fn obey_in_pause(&mut self, entry: Entry, command: Command) {
        match command {
            Command::Act(_, Action::Pause | Action::Title) => self.wait(),
            Command::Act(_, Action::Turn(Turn::Clockwise)) => self.select(entry.beside(false)),
            Command::Act(_, Action::SoftDrop) => self.select(entry.beside(true)),
            command if is_start(command) => match entry {
                Entry::Resume => self.wait(),
                Entry::Settings => self.halt = Halt::Settings(Row::Das),
                Entry::Title => self.leave(),
                Entry::Restart => {}
            },
            _ => {}
        }
    }

    fn select(&mut self, entry: Entry) {
        self.halt = Halt::Menu(entry);
        self.ear.hear(Sound::Move);
    }

    fn wait(&mut self) {
        self.halt = Halt::Wait(WAIT);
        self.hold_what_is_down();
        self.ear.hear(Sound::Count);
    }

    /// Handles a press in the wait after a pause.
    pub(super) fn obey_in_wait(&mut self, command: Command) {
        match command {
            Command::Act(_, Action::Pause | Action::Title) => {
                self.halt = Halt::Menu(Entry::Resume);
            }
            Command::Act(_, Action::Start) => self.end_wait(),
            _ => {}
        }
    }

    /// Handles a tick of the wait after a pause.
    pub(super) fn tick_of_wait(&mut self, ticks: u32) {
        match ticks - 1 {
            0 => self.end_wait(),
            left => self.halt = Halt::Wait(left),
        }
    }

    /// The game goes on, with the settings that were changed meanwhile.
    fn end_wait(&mut self) {
        let settings = self.choices.settings();
        match &mut self.table {
            Some(Table::One(game)) => game.change_settings(settings),
            Some(Table::Two(game)) => game.change_settings(settings),
            None => {}
        }
        self.press(Side::One, Action::Pause);
        self.lights.begin();
        self.ear.hear(Sound::Go);
    }

    /// A direction that is pressed while the game stands still is held when it goes on.
    pub(super) fn follow_direction(&mut self, command: Command) {
        if let Command::Act(side, action @ (Action::Left | Action::Right | Action::SoftDrop)) =
            command
        {
            self.press(side, action);
        }
    }

    fn holds_restart(&self) -> bool {
        use Page::{Countdown, Paused, Play, Wait};
        let is_in_game = matches!(self.page(), Countdown(_) | Play | Paused(_) | Wait(_));
        let layout = Layout::plain(Map::One);
        is_in_game && !self.is_two() && self.keyboard.is_down(layout, Command::Restart)
    }

    /// True if a tick that comes now begins the game again.
    pub(super) fn restarts(&self) -> bool {
        self.holds_restart() && self.restart_ticks + 1 == RESTART_TICKS
    }

    /// Counts a tick for the key. It counts until it is up.
    pub(super) fn count_restart(&mut self) {
        if self.holds_restart() {
            self.restart_ticks = (self.restart_ticks + 1).min(RESTART_TICKS);
        }
    }

    /// Forgets the ticks of the key when it is up or there is no game to begin again.
    pub(super) fn notice_restart_key(&mut self) {
        if !self.holds_restart() {
            self.restart_ticks = 0;
        }
    }
}
