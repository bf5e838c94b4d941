//! GIF writer.

use super::palette::indexed;
use crate::error::{io, AppError};
use crate::output::AtomicFile;
use gatefall_devices::Picture;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Every third picture is used, for 50 ms. GIF times are multiples of 10 ms, which cannot express
/// 60 pictures per second.
const PICTURES_PER_FRAME: u64 = 3;
const FRAME_HUNDREDTHS: u16 = 5;
/// Speed of the colour quantiser for frames with too many colours: 1 is best, 30 fastest.
const COLOUR_SEARCH_SPEED: i32 = 10;

/// An incomplete GIF file. A frame contains only the changed part of the picture. The last frame is
/// kept until its duration is known.
pub(crate) struct GifFile {
    atomic_file: AtomicFile,
    encoder: Encoder<BufWriter<File>>,
    pictures: u64,
    last: Option<Picture>,
    waiting: Option<Frame<'static>>,
}

/// A rectangle of a picture.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl GifFile {
    pub(crate) fn create(path: &Path, force: bool) -> Result<GifFile, AppError> {
        let (atomic_file, file) = AtomicFile::create(path, force)?;
        let size = (
            gatefall_devices::vga_monitor::WIDTH,
            gatefall_devices::vga_monitor::HEIGHT,
        );
        let encoder = Encoder::new(BufWriter::new(file), size.0 as u16, size.1 as u16, &[]);
        let encoder = encoder.and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        });
        Ok(GifFile {
            atomic_file,
            encoder: encoder.map_err(failed(path))?,
            pictures: 0,
            last: None,
            waiting: None,
        })
    }

    /// Adds the next picture.
    pub(crate) fn picture(&mut self, picture: &Picture) -> Result<(), AppError> {
        let number = self.pictures;
        self.pictures += 1;
        if !number.is_multiple_of(PICTURES_PER_FRAME) {
            return Ok(());
        }
        match (difference(self.last.as_ref(), picture), &mut self.waiting) {
            (None, Some(frame)) => frame.delay = frame.delay.saturating_add(FRAME_HUNDREDTHS),
            (None, None) => {}
            (Some(part), _) => {
                self.write_waiting()?;
                self.waiting = Some(frame(picture, &part));
                self.last = Some(picture.clone());
            }
        }
        Ok(())
    }

    fn write_waiting(&mut self) -> Result<(), AppError> {
        match self.waiting.take() {
            Some(frame) => self
                .encoder
                .write_frame(&frame)
                .map_err(failed(self.atomic_file.path())),
            None => Ok(()),
        }
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> Result<(), AppError> {
        self.write_waiting()?;
        let path = self.atomic_file.path();
        let file = self.encoder.into_inner().map_err(failed(path))?;
        let file = file.into_inner().map_err(|error| error.into_error());
        file.map_err(io("write", path))?;
        self.atomic_file.complete()
    }
}

fn failed(path: &Path) -> impl Fn(EncodingError) -> AppError + '_ {
    |error| io("write", path)(std::io::Error::other(error))
}

/// The smallest rectangle with all differing pixels, if there are any.
fn difference(last: Option<&Picture>, picture: &Picture) -> Option<Part> {
    let (width, height) = (picture.width(), picture.height());
    let Some(last) = last else {
        return Some(Part {
            left: 0,
            top: 0,
            width,
            height,
        });
    };
    let pixels = last
        .rgb()
        .chunks_exact(3)
        .zip(picture.rgb().chunks_exact(3));
    let differing = pixels.enumerate().filter(|(_, (a, b))| a != b);
    let places = differing.map(|(index, _)| (index % width, index / width));
    let range = places.fold(None, |range, (x, y)| {
        let (left, top, right, bottom) = range.unwrap_or((x, y, x, y));
        Some((left.min(x), top.min(y), right.max(x), bottom.max(y)))
    });
    range.map(|(left, top, right, bottom)| Part {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
    })
}

/// A frame for a part of the picture, with its own palette. Colours are exact if there are few
/// enough.
fn frame(picture: &Picture, part: &Part) -> Frame<'static> {
    let lines = picture
        .rgb()
        .chunks_exact(3 * picture.width())
        .skip(part.top)
        .take(part.height);
    let rgb: Vec<u8> = lines
        .flat_map(|line| &line[3 * part.left..3 * (part.left + part.width)])
        .copied()
        .collect();
    let (width, height) = (part.width as u16, part.height as u16);
    let mut frame = match indexed(&rgb) {
        Some((palette, pixels)) => Frame {
            width,
            height,
            buffer: Cow::Owned(pixels),
            palette: Some(palette),
            ..Frame::default()
        },
        None => Frame::from_rgb_speed(width, height, &rgb, COLOUR_SEARCH_SPEED),
    };
    frame.left = part.left as u16;
    frame.top = part.top as u16;
    frame.delay = FRAME_HUNDREDTHS;
    frame.dispose = DisposalMethod::Keep;
    frame
}
