//! Selection of the tools for a build.

use crate::run::Session;
use crate::tools::Toolset;
use crate::{native, pinned, ToolError};
use std::path::Path;

/// Selection by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Native tools if all are present and new enough, else the pinned ones.
    Auto,
    /// Native tools only.
    Native,
    /// Pinned tools only.
    Pinned,
}

/// Finds the tools. Installs the pinned ones under `folder` if they are selected and missing.
pub fn find(choice: Choice, folder: &Path, session: &Session) -> Result<Toolset, ToolError> {
    match choice {
        Choice::Native => native::find(session),
        Choice::Pinned => pinned::find(folder, session),
        Choice::Auto => {
            let native = match native::find(session) {
                Err(ToolError::NoNative(reason)) => reason,
                found_or_failed => return found_or_failed,
            };
            pinned::find(folder, session).map_err(|error| match error {
                ToolError::CannotInstall { source } => ToolError::NoTools { native, source },
                other => other,
            })
        }
    }
}
