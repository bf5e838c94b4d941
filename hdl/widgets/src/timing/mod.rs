//! Time.

pub mod divider;

pub use divider::Divider;
