//! Waveforms of selected signals, as VCD or FST.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};
use gatefall_compile::{Program, SignalReader};
use gatefall_netlist::NetKind;

use crate::error::{Cause, HostError};

/// Changes are buffered up to this many bytes and then written to the file.
const BUFFER: usize = 4 << 20;
/// FST and VCD files count time in picoseconds.
const TIMESCALE_EXPONENT: i8 = -12;
// The FST writer fills in its header only at the end, after it has written its buffer. If the disk
// is full, that fails, so the header is filled in here.
/// Positions in the header of an FST file: the end time, and the numbers of scopes, variables,
/// signals and blocks of changes.
const FST_END: u64 = 17;
const FST_COUNTS: u64 = 41;

/// Format of a waveform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveFormat {
    /// Text that every viewer reads.
    Vcd,
    /// A compressed binary format, much smaller.
    Fst,
}

impl WaveFormat {
    /// The format for a file name: `.vcd` or `.fst`.
    pub fn of(path: &Path) -> Option<WaveFormat> {
        match path.extension()?.to_str()? {
            "vcd" => Some(WaveFormat::Vcd),
            "fst" => Some(WaveFormat::Fst),
            _ => None,
        }
    }
}

/// Records the values of signals at the end of every cycle.
pub(crate) struct Recorder {
    sink: Sink,
    probe: SignalReader,
    variables: Vec<Variable>,
    /// Length of a cycle in picoseconds.
    period: u64,
    /// Samples so far.
    cycles: u64,
    failure: Option<Cause>,
}

struct Variable {
    width: u32,
    is_clock: bool,
    /// The limbs as last written. `None` before the first sample.
    last: Option<Vec<u64>>,
}

/// Output file that is always complete up to a cycle. An incomplete end is truncated after a
/// failure.
struct Sink {
    file: File,
    format: Format,
    scopes: u64,
    /// Length of a cycle in picoseconds.
    period: u64,
    kept: Kept,
}

/// The complete part of the file.
#[derive(Default)]
struct Kept {
    bytes: u64,
    /// End time of the last complete cycle.
    time: u64,
    blocks: u64,
}

enum Format {
    /// Buffers text, which is written only up to a time stamp, so that a VCD file ends with the
    /// length of the recording.
    Vcd(vcd::Writer<Vec<u8>>, Vec<vcd::IdCode>),
    /// Writes to the file directly.
    Fst(Box<FstBodyWriter<File>>, Vec<FstSignalId>),
}

