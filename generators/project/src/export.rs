//! Export of a game on a board for other tool flows.

use crate::project::{plan, render, TextFile, TOP};
use crate::rehearsal::Rehearsal;
use crate::test_bench::{signals, test_bench};
use crate::top::{settings, Top};
use crate::{filters, project, ProjectError};
use askama::Template;
use gatefall_board::{Board, Programmer, Setup};
use gatefall_games::Game;

/// Values of the templates.
struct Names<'a> {
    game: &'a Game,
    board: &'a Board,
    /// Files of the core, then the top.
    core: Vec<String>,
}

impl Names<'_> {
    fn description(&self) -> String {
        format!("{} on {}", self.game.name, self.board.title)
    }

    /// Commands of yosys in a recipe of make.
    fn synthesis(&self) -> String {
        let script = self.board.package.synthesis_script(TOP, "NETLIST");
        let commands = script.replace('\n', "; ").replace('$', "$$");
        let commands = commands.replace(&self.board.package.mappings(), "$(MAPPINGS)");
        commands.replace("NETLIST", "$@")
    }

    /// The best programmer of the board.
    fn programmer(&self) -> Option<Programmer> {
        self.board.program.as_ref()?.with.first().copied()
    }

    /// Target of FuseSoC for the board: the name of the board, unless another target has that name.
    fn target(&self) -> String {
        match &*self.board.name {
            name @ ("default" | "lint" | "sim") => format!("{name}-board"),
            name => name.to_owned(),
        }
    }
}

#[derive(Template)]
#[template(path = "export/Makefile", escape = "none")]
struct Makefile<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "export/fusesoc.core", escape = "none")]
struct FuseSoc<'a> {
    names: &'a Names<'a>,
}

#[derive(Template)]
#[template(path = "export/apio.ini", escape = "none")]
struct Apio<'a> {
    names: &'a Names<'a>,
    id: &'a str,
}

#[derive(Template)]
#[template(path = "export/README.md", escape = "none")]
struct Readme<'a> {
    names: &'a Names<'a>,
    setup: Option<&'a str>,
    settings: String,
    apio: bool,
}

#[derive(Template)]
#[template(path = "export/waves.gtkw", escape = "none")]
struct Waves<'a> {
    game: &'a Game,
    signals: Vec<String>,
}

/// All files of a folder that is a project of its own: Verilog, PCF, test bench, and the files of
/// make, FuseSoC, apio and GTKWave.
pub fn export(game: &Game, board: &Board, setup: &Setup) -> Result<Vec<TextFile>, ProjectError> {
    let project = project(game, board, setup)?;
    let (wiring, clock) = plan(game, board, setup)?;
    let rehearsal = Rehearsal::new(game, board, setup)?;
    let pins = Top::new(game, board, setup, clock, &wiring);
    let bench = test_bench(game, setup, clock.hz, &pins, &rehearsal);
    let top = format!("{TOP}.v");
    let core = project.verilog.iter().map(|file| file.name.clone());
    let names = Names {
        game,
        board,
        core: core.filter(|name| *name != top).collect(),
    };
    let waves = Waves {
        game,
        signals: signals(&pins, rehearsal.has_presses()),
    };
    let apio = board
        .program
        .as_ref()
        .and_then(|program| program.apio.as_deref());
    let file = |name: String, text: String| TextFile { name, text };
    let name = game.name;
    let mut files = project.verilog;
    files.push(project.pcf);
    files.push(file(format!("{name}_tb.v"), bench));
    files.push(file(format!("{name}_tb.gtkw"), render(&waves)));
    files.push(file(
        "Makefile".to_owned(),
        render(&Makefile { names: &names }),
    ));
    files.push(file(
        format!("{name}.core"),
        render(&FuseSoc { names: &names }),
    ));
    if let Some(id) = apio {
        let names = &names;
        files.push(file("apio.ini".to_owned(), render(&Apio { names, id })));
    }
    let readme = Readme {
        names: &names,
        setup: setup.name.as_deref(),
        settings: settings(game),
        apio: apio.is_some(),
    };
    files.push(file("README.md".to_owned(), render(&readme)));
    for (name, text) in [
        ("LICENSE-MIT", include_str!("../../../LICENSE-MIT")),
        ("LICENSE-APACHE", include_str!("../../../LICENSE-APACHE")),
    ] {
        files.push(file(name.to_owned(), text.to_owned()));
    }
    Ok(files)
}
