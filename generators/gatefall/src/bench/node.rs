//! V8 engine: runs the same WebAssembly program in node.

use super::engine::Engine;
use super::process::Process;
use super::BenchError;
use gatefall_compile::{Program, SignalReader};
use std::path::Path;
use std::process::Command;

const HARNESS: &str = include_str!("harness/node.js");

/// A node process. It answers with its complete state, which contains the signature.
pub(crate) struct Node {
    process: Process,
    probe: SignalReader,
    size: usize,
}

impl Node {
    pub(crate) fn start(
        name: &'static str,
        program: &Program,
        folder: &Path,
    ) -> Result<Node, BenchError> {
        let failed = |source| BenchError::Program {
            action: "write the files of",
            program: name,
            source,
        };
        std::fs::write(folder.join("circuit.wasm"), program.wasm()).map_err(failed)?;
        std::fs::write(folder.join("harness.js"), HARNESS).map_err(failed)?;
        let size = program.image_size();
        let mut command = Command::new("node");
        command.arg("harness.js").arg(size.to_string());
        Ok(Node {
            process: Process::start(name, &mut command, folder)?,
            probe: program.probe(["signature"]),
            size,
        })
    }
}

impl Engine for Node {
    fn run(&mut self, cycles: u64) -> Result<(), BenchError> {
        self.process.run(cycles)
    }

    fn signature(&mut self) -> Result<u32, BenchError> {
        let answer = self.process.ask(0)?;
        let bytes = answer.as_bytes().chunks(2);
        let image = bytes.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        match image.collect::<Option<Vec<u8>>>() {
            Some(image) if image.len() == self.size => {
                self.probe.sample(&image);
                let value = self.probe.values().flatten().next();
                Ok(value.expect("the circuit has an output of 32 bits") as u32)
            }
            _ => Err(self.process.nonsense(answer)),
        }
    }

    fn process(&self) -> u32 {
        self.process.process()
    }
}
