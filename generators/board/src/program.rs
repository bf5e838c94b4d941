//! How a bitstream gets into the board, as the board file says it.

use crate::board::{Program, Programmer};
use crate::error::{suggest, FileError, Problem, SourceFile};
use crate::file::ProgramFile;
use crate::resolve::fail;
use std::sync::Arc;
use toml::Spanned;

/// Checks the names of programmers and the identity on USB.
pub(crate) fn program(
    source: &Arc<SourceFile>,
    file: &ProgramFile,
) -> Result<Program, Box<FileError>> {
    let with = file.with.iter().map(|name| programmer(source, name));
    let usb = file.usb.as_ref();
    let is_number = |text: &str| text.len() == 4 && text.bytes().all(|c| c.is_ascii_hexdigit());
    match usb.split_once(':') {
        Some((vendor, product)) if is_number(vendor) && is_number(product) => {}
        _ => {
            let text = usb.clone();
            return Err(fail(source, file.usb.span(), Problem::NotUsb { text }));
        }
    }
    Ok(Program {
        with: with.collect::<Result<_, _>>()?,
        usb: usb.clone(),
        sram: file.sram,
        drive: file.drive.clone(),
        apio: file.apio.clone(),
    })
}

fn programmer(
    source: &Arc<SourceFile>,
    name: &Spanned<String>,
) -> Result<Programmer, Box<FileError>> {
    let known = Programmer::ALL.into_iter();
    let mut named = known.clone().filter(|known| known.name() == name.as_ref());
    named.next().ok_or_else(|| {
        let problem = Problem::UnknownProgrammer {
            name: name.as_ref().clone(),
            help: suggest(name.as_ref(), known.map(Programmer::name)),
        };
        fail(source, name.span(), problem)
    })
}
