//! Engines that run as a separate process.
//!
//! Protocol: the process reads one number per line. For a number of cycles it runs them and answers
//! `done`. For 0 it answers with data that contains the signature.

use super::engine::Engine;
use super::BenchError;
use crate::interrupt::is_interrupted;
use gatefall_toolchain::ProcessGroup;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Interval of the checks for Ctrl-C while a program runs.
const POLL: Duration = Duration::from_millis(50);

/// The process. Dropping this kills it and its descendants.
pub(crate) struct Process {
    engine: &'static str,
    group: ProcessGroup,
    input: ChildStdin,
    answers: Receiver<String>,
    /// Log file of its standard error.
    log: PathBuf,
}

impl Process {
    /// Starts an engine's program in a folder.
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
        // The thread ends with the program, or when the receiver is dropped.
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

    /// Sends a number, and returns the answer.
    pub(crate) fn ask(&mut self, number: u64) -> Result<String, BenchError> {
        if writeln!(self.input, "{number}").is_err() {
            return Err(self.ended());
        }
        loop {
            match self.answers.recv_timeout(POLL) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if is_interrupted() => {
                    return Err(BenchError::Interrupted)
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Error for a program that ended without an answer.
    fn ended(&mut self) -> BenchError {
        if is_interrupted() {
            return BenchError::Interrupted;
        }
        let engine = self.engine;
        match self.group.wait() {
            Ok(status) => BenchError::Ended {
                engine,
                status,
                // Without a readable log, the status has to suffice.
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

    /// Error for an unexpected answer.
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
