//! Memories that record pins, in the netlist of the bench.

/// Address bits of the memories that record pins. A large memory can be read rarely, but a small
/// one stays in the processor's cache.
pub(crate) const PINS_ADDRESS_BITS: u32 = 12;
/// Cycles that a recording of pins holds.
pub(crate) const PINS_CAPACITY: u64 = 1 << PINS_ADDRESS_BITS;
/// Names of memories of the bench's netlist.
pub(crate) const SCREEN_PINS: &str = "screen_pins";
pub(crate) const AUDIO_PINS: &str = "audio_pins";
pub(crate) const LED_PINS: &str = "led_pins";
pub(crate) const LCD_PINS: &str = "lcd_pins";
pub(crate) const CHANGE_MEMORY: &str = "recorder.changes";
