//! The files that a run writes.

use super::gif_file::GifFile;
use super::palette::indexed;
use super::trace::Trace;
use super::SimError;
use crate::cli::SimArguments;
use crate::error::{io, AppError};
use crate::output;
use gatefall_devices::{wav, Amplifier, Picture, Running};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Compression of pictures; fast enough for 60 a second.
const PNG_LEVEL: u8 = 2;

/// All that is written; files are opened at once, so that one that cannot be written ends the run before it begins.
pub(crate) struct Outputs {
    pngs: Option<Pngs>,
    gif: Option<GifFile>,
    sound: Option<Sound>,
    trace: Option<TraceFile>,
}

/// A folder of numbered pictures; one that equals the one before it is left out.
struct Pngs {
    folder: PathBuf,
    last: Option<Picture>,
}

struct Sound {
    path: PathBuf,
    file: File,
    amplifier: Amplifier,
    samples: Vec<i16>,
}

struct TraceFile {
    path: PathBuf,
    file: BufWriter<File>,
    trace: Trace,
}

fn create(path: &Path) -> Result<File, AppError> {
    File::create(path).map_err(io("write", path))
}

impl Outputs {
    /// Opens what the arguments ask for.
    pub(crate) fn open(arguments: &SimArguments, running: &Running) -> Result<Outputs, AppError> {
        let pngs = arguments.png.clone().map(|folder| {
            output::make_folder(&folder)?;
            Ok::<_, AppError>(Pngs { folder, last: None })
        });
        let gif = arguments.gif.as_ref().map(|path| GifFile::create(path));
        let sound = arguments.wav.clone().map(|path| {
            let file = create(&path)?;
            let amplifier = Amplifier::default();
            Ok::<_, AppError>(Sound {
                path,
                file,
                amplifier,
                samples: Vec::new(),
            })
        });
        let trace = arguments.trace.clone().map(|path| {
            let file = BufWriter::new(create(&path)?);
            let trace = Trace::new(&running.bench().watched, running.clock_hz());
            Ok::<_, AppError>(TraceFile { path, file, trace })
        });
        Ok(Outputs {
            pngs: pngs.transpose()?,
            gif: gif.transpose()?,
            sound: sound.transpose()?,
            trace: trace.transpose()?,
        })
    }

    /// Takes what has come; `is_new` tells that there is a new picture.
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
        if let Some(TraceFile { path, file, trace }) = &mut self.trace {
            for change in running.take_changes() {
                for line in trace.lines(&change) {
                    writeln!(file, "{line}").map_err(io("write", path))?;
                }
            }
        }
        if is_new && (self.pngs.is_some() || self.gif.is_some()) {
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
            let path = pngs.folder.join(format!("{number:06}.png"));
            output::write(&path, &encode_png(&picture)?)?;
            pngs.last = Some(picture);
        }
        Ok(())
    }

    /// Completes all files.
    pub(crate) fn finish(mut self, running: &Running) -> Result<(), AppError> {
        if let Some(gif) = self.gif.take() {
            gif.finish()?;
        }
        if let Some(Sound {
            path,
            mut file,
            samples,
            ..
        }) = self.sound.take()
        {
            let bytes = wav(&samples, running.sample_rate_hz());
            file.write_all(&bytes).map_err(io("write", &path))?;
        }
        if let Some(TraceFile { path, mut file, .. }) = self.trace.take() {
            file.flush().map_err(io("write", &path))?;
        }
        Ok(())
    }
}

/// A picture as a PNG file, with a table of colours if they fit in one.
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
