//! Bitstream parser: finds the chip of a bitstream, and checks that it is complete.
//!
//! Source: Project IceStorm, "iCE40 bitstream format". Commands follow a preamble. The high half
//! of a command's first byte is the opcode; its low half is the number of payload bytes.

use thiserror::Error;

/// Marks the start of the commands.
const PREAMBLE: [u8; 4] = [0x7e, 0xaa, 0x99, 0x7e];

/// Faults of a bitstream.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BitstreamError {
    /// No preamble.
    #[error("it is no bitstream of an iCE40")]
    NoPreamble,
    /// It ends before the wake-up command.
    #[error("it ends after {bytes} bytes, before the command that starts the design")]
    Truncated {
        /// Length in bytes.
        bytes: usize,
    },
    /// The width of its configuration memory fits no supported chip.
    #[error("it is for no chip that is known: {width} bits wide")]
    UnknownChip {
        /// Width of a bank in bits.
        width: usize,
    },
}

/// Chip of a complete bitstream: `1k`, `5k` or `8k`.
///
/// # Errors
/// If it is truncated or not a bitstream.
pub fn chip_of(bitstream: &[u8]) -> Result<&'static str, BitstreamError> {
    let start = bitstream
        .windows(PREAMBLE.len())
        .position(|window| window == PREAMBLE)
        .ok_or(BitstreamError::NoPreamble)?;
    let truncated = || BitstreamError::Truncated {
        bytes: bitstream.len(),
    };
    let mut at = start + PREAMBLE.len();
    let (mut width, mut height, mut chip_width) = (0_usize, 0_usize, 0);
    loop {
        let command = *bitstream.get(at).ok_or_else(truncated)?;
        let end = at + 1 + usize::from(command & 15);
        let payload = bitstream.get(at + 1..end).ok_or_else(truncated)?;
        let payload = payload
            .iter()
            .fold(0, |number: usize, &byte| number << 8 | usize::from(byte));
        at = end;
        // A damaged size is beyond every end.
        let data = || {
            let bits = width.checked_mul(height);
            let end = bits.and_then(|bits| end.checked_add(bits / 8)?.checked_add(2));
            end.ok_or_else(truncated)
        };
        match (command >> 4, payload) {
            // Data of the configuration or of block RAM, then two zero bytes.
            (0, 1) => {
                chip_width = width;
                at = data()?;
            }
            (0, 3) => at = data()?,
            (0, 6) => return chip(chip_width),
            (6, last) => width = last.checked_add(1).ok_or_else(truncated)?,
            (7, rows) => height = rows,
            _ => {}
        }
    }
}

fn chip(width: usize) -> Result<&'static str, BitstreamError> {
    match width {
        332 => Ok("1k"),
        692 => Ok("5k"),
        872 => Ok("8k"),
        _ => Err(BitstreamError::UnknownChip { width }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bitstream with one bank of configuration, for a chip of this width.
    fn bitstream(width: u16) -> Vec<u8> {
        let [high, low] = (width - 1).to_be_bytes();
        let mut bytes = vec![0xff, 0x00, 0x00, 0xff];
        bytes.extend(PREAMBLE);
        bytes.extend([
            0x51, 0, 0x01, 5, 0x62, high, low, 0x72, 0, 16, 0x11, 0, 0x01, 1,
        ]);
        // Data that looks like a command.
        bytes.extend(std::iter::repeat_n(0x01, usize::from(width) * 16 / 8));
        bytes.extend([0, 0, 0x22, 0xab, 0xcd, 0x01, 6, 0]);
        bytes
    }

    #[test]
    fn the_width_of_its_memory_identifies_the_chip() {
        assert_eq!(chip_of(&bitstream(332)), Ok("1k"));
        assert_eq!(chip_of(&bitstream(692)), Ok("5k"));
        assert_eq!(chip_of(&bitstream(872)), Ok("8k"));
        let unknown = BitstreamError::UnknownChip { width: 400 };
        assert_eq!(chip_of(&bitstream(400)), Err(unknown));
    }

    #[test]
    fn a_damaged_size_is_refused() {
        // The width minus 1, and the height, in eight bytes each.
        let too_wide = [&[0x68][..], &[0xff; 8]].concat();
        let wide = [&[0x68, 0x7f][..], &[0xff; 7]].concat();
        let high = [&[0x78][..], &[0xff; 8]].concat();
        for commands in [
            too_wide,
            // Data of the configuration, and of block RAM.
            [&wide[..], &high, &[0x01, 1]].concat(),
            [&wide[..], &high, &[0x01, 3]].concat(),
        ] {
            let bytes = [&PREAMBLE[..], &commands].concat();
            let damaged = BitstreamError::Truncated { bytes: bytes.len() };
            assert_eq!(chip_of(&bytes), Err(damaged), "{commands:x?}");
        }
    }

    #[test]
    fn each_shorter_part_of_a_bitstream_is_refused() {
        let whole = bitstream(332);
        // The last byte only pads the last word of the flash.
        for length in 0..whole.len() - 1 {
            assert!(chip_of(&whole[..length]).is_err(), "{length}");
        }
        let message = chip_of(&whole[..300]).unwrap_err().to_string();
        assert_eq!(
            message,
            "it ends after 300 bytes, before the command that starts the design"
        );
        assert_eq!(chip_of(b"bitstream"), Err(BitstreamError::NoPreamble));
    }
}