/// A declaration, in the order of the hierarchy.
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
        if period == 0 {
            let source = "a cycle takes at least a picosecond".into();
            return Err(HostError::Wave { cycles: 0, source });
        }
        names.sort_unstable_by_key(|name| scopes(name));
        names.dedup();
        let variables: Vec<Variable> = (names.iter().filter_map(|name| program.signal(name)))
            .map(|signal| Variable {
                width: signal.width(),
                is_clock: signal.kind() == NetKind::Clock,
                last: None,
            })
            .collect();
        let sink = Sink::open(file, format, &declare(&names, &variables), period);
        Ok(Recorder {
            sink: sink.map_err(|source| HostError::Wave { cycles: 0, source })?,
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

    /// Writes the changes of a cycle. Does nothing after a failure.
    pub(crate) fn sample(&mut self, image: &[u8]) {
        if self.failure.is_none() {
            self.probe.sample(image);
            match self.write() {
                Ok(()) => self.cycles += 1,
                Err(cause) => self.failure = Some(cause),
            }
        }
    }

    fn write(&mut self) -> Result<(), Cause> {
        let end = (self.cycles + 1).checked_mul(self.period);
        let time = end.ok_or("the time exceeds 64 bits of picoseconds")? - self.period;
        let changes = self.changes();
        if !changes.is_empty() || self.sink.has_every_cycle() {
            self.sink.begin_cycle(time)?;
        }
        for (index, limbs) in changes {
            let variable = &mut self.variables[index];
            self.sink.change(index, variable.width, &limbs)?;
            variable.last = Some(limbs);
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

    /// Indices and values of the variables that change at the start of the cycle. A clock always
    /// does.
    fn changes(&self) -> Vec<(usize, Vec<u64>)> {
        let values = self.variables.iter().zip(self.probe.values()).enumerate();
        let changed = values.filter_map(|(index, (variable, limbs))| {
            if variable.is_clock {
                return Some((index, vec![1]));
            }
            let limbs: Vec<u64> = limbs.collect();
            (variable.last.as_ref() != Some(&limbs)).then_some((index, limbs))
        });
        changed.collect()
    }

    /// Completes the file. After a failure it is completed up to the last complete cycle.
    pub(crate) fn finish(mut self) -> Result<(), HostError> {
        let result = match self.failure {
            None => self.sink.end(self.cycles * self.period),
            Some(cause) => Err(cause),
        };
        if result.is_err() {
            self.sink.cut_off();
        }
        result
            .and(self.sink.seal())
            .map_err(|source| HostError::Wave {
                cycles: (self.sink.kept.time / self.period).saturating_sub(1),
                source,
            })
    }
}

/// The scopes of a name, and the name itself. Sorting by it groups the variables of each scope.
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

/// In VCD text that may be truncated anywhere: the last time stamp of a cycle, and the length of
/// the text up to it. All changes before that time are complete.
fn last_beginning(text: &[u8], period: u64) -> Option<(u64, usize)> {
    let text = std::str::from_utf8(text).ok()?;
    text.rmatch_indices("\n#").find_map(|(line, mark)| {
        let (digits, _) = text[line + mark.len()..].split_once('\n')?;
        let time: u64 = digits.parse().ok()?;
        // Clock edges have time stamps within a cycle.
        time.is_multiple_of(period)
            .then_some((time, line + mark.len() + digits.len() + 1))
    })
}

/// The cause of an FST error. The system's own error says more than the writer's.
fn fst_cause(error: FstWriteError) -> Cause {
    match error {
        FstWriteError::Io(error) => error.into(),
        error => error.into(),
    }
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
        period: u64,
    ) -> Result<Sink, Cause> {
        let format = Format::open(&file, format, declarations).map_err(fst_cause)?;
        let is_scope = |step: &&Declare| matches!(step, Declare::Enter(_));
        let kept = Kept {
            bytes: file.stream_position()?,
            ..Kept::default()
        };
        Ok(Sink {
            file,
            format,
            // The scope around the design counts too.
            scopes: declarations.iter().filter(is_scope).count() as u64 + 1,
            period,
            kept,
        })
    }

    /// True if the file has a time stamp for every cycle, even without a change.
    fn has_every_cycle(&self) -> bool {
        matches!(self.format, Format::Fst(..))
    }

    /// Starts a cycle. The cycles before it are complete.
    fn begin_cycle(&mut self, time: u64) -> Result<(), Cause> {
        match &mut self.format {
            Format::Vcd(writer, _) => {
                writer.timestamp(time)?;
                match writer.writer().len() > BUFFER {
                    true => self.keep(time),
                    false => Ok(()),
                }
            }
            Format::Fst(writer, _) => {
                if writer.size() > BUFFER {
                    self.keep(time)?;
                }
                self.time(time)
            }
        }
    }

    fn time(&mut self, time: u64) -> Result<(), Cause> {
        match &mut self.format {
            Format::Vcd(writer, _) => writer.timestamp(time).map_err(Cause::from),
            Format::Fst(writer, _) => writer.time_change(time).map_err(fst_cause),
        }
    }

    fn change(&mut self, variable: usize, width: u32, limbs: &[u64]) -> Result<(), Cause> {
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
                return done.map_err(fst_cause);
            }
        }
        .map_err(Cause::from)
    }

    /// Writes the buffer to the file. The cycles up to `time` are complete.
    fn keep(&mut self, time: u64) -> Result<(), Cause> {
        match &mut self.format {
            Format::Vcd(writer, _) => {
                self.file.write_all(writer.writer())?;
                writer.writer().clear();
            }
            Format::Fst(writer, _) => writer.flush().map_err(fst_cause)?,
        }
        self.kept = Kept {
            bytes: self.file.stream_position()?,
            time,
            blocks: self.kept.blocks + 1,
        };
        Ok(())
    }

    /// Ends the recording after a complete cycle.
    fn end(&mut self, time: u64) -> Result<(), Cause> {
        self.time(time)?;
        self.keep(time)
    }

    /// Truncates the file to its complete part.
    fn cut_off(&mut self) {
        self.keep_what_fits();
        // A device file cannot be truncated, which is no error.
        let _ = self.file.set_len(self.kept.bytes);
    }

    /// After an incomplete write: keeps the complete cycles that are in the file.
    fn keep_what_fits(&mut self) {
        let (Format::Vcd(writer, _), Ok(end)) = (&mut self.format, self.file.stream_position())
        else {
            return;
        };
        let written = end.saturating_sub(self.kept.bytes) as usize;
        let text = writer.writer().get(..written).unwrap_or_default();
        if let Some((time, length)) = last_beginning(text, self.period) {
            self.kept.bytes += length as u64;
            self.kept.time = time;
        }
    }

    /// Writes the length into the header of an FST file. A VCD file has its length in the last
    /// line.
    fn seal(&mut self) -> Result<(), Cause> {
        let Format::Fst(_, ids) = &self.format else {
            return Ok(());
        };
        let mut put = |place: u64, bytes: &[u8]| {
            self.file.seek(SeekFrom::Start(place))?;
            self.file.write_all(bytes)
        };
        let signals = ids.len() as u64;
        let counts = [self.scopes, signals, signals, self.kept.blocks];
        let counts: Vec<u8> = counts.iter().flat_map(|n| n.to_be_bytes()).collect();
        let end = put(FST_END, &self.kept.time.to_be_bytes());
        end.and_then(|()| put(FST_COUNTS, &counts))
            .map_err(Cause::from)
    }
}
