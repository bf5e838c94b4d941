//! Byte and length of each command of a flash.
//!
//! | action | byte | bits |
//! |---|---|---|
//! | `Release` | `AB` | 8: the command |
//! | `Pause` | | 160, not selected |
//! | `Wait` | `05` | 16: the command, the status |
//! | `Identify` | `9F` | 32: the command, the id |
//! | `Read` | `03` | 32 and the 258 words of a copy |
//! | `Enable` | `06` | 8 |
//! | `Erase` | `20` | 32: the command, the address |
//! | `Erase` with `unlocks` | `98` | 8 |
//! | `Program` | `02` | 32 and the words of a page, 128 or the last 2 |
//! | `Rest` | | none |
//!
//! **Interface**: combinational.
//! **Source**: Winbond W25Q32JV, Micron N25Q032; Microchip SST26VF032B (DS20005218) for `98`, the
//! global block-protection unlock.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Command in progress, or a pause.
#[derive(LogicState, Debug, Copy, Clone, PartialEq)]
pub enum FlashAction {
    /// Release from power-down.
    Release,
    /// Pause of 1280 clocks.
    Pause,
    /// Read the status.
    Wait,
    /// Read the id.
    Identify,
    /// Read a copy.
    Read,
    /// Write enable.
    Enable,
    /// Erase the sector of a copy, or unlock all blocks.
    Erase,
    /// Program a page of a copy.
    Program,
    /// Nothing.
    Rest,
}

/// The table.
#[derive(LogicBlock, Module)]
pub struct FlashCommand {
    /// Command.
    pub action: Signal<In, FlashAction>,
    /// Level: `Erase` unlocks all blocks.
    pub unlocks: Signal<In, Bit>,
    /// Bit of command and address, 0 to 31, or of a word, 32 to 47.
    pub place: Signal<In, Bits<6>>,
    /// Level: the last bit of a word.
    pub is_word: Signal<In, Bit>,
    /// Level: the last word of a copy.
    pub is_last: Signal<In, Bit>,
    /// Word of the copy.
    pub word_number: Signal<In, Bits<9>>,
    /// Byte that selects the command.
    #[default(0)]
    pub command: Signal<Out, Bits<8>>,
    /// Level: the bit at `place` is the last one.
    #[default(false)]
    pub is_end: Signal<Out, Bit>,
}

#[clocked]
impl Logic for FlashCommand {
    #[hdl_gen]
    fn update(&mut self) {
        match self.action.val() {
            FlashAction::Release => {
                self.command.next = 0xAB.into();
                self.is_end.next = self.place.val() == 7;
            }
            FlashAction::Pause => {
                self.is_end.next =
                    self.is_word.val() & self.word_number.val().get_bits::<3>(0).all();
            }
            FlashAction::Wait => {
                self.command.next = 0x05.into();
                self.is_end.next = self.place.val() == 15;
            }
            FlashAction::Identify => {
                self.command.next = 0x9F.into();
                self.is_end.next = self.place.val() == 31;
            }
            FlashAction::Read => {
                self.command.next = 0x03.into();
                self.is_end.next = self.is_word.val() & self.is_last.val();
            }
            FlashAction::Enable => {
                self.command.next = 0x06.into();
                self.is_end.next = self.place.val() == 7;
            }
            FlashAction::Erase => {
                self.command.next = 0x20.into();
                self.is_end.next = self.place.val() == 31;
                if self.unlocks.val() {
                    self.command.next = 0x98.into();
                    self.is_end.next = self.place.val() == 7;
                }
            }
            FlashAction::Program => {
                self.command.next = 0x02.into();
                self.is_end.next = self.is_word.val()
                    & (self.is_last.val() | self.word_number.val().get_bits::<7>(0).all());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};
    use FlashAction::{Enable, Erase, Identify, Pause, Program, Read, Release, Rest, Wait};

    #[test]
    fn a_command_without_words_has_its_byte_and_length() {
        let mut uut = Bench::new(FlashCommand::default());
        for (action, unlocks, command, bits) in [
            (Release, false, 0xAB, 8),
            (Wait, false, 0x05, 16),
            (Identify, false, 0x9F, 32),
            (Enable, false, 0x06, 8),
            (Erase, false, 0x20, 32),
            (Erase, true, 0x98, 8),
        ] {
            poke!(uut.action = action);
            poke!(uut.unlocks = unlocks);
            assert_eq!(peek!(uut.command), command, "{action:?}");
            for place in 0..48u64 {
                poke!(uut.place = place.to_bits());
                assert_eq!(peek!(uut.is_end), place + 1 == bits, "{action:?} {place}");
            }
        }
    }

    #[test]
    fn words_end_with_the_pause_the_copy_or_the_page() {
        let mut uut = Bench::new(FlashCommand::default());
        // A pause has 32 bits before its words and 8 words of 16 bits: 160.
        for (action, command, page) in [
            (Pause, 0, Some(8)),
            (Read, 0x03, None),
            (Program, 0x02, Some(128)),
            (Rest, 0, None),
        ] {
            poke!(uut.action = action);
            assert_eq!(peek!(uut.command), command, "{action:?}");
            for (word, is_word, is_last) in (0..512u64).flat_map(|word| {
                let flags = [(false, false), (false, true), (true, false), (true, true)];
                flags.map(|(is_word, is_last)| (word, is_word, is_last))
            }) {
                poke!(uut.word_number = word.to_bits());
                poke!(uut.is_word = is_word);
                poke!(uut.is_last = is_last);
                let ends_copy = is_last && matches!(action, Read | Program);
                let ends_page = page.is_some_and(|words| word % words == words - 1);
                let expected = is_word && (ends_copy || ends_page);
                assert_eq!(peek!(uut.is_end), expected, "{action:?} {word} {is_last}");
            }
        }
    }
}
