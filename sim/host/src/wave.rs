//! Waveforms of chosen signals, as VCD or FST.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use fst_writer::{
    FstBodyWriter, FstFileType, FstInfo, FstScopeType, FstSignalId, FstSignalType, FstVarDirection,
    FstVarType, FstWriteError,
};
use gatefall_compile::{Probe, Program};
use gatefall_netlist::NetKind;

use crate::error::HostError;

/// The FST writer keeps changes in memory; beyond this many bytes they go to the file.
const FST_BUFFER: usize = 16 << 20;
/// FST and VCD files count time in picoseconds.
const TIMESCALE_EXPONENT: i8 = -12;

/// Writes the values of signals after every cycle.
pub(crate) struct Recorder {
    path: PathBuf,
    sink: Sink,
    probe: Probe,
    variables: Vec<Variable>,
    /// Picoseconds of a cycle.
    period: u64,
    /// Samples so far.
    cycles: u64,
    failure: Option<String>,
}

struct Variable {
    width: u32,
    is_clock: bool,
    /// The limbs as last written; none before the first sample.
    last: Option<Vec<u64>>,
}

enum Sink {
    Vcd(vcd::Writer<BufWriter<File>>, Vec<vcd::IdCode>),
    Fst(Box<FstBodyWriter<BufWriter<File>>>, Vec<FstSignalId>),
}

/// A step of the walk through the hierarchy that declares all variables.
enum Declare<'a> {
    Enter(&'a str),
    Leave,
    Variable(&'a str, u32),
}

impl Recorder {
    pub(crate) fn new(
        path: &Path,
        program: &Program,
        mut names: Vec<&str>,
        period: u64,
    ) -> Result<Recorder, HostError> {
        names.sort_unstable_by_key(|name| scopes(name));
        names.dedup();
        let variables: Vec<Variable> = (names.iter().filter_map(|name| program.signal(name)))
            .map(|signal| Variable {
                width: signal.width(),
                is_clock: signal.kind() == NetKind::Clock,
                last: None,
            })
            .collect();
        let declarations = declare(&names, &variables);
        let sink = if path.extension().is_some_and(|extension| extension == "fst") {
            open_fst(path, &declarations).map_err(fst_reason)
        } else {
            open_vcd(path, &declarations).map_err(|error| error.to_string())
        };
        let sink = sink.map_err(|reason| HostError::Wave {
            path: path.to_owned(),
            cycles: 0,
            reason,
        })?;
        Ok(Recorder {
            path: path.to_owned(),
            sink,
            probe: program.probe(names),
            variables,
            period,
            cycles: 0,
            failure: None,
        })
    }

    pub(crate) fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Writes what changed; after a failure nothing more.
    pub(crate) fn sample(&mut self, image: &[u8]) {
        if self.failure.is_none() {
            self.probe.sample(image);
            match self.write() {
                Ok(()) => self.cycles += 1,
                Err(reason) => self.failure = Some(reason),
            }
        }
    }

    fn write(&mut self) -> Result<(), String> {
        let time = self.cycles * self.period;
        self.sink.time(time)?;
        let values = self.probe.values();
        for (index, (variable, limbs)) in self.variables.iter_mut().zip(values).enumerate() {
            let limbs: Vec<u64> = if variable.is_clock {
                vec![1]
            } else {
                limbs.collect()
            };
            if variable.is_clock || variable.last.as_ref() != Some(&limbs) {
                self.sink.change(index, variable.width, &limbs)?;
                variable.last = Some(limbs);
            }
        }
        if self.variables.iter().any(|variable| variable.is_clock) {
            self.sink.time(time + self.period / 2)?;
            for (index, _) in self
                .variables
                .iter()
                .enumerate()
                .filter(|(_, v)| v.is_clock)
            {
                self.sink.change(index, 1, &[0])?;
            }
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Result<(), HostError> {
        let end = self.cycles * self.period;
        let result = match self.failure {
            None => self.sink.finish(end),
            Some(reason) => Err(reason),
        };
        result.map_err(|reason| HostError::Wave {
            path: self.path,
            cycles: self.cycles.saturating_sub(1),
            reason,
        })
    }
}

/// The scopes of a name, then the name itself; sorting by it puts each scope's variables together.
fn scopes(name: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> = name.split('.').map(str::to_owned).collect();
    let last = parts.pop().unwrap_or_default();
    (parts, last)
}

fn declare<'a>(names: &[&'a str], variables: &[Variable]) -> Vec<Declare<'a>> {
    let mut steps = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (name, variable) in names.iter().zip(variables) {
        let mut parts: Vec<&str> = name.split('.').collect();
        let last = parts.pop().unwrap_or_default();
        let common = open.iter().zip(&parts).take_while(|(a, b)| a == b).count();
        steps.extend(open.drain(common..).map(|_| Declare::Leave));
        for &part in &parts[common..] {
            steps.push(Declare::Enter(part));
            open.push(part);
        }
        steps.push(Declare::Variable(last, variable.width));
    }
    steps.extend(open.iter().map(|_| Declare::Leave));
    steps
}

