//! Tones of the self-test.

use gatefall_widgets::audio::sound_effects::Note;

/// Slots of a tone.
const TONE: u8 = 15;

const fn note(hz: u32) -> Note {
    Note { hz, slots: TONE }
}

/// A scale at the start, a key or a button, a wrong byte of the keyboard.
pub const EFFECTS: [&[Note]; 3] = [
    &[
        note(440),
        note(494),
        note(554),
        note(587),
        note(659),
        note(740),
        note(831),
        note(880),
    ],
    &[note(440)],
    &[note(220)],
];
