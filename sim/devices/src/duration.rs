//! Converts cycles to time.

const PS_PER_SECOND: u64 = 1_000_000_000_000;

/// Duration of `cycles` in picoseconds.
pub(crate) fn picoseconds(cycles: u64, clock_hz: u64) -> u64 {
    // The product exceeds 64 bits in a run of days.
    (u128::from(cycles) * u128::from(PS_PER_SECOND) / u128::from(clock_hz)) as u64
}
