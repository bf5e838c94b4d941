//! `gatefall new-game`.

use crate::cli::NewGameArguments;
use crate::error::{io, AppError};
use crate::output::{self, Pending};
use crate::root::Root;
use askama::Template;
use gatefall_board::read_text;
use gatefall_project::MODULES_BESIDE_GAME;
use std::fs;
use std::path::Path;

/// Template of the game's top module and its registry entry.
#[derive(Template)]
#[template(path = "new/game/mod.rs", escape = "none")]
struct Top<'a> {
    name: &'a str,
    block: &'a str,
}

#[derive(Template)]
#[template(path = "new/game/game_logic.rs", escape = "none")]
struct GameLogic<'a> {
    name: &'a str,
}

/// Reserved words of Rust. Those of Verilog, and the modules beside a game, are checked separately.
const RESERVED: &str = "abstract as async await become box break const continue core crate do dyn \
    else enum extern false final fn for gen if impl in let loop macro match mod move mut override \
    priv pub ref return self static std struct super trait true try type typeof unsafe \
    unsized use virtual where while yield";

pub(crate) fn run(arguments: &NewGameArguments) -> Result<(), AppError> {
    let name = &arguments.name;
    if !is_name(name) {
        return Err(AppError::BadName {
            name: name.clone(),
            thing: "game",
            help: "small letters, digits and `_`, the first a letter; no word of Rust, Verilog or \
                   gatefall",
        });
    }
    let games = Root::find()?.path("hdl/games/src");
    // Another command may add a game to the registry at the same time.
    let _lock = output::lock(&games);
    let folder = games.join(name);
    for path in [folder.clone(), games.join(format!("{name}.rs"))] {
        if path.symlink_metadata().is_ok() {
            return Err(AppError::Exists { path });
        }
    }
    let registry = games.join("lib.rs");
    let text = read_text(&registry).map_err(io("read", &registry))?;
    let text = registered(&text, name, &registry)?;
    // The temporary file is written first, so that a full disk is found before the folder exists.
    let registry_text = Pending::new(&registry, text.as_bytes())?;
    fs::create_dir(&folder).map_err(io("create", &folder))?;
    if let Err(error) = write_game(&folder, name).and_then(|()| registry_text.replace()) {
        // Remove an incomplete game, because it would block the next attempt.
        for file in ["mod.rs", "game_logic.rs"] {
            let _ = fs::remove_file(folder.join(file));
        }
        let _ = fs::remove_dir(&folder);
        return Err(error);
    }
    output::print(&format!(
        "wrote {}, and its lines in {}\n\
         test it:   cargo test -p gatefall-games {name}::\n\
         play it:   make play GAME={name}\n\
         build it:  make constraints && make GAME={name} BOARD=icestick\n",
        folder.display(),
        registry.display()
    ))
}

/// Writes the files of a game to its new folder.
fn write_game(folder: &Path, name: &str) -> Result<(), AppError> {
    let block = block(name);
    let texts = [
        (
            "mod.rs",
            Top {
                name,
                block: &block,
            }
            .render(),
        ),
        ("game_logic.rs", GameLogic { name }.render()),
    ];
    for (file, text) in texts {
        let text = text.expect("templates only write strings") + "\n";
        output::write_new(&folder.join(file), text.as_bytes())?;
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(is_of_name)
        && !RESERVED.split_whitespace().any(|word| word == name)
        && !gatefall_verilog::is_reserved(name)
        && !MODULES_BESIDE_GAME.contains(&name)
}

/// Name of the game's block: `falling_stars` becomes `FallingStarsGame`. The ending avoids
/// conflicts with imports of the file.
fn block(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        first.to_ascii_uppercase() + rest
    };
    name.split('_').map(word).collect::<String>() + "Game"
}

/// Adds the game to the registry: its module in alphabetical order, and its entry after all other
/// games.
fn registered(text: &str, name: &str, path: &Path) -> Result<String, AppError> {
    const GAMES: &str = "pub const GAMES: &[&Game] = &[";
    let module = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    let lines: Vec<&str> = text.lines().collect();
    let later = |line: &&str| module(line).is_some_and(|other| *other > *name);
    let last = lines.iter().rposition(|line| module(line).is_some());
    let at = lines.iter().position(later).or(last.map(|last| last + 1));
    let list = lines.iter().position(|line| *line == GAMES);
    let end =
        list.and_then(|list| Some(list + lines[list..].iter().position(|line| *line == "];")?));
    let (Some(at), Some(end)) = (at, end) else {
        return Err(AppError::NotUnderstood {
            path: path.to_owned(),
            message: format!("there are no modules, or no lines after `{GAMES}`"),
            help: "restore an older one",
        });
    };
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines.insert(end, format!("    &{name}::GAME,"));
    lines.insert(at, format!("pub mod {name};"));
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTRY: &str = "pub mod arcade;\npub mod matrix;\nmod role;\n\nuse x;\n\n\
        pub const GAMES: &[&Game] = &[\n    &arcade::GAME,\n    &matrix::GAME,\n];\n";

    fn added(name: &str) -> String {
        registered(REGISTRY, name, Path::new("lib.rs")).unwrap()
    }

    #[test]
    fn a_game_stands_among_the_modules_and_after_the_games() {
        let expected = REGISTRY
            .replace("pub mod matrix;", "pub mod comets;\npub mod matrix;")
            .replace("];", "    &comets::GAME,\n];");
        assert_eq!(added("comets"), expected);
        assert!(added("zebra").contains("mod role;\npub mod zebra;\n\nuse x;"));
        assert!(added("aardvark").starts_with("pub mod aardvark;\npub mod arcade;"));
        assert!(registered("mod a;\n", "b", Path::new("lib.rs")).is_err());
    }

    #[test]
    fn names_are_those_of_modules_in_both_languages() {
        for name in ["snake", "falling_stars", "four4"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            "4four",
            "Snake",
            "sna-ke",
            "match",
            "module",
            "top",
            "_x",
            "fake_pull_down",
            "data_enable",
            "pll_model",
        ] {
            assert!(!is_name(name), "{name}");
        }
        assert_eq!(block("falling_stars"), "FallingStarsGame");
        assert_eq!(block("a__b"), "ABGame");
    }
}
