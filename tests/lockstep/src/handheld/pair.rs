//! The whole game in hardware and the golden model, compared.

use super::gates::{Gates, BEAT_CYCLES, CLOCK_HZ};
use crate::falling_blocks::{Difference, State};
use gatefall_games::handheld::TICKS_HZ;
use gatefall_golden::handheld::{draw, tiles, Button, Extras, Handheld, Page, Tiles, BEATS, WIDTH};
use gatefall_golden::BagChecker;
use gatefall_netlist::Netlist;
use gatefall_widgets::display::Panel;

/// Beats until the panel is initialised.
const WAKE_BEATS: u64 = 1050 * TICKS_HZ * BEATS as u64 / 1000;
/// Clocks of the panel for a tile.
const TILE_BITS: u64 = 8 * 139 + 8;
/// Surplus tiles: a change in the middle of a pass of the composer shows pieces twice or not at
/// all.
const TILES_IN_VAIN: u64 = 16;
/// Cycles of two passes and of the engine's work before.
const NOTICE_CYCLES: u64 = 12_000;

/// Both sides of the comparison.
pub struct Pair {
    gates: Gates,
    model: Handheld,
    bags: BagChecker,
    down: [bool; 8],
    name: String,
    /// Number of beats, and the beat after which the panel must show the new picture.
    beats: u64,
    shown: u64,
    page: Page,
    tiles: Tiles,
    cycles_of_tile: u64,
    is_new_picture: bool,
    pictures: u64,
    /// Beats since the sound was muted.
    mute: u64,
}

impl Pair {
    /// Both sides at power-up.
    pub fn new(name: &str, panel: Panel, extras: Extras) -> Self {
        Self::changed(name, panel, extras, |netlist| netlist)
    }

    /// The same with a change of the hardware's netlist.
    pub fn changed(
        name: &str,
        panel: Panel,
        extras: Extras,
        change: impl FnOnce(Netlist) -> Netlist,
    ) -> Self {
        let model = Handheld::new(extras);
        let halves = CLOCK_HZ.div_ceil(2 * panel.max_clock_hz);
        let cycles_of_tile = TILE_BITS * 2 * halves;
        let tiles = tiles(&model);
        let mut pair = Self {
            gates: Gates::changed(panel, extras, change),
            model,
            bags: BagChecker::default(),
            down: [false; 8],
            name: name.to_owned(),
            beats: 0,
            shown: WAKE_BEATS,
            page: Page::Splash,
            tiles,
            cycles_of_tile,
            is_new_picture: true,
            pictures: 0,
            mute: 0,
        };
        pair.expect_changes(tiles.as_flattened().len() as u64);
        pair
    }

    /// The model.
    pub fn model(&self) -> &Handheld {
        &self.model
    }

    /// The model, to take its events.
    pub fn model_mut(&mut self) -> &mut Handheld {
        &mut self.model
    }

    /// The hardware.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// Beats and compared pictures since power-up.
    pub fn counts(&self) -> [u64; 2] {
        [self.beats, self.pictures]
    }

    /// Presses or releases a button.
    pub fn set(&mut self, button: Button, is_down: bool) {
        self.down[button as usize] = is_down;
        self.gates.set_button(button, is_down);
    }

    /// Runs beats on both sides.
    ///
    /// # Errors
    /// If the sides differ after one of them.
    pub fn run(&mut self, beats: u64) -> Result<(), Box<Difference>> {
        (0..beats).try_for_each(|_| self.beat())
    }

    /// Runs beats until the panel must show the new picture, and compares it.
    ///
    /// # Errors
    /// As [`Pair::run`].
    pub fn show(&mut self) -> Result<(), Box<Difference>> {
        while self.is_new_picture {
            self.beat()?;
        }
        Ok(())
    }

