//! Waveforms of chosen signals, as VCD or FST.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};
use gatefall_compile::{Probe, Program};
use gatefall_netlist::NetKind;

use crate::error::HostError;

/// Changes wait in memory; beyond this many bytes they go to the file.
const BUFFER: usize = 4 << 20;
/// FST and VCD files count time in picoseconds.
const TIMESCALE_EXPONENT: i8 = -12;
/// Where the header of an FST file has the time of its end, and its numbers of scopes, variables, signals and blocks of changes.
const FST_END: u64 = 17;
const FST_COUNTS: u64 = 41;

/// How a waveform is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveFormat {
    /// Text that every viewer reads.
    Vcd,
    /// Much smaller.
    Fst,
}

impl WaveFormat {
    /// What a file of this name holds: `.vcd` or `.fst`.
    pub fn of(path: &Path) -> Option<WaveFormat> {
        match path.extension()?.to_str()? {
            "vcd" => Some(WaveFormat::Vcd),
            "fst" => Some(WaveFormat::Fst),
            _ => None,
        }
    }
}

/// Writes the values of signals after every cycle.
pub(crate) struct Recorder {
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

/// A file that is whole whenever something is kept: what fails afterwards is cut off again.
struct Sink {
    file: File,
    format: Format,
    scopes: u64,
    kept: Kept,
}

/// What is in the file for good.
#[derive(Default)]
struct Kept {
    bytes: u64,
    /// The end of the last cycle.
    time: u64,
    blocks: u64,
}

enum Format {
    Vcd(vcd::Writer<Vec<u8>>, Vec<vcd::IdCode>),
    /// Writes to the same file.
    Fst(Box<FstBodyWriter<File>>, Vec<FstSignalId>),
}

/// A step of the walk through the hierarchy that declares all variables.
enum Declare<'a> {
    Enter(&'a str),
    Leave,
    Variable(&'a str, u32),
}

impl Recorder {
    pub(crate) fn new(
        file: File,
        format: WaveFormat,
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
        let sink = Sink::open(file, format, &declare(&names, &variables));
        Ok(Recorder {
            sink: sink.map_err(|reason| HostError::Wave { cycles: 0, reason })?,
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
        self.sink.begin_cycle(time)?;
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

    /// Completes the file; after a failure as far as it goes.
    pub(crate) fn finish(mut self) -> Result<(), HostError> {
        let result = match self.failure {
            None => self.sink.end(self.cycles * self.period),
            Some(reason) => Err(reason),
        };
        if result.is_err() {
            self.sink.cut_off();
        }
        result
            .and(self.sink.seal())
            .map_err(|reason| HostError::Wave {
                cycles: (self.sink.kept.time / self.period).saturating_sub(1),
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

fn declare_vcd(
    writer: &mut vcd::Writer<Vec<u8>>,
    declarations: &[Declare<'_>],
) -> io::Result<Vec<vcd::IdCode>> {
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
    Ok(codes)
}

fn declare_fst(
    header: &mut FstHeaderWriter<File>,
    declarations: &[Declare<'_>],
) -> fst_writer::Result<Vec<FstSignalId>> {
    let mut ids = Vec::new();
    header.scope("design", "", FstScopeType::Module)?;
    for step in declarations {
        match *step {
            Declare::Enter(name) => header.scope(name, "", FstScopeType::Module)?,
            Declare::Leave => header.up_scope()?,
            Declare::Variable(name, width) => {
                let kind = FstSignalType::bit_vec(width);
                let wire = FstVarType::Wire;
                ids.push(header.var(name, kind, wire, FstVarDirection::Implicit, None)?);
            }
        }
    }
    header.up_scope()?;
    Ok(ids)
}

/// The FST writer's own words for what the system refused are "I/O operation failed".
fn fst_reason(error: FstWriteError) -> String {
    match error {
        FstWriteError::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}

fn reason(error: io::Error) -> String {
    error.to_string()
}

impl Format {
    fn open(
        file: &File,
        format: WaveFormat,
        declarations: &[Declare<'_>],
    ) -> fst_writer::Result<Format> {
        Ok(match format {
            WaveFormat::Vcd => {
                let mut writer = vcd::Writer::new(Vec::new());
                let codes = declare_vcd(&mut writer, declarations)?;
                Format::Vcd(writer, codes)
            }
            WaveFormat::Fst => {
                let info = FstInfo {
                    start_time: 0,
                    timescale_exponent: TIMESCALE_EXPONENT,
                    version: "gatefall".into(),
                    date: String::new(),
                    file_type: FstFileType::Verilog,
                };
                let mut header = FstHeaderWriter::new(file.try_clone()?, &info)?;
                let ids = declare_fst(&mut header, declarations)?;
                Format::Fst(Box::new(header.finish()?), ids)
            }
        })
    }
}

impl Sink {
    fn open(
        mut file: File,
        format: WaveFormat,
        declarations: &[Declare<'_>],
    ) -> Result<Sink, String> {
        let format = Format::open(&file, format, declarations).map_err(fst_reason)?;
        let is_scope = |step: &&Declare| matches!(step, Declare::Enter(_));
        let kept = Kept {
            bytes: file.stream_position().map_err(reason)?,
            ..Kept::default()
        };
        Ok(Sink {
            file,
            format,
            // And the one around all.
            scopes: declarations.iter().filter(is_scope).count() as u64 + 1,
            kept,
        })
    }

    /// A cycle begins, and the one before is complete.
    fn begin_cycle(&mut self, time: u64) -> Result<(), String> {
        let waiting = match &mut self.format {
            Format::Vcd(writer, _) => writer.writer().len(),
            Format::Fst(writer, _) => writer.size(),
        };
        if waiting > BUFFER {
            self.keep(time)?;
        }
        self.time(time)
    }

    fn time(&mut self, time: u64) -> Result<(), String> {
        match &mut self.format {
            Format::Vcd(writer, _) => writer.timestamp(time).map_err(reason),
            Format::Fst(writer, _) => writer.time_change(time).map_err(fst_reason),
        }
    }

    fn change(&mut self, variable: usize, width: u32, limbs: &[u64]) -> Result<(), String> {
        let bit = |index: u32| limbs[(index / 64) as usize] >> (index % 64) & 1 == 1;
        let bits = (0..width).rev().map(bit);
        match &mut self.format {
            Format::Vcd(writer, codes) if width == 1 => {
                writer.change_scalar(codes[variable], bit(0))
            }
            Format::Vcd(writer, codes) => {
                writer.change_vector(codes[variable], bits.map(vcd::Value::from))
            }
            Format::Fst(writer, ids) => {
                let text: Vec<u8> = bits.map(|bit| b'0' + u8::from(bit)).collect();
                let done = writer.signal_change(ids[variable], &text);
                return done.map_err(fst_reason);
            }
        }
        .map_err(reason)
    }

    /// Takes what waits in memory to the file; the cycles up to `time` are complete.
    fn keep(&mut self, time: u64) -> Result<(), String> {
        match &mut self.format {
            Format::Vcd(writer, _) => {
                self.file.write_all(writer.writer()).map_err(reason)?;
                writer.writer().clear();
            }
            Format::Fst(writer, _) => writer.flush().map_err(fst_reason)?,
        }
        self.kept = Kept {
            bytes: self.file.stream_position().map_err(reason)?,
            time,
            blocks: self.kept.blocks + 1,
        };
        Ok(())
    }

    /// The last cycle is complete.
    fn end(&mut self, time: u64) -> Result<(), String> {
        if let Format::Fst(writer, _) = &mut self.format {
            writer.time_change(time).map_err(fst_reason)?;
        }
        self.keep(time)
    }

    /// Goes back to what was kept.
    fn cut_off(&mut self) {
        // Of a device there is nothing to cut off.
        let _ = self.file.set_len(self.kept.bytes);
    }

    /// Says in the file how far it goes.
    fn seal(&mut self) -> Result<(), String> {
        let mut put = |place: u64, bytes: &[u8]| {
            self.file.seek(SeekFrom::Start(place))?;
            self.file.write_all(bytes)
        };
        let end = self.kept.time;
        match &self.format {
            Format::Vcd(..) => put(self.kept.bytes, format!("#{end}\n").as_bytes()),
            Format::Fst(_, ids) => {
                let signals = ids.len() as u64;
                let counts = [self.scopes, signals, signals, self.kept.blocks];
                let counts: Vec<u8> = counts.iter().flat_map(|n| n.to_be_bytes()).collect();
                put(FST_END, &end.to_be_bytes()).and_then(|()| put(FST_COUNTS, &counts))
            }
        }
        .map_err(reason)
    }
}
