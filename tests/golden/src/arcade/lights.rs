//! What lights up for a moment, and what turns by itself.

use crate::{Piece, Side};

/// Ticks that the grid flashes for when a level rises.
const FLASH_TICKS: u32 = 32;
/// Density of a new trail, and what it loses with each tick.
const TRAIL: [u32; 2] = [14, 2];
/// Pictures between two turns of the pieces on the title.
const TICKS_PER_TURN: u64 = 60;
/// Half of the time of the beat.
const BEAT_TICKS: u64 = 8;

/// What a dropped piece leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trail {
    /// Who dropped it.
    pub side: Side,
    /// Where it lies.
    pub piece: Piece,
    /// How many of 16 pixels are lit.
    pub density: u32,
}

/// All that changes with the ticks alone.
#[derive(Debug, Clone, Default)]
pub struct Lights {
    ticks: u64,
    trail: Option<Trail>,
    flash: Option<(Side, u32)>,
    skin: u32,
}

impl Lights {
    /// A tick comes, before anything else that it brings; `skin` is chosen.
    pub(super) fn tick(&mut self, skin: u32) {
        self.ticks += 1;
        self.skin = skin;
        if let Some(trail) = &mut self.trail {
            trail.density = trail.density.saturating_sub(TRAIL[1]);
        }
        if let Some((_, ticks)) = &mut self.flash {
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

    pub(super) fn rise(&mut self, side: Side) {
        self.flash = Some((side, 0));
    }

    /// The trail of the last drop.
    pub fn trail(&self) -> Option<Trail> {
        self.trail
    }

    /// Whose grid is lit: on for 4 ticks, off for 4, and so on.
    pub fn lit_grid(&self) -> Option<Side> {
        let (side, ticks) = self.flash?;
        (ticks < FLASH_TICKS && ticks % 8 < 4).then_some(side)
    }

    /// The second half of the beat.
    pub fn beat(&self) -> bool {
        self.ticks % (2 * BEAT_TICKS) >= BEAT_TICKS
    }

    /// Quarter turns of the pieces on the title.
    pub fn turns(&self) -> u64 {
        self.ticks / TICKS_PER_TURN % 4
    }

    /// The skin, which changes with a tick.
    pub fn skin(&self) -> u32 {
        self.skin
    }
}
