//! A test bench in Verilog that knows what must come out of a game's core.
//!
//! It signs all outputs of some thousand cycles, in which every button is pressed in turn, and compares the signature with the one that the interpreter
//! of the netlist comes to. Verilog of another circuit, or a simulator that sees it differently, has another signature.

use crate::project::{netlist, render};
use crate::wiring::Wiring;
use crate::ProjectError;
use askama::Template;
use gatefall_board::Direction as PinDirection;
use gatefall_games::Game;
use gatefall_netlist::{Direction, Interpreter, Netlist};

/// Clock cycles before the first that counts.
const RESET_CYCLES: u32 = 4;
/// Clock cycles that are signed.
const CYCLES: u32 = 4_000;
/// Each button is down for two to the power of this many cycles.
const PRESS_BITS: u32 = 7;

/// The bench.
pub(crate) struct TestBench {
    pub text: String,
    /// For the viewer of waveforms.
    pub signals: Vec<String>,
}

#[derive(Template)]
#[template(path = "export/test_bench.v", escape = "none")]
struct Bench<'a> {
    game: &'a Game,
    half_period_ps: u64,
    inputs: &'a [Input],
    outputs: &'a [Port],
    /// Of all outputs.
    width: u32,
    reset_cycles: u32,
    cycles: u32,
    press_bits: u32,
    signature: String,
}

struct Port {
    name: String,
    width: u32,
}

/// An input, and when it is high.
struct Input {
    name: String,
    /// What a bus is at when nobody drives it.
    idle: bool,
    /// The number of the button.
    button: Option<u32>,
}

impl Port {
    /// `[3:0] `, or nothing for a single bit.
    fn range(&self) -> String {
        match self.width {
            1 => String::new(),
            width => format!("[{}:0] ", width - 1),
        }
    }
}

pub(crate) fn test_bench(
    game: &Game,
    wiring: &Wiring,
    clock_hz: u64,
) -> Result<TestBench, ProjectError> {
    let netlist = netlist(game, &wiring.params(game, clock_hz))?;
    let (inputs, outputs) = ports(game, wiring, &netlist);
    let bench = Bench {
        game,
        half_period_ps: 500_000_000_000 / clock_hz,
        inputs: &inputs,
        width: outputs.iter().map(|port| port.width).sum(),
        outputs: &outputs,
        reset_cycles: RESET_CYCLES,
        cycles: CYCLES,
        press_bits: PRESS_BITS,
        signature: format!("{:016x}", signature(&netlist, &inputs, &outputs)),
    };
    let names = inputs.iter().map(|input| input.name.clone());
    let names = names.chain(outputs.iter().map(|output| output.name.clone()));
    Ok(TestBench {
        text: render(&bench),
        signals: ["clock", "reset"]
            .map(str::to_owned)
            .into_iter()
            .chain(names)
            .collect(),
    })
}

fn ports(game: &Game, wiring: &Wiring, netlist: &Netlist) -> (Vec<Input>, Vec<Port>) {
    let top = netlist.top();
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for port in &top.ports {
        let net = &top.nets[port.net];
        let name = net.name.clone();
        match port.direction {
            Direction::Output => outputs.push(Port {
                name,
                width: net.width,
            }),
            Direction::Input if name == "clock" || name == "reset" => {}
            Direction::Input => {
                let button = game.buttons.iter().position(|button| button.port == name);
                let mut connected = wiring.connected.iter();
                let is_bus_of_others = connected.any(|connection| {
                    connection.port == name && connection.direction == PinDirection::Input
                });
                inputs.push(Input {
                    name,
                    idle: button.is_none() && is_bus_of_others,
                    button: button.map(|button| button as u32),
                });
            }
        }
    }
    (inputs, outputs)
}

/// What the test bench comes to as well.
fn signature(netlist: &Netlist, inputs: &[Input], outputs: &[Port]) -> u64 {
    let mut core = Interpreter::new(netlist).expect("a lowered netlist verifies");
    let known = "the netlist has its ports";
    let mut signature = 0u64;
    for cycle in 0..RESET_CYCLES + CYCLES {
        let time = cycle.saturating_sub(RESET_CYCLES);
        core.poke("reset", u32::from(cycle < RESET_CYCLES))
            .expect(known);
        for input in inputs {
            let turn = (time >> PRESS_BITS) % 16;
            let high = input.button.map_or(input.idle, |button| button == turn);
            core.poke(&input.name, u32::from(high)).expect(known);
        }
        core.step();
        if cycle >= RESET_CYCLES {
            let folded = fold(&mut core, outputs);
            signature = signature.rotate_left(1) ^ folded;
        }
    }
    signature
}

/// The outputs beside each other, the first at the top, as 64 bits: no game has more.
fn fold(core: &mut Interpreter, outputs: &[Port]) -> u64 {
    outputs.iter().fold(0, |bits, port| {
        let value = core.peek(&port.name).expect("the netlist has its ports");
        bits << port.width | value.to_u64().expect("ports are small")
    })
}
