//! Errors about files of the user that would be replaced.

use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

/// Reasons to refuse to write.
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
        /// Number of other files with the same problem.
        more: usize,
        /// `folder` or `name`: what to choose instead.
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
