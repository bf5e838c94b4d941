//! Sounds of events.

use gatefall_widgets::audio::sound_effects::Note;

/// A shift.
pub(super) const MOVE: u8 = 0;
/// A turn.
pub(super) const ROTATE: u8 = 1;
/// A block has become fixed.
pub(super) const LOCK: u8 = 2;
/// A row has gone.
pub(super) const LINE: u8 = 3;
/// Three points.
pub(super) const WIN: u8 = 4;
/// A full board, or time is up.
pub(super) const LOSS: u8 = 5;

const fn note(hz: u32, slots: u8) -> Note {
    Note { hz, slots }
}

/// By the numbers above; a slot is 1/100 s.
pub(crate) const EFFECTS: [&[Note]; 6] = [
    &[note(1000, 1)],
    &[note(1400, 1)],
    &[note(200, 3)],
    &[note(660, 5), note(880, 5), note(1320, 5)],
    &[
        note(523, 8),
        note(659, 8),
        note(784, 8),
        note(1047, 8),
        note(1319, 16),
    ],
    &[
        note(440, 10),
        note(361, 10),
        note(296, 10),
        note(243, 10),
        note(199, 10),
        note(164, 10),
        note(134, 10),
        note(110, 10),
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_sound() {
        let first = |number: u8| EFFECTS[usize::from(number)][0].hz;
        let numbers = [MOVE, ROTATE, LOCK, LINE, WIN, LOSS];
        assert_eq!(numbers.map(first), [1000, 1400, 200, 660, 523, 440]);
        let slots = |number: u8| {
            EFFECTS[usize::from(number)]
                .iter()
                .map(|note| note.slots)
                .sum::<u8>()
        };
        assert_eq!(numbers.map(slots), [1, 1, 3, 15, 48, 80]);
    }
}
