//! UART with a FIFO: random bytes are sent, received and checked.
//!
//! ```text
//! ByteSource -> Fifo -> UartTransmitter -> line -> UartReceiver -> ByteChecker
//! ```
//!
//! A frame is a start bit (low), eight data bits with the lowest first, and a stop bit (high).

mod byte_checker;
mod byte_source;
mod fifo;
mod frame;
mod uart_loop;
mod uart_receiver;
mod uart_transmitter;

pub use byte_checker::ByteChecker;
pub use byte_source::ByteSource;
pub use fifo::Fifo;
pub use uart_loop::UartLoop;
pub use uart_receiver::UartReceiver;
pub use uart_transmitter::UartTransmitter;
