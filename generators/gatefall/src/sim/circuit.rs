//! The circuit of a game, as all front ends simulate it.

use super::error::SimError;
use gatefall_games::Game;
use gatefall_netlist::Netlist;
use gatefall_toolchain::sha256;

/// Hexadecimal digits of the hash of a circuit.
const CIRCUIT_DIGITS: usize = 16;

/// The circuit of a game, without its devices.
pub(crate) fn circuit(game: &Game) -> Result<Netlist, SimError> {
    let block = (game.build)(&game.params())?;
    Ok(gatefall_lower::netlist(block.as_ref(), game.name)?)
}

/// Hash of a circuit. A replay belongs to one circuit.
pub(crate) fn circuit_hash(circuit: &Netlist) -> String {
    let mut hash = sha256(circuit.to_text().as_bytes());
    hash.truncate(CIRCUIT_DIGITS);
    hash
}
