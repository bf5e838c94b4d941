//! Exhaustive verification of tic-tac-toe: every placement, legal or not, from every position of up
//! to four placements. The golden model is checked against published results.

mod pair;

use super::steps::{Amount, Steps};
use super::{Summary, VerifyError};
use crate::output;
use gatefall_games::Game;
use gatefall_golden::tictactoe::{GameValue, Placement, Position, Solution};
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use pair::Pair;
use std::collections::BTreeMap;

/// Maximum number of placements before the tested position.
const DEPTH: usize = 4;

pub(super) fn run(game: &Game) -> Result<Summary, VerifyError> {
    output::note("Searching the whole game with the rules of the golden model ...");
    let model = check_model()?;
    let checked = check(&netlist(game)?, DEPTH)?;
    Ok(Summary {
        text: model + &checked.text,
        ..checked
    })
}

/// Searches the complete game with the model's rules, and compares the result with the known value.
fn check_model() -> Result<String, VerifyError> {
    let solution = Solution::new();
    let agree = |what: &str, found: String, known: String| match found == known {
        true => Ok(()),
        false => Err(VerifyError::Model {
            what: what.to_owned(),
            found,
            known,
        }),
    };
    let (mover, both) = solution.stuck();
    let known = format!("{:?}", (3_497_083, 5_440, 77_926));
    let found = format!("{:?}", (solution.positions(), mover, both));
    agree(
        "positions, those where only the mover and where both are stuck",
        found,
        known,
    )?;
    agree(
        "the value of the game",
        format!("{:?}", solution.game()),
        "Draw".to_owned(),
    )?;
    for first in Placement::all() {
        let is_centre = (first.row, first.column) == (1, 1);
        let known = match first.size {
            1 => GameValue::Draw,
            3 if is_centre => GameValue::Draw,
            _ => GameValue::Loss,
        };
        let found = format!("{:?}", solution.first(first));
        agree(
            &format!("the value of {first:?}"),
            found,
            format!("{known:?}"),
        )?;
    }
    Ok(format!(
        "The golden model solves the game as it is known: {} positions, a draw.\n",
        solution.positions()
    ))
}

/// Every position of up to `depth` placements, by number of placements. The value is the number of
/// sequences that lead to the position.
fn positions(depth: usize) -> Vec<BTreeMap<Position, u64>> {
    let first = BTreeMap::from([(Position::default(), 1)]);
    let widened = std::iter::successors(Some(first), |before| Some(Position::widen(before)));
    widened.take(depth + 1).collect()
}

fn check(netlist: &Netlist, depth: usize) -> Result<Summary, VerifyError> {
    let levels = positions(depth);
    let count = levels.iter().map(BTreeMap::len).sum::<usize>();
    let amount = Amount {
        seed: 0,
        count: count as u64,
        duration: None,
    };
    let steps = Steps::new(&amount, "positions");
    let mut pair = Pair::new(Machine::new(netlist)?)?;
    for position in levels.iter().flat_map(BTreeMap::keys) {
        pair.check_position(position)?;
        if !steps.step() {
            return Err(VerifyError::Interrupted);
        }
    }
    let mut summary = String::new();
    for (placements, level) in levels.iter().enumerate() {
        let (positions, sequences) = (level.len(), level.values().sum::<u64>());
        summary +=
            &format!("{placements} placements: {sequences} sequences, {positions} positions\n");
    }
    summary += &format!(
        "{count} positions, from each every size on every cell: {} placements, {} refusals, {} \
         presses in all.",
        pair.placements, pair.refusals, pair.presses
    );
    let figures = vec![
        ("positions", count as u64),
        ("placements", pair.placements),
        ("refusals", pair.refusals),
        ("presses", pair.presses),
    ];
    Ok(Summary {
        text: summary,
        figures,
    })
}

fn netlist(game: &Game) -> Result<Netlist, VerifyError> {
    let block = (game.build)(&game.params())?;
    Ok(gatefall_lower::netlist(block.as_ref(), game.name)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_games::tictactoe::GAME;
    use gatefall_lockstep::fault::planted;

    #[test]
    fn positions_of_up_to_two_placements() {
        let summary = check(&netlist(&GAME).unwrap(), 2).unwrap();
        assert!(
            summary
                .text
                .contains("2 placements: 675 sequences, 675 positions\n"),
            "{summary:?}"
        );
    }

    #[test]
    fn a_line_of_both_players_that_wins_is_found() {
        let netlist = netlist(&GAME).unwrap();
        let faulty = planted(&netlist, "cells", "(eq (slice mark 2 1) second)", "1'h1");
        let error = check(&faulty, 2).unwrap_err().to_string();
        let begin = "gates and golden model differ after [";
        assert!(error.starts_with(begin), "{error}");
        assert!(error.contains("\ngates: State { event: Won, "), "{error}");
        assert!(
            error.contains("\nmodel: State { event: Placed, "),
            "{error}"
        );
    }
}
