//! Tests of the seven common expressions that rust-hdl prints differently from its simulation. For
//! all inputs, the netlist and its Verilog agree with Rust.

#[allow(unused_macros)]
mod common;

use rust_hdl::prelude::*;

/// Declares one test: `a` and `b` are `Bits<4>`, `y` is the output.
macro_rules! shape {
    ($test:ident, $module:ident, $out:ty, $($update:tt)+) => {
        #[derive(LogicBlock, Default)]
        struct $module {
            a: Signal<In, Bits<4>>,
            b: Signal<In, Bits<4>>,
            y: Signal<Out, $out>,
        }

        impl Logic for $module {
            $($update)+
        }

        #[test]
        fn $test() {
            let netlist = check!(comb $module::default(), [a: 4, b: 4], [y], &common::all_pairs(4));
            common::lint(&netlist);
        }
    };
}

shape!(
    and_binds_tighter_than_equality,
    And,
    Bit,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() & self.b.val() == 3;
    }
);
shape!(
    xor_binds_tighter_than_equality,
    Xor,
    Bit,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() ^ self.b.val() == 0;
    }
);
shape!(
    an_increment_wraps_before_it_is_compared,
    Increment,
    Bit,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + 1 == 0;
    }
);
shape!(
    a_sum_wraps_before_it_is_compared,
    Sum,
    Bit,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.b.val() == 0;
    }
);
shape!(
    a_difference_wraps_first_too,
    Difference,
    Bit,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() - self.b.val() == 15;
    }
);
shape!(
    a_complement_has_the_width_of_its_operand,
    Complement,
    Bit,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val() == 15;
    }
);
shape!(
    a_widened_sum_has_lost_its_carry,
    Widened,
    Bits<5>,
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<5, 4>(self.a.val() + self.b.val());
    }
);
