//! Numbers and causes of the sound effects.

use gatefall_golden::arcade::Sound;

/// Strobes of the sound trigger that cause an effect, the least important first. A scored lock has
/// one of many. The model knows no clocks, so it starts the effect of each.
pub(super) const CAUSES: [(&str, Option<Sound>); 7] = [
    ("events.shifted", Some(Sound::Move)),
    ("events.turned", Some(Sound::Turn)),
    ("events.held", Some(Sound::Hold)),
    ("menu_events.setting_changed", Some(Sound::Turn)),
    ("dropped", Some(Sound::HardDrop)),
    ("alarm", Some(Sound::Alarm)),
    ("lock.scored", None),
];

/// Effects that are not heard, because a more important one has its cause in the same clock. A bit
/// for each cause.
pub(super) fn unheard(causes: u64) -> impl Iterator<Item = Sound> {
    let of_clock = CAUSES.iter().enumerate();
    let of_clock = of_clock.filter(move |(bit, _)| causes >> (bit + 1) != 0);
    let of_clock = of_clock.filter(move |(bit, _)| causes >> bit & 1 == 1);
    of_clock.filter_map(|(_, (_, sound))| *sound)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_causes_in_one_clock_the_last_is_heard() {
        let unheard = |causes| unheard(causes).collect::<Vec<_>>();
        assert_eq!(unheard(0), []);
        assert_eq!(unheard(0b0100000), []);
        assert_eq!(unheard(0b0100100), [Sound::Hold]);
        assert_eq!(unheard(0b1101000), [Sound::Turn, Sound::Alarm]);
    }
}
