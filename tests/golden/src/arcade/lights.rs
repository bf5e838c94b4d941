//! Screen effects: short flashes and continuous animations.

use crate::{Piece, Side};

/// Ticks for which the grid flashes when lines raise the level.
const FLASH_TICKS: u32 = 32;
/// Density of a new trail, and its decrease with each tick.
const TRAIL: [u32; 2] = [14, 2];
/// Ticks between two turns of the pieces on the title.
const TICKS_PER_TURN: u64 = 60;
/// Ticks for which the word for the start is shown.
const START_TICKS: u32 = 60;
/// Ticks of half a beat.
const BEAT_TICKS: u64 = 8;
/// Ticks of a pulse of the backdrop.
const PULSE_TICKS: u32 = 7;

/// Trail of a dropped piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trail {
    /// Player who dropped it.
    pub side: Side,
    /// Position of the piece.
    pub piece: Piece,
    /// Lit pixels of 16.
    pub density: u32,
}

/// Effects that change with ticks alone.
#[derive(Debug, Clone, Default)]
pub struct Lights {
    ticks: u64,
    trail: Option<Trail>,
    /// Ticks since the level rose.
    flash: Option<u32>,
    skin: u32,
    /// Remaining ticks of the word for the start.
    start: u32,
    /// A loud drum has begun since the last tick.
    has_drum: bool,
    pulse: u32,
}

impl Lights {
    /// Handles a tick, before its other effects. `skin` is the chosen skin. Without music no pulse
    /// begins.
    pub(super) fn tick(&mut self, skin: u32, has_music: bool) {
        self.ticks += 1;
        self.skin = skin;
        self.start = self.start.saturating_sub(1);
        self.pulse = match std::mem::take(&mut self.has_drum) && has_music {
            true => PULSE_TICKS,
            false => self.pulse.saturating_sub(1),
        };
        if let Some(trail) = &mut self.trail {
            trail.density = trail.density.saturating_sub(TRAIL[1]);
        }
        if let Some(ticks) = &mut self.flash {
            *ticks += 1;
        }
    }

    pub(super) fn drop(&mut self, side: Side, piece: Piece) {
        let density = TRAIL[0];
        self.trail = Some(Trail {
            side,
            piece,
            density,
        });
    }

    /// A countdown ends.
    pub(super) fn begin(&mut self) {
        self.start = START_TICKS;
    }

    pub(super) fn supply_drum(&mut self) {
        self.has_drum = true;
    }

    pub(super) fn rise(&mut self) {
        self.flash = Some(0);
    }

    /// The trail of the last drop.
    pub fn trail(&self) -> Option<Trail> {
        self.trail
    }

    /// True if the grid is lit: on for 4 ticks, off for 4, and so on.
    pub fn is_grid_lit(&self) -> bool {
        self.flash
            .is_some_and(|ticks| ticks < FLASH_TICKS && ticks % 8 < 4)
    }

    /// True in the first second after a countdown.
    pub fn has_just_begun(&self) -> bool {
        self.start > 0
    }

    /// True in the second half of the beat.
    pub fn beat(&self) -> bool {
        self.ticks % (2 * BEAT_TICKS) >= BEAT_TICKS
    }

    /// Remaining ticks of the pulse of the backdrop.
    pub fn pulse(&self) -> u32 {
        self.pulse
    }

    /// Quarter turns of the pieces on the title.
    pub fn turns(&self) -> u64 {
        self.ticks / TICKS_PER_TURN % 4
    }

    /// The skin, which changes at a tick.
    pub fn skin(&self) -> u32 {
        self.skin
    }
}
