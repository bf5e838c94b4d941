//! Position of the picture on the terminal.

use crate::sim::SimError;

/// Smallest size of a picture in characters. A cell of the board is then still more than a dot. The
/// status line needs one more row.
const LEAST_COLUMNS: u16 = 48;
const LEAST_ROWS: u16 = 18;

/// Position of the picture, in characters.
pub(crate) struct Layout {
    pub left: u16,
    pub top: u16,
    pub columns: u16,
    pub rows: u16,
    /// Row of the status line, and width of the terminal.
    pub status_row: u16,
    pub width: u16,
}

/// The largest 4 : 3 picture above a status line. Characters are twice as high as wide.
pub(super) fn layout((width, height): (u16, u16)) -> Result<Layout, SimError> {
    let (width_px, height_px) = (u32::from(width), 2 * u32::from(height.saturating_sub(1)));
    let columns = width_px.min(height_px * 4 / 3) as u16;
    let rows = columns * 3 / 8;
    if columns < LEAST_COLUMNS || rows < LEAST_ROWS {
        let needs = (LEAST_COLUMNS, LEAST_ROWS + 1);
        return Err(SimError::TooSmall {
            columns: width,
            rows: height,
            needs,
        });
    }
    Ok(Layout {
        left: (width - columns) / 2,
        top: (height - 1 - rows) / 2,
        columns,
        rows,
        status_row: height,
        width,
    })
}

impl Layout {
    /// Bytes that write the status line.
    pub(crate) fn status(&self, text: &str) -> Vec<u8> {
        let text: String = text.chars().take(usize::from(self.width)).collect();
        format!("\x1b[{};1H\x1b[2m{text}\x1b[K\x1b[0m", self.status_row).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_as_large_as_fits_and_in_the_middle() {
        for (size, expected) in [
            ((80, 24), (9, 0, 61, 22)),
            ((200, 50), (35, 0, 130, 48)),
            ((60, 60), (0, 18, 60, 22)),
            ((48, 19), (0, 0, 48, 18)),
        ] {
            let Layout {
                left,
                top,
                columns,
                rows,
                ..
            } = layout(size).unwrap();
            assert_eq!((left, top, columns, rows), expected, "{size:?}");
        }
    }

    #[test]
    fn the_error_of_a_small_terminal_has_the_needed_size() {
        for size in [(47, 60), (80, 18), (0, 0)] {
            assert!(layout(size).is_err());
        }
        assert_eq!(
            layout((40, 12))
                .err()
                .map(|error| error.to_string())
                .unwrap(),
            "the terminal has 40 x 12 characters, the picture needs 48 x 19"
        );
    }
}
