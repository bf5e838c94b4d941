//! `gatefall doctor`.

use crate::error::AppError;
use crate::flash::source_of;
use crate::output;
use crate::root::Root;
use gatefall_board::{Board, Programmer};
use gatefall_toolchain::{
    check_python, is_installed, on_path, probe, Session, ToolError, ToolStatus, NATIVE,
};
use std::fmt::Write;

pub(crate) fn run(session: &Session) -> Result<(), AppError> {
    let root = Root::find()?;
    let mut text = String::from("Native tools:\n");
    let native = native_tools(&mut text, session)?;
    text += "Pinned tools:\n";
    let pinned = pinned_tools(&mut text, &root, session)?;
    let uses = match (native, pinned) {
        (true, _) => "the native tools",
        (false, true) => "the pinned tools",
        (false, false) => "neither: nothing can be built",
    };
    writeln!(text, "A build uses {uses}.").expect("a string takes everything");
    output::print(&text)?;
    output::print(&programmers(&root.boards()?))?;
    match native || pinned {
        true => Ok(()),
        false => Err(AppError::NoTools),
    }
}

/// Adds the native tools to the text. True if all of them can be used.
fn native_tools(text: &mut String, session: &Session) -> Result<bool, AppError> {
    let mut native = true;
    for tool in &NATIVE {
        let (major, minor) = tool.oldest;
        let found = match probe(tool, session)? {
            ToolStatus::Usable { path, version } => format!("{version}, {}", path.display()),
            ToolStatus::TooOld { version } => {
                native = false;
                format!("{version} is too old, it must be {major}.{minor} or newer")
            }
            ToolStatus::Broken { path } => {
                native = false;
                format!("{} does not print its version", path.display())
            }
            ToolStatus::Missing => {
                native = false;
                "not on PATH".to_owned()
            }
        };
        line(text, tool.name, &found);
    }
    Ok(native)
}

/// Adds the pinned tools to the text. True if they are installed or can be installed.
fn pinned_tools(text: &mut String, root: &Root, session: &Session) -> Result<bool, AppError> {
    let installed = is_installed(&root.tools_folder(), session)?;
    let python = match check_python(session) {
        Err(ToolError::Interrupted) => return Err(ToolError::Interrupted.into()),
        python => python,
    };
    let state = match (installed, &python) {
        (true, _) => format!("installed in {}", root.tools_folder().display()),
        (false, Ok(python)) => format!("not installed; {} can install them", python.display()),
        (false, Err(error)) => format!("cannot be installed: {error}"),
    };
    line(text, "yowasp", &state);
    Ok(installed || python.is_ok())
}

/// Lists each programmer: its path or how to install it, and its boards.
fn programmers(boards: &[Board]) -> String {
    let mut text = String::from("Programmers, of which a board needs one:\n");
    for programmer in Programmer::ALL {
        let takes = |board: &&Board| {
            let program = board.program.as_ref();
            program.is_some_and(|program| program.with.contains(&programmer))
        };
        let boards: Vec<&str> = boards
            .iter()
            .filter(takes)
            .map(|board| &*board.name)
            .collect();
        let name = programmer.name();
        let found = match on_path(name) {
            Some(path) => path.display().to_string(),
            None => format!("not on PATH ({})", source_of(name)),
        };
        line(
            &mut text,
            name,
            &format!("{found}; for {}", boards.join(", ")),
        );
    }
    text
}

fn line(text: &mut String, name: &str, what: &str) {
    writeln!(text, "  {name:14} {what}").expect("a string takes everything");
}
