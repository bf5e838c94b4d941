//! Programmers in a board file.

use crate::board::{Programmer, Programming};
use crate::error::{fail, suggest, FileError, Problem, SourceFile};
use crate::file::ProgramFile;
use crate::words::Word;
use std::ops::Deref;
use std::sync::Arc;
use toml::Spanned;

/// Checks the names of programmers.
pub(crate) fn program(
    source: &Arc<SourceFile>,
    file: &ProgramFile,
) -> Result<Programming, Box<FileError>> {
    let with = file.with.iter().map(|name| programmer(source, name));
    Ok(Programming {
        with: with.collect::<Result<_, _>>()?,
        usb: file.usb.clone(),
        sram: file.sram,
        drive: file.drive.clone(),
        apio: file.apio.clone(),
    })
}

fn programmer(
    source: &Arc<SourceFile>,
    name: &Spanned<Word>,
) -> Result<Programmer, Box<FileError>> {
    let known = Programmer::ALL.into_iter();
    let mut named = known
        .clone()
        .filter(|known| known.name() == name.as_ref().deref());
    named.next().ok_or_else(|| {
        let problem = Problem::UnknownProgrammer {
            name: name.as_ref().to_string(),
            help: suggest(name.as_ref(), known.map(Programmer::name)),
        };
        fail(source, name.span(), problem)
    })
}
