//! Draws a panel: a dark board with round LEDs, four digits beside them, and a control LED below
//! the digits.

use crate::led_matrix_size::LedMatrixSize;
use crate::vga_monitor::{HEIGHT, WIDTH};
use crate::Picture;

type Colour = [u8; 3];

const BOARD: Colour = [16, 18, 22];
const LED_OFF: Colour = [40, 43, 48];
const SEGMENT_OFF: Colour = [40, 22, 24];
const SEGMENT_ON: Colour = [255, 60, 40];
const CONTROL_ON: Colour = [255, 140, 0];

/// Margin around the board, in pixels like all lengths here.
const MARGIN: usize = 16;
/// Outer size of a digit, and width of a segment.
const DIGIT_WIDTH: f64 = 44.0;
const DIGIT_HEIGHT: f64 = 80.0;
const SEGMENT_WIDTH: f64 = 9.0;
/// Distance from one digit to the next, and additional gap between the pairs.
const DIGIT_PITCH: f64 = 66.0;
const PAIR_GAP: f64 = 24.0;
/// Position of the digits and of the control LED below them.
const DIGITS_TOP: f64 = 150.0;
const CONTROL_LED_BELOW: f64 = 56.0;
const CONTROL_LED_RADIUS: f64 = 11.0;
/// Radius of an LED and of its glow, as fractions of the LED pitch.
const LED_RADIUS: f64 = 0.38;
const GLOW_RADIUS: f64 = 0.5;
/// Strength of the glow on the board.
const GLOW: f64 = 0.4;
/// Levels of a shape's antialiased edge. They are few, so that a picture has few colours.
const EDGE_LEVELS: f64 = 8.0;

/// State to draw.
pub(crate) struct Shown<'a> {
    /// Colours row by row. Black is off.
    pub leds: &'a [Colour],
    /// Eight for each digit.
    pub segments: &'a [bool],
    pub control_led: bool,
}

/// Pixels, and the share of each that belongs to the shape.
#[derive(Debug)]
struct Shape(Vec<(usize, f64)>);

/// The board with everything off, and the shapes that are painted over it.
#[derive(Debug)]
pub(crate) struct PanelPicture {
    board: Vec<u8>,
    leds: Vec<[Shape; 2]>,
    segments: Vec<Shape>,
    control_led: Option<Shape>,
}

impl PanelPicture {
    pub(crate) fn new(matrix: LedMatrixSize, has_digits: bool, has_control_led: bool) -> Self {
        let is_alone = !has_digits && !has_control_led;
        let digits_width = 4.0 * DIGIT_PITCH + PAIR_GAP;
        let width = match is_alone {
            true => WIDTH,
            false => WIDTH - digits_width as usize - MARGIN,
        };
        let leds = leds(matrix, width);
        let left = width as f64 + (DIGIT_PITCH - DIGIT_WIDTH) / 2.0;
        let segments: Vec<Shape> = match has_digits {
            true => (0..4).flat_map(|digit| digit_shapes(left, digit)).collect(),
            false => Vec::new(),
        };
        let control_led = has_control_led.then(|| {
            // Below the right pair, which shows the score.
            let x = (digit_left(left, 2) + digit_left(left, 3) + DIGIT_WIDTH) / 2.0;
            let y = DIGITS_TOP + DIGIT_HEIGHT + CONTROL_LED_BELOW;
            disc(x, y, CONTROL_LED_RADIUS)
        });
        let mut board: Vec<u8> = BOARD.repeat(WIDTH * HEIGHT);
        for [led, _] in &leds {
            led.paint(&mut board, LED_OFF);
        }
        for segment in &segments {
            segment.paint(&mut board, SEGMENT_OFF);
        }
        if let Some(led) = &control_led {
            led.paint(&mut board, LED_OFF);
        }
        PanelPicture {
            board,
            leds,
            segments,
            control_led,
        }
    }

    pub(crate) fn draw(&self, shown: &Shown) -> Picture {
        let mut rgb = self.board.clone();
        let lit = self.leds.iter().zip(shown.leds);
        for ([led, glow], &colour) in lit.filter(|(_, colour)| **colour != [0; 3]) {
            // Even a faint LED is no darker than its housing.
            let lit = [0, 1, 2].map(|channel| colour[channel].max(LED_OFF[channel]));
            glow.paint(&mut rgb, colour);
            led.paint(&mut rgb, lit);
        }
        let lit = self.segments.iter().zip(shown.segments);
        for (segment, _) in lit.filter(|(_, lit)| **lit) {
            segment.paint(&mut rgb, SEGMENT_ON);
        }
        if let Some(led) = self.control_led.as_ref().filter(|_| shown.control_led) {
            led.paint(&mut rgb, CONTROL_ON);
        }
        Picture::from_rgb(rgb).expect("the board is as large as a picture")
    }
}

impl Shape {
    /// The pixels near a point. `inside` returns the share of a pixel that belongs to the shape.
    fn new(x: f64, y: f64, reach: f64, inside: impl Fn(f64, f64) -> f64) -> Shape {
        let range = |centre: f64, end: usize| {
            let from = (centre - reach).floor().max(0.0) as usize;
            from..((centre + reach).ceil() as usize + 1).min(end)
        };
        let pixels =
            range(y, HEIGHT).flat_map(|row| range(x, WIDTH).map(move |column| (column, row)));
        let weigh = |(column, row): (usize, usize)| {
            let weight = inside(column as f64 + 0.5 - x, row as f64 + 0.5 - y);
            let weight = (weight.clamp(0.0, 1.0) * EDGE_LEVELS).round() / EDGE_LEVELS;
            (row * WIDTH + column, weight)
        };
        Shape(
            pixels
                .map(weigh)
                .filter(|(_, weight)| *weight > 0.0)
                .collect(),
        )
    }

