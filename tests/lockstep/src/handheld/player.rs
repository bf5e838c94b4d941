//! Automatic player of the handheld: with an aim at times, and with random presses at others.

use super::pair::Pair;
use crate::falling_blocks::{best_rest, rests, Aim, Difference, Move, Played, Rest};
use fastrand::Rng;
use gatefall_games::handheld::PANEL;
use gatefall_golden::handheld::{Button, Extras, Page, BEATS};
use gatefall_golden::{Piece, Turn};
use gatefall_netlist::Netlist;

/// Beats in which every button is sampled.
const TURN: u64 = 8;
/// Moves after which a piece is dropped at any position.
const MOST_MOVES: usize = 40;

/// A player, and the game on both sides.
pub struct RandomPlayer {
    pair: Pair,
    random: Rng,
    /// True if B was held at power-up.
    is_exchanged: bool,
    played: Played,
}

impl RandomPlayer {
    /// A player of a game after power-up, with B held or not. The seed determines the bouncing of
    /// the contacts.
    ///
    /// # Errors
    /// If hardware and model differ. The same holds for the following methods.
    pub fn new(mut pair: Pair, seed: u64, is_exchanged: bool) -> Result<Self, Box<Difference>> {
        pair.set(Button::B, is_exchanged);
        pair.run(TURN)?;
        pair.set(Button::B, false);
        Ok(Self {
            pair,
            random: Rng::with_seed(seed),
            is_exchanged,
            played: Played::default(),
        })
    }

