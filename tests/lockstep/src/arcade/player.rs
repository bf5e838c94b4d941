//! Automatic player at the keyboard and the gamepads: plays well enough for long games, and also
//! makes unusual inputs.

mod hands;

use super::keys::{key, key_of_code, Control, ALONE, BEGIN, IDLE, OF_KEYPAD, OF_PAD, PLAY, SPELL};
use super::pair::{Failure, Pair};
use super::step::Step;
use crate::falling_blocks::{best_rest, Aim};
use gatefall_devices::{Key, RATES_HZ};
use gatefall_golden::arcade::{KeyEntry, KeyList, SetKeys, TITLE_TICKS};
use gatefall_golden::{Action, Arcade, Entry, Mode, PadButton, Page, Row, Shape, Side};
use std::collections::VecDeque;

/// Manner of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Places pieces with an aim.
    Aims(Aim),
    /// Presses and holds random keys.
    Wild,
    /// Only drops.
    Drops,
}

/// Plays the session of a seed on both sides, from power-up.
///
/// # Errors
/// If the sides differ.
pub fn play(pair: &mut Pair, seed: u64) -> Result<(), Box<Failure>> {
    let mut player = RandomPlayer::new(seed);
    pair.switch_on();
    while let Some(step) = player.next(pair.model()) {
        pair.step(step)?;
    }
    Ok(())
}

/// True for a sprint that should be played to its end.
fn is_close_to_a_goal(arcade: &Arcade) -> bool {
    let is_sprint = !arcade.is_two() && arcade.mode_of_one() == Mode::Sprint;
    let lines = arcade
        .player(Side::One)
        .map(|player| player.tally().lines());
    is_sprint && arcade.page() == Page::Play && lines > Some(20)
}

/// One in this number of plans compares a picture.
fn odds_of_a_picture(arcade: &Arcade) -> u32 {
    let rows_clear = |&side: &Side| {
        let player = arcade.player(side);
        player.is_some_and(|player| player.clear_ticks() > 0)
    };
    match arcade.page() {
        Page::Title | Page::Paused(_) | Page::GameOver => 3,
        Page::Countdown(_) | Page::Wait(_) | Page::Keys(_) => 4,
        Page::Menu(_) | Page::Settings(_) | Page::SetKeys(_) => 10,
        Page::Play if arcade.sides().iter().any(rows_clear) => 15,
        Page::Play => 30,
    }
}

/// The player of a session. Its inputs depend on the seed and the model.
pub struct RandomPlayer {
    random: fastrand::Rng,
    skills: [Skill; 2],
    is_two: bool,
    /// Planned steps of each player.
    plans: [VecDeque<Step>; 2],
    down: Vec<Control>,
    /// Pads that are used besides the keyboard.
    has_pad: [bool; 2],
    /// Pieces until the session ends.
    pieces_left: u32,
    /// Presses until a game is begun.
    presses_left: u32,
}

