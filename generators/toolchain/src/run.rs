//! Runs a tool: log file, progress, interruption, exit status.

use crate::error::{io, ToolError};
use crate::group::ProcessGroup;
use crate::slots::Slots;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Number of lines of a failed tool's output in the message.
const LAST_LINES: usize = 12;
/// Longest time between two polls of a running tool.
const POLL: Duration = Duration::from_millis(50);

/// Receives progress events. Steps may overlap.
pub trait Watcher: Sync {
    /// A step begins.
    fn begin(&self, step: &str);
    /// The step printed this line.
    fn line(&self, step: &str, line: &str);
    /// The step ended; `well` is false if it failed.
    fn end(&self, step: &str, took: Duration, well: bool);
}

/// State shared by all runs of one command.
pub struct Session<'a> {
    /// Set when the user interrupts.
    pub interrupted: &'a AtomicBool,
    /// Receives the progress.
    pub watcher: &'a dyn Watcher,
    /// Limits the number of concurrent tools, over all threads that share this session.
    pub slots: &'a Slots,
}

/// One run of a tool.
pub struct Run<'a> {
    /// Name of the tool, for messages.
    pub tool: &'a str,
    /// Description of the run for the user.
    pub step: &'a str,
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Variables to add to the environment.
    pub environment: &'a [(OsString, OsString)],
    /// Working folder.
    pub folder: &'a Path,
    /// Log file for all output.
    pub log: &'a Path,
    /// Words of the output that mean a failure, for a tool that may report none in its exit status.
    pub failures: &'a [&'a str],
}

impl Session<'_> {
    /// Runs a tool and waits for its end. Waits first until one of the session's slots is free.
    ///
    /// # Errors
    /// If it cannot be started, fails, or is interrupted.
    pub fn run(&self, run: &Run) -> Result<Duration, ToolError> {
        let _slot = self
            .slots
            .take(self.interrupted)
            .ok_or(ToolError::Interrupted)?;
        self.watcher.begin(run.step);
        let start = Instant::now();
        let result = self.run_logged(run);
        let took = start.elapsed();
        self.watcher.end(run.step, took, result.is_ok());
        result.map(|()| took)
    }

    fn run_logged(&self, run: &Run) -> Result<(), ToolError> {
        let log = File::create(run.log).map_err(io("write", run.log))?;
        let errors = log.try_clone().map_err(io("write", run.log))?;
        let mut command = Command::new(&run.command[0]);
        command
            .args(&run.command[1..])
            .envs(run.environment.iter().map(|(key, value)| (key, value)))
            .current_dir(run.folder)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors);
        let group = ProcessGroup::spawn(&mut command).map_err(|source| ToolError::CannotStart {
            tool: run.tool.to_owned(),
            source,
        })?;
        let mut shown = String::new();
        let status = self.wait(group, run.tool, || {
            let line = last_lines(run.log, 1);
            if line != shown {
                self.watcher.line(run.step, &line);
                shown = line;
            }
        })?;
        let status = match status.success() {
            false => status.to_string(),
            true => match failure_in(run)? {
                None => return Ok(()),
                Some(word) => format!("`{word}` in its output"),
            },
        };
        Err(ToolError::ToolFailed {
            tool: run.tool.to_owned(),
            status,
            last_lines: last_lines(run.log, LAST_LINES),
            log: run.log.to_owned(),
        })
    }

    /// Waits until a program ends, and calls `poll` at intervals. An interrupt kills the program
    /// and all its descendants.
    fn wait(
        &self,
        mut group: ProcessGroup,
        tool: &str,
        mut poll: impl FnMut(),
    ) -> Result<ExitStatus, ToolError> {
        let mut pause = Duration::from_millis(1);
        loop {
            let ended = group.try_wait().map_err(io("run", Path::new(tool)))?;
            if self.interrupted.load(Ordering::Relaxed) {
                group.kill();
                return Err(ToolError::Interrupted);
            }
            if let Some(status) = ended {
                return Ok(status);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(POLL);
            poll();
        }
    }

    /// Output of a short command, both channels. `None` if it cannot be run or fails.
    ///
    /// # Errors
    /// If the user interrupts.
    pub(crate) fn output_of(
        &self,
        program: &Path,
        arguments: &[&OsStr],
    ) -> Result<Option<String>, ToolError> {
        let _slot = self
            .slots
            .take(self.interrupted)
            .ok_or(ToolError::Interrupted)?;
        let name = program.display().to_string();
        let mut output = tempfile::tempfile().map_err(io("create", &std::env::temp_dir()))?;
        let channel = || output.try_clone().map_err(io("write", Path::new(&name)));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(channel()?)
            .stderr(channel()?);
        let Ok(group) = ProcessGroup::spawn(&mut command) else {
            return Ok(None);
        };
        if !self.wait(group, &name, || ())?.success() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let read = output
            .rewind()
            .and_then(|()| output.read_to_end(&mut bytes));
        read.map_err(io("read the output of", program))?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// The first of the run's `failures` that is in the log.
fn failure_in<'a>(run: &Run<'a>) -> Result<Option<&'a str>, ToolError> {
    if run.failures.is_empty() {
        return Ok(None);
    }
    let log = fs::read(run.log).map_err(io("read", run.log))?;
    let log = String::from_utf8_lossy(&log);
    let mut words = run.failures.iter().copied();
    Ok(words.find(|word| log.contains(word)))
}

/// The last lines of a log, without empty lines. An unreadable log gives an empty text, because the
/// text is for display only.
fn last_lines(log: &Path, count: usize) -> String {
    const TAIL_BYTES: u64 = 4096;
    let mut bytes = Vec::new();
    let read = File::open(log).and_then(|mut file| {
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
        file.read_to_end(&mut bytes)
    });
    if read.is_err() {
        return String::new();
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

/// Path of a program on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    which::which_global(name).ok()
}

#[cfg(test)]
mod tests;
