//! ROM of the [steps](super::steps), a row a word.
//!
//! Combinational: all outputs belong to `step`.

use super::steps::{Step, STEPS};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Bits of a word.
const WORD_BITS: usize = 43;

/// A row as a word. The fields stand from bit 0 upwards in the order of the outputs of
/// [`StepTable`].
fn word(step: &Step) -> u64 {
    let (line, column) = step.place;
    let fields = [
        (7, step.item),
        (7, step.other),
        (6, line),
        (6, column),
        (2, step.index as u8),
        (3, step.operation as u8),
        (2, step.part as u8),
        (2, step.last as u8),
        (2, step.clears as u8),
        (1, u8::from(step.breaks)),
        (1, u8::from(step.shows)),
        (4, step.condition),
    ];
    let (mut word, mut offset) = (0, 0);
    for (width, value) in fields {
        assert!(value >> width == 0, "{value} in {width} bits");
        word |= u64::from(value) << offset;
        offset += width;
    }
    assert_eq!(offset, WORD_BITS);
    word
}

/// The table.
#[derive(LogicBlock, Module)]
pub struct StepTable {
    /// Number of the step.
    pub step: Signal<In, Bits<4>>,
    /// [`Step::item`].
    pub item: Signal<Out, Bits<7>>,
    /// [`Step::other`].
    pub other: Signal<Out, Bits<7>>,
    /// Line of [`Step::place`].
    pub line: Signal<Out, Bits<6>>,
    /// Column of [`Step::place`].
    pub column: Signal<Out, Bits<6>>,
    /// [`Step::index`].
    pub index: Signal<Out, Bits<2>>,
    /// [`Step::operation`].
    pub operation: Signal<Out, Bits<3>>,
    /// [`Step::part`].
    pub part: Signal<Out, Bits<2>>,
    /// [`Step::last`].
    pub last: Signal<Out, Bits<2>>,
    /// [`Step::clears`].
    pub clears: Signal<Out, Bits<2>>,
    /// [`Step::breaks`].
    pub breaks: Signal<Out, Bit>,
    /// [`Step::shows`].
    pub shows: Signal<Out, Bit>,
    /// [`Step::condition`].
    pub condition: Signal<Out, Bits<4>>,
    #[given]
    rows: ROM<Bits<WORD_BITS>, 4>,
}

impl Default for StepTable {
    fn default() -> Self {
        construct!(StepTable {
            rows: STEPS.iter().map(|step| word(step).to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for StepTable {
    #[hdl_gen]
    fn update(&mut self) {
        self.rows.address.next = self.step.val();
        self.item.next = self.rows.data.val().get_bits::<7>(0);
        self.other.next = self.rows.data.val().get_bits::<7>(7);
        self.line.next = self.rows.data.val().get_bits::<6>(14);
        self.column.next = self.rows.data.val().get_bits::<6>(20);
        self.index.next = self.rows.data.val().get_bits::<2>(26);
        self.operation.next = self.rows.data.val().get_bits::<3>(28);
        self.part.next = self.rows.data.val().get_bits::<2>(31);
        self.last.next = self.rows.data.val().get_bits::<2>(33);
        self.clears.next = self.rows.data.val().get_bits::<2>(35);
        self.breaks.next = self.rows.data.val().get_bit(37);
        self.shows.next = self.rows.data.val().get_bit(38);
        self.condition.next = self.rows.data.val().get_bits::<4>(39);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn the_outputs_are_those_of_the_row() {
        let mut uut = Bench::new(StepTable::default());
        for (number, step) in (0u64..).zip(&STEPS) {
            poke!(uut.step = number.to_bits());
            let place = (peek!(uut.line).to_u8(), peek!(uut.column).to_u8());
            assert_eq!(place, step.place, "step {number}");
            assert_eq!(peek!(uut.item).to_u8(), step.item);
            assert_eq!(peek!(uut.other).to_u8(), step.other);
            assert_eq!(peek!(uut.index).to_u8(), step.index as u8);
            assert_eq!(peek!(uut.operation).to_u8(), step.operation as u8);
            assert_eq!(peek!(uut.part).to_u8(), step.part as u8);
            assert_eq!(peek!(uut.last).to_u8(), step.last as u8);
            assert_eq!(peek!(uut.clears).to_u8(), step.clears as u8);
            let flags = [peek!(uut.breaks), peek!(uut.shows)];
            assert_eq!(flags, [step.breaks, step.shows]);
            assert_eq!(peek!(uut.condition).to_u8(), step.condition);
        }
    }
}
