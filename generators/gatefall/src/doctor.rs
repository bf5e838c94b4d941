//! `gatefall doctor`.

use crate::error::AppError;
use crate::output;
use crate::root::Root;
use gatefall_toolchain::{check_python, is_installed, probe, Probe, NATIVE};
use std::fmt::Write;

pub(crate) fn run() -> Result<(), AppError> {
    let root = Root::find()?;
    let mut text = String::from("Native tools:\n");
    let mut native = true;
    for tool in &NATIVE {
        let (major, minor) = tool.oldest;
        let found = match probe(tool) {
            Probe::Usable { path, version } => format!("{version}, {}", path.display()),
            Probe::TooOld { version } => {
                native = false;
                format!("{version} is too old, it must be {major}.{minor} or newer")
            }
            Probe::Broken { path } => {
                native = false;
                format!("{} does not tell its version", path.display())
            }
            Probe::Missing => {
                native = false;
                "not on PATH".to_owned()
            }
        };
        line(&mut text, tool.name, &found);
    }
    text += "Pinned tools:\n";
    let installed = is_installed(&root.tools_folder());
    let python = check_python();
    let state = match (installed, &python) {
        (true, _) => format!("installed in {}", root.tools_folder().display()),
        (false, Ok(python)) => format!("not installed; {} can install them", python.display()),
        (false, Err(error)) => error.to_string(),
    };
    line(&mut text, "yowasp", &state);
    let uses = match (native, installed || python.is_ok()) {
        (true, _) => "the native tools",
        (false, true) => "the pinned tools",
        (false, false) => "neither: nothing can be built",
    };
    writeln!(text, "A build uses {uses}.").expect("a string takes everything");
    output::print(&text)?;
    match native || installed || python.is_ok() {
        true => Ok(()),
        false => Err(AppError::NoTools),
    }
}

fn line(text: &mut String, name: &str, what: &str) {
    writeln!(text, "  {name:14} {what}").expect("a string takes everything");
}
