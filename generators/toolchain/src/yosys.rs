//! Synthesis: Verilog files to a netlist of iCE40 cells.

use crate::error::io;
use crate::job::BuildJob;
use crate::run::Session;
use crate::tools::Tool;
use crate::ToolError;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Name of the script in the job's folder.
const SCRIPT: &str = "synth.ys";
/// Messages of yosys about a memory that does not become block RAM, up to the memory's name.
///
/// The first is from an early pass, about an access that no memory supports. The second is from
/// the mapping to block RAM.
const GIVES_UP: [&str; 2] = ["Replacing memory ", "no valid mapping found for memory "];

/// Script for yosys.
///
/// The Verilog has `ram_style` at each memory. Without `"block"` yosys makes flip-flops of small
/// memories and of memories that do not fit. Tables that are written as `case` may become logic.
pub(crate) fn script(job: &BuildJob) -> String {
    format!(
        "read_verilog {}\n{}\n",
        job.sources.join(" "),
        job.synthesis
    )
}

pub(crate) fn synthesise(
    tool: &Tool,
    job: &BuildJob,
    session: &Session,
) -> Result<Duration, ToolError> {
    let script_path = job.folder.join(SCRIPT);
    fs::write(&script_path, script(job)).map_err(io("write", &script_path))?;
    let log = job.log("yosys");
    let step = format!("synthesise with yosys {}", tool.version);
    let arguments = ["-s".into(), SCRIPT.into()];
    let result = session.run(&tool.run(&step, arguments, job.folder, &log));
    if matches!(
        result,
        Err(ToolError::Interrupted | ToolError::CannotStart { .. })
    ) {
        return result;
    }
    let memories = memories_in_flip_flops(&log)?;
    match memories.is_empty() {
        true => result,
        false => Err(ToolError::MemoryInFlipFlops { memories, log }),
    }
}

fn memories_in_flip_flops(log: &Path) -> Result<Vec<String>, ToolError> {
    let text = fs::read(log).map_err(io("read", log))?;
    let text = String::from_utf8_lossy(&text);
    let given_up = text.lines().filter_map(|line| {
        let rest = GIVES_UP
            .iter()
            .find_map(|says| Some(line.split_once(says)?.1))?;
        Some(
            rest.split_whitespace()
                .next()?
                .trim_start_matches('\\')
                .to_owned(),
        )
    });
    let memories: BTreeSet<String> = given_up.collect();
    Ok(memories.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(log: &str) -> Vec<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), log).unwrap();
        memories_in_flip_flops(file.path()).unwrap()
    }

    /// Messages of yosys 0.23 and 0.70. yosys 0.23 prints an error twice if both output channels go
    /// to one file.
    #[test]
    fn memories_that_yosys_gives_up_are_found_in_its_log() {
        let error = "ERROR: no valid mapping found for memory top.core.cells\n";
        assert_eq!(found(&error.repeat(2)), ["top.core.cells"]);
        let warning = "Warning: Replacing memory \\ring with list of registers. See ring.v:6\n";
        assert_eq!(found(warning), ["ring"]);
        assert!(found("mapping memory top.core.cells via $__ICE40_RAM4K_\n").is_empty());
    }
}
