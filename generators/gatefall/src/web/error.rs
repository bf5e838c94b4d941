//! Errors of `gatefall web`.

use gatefall_web::{BrowserError, ServerError};
use miette::Diagnostic;
use thiserror::Error;

/// Reasons for which the page is not served.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum WebError {
    #[error(transparent)]
    #[diagnostic(help("end the program that uses it, or choose another port: --port 8001"))]
    Server(#[from] ServerError),
    #[error("there is no `{program}` on PATH")]
    #[diagnostic(help("apt install {package}"))]
    NoBrowser {
        program: &'static str,
        package: &'static str,
    },
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error("the page measured {0}")]
    Figure(String),
    #[error("cannot serve the page")]
    Serve(#[source] std::io::Error),
}
