//! Output files of a simulation.

use super::gif_file::GifFile;
use super::key_script::cycle;
use super::palette::indexed;
use super::trace::Trace;
use super::SimError;
use crate::cli::SimArguments;
use crate::error::{io, AppError};
use crate::output::{self, AtomicFile, Folder};
use gatefall_devices::{wav, Amplifier, Picture, Running};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Compression level of pictures. Fast enough for 60 per second.
const PNG_LEVEL: u8 = 2;

/// All outputs except the waveform. Files are opened at the start, so that an unwritable file fails
/// before the run.
pub(crate) struct Outputs {
    pngs: Option<Pngs>,
    gif: Option<GifFile>,
    sound: Option<Sound>,
    trace: Option<TraceFile>,
    /// Cycle from which on pictures are kept.
    first_picture: u64,
}

/// A folder of numbered pictures. A picture that equals its predecessor is skipped.
struct Pngs {
    folder: Folder,
    last: Option<Picture>,
}

struct Sound {
    atomic_file: AtomicFile,
    file: File,
    amplifier: Amplifier,
    samples: Vec<i16>,
}

struct TraceFile {
    atomic_file: AtomicFile,
    file: BufWriter<File>,
    trace: Trace,
}

/// Fails if files of the user would be replaced. Writes nothing.
pub(super) fn check_places(arguments: &SimArguments) -> Result<(), AppError> {
    let written = [
        ("--gif", &arguments.gif),
        ("--wav", &arguments.wav),
        ("--trace", &arguments.trace),
        ("--wave", &arguments.wave),
    ];
    let others = [("--keys", &arguments.keys), ("--flash", &arguments.flash)];
    check_each_once(others.into_iter().chain(written))?;
    for path in written.iter().filter_map(|(_, path)| path.as_ref()) {
        output::check(path, arguments.force)?;
    }
    if let Some(folder) = &arguments.png {
        Folder::open(folder, &[], output::PICTURES, arguments.force)?;
    }
    Ok(())
}

/// Checks that all outputs have different files, and that none is the key script.
fn check_each_once<'a>(
    files: impl Iterator<Item = (&'static str, &'a Option<PathBuf>)>,
) -> Result<(), SimError> {
    let mut places: Vec<(&'static str, PathBuf)> = Vec::new();
    for (option, path) in files {
        let Some(path) = path else { continue };
        let place = output::place(path);
        // A device may occur several times.
        let is_device = fs::metadata(&place).is_ok_and(|there| !there.is_file());
        match places.iter().find(|(_, other)| *other == place) {
            Some((other, _)) if !is_device => {
                return Err(SimError::SameFile {
                    first: other,
                    second: option,
                    path: path.clone(),
                });
            }
            _ => places.push((option, place)),
        }
    }
    Ok(())
}

impl Outputs {
    /// Opens the files that the arguments select.
    pub(crate) fn open(arguments: &SimArguments, running: &Running) -> Result<Outputs, AppError> {
        let force = arguments.force;
        let pngs = arguments.png.as_ref().map(|folder| {
            let folder = Folder::open(folder, &[], output::PICTURES, force)?;
            folder.make()?;
            Ok::<_, AppError>(Pngs { folder, last: None })
        });
        let gif = arguments
            .gif
            .as_ref()
            .map(|path| GifFile::create(path, force));
        let sound = arguments.wav.clone().map(|path| {
            let (atomic_file, file) = AtomicFile::create(&path, force)?;
            Ok::<_, AppError>(Sound {
                atomic_file,
                file,
                amplifier: Amplifier::default(),
                samples: Vec::new(),
            })
        });
        let trace = arguments.trace.clone().map(|path| {
            let (atomic_file, file) = AtomicFile::create(&path, force)?;
            Ok::<_, AppError>(TraceFile {
                atomic_file,
                file: BufWriter::new(file),
                trace: Trace::new(&running.bench().watched, running.clock_hz()),
            })
        });
        Ok(Outputs {
            pngs: pngs.transpose()?,
            gif: gif.transpose()?,
            sound: sound.transpose()?,
            trace: trace.transpose()?,
            first_picture: arguments
                .from
                .map_or(0, |time| cycle(time, running.clock_hz())),
        })
    }

    /// Writes new output. `is_new` is true if there is a new picture.
    pub(crate) fn take(&mut self, running: &mut Running, is_new: bool) -> Result<(), AppError> {
        let samples = running.take_samples();
        if let Some(sound) = &mut self.sound {
            let Sound {
                amplifier,
                samples: all,
                ..
            } = sound;
            all.extend(samples.iter().map(|&high| amplifier.sample(high)));
        }
        if let Some(TraceFile {
            atomic_file,
            file,
            trace,
        }) = &mut self.trace
        {
            for change in running.take_changes() {
                for line in trace.lines(&change) {
                    writeln!(file, "{line}").map_err(io("write", atomic_file.path()))?;
                }
            }
        }
        let is_kept = is_new && running.cycles() >= self.first_picture;
        if is_kept && (self.pngs.is_some() || self.gif.is_some()) {
            let number = running.frames();
            if let Some(picture) = running.picture() {
                self.picture(number, picture)?;
            }
        }
        Ok(())
    }

    fn picture(&mut self, number: u64, picture: Picture) -> Result<(), AppError> {
        if let Some(gif) = &mut self.gif {
            gif.picture(&picture)?;
        }
        let Some(pngs) = &mut self.pngs else {
            return Ok(());
        };
        if pngs.last.as_ref() != Some(&picture) {
            let name = format!("{number:06}.png");
            pngs.folder.write(&name, &encode_png(&picture)?)?;
            pngs.last = Some(picture);
        }
        Ok(())
    }

    /// Completes all files, even if one of them fails.
    pub(crate) fn finish(self, running: &Running) -> Result<(), AppError> {
        let pngs = self.pngs.map_or(Ok(()), |pngs| pngs.folder.finish());
        let gif = self.gif.map_or(Ok(()), GifFile::finish);
        let rate_hz = running.sample_rate_hz();
        let sound = self.sound.map_or(Ok(()), |sound| sound.finish(rate_hz));
        let trace = self.trace.map_or(Ok(()), TraceFile::finish);
        pngs.and(gif).and(sound).and(trace)
    }
}

impl Sound {
    fn finish(mut self, rate_hz: u32) -> Result<(), AppError> {
        let written = self.file.write_all(&wav(&self.samples, rate_hz));
        written.map_err(io("write", self.atomic_file.path()))?;
        self.atomic_file.complete()
    }
}

impl TraceFile {
    fn finish(mut self) -> Result<(), AppError> {
        let written = self.file.flush();
        written.map_err(io("write", self.atomic_file.path()))?;
        self.atomic_file.complete()
    }
}

/// Encodes a picture as PNG, with a palette if there are few enough colours.
pub(crate) fn encode_png(picture: &Picture) -> Result<Vec<u8>, SimError> {
    let mut bytes = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut bytes, picture.width() as u32, picture.height() as u32);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_deflate_compression(png::DeflateCompression::Level(PNG_LEVEL));
    encoder.set_filter(png::Filter::NoFilter);
    let indexed = indexed(picture.rgb());
    let pixels = match &indexed {
        Some((palette, pixels)) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette);
            pixels
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            picture.rgb()
        }
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
