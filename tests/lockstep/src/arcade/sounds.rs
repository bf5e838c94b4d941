//! Numbers of the sound effects.

use gatefall_golden::arcade::Sound;

/// The effect with this number. 0 is none.
///
/// # Panics
/// If no effect has this number.
pub(super) fn sound(number: u64) -> Option<Sound> {
    Some(match number {
        0 => return None,
        1 => Sound::Move,
        2 => Sound::Turn,
        3 => Sound::Hold,
        4 => Sound::Lock,
        5 => Sound::HardDrop,
        6 => Sound::Alarm,
        7 => Sound::Garbage,
        8 => Sound::SpinOnly,
        9..=11 => Sound::Clear(number as u32 - 8),
        12 => Sound::Quad,
        13 => Sound::Spin,
        14 => Sound::Perfect,
        15 => Sound::Level,
        16 => Sound::Count,
        17 => Sound::Go,
        18..=29 => Sound::Combo(number as u32 - 17),
        30 => Sound::Loss,
        31 => Sound::Win,
        number => panic!("no effect {number}"),
    })
}