fn open_vcd(path: &Path, declarations: &[Declare<'_>]) -> io::Result<Sink> {
    let mut writer = vcd::Writer::new(BufWriter::new(File::create(path)?));
    let mut codes = Vec::new();
    writer.timescale(1, vcd::TimescaleUnit::PS)?;
    writer.add_module("design")?;
    for step in declarations {
        match *step {
            Declare::Enter(name) => writer.add_module(name)?,
            Declare::Leave => writer.upscope()?,
            Declare::Variable(name, width) => codes.push(writer.add_wire(width, name)?),
        }
    }
    writer.upscope()?;
    writer.enddefinitions()?;
    Ok(Sink::Vcd(writer, codes))
}

fn open_fst(path: &Path, declarations: &[Declare<'_>]) -> fst_writer::Result<Sink> {
    let info = FstInfo {
        start_time: 0,
        timescale_exponent: TIMESCALE_EXPONENT,
        version: "gatefall".into(),
        date: String::new(),
        file_type: FstFileType::Verilog,
    };
    let mut header = fst_writer::open_fst(path, &info)?;
    let mut ids = Vec::new();
    header.scope("design", "", FstScopeType::Module)?;
    for step in declarations {
        match *step {
            Declare::Enter(name) => header.scope(name, "", FstScopeType::Module)?,
            Declare::Leave => header.up_scope()?,
            Declare::Variable(name, width) => {
                let kind = FstSignalType::bit_vec(width);
                ids.push(header.var(
                    name,
                    kind,
                    FstVarType::Wire,
                    FstVarDirection::Implicit,
                    None,
                )?);
            }
        }
    }
    header.up_scope()?;
    Ok(Sink::Fst(Box::new(header.finish()?), ids))
}

/// The FST writer's own words for what the system refused are "I/O operation failed".
fn fst_reason(error: FstWriteError) -> String {
    match error {
        FstWriteError::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}

impl Sink {
    fn time(&mut self, time: u64) -> Result<(), String> {
        match self {
            Sink::Vcd(writer, _) => writer.timestamp(time).map_err(|error| error.to_string()),
            Sink::Fst(writer, _) => {
                if writer.size() > FST_BUFFER {
                    writer.flush().map_err(fst_reason)?;
                }
                writer.time_change(time).map_err(fst_reason)
            }
        }
    }

    fn change(&mut self, variable: usize, width: u32, limbs: &[u64]) -> Result<(), String> {
        let bit = |index: u32| limbs[(index / 64) as usize] >> (index % 64) & 1 == 1;
        let bits = (0..width).rev().map(bit);
        match self {
            Sink::Vcd(writer, codes) if width == 1 => writer.change_scalar(codes[variable], bit(0)),
            Sink::Vcd(writer, codes) => {
                writer.change_vector(codes[variable], bits.map(vcd::Value::from))
            }
            Sink::Fst(writer, ids) => {
                let text: Vec<u8> = bits.map(|bit| b'0' + u8::from(bit)).collect();
                let done = writer.signal_change(ids[variable], &text);
                return done.map_err(fst_reason);
            }
        }
        .map_err(|error| error.to_string())
    }

    fn finish(self, end: u64) -> Result<(), String> {
        match self {
            Sink::Vcd(mut writer, _) => {
                writer.timestamp(end).map_err(|error| error.to_string())?;
                writer.flush().map_err(|error| error.to_string())
            }
            Sink::Fst(mut writer, _) => {
                writer.time_change(end).map_err(fst_reason)?;
                let mut file = writer.finish().map_err(fst_reason)?;
                file.flush().map_err(|error| error.to_string())
            }
        }
    }
}
