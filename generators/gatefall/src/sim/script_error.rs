//! Errors in key scripts.

use miette::{Diagnostic, NamedSource, SourceSpan};
use std::sync::Arc;
use thiserror::Error;

/// An error in a script, with its location.
#[derive(Debug, Error, Diagnostic)]
#[error("{problem}")]
pub(crate) struct ScriptError {
    pub(super) problem: String,
    #[help]
    pub(super) help: String,
    #[source_code]
    pub(super) text: Arc<NamedSource<String>>,
    #[label]
    pub(super) span: SourceSpan,
}
