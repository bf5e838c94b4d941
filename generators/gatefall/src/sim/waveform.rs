//! Waveform output of a simulation.

use super::SimError;
use crate::cli::SimArguments;
use crate::error::AppError;
use crate::output::AtomicFile;
use gatefall_devices::Running;
use gatefall_host::{HostError, Machine, WaveFormat};
use std::path::Path;

/// Settings of the waveform.
pub(super) struct Waveform<'a> {
    path: &'a Path,
    force: bool,
    format: WaveFormat,
    signals: Vec<String>,
}

/// An incomplete waveform file.
pub(super) struct Recording(AtomicFile);

impl<'a> Waveform<'a> {
    /// Checks the arguments. Writes nothing.
    pub(super) fn new(
        arguments: &'a SimArguments,
        machine: &Machine,
    ) -> Result<Option<Waveform<'a>>, SimError> {
        let Some(path) = arguments.wave.as_deref() else {
            return Ok(None);
        };
        let unknown = || SimError::WaveName(path.display().to_string());
        Ok(Some(Waveform {
            path,
            force: arguments.force,
            format: WaveFormat::of(path).ok_or_else(unknown)?,
            signals: machine.matching(&arguments.signals)?,
        }))
    }

    pub(super) fn record(self, running: &mut Running) -> Result<Recording, AppError> {
        let (atomic_file, file) = AtomicFile::create(self.path, self.force)?;
        let period = 1_000_000_000_000 / running.clock_hz();
        let names = self.signals.iter().map(String::as_str);
        let begun = running.machine().record(file, self.format, names, period);
        begun.map_err(|error| failed(self.path, error))?;
        Ok(Recording(atomic_file))
    }
}

impl Recording {
    /// Completes the file. After a write error the file contains the cycles up to the one in the
    /// error. If there are none, no file remains.
    pub(super) fn finish(self, running: &mut Running) -> Result<(), AppError> {
        let Recording(atomic_file) = self;
        match running.machine().stop_recording() {
            Ok(()) => atomic_file.complete(),
            Err(error @ HostError::Wave { cycles: 0, .. }) => {
                Err(failed(atomic_file.path(), error))
            }
            Err(error) => {
                let error = failed(atomic_file.path(), error);
                atomic_file.complete().and(Err(error))
            }
        }
    }
}

fn failed(path: &Path, error: HostError) -> AppError {
    let path = path.to_owned();
    let error = match error {
        HostError::Wave { cycles: 0, source } => HostError::Wave {
            cycles: 0,
            source: format!("{source}, so there is no file of it").into(),
        },
        error => error,
    };
    let source = error;
    SimError::Waveform { path, source }.into()
}

#[cfg(test)]
mod tests {
    use super::failed;
    use crate::error::Printed;
    use gatefall_host::HostError;
    use std::path::Path;

    #[track_caller]
    fn check_message(cycles: u64, expected: &str) {
        let source = "No space left on device".into();
        let error = failed(Path::new("a.vcd"), HostError::Wave { cycles, source });
        assert_eq!(Printed(&error).to_string(), expected);
    }

    #[test]
    fn the_message_gives_what_is_kept() {
        check_message(
            0,
            "`a.vcd`: cannot write the waveform: No space left on device, so there is no file of \
             it",
        );
        check_message(
            7,
            "`a.vcd`: cannot write the waveform after cycle 7: No space left on device",
        );
    }
}
