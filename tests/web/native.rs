//! The native simulator, to compare the page with it.

use gatefall_devices::{DeviceBench, Key, LedMatrixSize, Light, PanelGeometry, Running};
use gatefall_games::{Game, Role, GAMES};

/// Geometry of the LCD, as `gatefall sim` has it.
const PANEL: PanelGeometry = PanelGeometry {
    column_offset: 0,
    row_offset: 0,
    is_turned: true,
    is_blue_first: true,
};

/// A press or release: cycle, control, and true for a press.
pub type Event = (u64, String, bool);

/// A game at power-up.
pub fn start(name: &str) -> Running {
    let game: &Game = GAMES.iter().find(|game| game.name == name).unwrap();
    let params = game.params();
    let block = (game.build)(&params).unwrap();
    let circuit = gatefall_lower::netlist(block.as_ref(), game.name).unwrap();
    let mut bench = DeviceBench::new(&circuit, &[]).unwrap();
    if let Some(matrix) = game.led_matrix() {
        bench = bench.with_matrix(LedMatrixSize {
            columns: matrix.columns.into(),
            rows: matrix.rows.into(),
        });
    }
    if game.needs.contains(&Role::St7735) {
        bench = bench.with_panel(PANEL);
    }
    Running::start(bench, params.clock_hz).unwrap()
}

/// The last picture of a run.
#[derive(Default)]
pub struct Seen {
    /// 640 x 480 pixels of a monitor, or of an LCD with a frame.
    pub rgb: Vec<u8>,
    /// Light of LEDs.
    pub light: Option<Light>,
}

/// Runs to a cycle, and returns the last picture.
pub fn replay(running: &mut Running, events: &[Event], end: u64) -> Seen {
    let mut seen = Seen::default();
    let mut events = events.iter().peekable();
    loop {
        while let Some((_, control, is_down)) =
            events.next_if(|(cycle, ..)| *cycle <= running.cycles())
        {
            set(running, control, *is_down);
        }
        if running.cycles() >= end {
            return seen;
        }
        let next = events.peek().map_or(u64::MAX, |(cycle, ..)| *cycle);
        if running.run_to_picture(end.min(next)).unwrap() {
            seen.light = running.light();
            if seen.light.is_none() {
                seen.rgb = running.picture().unwrap().rgb().to_vec();
            }
        }
    }
}

fn set(running: &mut Running, control: &str, is_down: bool) {
    match (Key::named(control), is_down) {
        _ if running
            .bench()
            .buttons
            .iter()
            .any(|button| button == control) =>
        {
            running.set_button(control, is_down).unwrap()
        }
        (Some(key), true) => running.press(key),
        (Some(key), false) => running.release(key),
        (None, _) => panic!("{control} is no key"),
    }
}

/// Hash of the state, as the page has it.
pub fn state(running: &mut Running) -> String {
    let state = running.machine().snapshot();
    let step = |hash: u32, &byte: &u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", state.image().iter().fold(0x811c_9dc5, step))
}
