//! The circuits that can be measured.

use super::circuit::Circuit;
use super::designs::{self, CpuCircuit, FilterCircuit, UartCircuit};
use super::native::RustHdl;
use super::player::Player;
use gatefall_games::arcade;
use gatefall_lower::LowerError;
use gatefall_netlist::Netlist;

/// A game or another design with a benchmark circuit.
pub(crate) struct Measured {
    /// Name of the game in the registry, or of the design.
    pub name: &'static str,
    /// A game for one or two players.
    pub has_players: bool,
    /// Clock frequency on a board, in hertz.
    pub clock_hz: u64,
    /// Netlist of the circuit for one or two players.
    pub netlist: fn(u8) -> Result<Netlist, LowerError>,
    /// Starts the circuit in rust-hdl's simulation.
    pub rust_hdl: fn(u8) -> RustHdl,
}

/// Everything that has a benchmark circuit: it is specific to the pins.
pub(crate) const MEASURED: &[Measured] = &[
    Measured {
        name: arcade::GAME.name,
        has_players: true,
        clock_hz: arcade::GAME.clock.preferred_hz,
        netlist: netlist::<Player>,
        rust_hdl: rust_hdl::<Player>,
    },
    Measured {
        name: "uart",
        has_players: false,
        clock_hz: designs::CLOCK_HZ,
        netlist: netlist::<UartCircuit>,
        rust_hdl: rust_hdl::<UartCircuit>,
    },
    Measured {
        name: "cpu",
        has_players: false,
        clock_hz: designs::CLOCK_HZ,
        netlist: netlist::<CpuCircuit>,
        rust_hdl: rust_hdl::<CpuCircuit>,
    },
    Measured {
        name: "filter",
        has_players: false,
        clock_hz: designs::CLOCK_HZ,
        netlist: netlist::<FilterCircuit>,
        rust_hdl: rust_hdl::<FilterCircuit>,
    },
];

fn netlist<C: Circuit>(players: u8) -> Result<Netlist, LowerError> {
    gatefall_lower::netlist(&C::new(players), "measured")
}

fn rust_hdl<C: Circuit>(players: u8) -> RustHdl {
    RustHdl::start(C::new(players))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_host::Machine;

    #[test]
    fn a_circuit_with_players_is_a_game_and_is_really_played() {
        for measured in MEASURED {
            let mut games = gatefall_games::GAMES.iter();
            let is_game = games.any(|game| game.name == measured.name);
            assert_eq!(is_game, measured.has_players, "{}", measured.name);
        }
        for players in [1, 2] {
            let netlist = netlist::<Player>(players).unwrap();
            let mut machine = Machine::new(&netlist).unwrap();
            // Half of the memory is the board of a player. Empty cells are zero.
            let mut cells = |seconds: u64| {
                machine.run(seconds * arcade::GAME.clock.preferred_hz);
                let board = machine.memory("game.game_engine.board_controller.cells.first");
                let board = board.unwrap();
                [0..256, 256..512].map(|half| {
                    half.filter(|&cell| board.get(cell).unwrap() & 7 != 0)
                        .count()
                })
            };
            assert_eq!(cells(0), [0, 0]);
            let (early, late) = (cells(2), cells(2));
            for player in 0..usize::from(players) {
                assert!(
                    early[player] >= 4 && late[player] > early[player],
                    "{early:?}, {late:?}"
                );
            }
            assert_eq!(late[1] > 0, players == 2);
        }
    }
}