impl RandomPlayer {
    /// The player of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let skills = [
            Skill::Aims(Aim::Low),
            Skill::Aims(Aim::Low),
            Skill::Aims(Aim::FourRows),
            Skill::Aims(Aim::FourRows),
            Skill::Aims(Aim::Spins),
            Skill::Aims(Aim::Spins),
            Skill::Wild,
            Skill::Drops,
        ];
        let mut skill = || skills[random.usize(0..skills.len())];
        let skills = [skill(), skill()];
        // A byte on the cable takes as long as ten that are put into the receiver, so only a third
        // of the rates is used.
        let rate = match random.u32(0..8) {
            0 => random.u64(RATES_HZ),
            _ => 0,
        };
        let rate = if rate % 3 == 0 { rate } else { 0 };
        Self {
            skills,
            is_two: random.bool(),
            plans: [[Step::Rate(rate)].into(), VecDeque::new()],
            down: Vec::new(),
            // Held buttons make each tick longer.
            has_pad: [random.u32(0..4) == 0, random.u32(0..4) == 0],
            pieces_left: random.u32(40..240),
            presses_left: 0,
            random,
        }
    }

    /// The same player with this manner of play on both sides.
    #[must_use]
    pub fn with_skill(mut self, skill: Skill) -> Self {
        self.skills = [skill; 2];
        self
    }

    /// The next step. `None` when the session is over.
    pub fn next(&mut self, arcade: &Arcade) -> Option<Step> {
        let first = self.random.usize(0..2);
        for side in [first, 1 - first] {
            if let Some(step) = self.plans[side].pop_front() {
                return Some(self.follow(step));
            }
        }
        if self.pieces_left == 0 && !is_close_to_a_goal(arcade) {
            return None;
        }
        // A picture takes as long as a hundred ticks.
        if self.chance(odds_of_a_picture(arcade)) {
            if self.chance(2) {
                let ticks = self.random.usize(1..8);
                self.plan(Side::One, [Step::Drum]);
                self.plan(Side::One, [Step::Tick; 7].into_iter().take(ticks));
            }
            self.plan(Side::One, [Step::Frame]);
            return self.next(arcade);
        }
        match arcade.page() {
            Page::Title => self.begin(),
            Page::Menu(row) | Page::Settings(row) => self.choose(row),
            Page::SetKeys(_) => self.set_keys(),
            Page::Countdown(ticks) => self.wait_for_play(arcade, ticks),
            Page::Keys(_) | Page::Play if arcade.is_recorded() => self.watch(),
            Page::Keys(_) | Page::Play => {
                for &side in arcade.sides() {
                    self.play(arcade, side);
                }
            }
            Page::Paused(entry) => self.pass_a_pause(arcade, entry),
            Page::Wait(ticks) => self.wait_after_a_pause(ticks),
            Page::GameOver => self.leave_the_end(arcade),
        }
        self.next(arcade)
    }

    /// Tracks the keys that are down.
    fn follow(&mut self, step: Step) -> Step {
        match step {
            Step::Press(key) | Step::Meet(key, _) => self.down.push(Control::Key(key)),
            Step::Pad(side, button, true) => self.down.push(Control::Pad(side, button)),
            Step::Release(key) => self.lift(Control::Key(key)),
            Step::Pad(side, button, false) => self.lift(Control::Pad(side, button)),
            _ => {}
        }
        step
    }

    fn lift(&mut self, control: Control) {
        self.down.retain(|&down| down != control);
    }

    /// Sets the clock of an ultra close to its end, to save time.
    fn turn_the_clock(&mut self, arcade: &Arcade) {
        let is_ultra = !arcade.is_two() && arcade.mode_of_one() == Mode::Ultra;
        if is_ultra && self.chance(40) {
            let hundredths = self.random.u32(17_800..18_000);
            self.plan(Side::One, [Step::Clock(hundredths)]);
        }
    }

    fn chance(&mut self, of: u32) -> bool {
        self.random.u32(0..of) == 0
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.usize(0..of.len())]
    }

    fn plan(&mut self, side: Side, steps: impl IntoIterator<Item = Step>) {
        self.plans[side as usize].extend(steps);
    }

    fn ticks(&mut self, side: Side, count: u32) {
        self.plan(side, (0..count).map(|_| Step::Tick));
    }

    fn tap_key(&mut self, side: Side, name: &str) {
        let key = key(name);
        self.plan(side, [Step::Press(key), Step::Release(key)]);
    }

    /// Taps a button of the first pad.
    fn tap_pad(&mut self, button: PadButton) {
        let button = Control::Pad(Side::One, button);
        self.plan(Side::One, [button.press(), button.release()]);
    }

    fn key_of(&mut self, arcade: &Arcade, side: Side, action: Action) -> Control {
        let index = PLAY.iter().position(|&known| known == action);
        let index = index.expect("an action of play");
        if self.has_pad[side as usize] && self.random.bool() {
            return Control::Pad(side, self.any(OF_PAD[index]));
        }
        if arcade.has_keypad() {
            return Control::Key(key(OF_KEYPAD[side as usize][index]));
        }
        let list = match (arcade.is_two(), side) {
            (false, _) => KeyList::One,
            (true, Side::One) => KeyList::SplitOne,
            (true, Side::Two) => KeyList::SplitTwo,
        };
        let (entry, set_keys) = (KeyEntry { list, action }, arcade.set_keys());
        Control::Key(match set_keys.get(entry) {
            None if list == KeyList::One => key(self.any(ALONE[index])),
            _ => key_of_code(set_keys.shown(entry)),
        })
    }

    fn tap(&mut self, arcade: &Arcade, side: Side, action: Action) {
        let key = self.key_of(arcade, side, action);
        self.plan(side, [key.press(), key.release()]);
    }

    /// In a recorded game.
    fn watch(&mut self) {
        let ticks = self.random.u32(1..300);
        self.ticks(Side::One, ticks);
        if self.chance(8) {
            let name = self.any(&[
                "Space", "Left", "J", "K", "Esc", "P", "Enter", "F1", "F3", "H",
            ]);
            self.tap_key(Side::One, name);
        }
    }

    fn begin(&mut self) {
        if self.chance(40) {
            return self.ticks(Side::One, TITLE_TICKS);
        }
        let clocks = self.random.u64(1..200_000);
        self.plan(Side::One, [Step::Wait(clocks)]);
        if self.chance(4) {
            let name = self.any(&["P", "Q", "Keypad1", "F1", "F2", "F3", "F4", "G"]);
            self.tap_key(Side::One, name);
        }
        self.presses_left = self.random.u32(0..40);
        if self.has_pad[0] && self.random.bool() {
            let to_list = [PadButton::Left, PadButton::Right];
            let begins = [PadButton::Down, PadButton::Up][usize::from(self.is_two)];
            let button = self.any(&[to_list[0], to_list[1], begins, PadButton::Start]);
            return self.tap_pad(button);
        }
        let name = match self.chance(2) {
            true => self.any(&["Left", "J", "D"]),
            false => self.any(BEGIN[usize::from(self.is_two)]),
        };
        self.tap_key(Side::One, name);
    }

    /// In the menu or the settings: changes values for a while, then starts.
    fn choose(&mut self, row: Row) {
        if row == Row::Das && self.chance(8) {
            return self.open_set_keys();
        }
        let is_menu = Row::MENU.contains(&row);
        self.presses_left = self.presses_left.saturating_sub(1);
        if self.presses_left > 0 && self.has_pad[0] && self.random.bool() {
            use PadButton::{Down, Left, Right, Select, Start, Up, A, L};
            let button = self.any(&[Up, Down, Down, Left, Right, Right, Select, A, L]);
            let is_start = row != Row::ToSettings && self.chance(20);
            return self.tap_pad(if is_start { Start } else { button });
        }
        let name = match (self.presses_left, is_menu) {
            (0, true) => self.any(&["1", "2", "Enter", "Enter"]),
            (0, false) if row == Row::Keys => "Esc",
            (0, false) => self.any(&["Enter", "Esc", "Space"]),
            _ if row == Row::ToSettings => self.any(&["Enter", "Space", "I", "K", "Left"]),
            _ if self.chance(60) => "Esc",
            _ => self.any(&["I", "K", "K", "Down", "J", "L", "Left", "Right", "L"]),
        };
        // The keyboard repeats a held key.
        for _ in 0..self.any(&[0, 0, 0, 0, 0, 1, 3]) {
            self.plan(Side::One, [Step::Press(key(name))]);
        }
        self.tap_key(Side::One, name);
        if self.presses_left == 0 && row == Row::ToSettings {
            // Enter would open the settings again.
            self.plans[0].clear();
            self.tap_key(Side::One, "1");
        }
    }

    /// From the first row of the settings to the page that sets the keys.
    fn open_set_keys(&mut self) {
        for name in ["I", "I", "I", "Enter"] {
            self.tap_key(Side::One, name);
        }
    }

    /// On the page that sets the keys: presses any keys, then mostly leaves it.
    fn set_keys(&mut self) {
        let keys: Vec<Key> = Key::all().filter(|key| key.name() != "Esc").collect();
        for _ in 0..self.any(&[0, 2, 5, 30]) {
            let key = match self.chance(3) {
                true => key("Enter"),
                false => self.any(&keys),
            };
            if self.chance(8) {
                // It is repeated.
                self.plan(Side::One, [Step::Press(key)]);
            }
            self.plan(Side::One, [Step::Press(key), Step::Release(key)]);
        }
        if self.has_pad[0] && self.chance(2) {
            let button = self.any(&PadButton::ALL);
            self.tap_pad(button);
        }
        if !self.chance(4) {
            self.tap_key(Side::One, "Esc");
        }
    }

    /// In the countdown: presses keys that have an effect later or none.
    fn wait_for_play(&mut self, arcade: &Arcade, ticks: u32) {
        if self.chance(3) {
            let action = self.any(&PLAY);
            let side = self.any(arcade.sides());
            let key = self.key_of(arcade, side, action);
            let first = self.random.u32(0..ticks);
            self.ticks(Side::One, first);
            self.plan(Side::One, [key.press()]);
            self.ticks(Side::One, ticks - first + 9);
            return self.plan(Side::One, [key.release()]);
        }
        if self.chance(50) {
            let name = self.any(&["Esc", "P", "Enter", "Space"]);
            self.tap_key(Side::One, name);
        }
        self.ticks(Side::One, ticks);
    }

    fn pass_a_pause(&mut self, arcade: &Arcade, entry: Entry) {
        for _ in 0..self.random.u32(0..5) {
            let action = self.any(&PLAY);
            let key = match self.chance(2) {
                true => self.key_of(arcade, Side::One, action),
                // A key of one player, which may have no meaning for two.
                false => {
                    let keys = self.any(&ALONE);
                    Control::Key(key(self.any(keys)))
                }
            };
            // It would choose the entry.
            if matches!(key, Control::Key(key) if key.name() == "Space") {
                continue;
            }
            let held = self.random.bool();
            self.plan(Side::One, [key.press(), Step::Tick]);
            if !held {
                self.plan(Side::One, [key.release()]);
            }
        }
        self.presses_left = self.random.u32(0..20);
        let enters = entry != Entry::Title || self.chance(8);
        match self.has_pad[0] && self.random.bool() && enters {
            true => self.tap_pad(PadButton::Start),
            false => {
                let name = self.any(&["P", "P", "Esc", "Enter", "Space", "I", "K"]);
                let is_choice = matches!(name, "Enter" | "Space");
                self.tap_key(Side::One, if is_choice && !enters { "K" } else { name });
            }
        }
        self.release_all();
    }

    /// In the wait after a pause.
    fn wait_after_a_pause(&mut self, ticks: u32) {
        if self.chance(4) {
            let first = self.random.u32(0..ticks);
            self.ticks(Side::One, first);
            let name = self.any(&["P", "Esc", "Enter", "Space", "J", "K"]);
            return self.tap_key(Side::One, name);
        }
        self.ticks(Side::One, ticks);
    }

    fn leave_the_end(&mut self, arcade: &Arcade) {
        // Some keys come before they are heard, and some just when they are.
        let count = match self.chance(2) {
            true => self.random.u32(1..4),
            false => self.random.u32(20..46),
        };
        self.ticks(Side::One, count);
        if arcade.is_naming() {
            return self.spell();
        }
        for _ in 0..self.random.u32(0..3) {
            let action = self.any(&[Action::Left, Action::HardDrop, Action::Hold]);
            let side = self.any(arcade.sides());
            let key = self.key_of(arcade, side, action);
            if !matches!(key, Control::Key(key) if ["Space", "Enter"].contains(&key.name())) {
                self.plan(Side::One, [key.press(), key.release()]);
            }
        }
        match self.has_pad[0] && self.random.bool() {
            true => self.tap_pad(PadButton::Start),
            false => {
                let name = self.any(&["Enter", "Space", "KeypadEnter", "Esc"]);
                self.tap_key(Side::One, name);
            }
        }
        self.pieces_left -= 1;
    }

    /// Releases all keys.
    fn release_all(&mut self) {
        let down = std::mem::take(&mut self.down);
        self.plan(Side::One, down.into_iter().map(Control::release));
    }

    /// Plans the steps of a player for a piece.
    fn play(&mut self, arcade: &Arcade, side: Side) {
        let Some(player) = arcade.player(side) else {
            return;
        };
        self.disturb(side);
        self.press_what_is_replaced(arcade, side);
        self.turn_the_clock(arcade);
        let Some(falling) = player.falling() else {
            // Rows are being cleared, or this player is out.
            let presses = self.any(&[0, 0, 0, 1, 1, 2, 3, 10]);
            for _ in 0..presses {
                let action = self.any(&PLAY);
                self.tap(arcade, side, action);
            }
            let count = self.random.u32(1..7);
            return self.ticks(side, count);
        };
        self.pieces_left = self.pieces_left.saturating_sub(1);
        let (fumbles, stalls) = (self.chance(12), self.chance(25));
        match self.skills[side as usize] {
            Skill::Drops => {
                self.drop(arcade, side);
                let count = self.random.u32(0..3);
                self.ticks(side, count);
            }
            Skill::Wild => self.fumble(arcade, side),
            Skill::Aims(_) if fumbles => self.fumble(arcade, side),
            Skill::Aims(_) if stalls => self.stall(arcade, side),
            Skill::Aims(aim) => {
                let is_t = falling.piece().shape == Shape::T;
                let keeps_t = aim == Aim::Spins && is_t && player.hold().is_none();
                if self.chance(8) || (keeps_t && self.chance(3)) {
                    // The swapped piece is aimed with the next plan.
                    self.tap(arcade, side, Action::Hold);
                    if !player.hold_used() {
                        return;
                    }
                }
                if let Some(rest) = best_rest(player.board(), falling.piece(), aim) {
                    self.go(arcade, side, &rest.path);
                }
                self.drop(arcade, side);
            }
        }
    }

    /// Plans keys while a name is entered.
    fn spell(&mut self) {
        for _ in 0..self.random.u32(1..5) {
            let name = self.any(&SPELL);
            match self.has_pad[0] && self.chance(4) {
                true => {
                    let button = self.any(&PadButton::ALL);
                    self.tap_pad(button);
                }
                false => self.tap_key(Side::One, name),
            }
        }
    }

    /// Presses a default key now and then, if there are set keys.
    fn press_what_is_replaced(&mut self, arcade: &Arcade, side: Side) {
        if *arcade.set_keys() != SetKeys::default() && self.chance(20) {
            let keys = self.any(&ALONE);
            let name = self.any(&[keys[0], keys[1], "Enter", "Slash"]);
            self.tap_key(side, name);
        }
    }

    /// Plans inputs that are no move: keys without a meaning, a pause, faults of the cable.
    fn disturb(&mut self, side: Side) {
        if self.chance(40) {
            let name = self.any(&IDLE);
            self.tap_key(side, name);
        }
        if self.chance(60) {
            self.tap_key(side, "P");
        }
        if self.has_pad[0] && self.chance(60) {
            let button = self.any(&[PadButton::Start, PadButton::Select]);
            self.tap_pad(button);
        }
        if self.chance(200) {
            let byte = self.any(&[0x3B, 0xF0, 0xE0, 0x1C]);
            self.plan(side, [Step::Damaged(byte)]);
            self.release_all();
        }
        if self.chance(100) {
            let byte = self.any(&[0xFA, 0xFE, 0xEE, 0xAA, 0xFF, 0x00]);
            self.plan(side, [Step::Byte(byte)]);
        }
        if self.chance(200) {
            self.tap_key(side, "Esc");
        }
        // Mostly not long enough to begin the game again.
        if self.chance(200) {
            let restart = key("R");
            let count = self.any(&[1, 12, 29, 30, 33]);
            self.plan(side, [Step::Press(restart)]);
            self.ticks(side, count);
            self.plan(side, [Step::Release(restart)]);
        }
    }
}
