//! A file of the user is in the way.

use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

/// Why nothing is written.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum OutputError {
    #[error(
        "`{}` is there already, and gatefall did not write it{}",
        path.display(),
        and_more(*more)
    )]
    #[diagnostic(help("choose another {other}, or add `--force` to replace it"))]
    Foreign {
        path: PathBuf,
        /// So many other files have the same fault.
        more: usize,
        /// `folder` or `name`.
        other: &'static str,
    },
    #[error("`{}` was changed since gatefall wrote it{}", path.display(), and_more(*more))]
    #[diagnostic(help("choose another {other}, or add `--force` to replace it"))]
    Changed {
        path: PathBuf,
        more: usize,
        other: &'static str,
    },
    #[error("`{}` would become a part of the exported project{}", path.display(), and_more(*more))]
    #[diagnostic(help(
        "choose another folder, move the file away, or add `--force` to keep it there"
    ))]
    Joins { path: PathBuf, more: usize },
    #[error("`{}` is a folder, but a file is to be written there", .0.display())]
    #[diagnostic(help("choose another place"))]
    FileIsFolder(PathBuf),
}

fn and_more(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!("; the same holds for {more} more"),
    }
}
