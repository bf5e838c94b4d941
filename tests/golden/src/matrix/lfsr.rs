//! Random bits: a linear feedback shift register of 16 bits, x^16 + x^14 + x^13 + x^11 + 1.

/// All values of the generator, which advances with every clock.
#[derive(Clone, Debug)]
pub struct RandomBits {
    values: Vec<u16>,
}

impl Default for RandomBits {
    fn default() -> Self {
        // The newest bit is first. The generator starts with all zeros, so each new bit is
        // inverted.
        let start = [false; 16];
        let next = |bits: &[bool; 16]| {
            let [.., eleventh, _, thirteenth, fourteenth, _, sixteenth] = *bits;
            let mut bits = *bits;
            bits.rotate_right(1);
            bits[0] = !(sixteenth ^ fourteenth ^ thirteenth ^ eleventh);
            Some(bits).filter(|bits| *bits != start)
        };
        let number = |bits: [bool; 16]| {
            bits.iter()
                .rev()
                .fold(0, |value, &bit| value << 1 | u16::from(bit))
        };
        Self {
            values: std::iter::successors(Some(start), next)
                .map(number)
                .collect(),
        }
    }
}

impl RandomBits {
    /// Number of values until they repeat.
    pub fn period(&self) -> usize {
        self.values.len()
    }

    /// Value after this number of clocks since reset.
    pub fn at(&self, clocks: u64) -> u16 {
        self.values[(clocks % self.values.len() as u64) as usize]
    }

    /// The six bits that select a block.
    pub fn block_at(&self, clocks: u64) -> u8 {
        (self.at(clocks) % 64) as u8
    }
}
