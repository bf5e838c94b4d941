//! Lines of a key script that a replay has: the game, its circuit, clock cycles, and the end.
//!
//! ```text
//! game arcade
//! circuit 0123456789abcdef
//! flash 4064 53ff0a
//! @15105000 press Enter
//! @17622500 release Enter
//! @75525000 end 1a2b3c4d
//! ```
//!
//! The page of `gatefall web` writes such files. The hash at the end is that of the whole state.
//! `flash` has bytes of the flash at power-up, from an offset on, in hexadecimal. The others are
//! erased.

use gatefall_devices::{Running, FLASH_BYTES};
use std::time::Duration;

/// Cycles beyond this are no time of a simulation.
const MOST_CYCLES: u64 = 1 << 50;

/// The end of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub time: Duration,
    /// Expected hash of the state.
    pub state: Option<String>,
}

/// FNV-1a hash of all inputs, registers and memories.
pub(crate) fn state_hash(running: &mut Running) -> String {
    let state = running.machine().snapshot();
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = state.image().iter().fold(0x811c_9dc5, step);
    format!("{hash:08x}")
}

/// A flash without bytes of a replay.
pub(super) fn erased_flash() -> Vec<u8> {
    vec![0xFF; FLASH_BYTES]
}

/// Writes bytes from an offset on, as a line `flash` has them. `None` if they are none of a flash.
pub(super) fn write_flash(flash: &mut [u8], offset: &str, digits: &str) -> Option<()> {
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hexadecimal || digits.is_empty() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let start: usize = offset.parse().ok()?;
    let end = start.checked_add(digits.len() / 2)?;
    for (at, byte) in flash.get_mut(start..end)?.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(())
}

/// Parses a clock cycle such as `@15105000`. The time is the shortest one of that cycle.
pub(super) fn time_of_cycle(word: &str, clock_hz: u64) -> Option<Result<Duration, String>> {
    let digits = word.strip_prefix('@')?;
    let cycle = digits.parse::<u64>().ok();
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    Some(
        match cycle.filter(|&cycle| is_number && cycle < MOST_CYCLES) {
            Some(cycle) => {
                let nanoseconds = (u128::from(cycle) * 1_000_000_000).div_ceil(clock_hz.into());
                Ok(Duration::from_nanos(nanoseconds as u64))
            }
            None => Err(format!("`{word}` is not a clock cycle such as `@15105000`")),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::key_script::cycle;
    use super::*;

    #[test]
    fn a_cycle_is_a_time_in_that_cycle() {
        for clock_hz in [12_000_000, 24_000_000, 25_175_000] {
            for number in [0, 1, 2, 15_105_001, 25_174_999, 4_000_000_007] {
                let time = time_of_cycle(&format!("@{number}"), clock_hz).unwrap();
                assert_eq!(cycle(time.unwrap(), clock_hz), number);
            }
        }
        assert_eq!(time_of_cycle("15105000", 1), None);
        for word in ["@", "@-1", "@+1", "@1.5", "@99999999999999999999"] {
            assert!(time_of_cycle(word, 1).unwrap().is_err(), "{word}");
        }
    }
}
