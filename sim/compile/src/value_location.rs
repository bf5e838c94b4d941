//! Values in an image.

use gatefall_netlist::Value;
use num_bigint::BigUint;

use crate::layout::Slot;
use crate::word::limbs_of;

/// Location of a value in an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueLocation {
    slots: Vec<Slot>,
    width: u32,
}

impl ValueLocation {
    pub(crate) fn new(slots: impl Iterator<Item = Slot>, width: u32) -> ValueLocation {
        ValueLocation {
            slots: slots.collect(),
            width,
        }
    }

    /// Writes a value into an image. Bits above the width are dropped.
    ///
    /// # Panics
    /// If the image is shorter than that of the program.
    pub fn write(&self, image: &mut [u8], value: impl Into<BigUint>) {
        let limbs = limbs_of(&Value::new(self.width, value));
        for (slot, limb) in self.slots.iter().zip(limbs) {
            slot.write(image, limb);
        }
    }

    /// Reads the value from an image.
    ///
    /// # Panics
    /// If the image is shorter than that of the program.
    pub fn read(&self, image: &[u8]) -> Value {
        value(self.width, self.slots.iter().map(|slot| slot.read(image)))
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }
}

/// A value of the given width from its 64-bit limbs, the lowest first.
pub fn value(width: u32, limbs: impl Iterator<Item = u64>) -> Value {
    let digits: Vec<u32> = limbs
        .flat_map(|limb| [limb as u32, (limb >> 32) as u32])
        .collect();
    Value::new(width, BigUint::new(digits))
}
