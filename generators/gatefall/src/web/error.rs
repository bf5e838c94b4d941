//! Errors of `gatefall web`.

use gatefall_web::ServerError;
use miette::Diagnostic;
use thiserror::Error;

/// Reasons for which the page is not served.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum WebError {
    #[error(transparent)]
    #[diagnostic(help("end the program that uses it, or choose another port: --port 8001"))]
    Server(#[from] ServerError),
    #[error("cannot serve the page")]
    Serve(#[source] std::io::Error),
}
