//! Input devices.
