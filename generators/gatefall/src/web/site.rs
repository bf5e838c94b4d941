//! Files of the site: assets, compiled games and guide.

use super::{guide, inside, pages, tune};
use crate::error::AppError;
use crate::output;
use crate::report::grouped;
use crate::results::Records;
use crate::root::Root;
use crate::sim::circuit::{circuit, circuit_hash};
use crate::sim::{self, SimError};
use gatefall_games::{Game, GAMES};
use gatefall_netlist::Netlist;
use gatefall_toolchain::in_parallel;
use gatefall_web::{assets, export, Control, Exported, SiteFile};
use std::time::Instant;

/// All files of the site.
pub(crate) fn site() -> Result<Vec<SiteFile>, AppError> {
    let mut files = assets();
    let begun = Instant::now();
    let of_game = |game: &&'static Game| -> Result<_, AppError> {
        let circuit = circuit(game)?;
        Ok((compiled(game, &circuit)?, inside::modules(game, circuit)?))
    };
    let mut texts = Vec::new();
    for (game, compiled) in GAMES.iter().zip(in_parallel(GAMES, of_game)) {
        let (program, (tree, sources)) = compiled?;
        files.extend(program.into_iter().chain([tree]));
        texts.push((game.name, sources));
    }
    files.extend(inside::source_files(&texts));
    files.push(list());
    files.extend(guide::guide(&Root::find()?)?);
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    let took = begun.elapsed().as_secs_f64();
    output::note(&format!("compiled {} in {took:.1} s", names.join(", ")));
    Ok(files)
}

/// Sizes of a game on an FPGA, from the records of the project. Outside of it there are none.
fn facts(game: &Game) -> Vec<(String, String)> {
    let records = Root::find().and_then(|root| Records::read(&root));
    let sizes = records.ok().and_then(|records| records.sizes(game));
    let Some([logic_cells, block_rams]) = sizes else {
        return Vec::new();
    };
    let fact = |name: &str, value| (name.to_owned(), grouped(value));
    vec![
        fact("logic cells", logic_cells),
        fact("block RAMs", block_rams),
    ]
}

/// The list of games.
fn list() -> SiteFile {
    let games = GAMES
        .iter()
        .map(|game| serde_json::json!({ "name": game.name, "title": pages::title(game) }));
    let json = serde_json::Value::from_iter(games);
    SiteFile::new("games.json", json.to_string())
}

/// The files of a game.
fn compiled(game: &'static Game, circuit: &Netlist) -> Result<[SiteFile; 2], SimError> {
    let bench = sim::bench(game, circuit, &[])?;
    let program = tune::tuned(game, &bench)?;
    let controls: Vec<Control> = game
        .buttons
        .iter()
        .map(|button| Control {
            port: button.port,
            keys: button.keys.to_vec(),
        })
        .collect();
    Ok(export(&Exported {
        name: game.name,
        circuit: &circuit_hash(circuit),
        clock_hz: game.params().clock_hz,
        bench: &bench,
        program: &program,
        controls: &controls,
        page: &pages::page(game, facts(game)),
        inside: &inside::inside(game),
    }))
}
