//! Signature of a circuit's outputs, as a circuit.

use rust_hdl::prelude::*;

/// Signature register with multiple inputs. In each cycle it shifts like a CRC and XORs the outputs
/// in. A single wrong value, or a changed order, changes all later signatures.
#[derive(LogicBlock, Default)]
pub(super) struct Signature {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Outputs of the circuit.
    pub outputs: Signal<In, Bits<32>>,
    /// Signature of all cycles before this one.
    pub signature: Signal<Out, Bits<32>>,
    state: DFF<Bits<32>>,
    shifted: Signal<Local, Bits<32>>,
    folded: Signal<Local, Bits<32>>,
}

impl Logic for Signature {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.shifted.next = self.state.q.val() << 1;
        self.folded.next = 0.into();
        if self.state.q.val().get_bit(31) {
            self.folded.next = 0x04C1_1DB7.into();
        }
        self.state.d.next = (self.shifted.val() ^ self.folded.val()) ^ self.outputs.val();
        self.signature.next = self.state.q.val();
    }
}