    fn beat(&mut self) -> Result<(), Box<Difference>> {
        let level = self.down[self.model.looks_at() as usize];
        let begins = self.model.begins(level);
        let acts = self.model.acts(level);
        let was_mute = self.model.is_mute();
        if begins {
            self.gates.new_game();
            self.model.forget_supply();
            self.bags = BagChecker::default();
        }
        self.gates.beat();
        self.beats += 1;
        if !acts {
            self.model.beat(level);
        } else {
            self.gates.settle()?;
            self.act(level, begins)?;
        }
        self.check_silence(was_mute)?;
        self.check_picture()
    }

    /// Supplies the hardware's random values to the model, which checks them, advances the model,
    /// and compares.
    fn act(&mut self, level: bool, begins: bool) -> Result<(), Box<Difference>> {
        if !begins && !self.model.has_game() {
            self.model.beat(level);
            return Ok(());
        }
        let (gates, drawn) = self.gates.look()?;
        for shape in drawn.shapes {
            let checked = self.bags.check(shape);
            checked.map_err(|error| Difference::drawn(&self.name, &error))?;
            self.model.supply(shape);
        }
        self.model.beat(level);
        let model = State::of(self.model.player(), self.model.has_ended());
        if gates == model {
            return Ok(());
        }
        Difference::unless_equal(&self.place("the game"), &gates, &model)
    }

    /// Muted sound is silent from the second beat on. The recording of the first may have begun
    /// before.
    fn check_silence(&mut self, was_mute: bool) -> Result<(), Box<Difference>> {
        let is_silent = self.gates.is_silent();
        self.mute = match was_mute && self.model.is_mute() {
            true => self.mute + 1,
            false => 0,
        };
        if is_silent || self.mute < 2 {
            return Ok(());
        }
        let what = self.place("whether there is silence");
        Difference::unless_equal(&what, &is_silent, &true)
    }

    /// Sets the beat after which this number of tiles has been sent.
    fn expect_changes(&mut self, tiles: u64) {
        let cycles = (tiles + TILES_IN_VAIN) * self.cycles_of_tile + NOTICE_CYCLES;
        let beats = cycles.div_ceil(BEAT_CYCLES);
        self.shown = self.shown.max(self.beats) + beats;
        self.is_new_picture = true;
    }

    fn check_picture(&mut self) -> Result<(), Box<Difference>> {
        let before = std::mem::replace(&mut self.tiles, tiles(&self.model));
        let pairs = before.as_flattened().iter().zip(self.tiles.as_flattened());
        let page = std::mem::replace(&mut self.page, self.model.page());
        let changed = pairs.filter(|(before, now)| before != now).count() as u64;
        if page != self.page {
            // All tiles are sent, after those that change before the composer detects the new page.
            self.expect_changes(changed + self.tiles.as_flattened().len() as u64);
        } else if changed > 0 {
            // A picture that is composed while the engine works is incomplete and sent again.
            self.expect_changes(2 * changed);
        }
        if let Some(fault) = self.gates.fault() {
            let what = self.place("what the panel is sent");
            return Difference::unless_equal(&what, &fault, &"what it takes".to_owned());
        }
        if !self.is_new_picture || self.beats < self.shown {
            return Ok(());
        }
        self.is_new_picture = false;
        self.pictures += 1;
        let (gates, model) = (self.gates.picture(), draw(&self.model));
        let is_wrong = |&place: &usize| gates[place] != model[place];
        let wrong: Vec<usize> = (0..model.len()).filter(is_wrong).collect();
        let Some(&place) = wrong.first() else {
            return Ok(());
        };
        let what = self.place(&format!(
            "the picture of {:?}: {} dots, the first at {}, {}, which",
            self.model.page(),
            wrong.len(),
            place % WIDTH,
            place / WIDTH
        ));
        let [gates, model] = [gates, model].map(|picture| format!("{:?}", picture[place]));
        Difference::unless_equal(&what, &gates, &model)
    }

    /// Describes a difference and its time.
    fn place(&self, what: &str) -> String {
        format!("{}, after {} beats: {what}", self.name, self.beats)
    }
}
