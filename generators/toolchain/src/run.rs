//! Running one tool: log file, progress, interruption, exit status.

use crate::error::{io, ToolError};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many lines of a failed tool are shown.
const LAST_LINES: usize = 12;
/// How often the output of a tool is looked at.
const POLL: Duration = Duration::from_millis(50);

/// Hears what is going on, to show it. Steps may overlap.
pub trait Watcher: Sync {
    /// A step begins.
    fn begin(&self, step: &str);
    /// The step printed this line.
    fn line(&self, step: &str, line: &str);
    /// The step ended, well or not.
    fn end(&self, step: &str, took: Duration, well: bool);
}

/// What all runs of one command share.
pub struct Session<'a> {
    /// Set when the user wants to stop.
    pub interrupted: &'a AtomicBool,
    /// Shown what is going on.
    pub watcher: &'a dyn Watcher,
}

/// One run of a tool.
pub struct Run<'a> {
    /// Name of the tool, for messages.
    pub tool: &'a str,
    /// What the user sees while it runs.
    pub step: &'a str,
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Variables to add to the environment.
    pub environment: &'a [(OsString, OsString)],
    /// Working folder.
    pub folder: &'a Path,
    /// Gets everything that the tool prints.
    pub log: &'a Path,
}

impl Session<'_> {
    /// Runs a tool to its end; anything but success is an error.
    ///
    /// # Errors
    /// When it cannot be started, fails, or is interrupted.
    pub fn run(&self, run: &Run) -> Result<Duration, ToolError> {
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
        let child = std::process::Command::new(&run.command[0])
            .args(&run.command[1..])
            .envs(run.environment.iter().map(|(key, value)| (key, value)))
            .current_dir(run.folder)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .spawn()
            .map_err(|source| ToolError::CannotStart {
                tool: run.tool.to_owned(),
                source,
            })?;
        let status = self.wait(child, run)?;
        if status.success() {
            return Ok(());
        }
        Err(ToolError::ToolFailed {
            tool: run.tool.to_owned(),
            status: status.to_string(),
            last_lines: last_lines(run.log, LAST_LINES),
            log: run.log.to_owned(),
        })
    }

    fn wait(&self, mut child: Child, run: &Run) -> Result<ExitStatus, ToolError> {
        let mut shown = String::new();
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = child.try_wait().map_err(io("run", Path::new(run.tool)))? {
                // Ctrl-C reaches the tool as well, and it may be the first to go.
                if self.interrupted.load(Ordering::Relaxed) {
                    return Err(ToolError::Interrupted);
                }
                return Ok(status);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                // It may have ended by itself between the two looks: then there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                return Err(ToolError::Interrupted);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(POLL);
            let line = last_lines(run.log, 1);
            if line != shown {
                self.watcher.line(run.step, &line);
                shown = line;
            }
        }
    }
}

/// The end of a log, without empty lines. A log that cannot be read is shown as empty: the run itself is what matters.
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

/// What a short command prints, both channels, or `None` if it cannot be run or fails.
pub(crate) fn output_of(program: &Path, arguments: &[&OsStr]) -> Option<String> {
    let output = std::process::Command::new(program)
        .args(arguments)
        .output()
        .ok()?;
    let both = [output.stdout, output.stderr].concat();
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&both).into_owned())
}

/// Where a program is on PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| {
            path.metadata()
                .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
        })
}
