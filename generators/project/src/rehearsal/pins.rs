//! The circuits between the core and its pins, and the reset of the top.

use gatefall_netlist::{EventInterpreter, NarrowSignal, Netlist};

/// Clocks after which an open pin has floated up again.
pub(crate) const LEAK_CLOCKS: u32 = 12;

/// A circuit between core and pin.
#[derive(Clone)]
pub(crate) struct Helper {
    pub(crate) run: EventInterpreter,
    pub(crate) reset: NarrowSignal,
    pub(crate) inputs: Vec<NarrowSignal>,
    pub(crate) outputs: Vec<NarrowSignal>,
}

/// A pin that only its capacitance holds.
#[derive(Clone)]
pub(crate) struct BarePin {
    pub(crate) helper: Helper,
    is_charged: bool,
    open_clocks: u32,
}

pub(crate) fn interpreter(netlist: &Netlist) -> EventInterpreter {
    let run = EventInterpreter::new(netlist).expect("a lowered netlist verifies");
    run.expect("the widths were checked")
}

pub(crate) fn signal(run: &EventInterpreter, name: &str) -> NarrowSignal {
    run.signal(name).expect("the netlist has its ports")
}

/// Sets an input or a register.
pub(crate) fn set(run: &mut EventInterpreter, signal: NarrowSignal, value: u64) {
    run.poke(signal, value)
        .expect("only inputs and registers are set");
}

impl Helper {
    pub(crate) fn new(netlist: &Netlist, inputs: &[&str], outputs: &[&str]) -> Helper {
        let mut run = interpreter(netlist);
        let reset = signal(&run, "reset");
        set(&mut run, reset, 1);
        run.step();
        Helper {
            reset,
            inputs: inputs.iter().map(|name| signal(&run, name)).collect(),
            outputs: outputs.iter().map(|name| signal(&run, name)).collect(),
            run,
        }
    }
}

/// The reset of the top: two flip-flops behind the button, and a counter.
#[derive(Clone)]
pub(crate) struct ResetControl {
    is_ready: [bool; 2],
    count: u64,
    end: u64,
}

impl ResetControl {
    /// The button has been up for long enough.
    pub(crate) fn ended(bits: u32) -> ResetControl {
        ResetControl {
            is_ready: [true; 2],
            count: 1 << bits,
            end: 1 << bits,
        }
    }

    /// The reset in a clock, with the button in it.
    pub(crate) fn clock(&mut self, is_pressed: bool) -> bool {
        let is_reset = self.count < self.end;
        self.count = match self.is_ready[1] {
            false => 0,
            true => self.count + u64::from(is_reset),
        };
        self.is_ready = [!is_pressed, self.is_ready[0]];
        is_reset
    }
}

impl BarePin {
    pub(crate) fn new(netlist: &Netlist) -> BarePin {
        BarePin {
            helper: Helper::new(netlist, &["level"], &["discharge", "pressed"]),
            is_charged: true,
            open_clocks: 0,
        }
    }

    /// Output of the circuit behind the pin, whose button is down or open.
    pub(crate) fn pressed(&mut self, is_down: bool) -> bool {
        let Helper {
            run,
            inputs,
            outputs,
            ..
        } = &mut self.helper;
        let is_driven = run.peek(outputs[0]) == 1;
        if is_driven && self.is_charged {
            self.is_charged = false;
            self.open_clocks = 0;
        } else if is_down {
            self.is_charged = true;
        } else if !self.is_charged {
            self.open_clocks += 1;
            self.is_charged = self.open_clocks == LEAK_CLOCKS;
        }
        set(run, inputs[0], u64::from(self.is_charged && !is_driven));
        run.peek(outputs[1]) == 1
    }
}
