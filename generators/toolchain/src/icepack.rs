//! icepack: placed design to bitstream.

use crate::job::BuildJob;
use crate::run::Session;
use crate::tools::Tool;
use crate::ToolError;
use std::time::Duration;

pub(crate) fn pack(tool: &Tool, job: &BuildJob, session: &Session) -> Result<Duration, ToolError> {
    let log = job.log("icepack");
    let arguments = ["asc", "bin"].map(|kind| format!("{}.{kind}", job.name).into());
    session.run(&tool.run(
        "pack the bitstream with icepack",
        arguments,
        job.folder,
        &log,
    ))
}
