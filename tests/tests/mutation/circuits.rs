//! All circuits, each with the modules that no circuit before it has, and short play of each.

use crate::cases::{quietly, Cases};
use gatefall_games::matrix::{MatrixScan, IDS};
use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_games::{handheld, matrix, selftest, tictactoe, Game};
use gatefall_golden::tictactoe::Button;
use gatefall_lockstep::handheld::RandomPlayer;
use gatefall_lockstep::matrix::Pair;
use gatefall_lockstep::tictactoe::{game_to, Table, ENDS};
use gatefall_mutants::{kind, mutant, portable, with_fault, Mutation, Sampler};
use gatefall_netlist::{ModuleId, Netlist};
use gatefall_tests::SESSIONS;
use std::collections::BTreeSet;
use std::ops::Range;

/// A second of the matrix that is played, in clocks.
const SECOND: u64 = 1_000;
const GAMES_OF_MATRIX: u64 = 30;
/// Seeds of handhelds with other panels and parts.
const HANDHELDS: Range<u64> = 3..6;

/// Random presses of tic-tac-toe.
const PRESSES: u32 = 600;

/// Play of a circuit beside its golden model.
enum Play {
    Cases(Cases),
    /// Games of a changed circuit. An error or a panic is a difference.
    Games(fn(&dyn Fn(Netlist) -> Netlist) -> Result<(), String>),
    /// Only tests play it.
    Never,
}

/// A circuit, and its modules.
pub struct Circuit {
    pub netlist: Netlist,
    /// Names of the modules that have faults.
    modules: BTreeSet<String>,
    play: Play,
}

impl Circuit {
    /// All of them, and what the cases of `tests/cases` become.
    pub fn all(cases: impl FnOnce(Cases) -> Cases) -> Vec<Circuit> {
        let netlist = |game: &Game| {
            let block = (game.build)(&game.params()).unwrap();
            gatefall_lower::netlist(block.as_ref(), game.name).unwrap()
        };
        let rows = MatrixScan::new(matrix::GAME.clock.preferred_hz, SECOND, IDS.start);
        let rows = gatefall_lower::netlist(&rows, "matrix_rows").unwrap();
        let cases = Play::Cases(cases(Cases::read()));
        let all = [
            (gatefall_lockstep::arcade::netlist(), cases),
            (netlist(&handheld::GAME), Play::Games(play_handheld)),
            (netlist(&matrix::GAME), Play::Games(play_matrix)),
            (rows, Play::Never),
            (netlist(&tictactoe::GAME), Play::Games(play_tictactoe)),
            (netlist(&selftest::GAME), Play::Never),
        ];
        let mut known = BTreeSet::new();
        let all = all.into_iter().map(|(netlist, play)| {
            let own = netlist
                .modules
                .values()
                .filter(|module| !known.contains(&kind(module)));
            let modules = own.map(|module| module.name.clone()).collect();
            known.extend(netlist.modules.values().map(kind));
            Circuit {
                netlist,
                modules,
                play,
            }
        });
        all.collect()
    }

    /// Mutations of its own modules.
    pub fn sampler(&self, seed: u64) -> Sampler {
        let is_wanted = |name: &str| self.modules.contains(name);
        Sampler::new(&self.netlist, seed, is_wanted)
    }

    /// Its own modules with their names.
    pub fn modules(&self) -> impl Iterator<Item = (ModuleId, &str)> {
        let all = self
            .netlist
            .modules
            .iter()
            .map(|(id, module)| (id, module.name.as_str()));
        all.filter(|(_, name)| self.modules.contains(*name))
    }

    /// It is played beside a golden model.
    pub fn has_play(&self) -> bool {
        !matches!(self.play, Play::Never)
    }

    /// Finds a mutant by a case or a game, and in the long form also by a session.
    pub fn find(&self, mutation: Mutation, is_long: bool) -> Option<String> {
        match &self.play {
            Play::Cases(cases) => {
                let sessions = if is_long { SESSIONS } else { 0..0 };
                cases.find(&mutant(&self.netlist, mutation), sessions)
            }
            Play::Games(play) => {
                let fault = portable(&self.netlist, mutation);
                let has_passed = quietly(|| play(&|netlist| with_fault(netlist, &fault)));
                (has_passed != Ok(Ok(()))).then(|| "a game".to_owned())
            }
            Play::Never => None,
        }
    }

    /// Plays the circuit without a fault.
    ///
    /// # Errors
    /// The difference.
    pub fn pass(&self) -> Result<(), String> {
        match &self.play {
            Play::Cases(cases) => cases.find(&self.netlist, 0..0).map_or(Ok(()), Err),
            Play::Games(play) => play(&|netlist| netlist),
            Play::Never => Ok(()),
        }
    }
}

/// A placement in each of some games.
fn play_handheld(change: &dyn Fn(Netlist) -> Netlist) -> Result<(), String> {
    for seed in HANDHELDS {
        let mut player = RandomPlayer::at_random_changed(seed, change).map_err(|it| it.what)?;
        player.place().map_err(|difference| difference.what)?;
    }
    Ok(())
}

fn play_matrix(change: &dyn Fn(Netlist) -> Netlist) -> Result<(), String> {
    let mut pair = Pair::changed(SECOND, change);
    for seed in 0..GAMES_OF_MATRIX {
        let played = pair.play(seed);
        played.map_err(|difference| format!("{difference:?}"))?;
    }
    Ok(())
}

/// Games to every end, on either square of LEDs, and random presses.
fn play_tictactoe(change: &dyn Fn(Netlist) -> Netlist) -> Result<(), String> {
    let mut random = fastrand::Rng::with_seed(1);
    for side in [Side::Eight, Side::Sixteen] {
        let mut table = Table::changed(side, change);
        table.mash(&mut random, PRESSES);
        table.reset();
        for end in ENDS {
            table.play(&game_to(end, &mut random));
            table.tap(Button::Confirm);
        }
    }
    Ok(())
}

/// A sample that is even over all modules, at most as large as wanted.
pub fn sample(circuits: &[Circuit], seed: u64, count: usize) -> Vec<(usize, Mutation)> {
    let samplers = circuits.iter().map(|circuit| circuit.sampler(seed));
    let mut samplers: Vec<Sampler> = samplers.collect();
    let all: usize = samplers.iter().map(Sampler::modules).sum();
    let mut before = 0;
    let samples = samplers.iter_mut().enumerate().map(|(index, sampler)| {
        let first = count * before / all;
        before += sampler.modules();
        let taken = sampler.take(count * before / all - first);
        taken.into_iter().map(move |mutation| (index, mutation))
    });
    samples.flatten().collect()
}
