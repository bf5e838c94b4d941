//! Synthesis: Verilog files to a netlist of iCE40 cells.

use crate::error::io;
use crate::flow::Job;
use crate::run::Session;
use crate::tools::Tool;
use crate::ToolError;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Name of the script in the job's folder.
const SCRIPT: &str = "synth.ys";
/// yosys writes the memories that did not become block RAM here.
const LEFT_OVER: &str = "memories-left-over.txt";

/// The script. `-abc9` gives 15 % more speed on yosys 0.23 and is built into the newer ones.
///
/// Between mapping to block RAM and mapping the rest to flip-flops, every memory that can be written must be gone: that is where a
/// design with a memory that does not fit block RAM is caught. (A memory without a write port is a table, which may be logic.)
pub(crate) fn script(job: &Job) -> String {
    let synth = format!(
        "synth_ice40 -abc9 -device {} -top {}",
        family(job.device),
        job.top
    );
    format!(
        "read_verilog {sources}\n\
         {synth} -run begin:map_ffram\n\
         tee -o {LEFT_OVER} select -list t:$mem_v2 r:WR_PORTS>0 %i\n\
         {synth} -run map_ffram: -json {name}.json\n",
        sources = job.sources.join(" "),
        name = job.name,
    )
}

/// The family letter that yosys wants: how fast its look-up tables are.
fn family(device: &str) -> &'static str {
    match device.as_bytes() {
        [b'u', ..] => "u",
        [b'l', ..] => "lp",
        _ => "hx",
    }
}

pub(crate) fn synthesise(tool: &Tool, job: &Job, session: &Session) -> Result<Duration, ToolError> {
    let script_path = job.folder.join(SCRIPT);
    fs::write(&script_path, script(job)).map_err(io("write", &script_path))?;
    let log = job.log("yosys");
    let step = format!("synthesise with yosys {}", tool.version);
    let arguments = ["-s".into(), SCRIPT.into()];
    let took = session.run(&tool.run(&step, arguments, job.folder, &log))?;

    let memories = memories_in_flip_flops(&job.folder.join(LEFT_OVER), &log)?;
    if !memories.is_empty() {
        return Err(ToolError::MemoryInFlipFlops { memories, log });
    }
    Ok(took)
}

/// yosys gives up on a memory in two places: early, when it is used in a way no memory can be, and when mapping.
fn memories_in_flip_flops(left_over: &Path, log: &Path) -> Result<Vec<String>, ToolError> {
    let list = fs::read_to_string(left_over).map_err(io("read", left_over))?;
    let log_text = fs::read(log).map_err(io("read", log))?;
    let log_text = String::from_utf8_lossy(&log_text);
    let early = log_text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("Replacing memory ")?;
        Some(rest.split_whitespace().next()?.trim_start_matches('\\'))
    });
    Ok(list
        .split_whitespace()
        .chain(early)
        .map(str::to_owned)
        .collect())
}
