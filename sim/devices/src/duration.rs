//! Cycles as time.

const PS_PER_SECOND: u64 = 1_000_000_000_000;

/// The time that so many cycles take.
pub(crate) fn picoseconds(cycles: u64, clock_hz: u64) -> u64 {
    // A run of days would not fit otherwise.
    (u128::from(cycles) * u128::from(PS_PER_SECOND) / u128::from(clock_hz)) as u64
}
