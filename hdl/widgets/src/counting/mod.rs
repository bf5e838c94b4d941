//! Counters and stored events.

pub mod countdown;
pub mod decimal_step;
pub mod pending_event;

pub use countdown::Countdown;
pub use decimal_step::DecimalStep;
pub use pending_event::PendingEvent;