    /// A random player who switches the game on and begins to play. A seed that is a multiple of 3
    /// is of the build without extras.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn at_random(seed: u64) -> Result<Self, Box<Difference>> {
        Self::at_random_changed(seed, |netlist| netlist)
    }

    /// The same with a change of the hardware's netlist.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn at_random_changed(
        seed: u64,
        change: impl FnOnce(Netlist) -> Netlist,
    ) -> Result<Self, Box<Difference>> {
        let has_extras = !seed.is_multiple_of(3);
        let extras = Extras {
            start_level: has_extras,
            best_score: has_extras,
            alarm: has_extras,
        };
        let name = format!("handheld, seed {seed}");
        let pair = Pair::changed(&name, PANEL, extras, change);
        let is_exchanged = Rng::with_seed(seed).u32(0..4) == 0;
        let mut player = Self::new(pair, seed, is_exchanged)?;
        player.fumble(4)?;
        player.wait_for_title()?;
        player.choose_level()?;
        player.start()?;
        Ok(player)
    }

    /// Plays at random until another piece has locked.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn place(&mut self) -> Result<(), Box<Difference>> {
        let placements = self.played.placements;
        while self.played.placements == placements {
            self.play_some()?;
        }
        Ok(())
    }

    /// Both sides.
    pub fn pair(&mut self) -> &mut Pair {
        &mut self.pair
    }

    /// Beats and compared pictures.
    pub fn counts(&self) -> [u64; 2] {
        self.pair.counts()
    }

    /// Counts of compared play.
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// Runs beats.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn wait(&mut self, beats: u64) -> Result<(), Box<Difference>> {
        self.pair.run(beats)?;
        for event in self.pair.model_mut().take_events() {
            self.played.count(event);
        }
        Ok(())
    }

    /// The button with the usual meaning of this one.
    fn position(&self, button: Button) -> Button {
        if !self.is_exchanged {
            return button;
        }
        match button {
            Button::Left => Button::B,
            Button::Right => Button::A,
            Button::Down => Button::M2,
            Button::Up => Button::M1,
            Button::A => Button::Right,
            Button::B => Button::Left,
            Button::M2 => Button::Down,
            Button::M1 => Button::Up,
        }
    }

    /// Presses or releases a button. Its contact bounces until all buttons have been sampled.
    fn change(&mut self, button: Button, is_down: bool) -> Result<(), Box<Difference>> {
        let position = self.position(button);
        for _ in 0..self.random.u64(0..TURN) {
            let level = self.random.bool();
            self.pair.set(position, level);
            self.wait(1)?;
        }
        self.pair.set(position, is_down);
        Ok(())
    }

    /// Presses and releases a button.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn tap(&mut self, button: Button) -> Result<(), Box<Difference>> {
        for is_down in [true, false] {
            self.change(button, is_down)?;
            let beats = self.random.u64(TURN..2 * TURN);
            self.wait(beats)?;
        }
        Ok(())
    }

    /// The falling piece.
    pub fn piece(&self) -> Option<Piece> {
        let falling = self.pair.model().player().falling();
        falling.map(|falling| falling.piece())
    }

    /// Makes a move.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn step(&mut self, step: Move) -> Result<(), Box<Difference>> {
        self.tap(match step {
            Move::Left => Button::Left,
            Move::Right => Button::Right,
            Move::Down => Button::Down,
            Move::Turn(Turn::Clockwise) => Button::A,
            Move::Turn(Turn::Counter) => Button::B,
        })
    }

    /// Moves the falling piece to the best position for the aim, as far as gravity allows. The rest
    /// of the path is a straight fall.
    fn bring(&mut self, aim: Aim) -> Result<(), Box<Difference>> {
        let Some(target) = self.piece().and_then(|piece| self.best(piece, aim)) else {
            return Ok(());
        };
        for _ in 0..MOST_MOVES {
            let Some(piece) = self.piece() else {
                break;
            };
            let board = self.pair.model().player().board();
            let is_target =
                |rest: &Rest| rest.piece == target.piece && rest.is_spin == target.is_spin;
            let way = rests(board, piece).into_iter().find(is_target);
            let way = way.map_or(Vec::new(), |rest| rest.path);
            match way.first() {
                Some(&step) if way.iter().any(|step| *step != Move::Down) => self.step(step)?,
                _ => break,
            }
        }
        Ok(())
    }

    fn best(&self, piece: Piece, aim: Aim) -> Option<Rest> {
        best_rest(self.pair.model().player().board(), piece, aim)
    }

    /// Drops the falling piece at the best position for the aim, and waits for the next one.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn put(&mut self, aim: Aim) -> Result<(), Box<Difference>> {
        self.bring(aim)?;
        self.tap(Button::Up)?;
        self.wait_for_piece()
    }

    fn wait_for_piece(&mut self) -> Result<(), Box<Difference>> {
        while self.pair.model().page() == Page::Play && self.piece().is_none() {
            self.wait(1)?;
        }
        Ok(())
    }

    /// Begins a game from the title or after an end.
    ///
    /// # Errors
    /// As [`RandomPlayer::new`].
    pub fn start(&mut self) -> Result<(), Box<Difference>> {
        self.wait_for_title()?;
        self.tap(Button::M1)
    }

    fn wait_for_title(&mut self) -> Result<(), Box<Difference>> {
        while self.pair.model().page() == Page::Splash {
            self.wait(1)?;
        }
        Ok(())
    }

    /// Presses left or right a few times, and looks at the level.
    fn choose_level(&mut self) -> Result<(), Box<Difference>> {
        let button = match self.random.bool() {
            true => Button::Right,
            false => Button::Left,
        };
        for _ in 0..self.random.u32(0..5) {
            self.tap(button)?;
        }
        self.pair.show()
    }

    /// Presses, holds and releases random buttons.
    fn fumble(&mut self, steps: u64) -> Result<(), Box<Difference>> {
        let mut down = [false; 8];
        for _ in 0..steps {
            let index = self.random.usize(0..Button::ALL.len());
            // Pauses are made separately.
            if Button::ALL[index] != Button::M1 {
                down[index] ^= true;
                self.change(Button::ALL[index], down[index])?;
            }
            let beats = self.random.u64(1..3 * BEATS as u64);
            self.wait(beats)?;
        }
        for (button, _) in Button::ALL.into_iter().zip(down).filter(|(_, down)| *down) {
            self.change(button, false)?;
        }
        self.wait(TURN)
    }

    fn pause(&mut self) -> Result<(), Box<Difference>> {
        self.tap(Button::M1)?;
        if self.random.bool() {
            self.fumble(4)?;
        } else {
            self.pair.show()?;
        }
        self.tap(Button::M1)
    }

    /// Holds M2 for a second.
    fn mute(&mut self) -> Result<(), Box<Difference>> {
        self.change(Button::M2, true)?;
        self.wait(61 * BEATS as u64)?;
        self.change(Button::M2, false)?;
        self.wait(TURN)
    }

    /// Plays a piece, or makes other inputs for a while.
    fn play_some(&mut self) -> Result<(), Box<Difference>> {
        if self.pair.model().page() == Page::GameOver {
            self.pair.show()?;
            self.fumble(3)?;
            self.choose_level()?;
            return self.start();
        }
        let aim = Aim::after(self.played.placements);
        match self.random.u32(0..60) {
            0..4 => self.fumble(20),
            4 => self.mute(),
            5..8 => self.pause(),
            8..12 => self.tap(Button::M2),
            12..16 => self.pair.show(),
            16 => {
                // The piece is not dropped.
                let placements = self.played.placements;
                while self.pair.model().page() == Page::Play && self.played.placements == placements
                {
                    self.wait(BEATS as u64)?;
                }
                Ok(())
            }
            17..21 => {
                self.bring(aim)?;
                self.fumble(3)
            }
            _ => self.put(aim),
        }
    }
}