    fn paint(&self, rgb: &mut [u8], colour: Colour) {
        for &(pixel, weight) in &self.0 {
            for (channel, level) in rgb[3 * pixel..3 * pixel + 3].iter_mut().zip(colour) {
                let mixed = f64::from(*channel) * (1.0 - weight) + f64::from(level) * weight;
                *channel = mixed.round() as u8;
            }
        }
    }
}

/// Shapes of each LED and its glow, in a field of the full height at the left.
fn leds(matrix: LedMatrixSize, width: usize) -> Vec<[Shape; 2]> {
    let LedMatrixSize { columns, rows } = matrix;
    let pitch = ((width - 2 * MARGIN) / columns).min((HEIGHT - 2 * MARGIN) / rows) as f64;
    let left = (width as f64 - pitch * columns as f64) / 2.0;
    let top = (HEIGHT as f64 - pitch * rows as f64) / 2.0;
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let led = |(column, row): (usize, usize)| {
        let x = left + (column as f64 + 0.5) * pitch;
        let y = top + (row as f64 + 0.5) * pitch;
        let glow = |dx: f64, dy: f64| {
            let outside = dx.hypot(dy) / pitch - LED_RADIUS;
            GLOW * (1.0 - outside / (GLOW_RADIUS - LED_RADIUS)).min(1.0)
        };
        [
            disc(x, y, LED_RADIUS * pitch),
            Shape::new(x, y, GLOW_RADIUS * pitch, glow),
        ]
    };
    places.map(led).collect()
}

fn disc(x: f64, y: f64, radius: f64) -> Shape {
    Shape::new(x, y, radius + 1.0, |dx, dy| radius + 0.5 - dx.hypot(dy))
}

fn digit_left(left: f64, digit: usize) -> f64 {
    let gap = if digit < 2 { 0.0 } else { PAIR_GAP };
    left + digit as f64 * DIGIT_PITCH + gap
}

/// Shapes of segments a to g and the decimal point.
fn digit_shapes(left: f64, digit: usize) -> Vec<Shape> {
    let half = SEGMENT_WIDTH / 2.0;
    let left = digit_left(left, digit) + half;
    let (right, top) = (left + DIGIT_WIDTH - SEGMENT_WIDTH, DIGITS_TOP + half);
    let bottom = top + DIGIT_HEIGHT - SEGMENT_WIDTH;
    let (centre, middle) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let (upper, lower) = ((top + middle) / 2.0, (middle + bottom) / 2.0);
    let across = |y: f64| bar(centre, y, (right - left) / 2.0, false);
    let along = |x: f64, y: f64| bar(x, y, (middle - top) / 2.0, true);
    vec![
        across(top),
        along(right, upper),
        along(right, lower),
        across(bottom),
        along(left, lower),
        along(left, upper),
        across(middle),
        disc(right + 1.6 * SEGMENT_WIDTH, bottom, half),
    ]
}

/// A bar with pointed ends that leaves a gap to its neighbours.
fn bar(x: f64, y: f64, half_length: f64, is_upright: bool) -> Shape {
    let half = SEGMENT_WIDTH / 2.0 - 0.5;
    let length = half_length - 0.5;
    Shape::new(x, y, half_length + 1.0, |dx, dy| {
        let (along, across) = if is_upright { (dy, dx) } else { (dx, dy) };
        let to_side = half + 0.5 - across.abs();
        let to_end = length + 0.5 - along.abs() - across.abs();
        to_side.min(to_end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(picture: &Picture, x: usize, y: usize) -> Colour {
        let start = 3 * (y * WIDTH + x);
        [0, 1, 2].map(|channel| picture.rgb()[start + channel])
    }

    #[test]
    fn leds_are_discs_in_their_places() {
        let matrix = LedMatrixSize {
            columns: 8,
            rows: 8,
        };
        let panel = PanelPicture::new(matrix, false, false);
        let mut leds = [[0; 3]; 64];
        leds[8 * 2 + 5] = [60, 200, 70];
        let picture = panel.draw(&Shown {
            leds: &leds,
            segments: &[],
            control_led: false,
        });
        // 56 pixels for each LED; margins of 96 at the left and 16 at the top.
        let centre = |column: usize, row: usize| (96 + 56 * column + 28, 16 + 56 * row + 28);
        let (x, y) = centre(5, 2);
        assert_eq!(pixel(&picture, x, y), [60, 200, 70]);
        let (x, y) = centre(2, 5);
        assert_eq!(pixel(&picture, x, y), LED_OFF);
        assert_eq!(pixel(&picture, 5, 5), BOARD);
        assert_eq!(pixel(&picture, x + 27, y + 27), BOARD, "between four LEDs");
    }

    #[test]
    fn every_size_fits_and_no_light_covers_another() {
        for (columns, rows) in [(7, 10), (8, 8), (16, 16), (1, 1), (32, 2)] {
            for has_digits in [false, true] {
                let matrix = LedMatrixSize { columns, rows };
                let panel = PanelPicture::new(matrix, has_digits, has_digits);
                let leds = panel.leds.iter().map(|[led, _]| led);
                let lights = leds.chain(&panel.segments).chain(&panel.control_led);
                let mut owner = vec![false; WIDTH * HEIGHT];
                for light in lights {
                    assert!(light.0.len() > 20, "{} pixels", light.0.len());
                    for &(pixel, weight) in light.0.iter().filter(|(_, weight)| *weight > 0.6) {
                        assert!(!owner[pixel], "{columns} x {rows}, {weight}");
                        owner[pixel] = true;
                    }
                }
            }
        }
    }
}
