//! `gatefall web`: writes a site on which the games are played in a browser, and serves it.

mod bench;
pub(crate) mod error;
mod guide;
mod pages;
mod tune;

pub(crate) use error::WebError;

use crate::cli::WebArguments;
use crate::error::AppError;
use crate::interrupt::INTERRUPTED;
use crate::output::{Folder, SITE};
use crate::report::grouped;
use crate::results::Records;
use crate::root::Root;
use crate::sim::replay::circuit_hash;
use crate::sim::{self, SimError};
use gatefall_games::{Game, GAMES};
use gatefall_web::{assets, export, Control, Exported, File, Server};
use std::time::Instant;

/// Folder of the site, in the project.
const FOLDER: &str = "build/web";

pub(crate) fn run(arguments: &WebArguments) -> Result<(), AppError> {
    if arguments.bench {
        return bench::run(arguments);
    }
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => Root::find()?.path(FOLDER),
    };
    // Check the folder and the port first, so that they fail before the games are compiled.
    let mut output = Folder::open(&folder, &[], SITE, arguments.force)?;
    let server = match arguments.out {
        Some(_) => None,
        None => Some(Server::bind(arguments.port).map_err(WebError::from)?),
    };
    let files = site()?;
    output.make()?;
    for file in &files {
        output.write(&file.name, &file.bytes)?;
    }
    output.finish()?;
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    eprintln!(
        "{} files, {:.2} MB in {}",
        files.len(),
        bytes as f64 / 1e6,
        folder.display()
    );
    match server {
        Some(server) => serve(server, files),
        None => Ok(()),
    }
}

fn serve(server: Server, files: Vec<File>) -> Result<(), AppError> {
    println!("Play at {} (Ctrl-C ends)", server.url());
    server.run(files, &INTERRUPTED).map_err(WebError::Serve)?;
    Ok(())
}

/// All files of the site.
pub(crate) fn site() -> Result<Vec<File>, AppError> {
    let mut files = assets();
    let begun = Instant::now();
    // Each game is compiled for itself, so that all processors are used.
    let games = std::thread::scope(|scope| {
        let threads: Vec<_> = GAMES
            .iter()
            .map(|game| scope.spawn(move || compiled(game)))
            .collect();
        let join = |thread: std::thread::ScopedJoinHandle<_>| thread.join();
        threads.into_iter().map(join).collect::<Vec<_>>()
    });
    for game in games {
        match game {
            Ok(game) => files.extend(game?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    files.push(list());
    files.extend(guide::guide(&Root::find()?)?);
    let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    let took = begun.elapsed().as_secs_f64();
    eprintln!("compiled {} in {took:.1} s", names.join(", "));
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
fn list() -> File {
    let games = GAMES
        .iter()
        .map(|game| serde_json::json!({ "name": game.name, "title": pages::title(game) }));
    let json = serde_json::Value::from_iter(games);
    File::new("games.json", json.to_string())
}

/// The files of a game.
fn compiled(game: &'static Game) -> Result<[File; 2], SimError> {
    let bench = sim::bench(game, &[])?;
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
        summary: game.summary,
        circuit: &circuit_hash(game)?,
        clock_hz: game.params().clock_hz,
        bench: &bench,
        program: &program,
        controls: &controls,
        page: &pages::page(game, facts(game)),
    }))
}
