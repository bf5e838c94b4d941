//! `gatefall new-board`.

use crate::cli::NewBoardArguments;
use crate::error::AppError;
use crate::output;
use crate::root::Root;
use askama::Template;
use gatefall_board::{Name, Package};

/// Template of a valid board file, with notes on what to replace.
#[derive(Template)]
#[template(path = "new/board.toml", escape = "none")]
struct BoardFile<'a> {
    name: &'a Name,
    package: &'a Package,
    clock: &'a str,
    header: String,
    led: &'a str,
}

pub(crate) fn run(arguments: &NewBoardArguments) -> Result<(), AppError> {
    let NewBoardArguments { name, part } = arguments;
    let name = &Name::new(name).map_err(|_| AppError::BadName {
        name: name.clone(),
        thing: "board",
        help: Name::RULE,
    })?;
    let title = |package: &Package| format!("{}-{}", package.device, package.name);
    let mut packages = Package::all().iter();
    let Some(package) = packages.find(|package| title(package) == *part) else {
        let known: Vec<String> = Package::all().iter().map(title).collect();
        return Err(AppError::UnknownPart {
            part: part.clone(),
            known: known.join(", "),
        });
    };
    let path = Root::find()?.path("boards").join(format!("{name}.toml"));
    if path.symlink_metadata().is_ok() {
        return Err(AppError::Exists { path });
    }
    let [clock, led, header @ ..] = package.pins.as_slice() else {
        unreachable!("a package has pins");
    };
    let file = BoardFile {
        name,
        package,
        clock,
        header: header[..6].join(" "),
        led,
    };
    let text = file.render().expect("templates only write strings");
    output::write_new(&path, (text + "\n").as_bytes())?;
    output::print(&format!(
        "wrote {}: replace what is in it, then `make constraints` and `gatefall list`\n",
        path.display()
    ))
}
