//! Access to the words of a memory of a running design.

use gatefall_compile::{MemoryInfo, ValueLocation};
use gatefall_netlist::Value;

use crate::error::HostError;
use crate::program_instance::ProgramInstance;

/// A memory of a machine.
pub struct MemoryView<'a> {
    memory: MemoryInfo<'a>,
    /// Only a write marks the image as changed. In the first cycle after that all partitions are
    /// active.
    running: &'a mut ProgramInstance,
}

impl<'a> MemoryView<'a> {
    pub(crate) fn new(memory: MemoryInfo<'a>, running: &'a mut ProgramInstance) -> Self {
        MemoryView { memory, running }
    }

    /// Bits of a word.
    pub fn width(&self) -> u32 {
        self.memory.width()
    }

    /// Number of words.
    pub fn words(&self) -> u64 {
        self.memory.words()
    }

    fn place(&self, address: u64) -> Result<ValueLocation, HostError> {
        self.memory
            .word(address)
            .ok_or_else(|| HostError::NoSuchWord {
                name: self.memory.name().to_owned(),
                words: self.words(),
                address,
            })
    }

    /// A word of at most 64 bits.
    ///
    /// # Errors
    /// If the address is past the end or words are wider.
    pub fn get(&self, address: u64) -> Result<u64, HostError> {
        let value = self.get_value(address)?;
        value
            .to_u64()
            .filter(|_| self.width() <= 64)
            .ok_or_else(|| self.too_wide())
    }

    /// A word of any width.
    ///
    /// # Errors
    /// If the address is past the end.
    pub fn get_value(&self, address: u64) -> Result<Value, HostError> {
        Ok(self.place(address)?.read(self.running.image()))
    }

    /// Sets a word.
    ///
    /// # Errors
    /// If the address is past the end or the value does not fit.
    pub fn set(&mut self, address: u64, value: u64) -> Result<(), HostError> {
        self.set_value(address, &Value::new(64, value))
    }

    /// Sets a word of any width. The value may have any width as long as its bits fit.
    ///
    /// # Errors
    /// If the address is past the end or the value does not fit.
    pub fn set_value(&mut self, address: u64, value: &Value) -> Result<(), HostError> {
        let place = self.place(address)?;
        if value.bits().bits() > u64::from(self.width()) {
            return Err(self.too_wide());
        }
        place.write(self.running.image_mut(), value.bits().clone());
        Ok(())
    }

    /// The bytes of the memory in the image, little endian. Words of up to 8, 16, 32 or 64 bits
    /// take 1, 2, 4 or 8 bytes. Wider words take 8 bytes for each 64 bits. Suitable for reading a
    /// picture from a frame buffer.
    pub fn bytes(&self) -> &[u8] {
        &self.running.image()[self.memory.range()]
    }

    fn too_wide(&self) -> HostError {
        HostError::TooWide {
            name: self.memory.name().to_owned(),
            width: self.width(),
        }
    }
}
