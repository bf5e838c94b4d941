//! An engine that is a program of its own.
//!
//! It reads numbers, one to a line: so many cycles to run, answered by `done`; or 0, answered by what shows the signature.

use super::engine::Engine;
use super::BenchError;
use crate::INTERRUPTED;
use gatefall_toolchain::ProcessGroup;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::Duration;

/// How often Ctrl-C is looked for while a program runs.
const POLL: Duration = Duration::from_millis(50);

/// The program; it and its descendants are killed when this is dropped.
pub(crate) struct Process {
    engine: &'static str,
    group: ProcessGroup,
    input: ChildStdin,
    answers: Receiver<String>,
    /// What it says on its second channel.
    log: PathBuf,
}

impl Process {
    /// Starts the program of an engine in a folder.
    pub(crate) fn start(
        engine: &'static str,
        command: &mut Command,
        folder: &Path,
    ) -> Result<Process, BenchError> {
        let failed = |source| BenchError::Program {
            action: "start",
            program: engine,
            source,
        };
        let log = folder.join("errors.log");
        let errors = File::create(&log).map_err(failed)?;
        let command = command.current_dir(folder);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors);
        let mut group = ProcessGroup::spawn(command).map_err(failed)?;
        let child = group.leader();
        let input = child.stdin.take().expect("the channel is a pipe");
        let output = child.stdout.take().expect("the channel is a pipe");
        let (sender, answers) = channel();
        // Ends with the program, or when nobody listens any more.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if !line.is_ok_and(|line| sender.send(line).is_ok()) {
                    break;
                }
            }
        });
        Ok(Process {
            engine,
            group,
            input,
            answers,
            log,
        })
    }

    /// The answer to a number.
    pub(crate) fn ask(&mut self, number: u64) -> Result<String, BenchError> {
        if writeln!(self.input, "{number}").is_err() {
            return Err(self.ended());
        }
        loop {
            match self.answers.recv_timeout(POLL) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if INTERRUPTED.load(Ordering::Relaxed) => {
                    return Err(BenchError::Interrupted)
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Why there is no answer.
    fn ended(&mut self) -> BenchError {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return BenchError::Interrupted;
        }
        let engine = self.engine;
        match self.group.wait() {
            Ok(status) => BenchError::Ended {
                engine,
                status,
                // If there is nothing to read, the status has to do.
                last_line: std::fs::read_to_string(&self.log)
                    .ok()
                    .and_then(|text| text.trim_end().lines().next_back().map(str::to_owned))
                    .unwrap_or_default(),
            },
            Err(source) => BenchError::Program {
                action: "run",
                program: engine,
                source,
            },
        }
    }

    /// An answer that cannot be.
    pub(crate) fn nonsense(&self, answer: String) -> BenchError {
        BenchError::Answer {
            engine: self.engine,
            answer,
        }
    }
}

impl Engine for Process {
    fn run(&mut self, cycles: u64) -> Result<(), BenchError> {
        let answer = self.ask(cycles)?;
        match answer.as_str() {
            "done" => Ok(()),
            _ => Err(self.nonsense(answer)),
        }
    }

    fn signature(&mut self) -> Result<u32, BenchError> {
        let answer = self.ask(0)?;
        u32::from_str_radix(answer.trim(), 16).map_err(|_| self.nonsense(answer))
    }

    fn process(&self) -> u32 {
        self.group.id()
    }
}
