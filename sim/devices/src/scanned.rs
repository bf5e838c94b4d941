//! Multiplexed lights, scanned by row or digit: measures the on-time of each light.

/// Divisor of the least on-time of a light that is visible. A picture holds at least one whole
/// scan, and a light of ten rows is on for at least a tenth of it.
const DARK_BELOW: u64 = 32;

/// Lights of a scan.
#[derive(Debug)]
pub(crate) struct Scanned {
    /// Cycles in which each light was on.
    shone: Vec<u64>,
    lit: Vec<usize>,
    /// End and start of the counted time.
    counted: u64,
    begun: u64,
}

impl Scanned {
    pub(crate) fn new(lights: usize) -> Self {
        Scanned {
            shone: vec![0; lights],
            lit: Vec::new(),
            counted: 0,
            begun: 0,
        }
    }

    /// From this cycle on exactly these lights are on.
    pub(crate) fn change(&mut self, cycle: u64, lit: impl Iterator<Item = usize>) {
        self.count(cycle);
        self.lit.clear();
        self.lit.extend(lit);
    }

    /// The lights that are visible in the time since the last call.
    pub(crate) fn seen(&mut self, cycle: u64) -> Vec<bool> {
        self.count(cycle);
        let least = (cycle - self.begun) / DARK_BELOW;
        self.begun = cycle;
        let shone = self.shone.iter_mut().map(std::mem::take);
        shone.map(|cycles| cycles > least).collect()
    }

    fn count(&mut self, cycle: u64) {
        for &light in &self.lit {
            self.shone[light] += cycle - self.counted;
        }
        self.counted = cycle;
    }
}

/// Rows of LEDs behind a chain of 74HC595 shift registers.
#[derive(Debug)]
pub(crate) struct RowScan {
    columns: usize,
    rows: usize,
    clock: bool,
    latch: bool,
    /// Contents of the shift registers. The last bit is the first output.
    shifted: u64,
    outputs: u64,
    lights: Scanned,
}

/// The pins of a [`RowScan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowPins {
    pub clock: bool,
    pub data: bool,
    pub latch: bool,
    pub enable: bool,
}

impl RowScan {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        RowScan {
            columns,
            rows,
            clock: false,
            latch: false,
            shifted: 0,
            outputs: 0,
            lights: Scanned::new(2 * columns * rows),
        }
    }

    /// Applies levels of the pins that begin in this cycle.
    pub(crate) fn change(&mut self, pins: RowPins, cycle: u64) {
        // If both edges come together, the outputs take what was there before the new bit.
        if pins.latch && !self.latch {
            self.outputs = self.shifted;
        }
        if pins.clock && !self.clock {
            self.shifted = self.shifted << 1 | u64::from(pins.data);
        }
        (self.clock, self.latch) = (pins.clock, pins.latch);
        let Self {
            columns,
            rows,
            outputs,
            ..
        } = *self;
        // The outputs are: rows, columns of the first colour, columns of the second colour.
        let is_on = |output: usize| pins.enable && outputs >> output & 1 == 1;
        let lit = (0..rows).filter(|&row| is_on(row)).flat_map(|row| {
            let lights = 0..2 * columns;
            lights
                .filter(|light| is_on(rows + light))
                .map(move |light| 2 * columns * row + light)
        });
        self.lights.change(cycle, lit);
    }

    /// For each LED, row by row: visible in the first colour, visible in the second.
    pub(crate) fn seen(&mut self, cycle: u64) -> Vec<[bool; 2]> {
        let seen = self.lights.seen(cycle);
        let rows = seen.chunks_exact(2 * self.columns);
        let leds = rows.flat_map(|row| {
            let (first, second) = row.split_at(self.columns);
            first.iter().zip(second)
        });
        leds.map(|(&first, &second)| [first, second]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_is_seen_if_it_shone_for_its_part_of_the_time() {
        let mut scanned = Scanned::new(3);
        scanned.change(0, [0, 1].into_iter());
        scanned.change(32, [1].into_iter());
        scanned.change(33, [1].into_iter());
        scanned.change(40, std::iter::empty());
        assert_eq!(scanned.seen(1024), [false, true, false]);
        scanned.change(1030, [2].into_iter());
        assert_eq!(scanned.seen(1100), [false, false, true]);
        assert_eq!(scanned.seen(1200), [false, false, true], "it is still on");
    }

    const OFF: RowPins = RowPins {
        clock: false,
        data: false,
        latch: false,
        enable: false,
    };

    /// Shifts these outputs in, the last one first, and latches them.
    fn send(scan: &mut RowScan, outputs: &str, cycle: &mut u64) {
        let mut pins = OFF;
        let mut step = |pins: RowPins| {
            scan.change(pins, *cycle);
            *cycle += 1;
        };
        for output in outputs.bytes().rev() {
            pins.data = output == b'1';
            pins.clock = false;
            step(pins);
            pins.clock = true;
            step(pins);
        }
        pins.latch = true;
        step(pins);
        pins.latch = false;
        pins.enable = true;
        step(pins);
        *cycle += 1000;
    }

    #[test]
    fn rows_are_put_together() {
        let mut scan = RowScan::new(3, 2);
        let mut cycle = 0;
        // Rows, first colour, second colour.
        send(&mut scan, "10100001", &mut cycle);
        send(&mut scan, "01010011", &mut cycle);
        let (none, first, second) = ([false; 2], [true, false], [false, true]);
        let expected = [first, none, second, none, [true, true], second];
        assert_eq!(scan.seen(cycle), expected);
    }

    #[test]
    fn a_latch_with_a_clock_takes_the_bits_before_it() {
        let mut scan = RowScan::new(1, 1);
        let mut cycle = 0;
        send(&mut scan, "111", &mut cycle);
        let mut pins = RowPins {
            enable: true,
            ..OFF
        };
        scan.change(pins, cycle);
        (pins.clock, pins.latch) = (true, true);
        scan.change(pins, cycle);
        scan.seen(cycle);
        assert_eq!(scan.seen(cycle + 1000), [[true, true]]);
    }

    #[test]
    fn nothing_shines_while_the_outputs_are_off() {
        let mut scan = RowScan::new(1, 1);
        let mut cycle = 0;
        send(&mut scan, "111", &mut cycle);
        assert_eq!(scan.seen(cycle), [[true, true]]);
        scan.change(OFF, cycle);
        assert_eq!(scan.seen(cycle + 1000), [[false, false]]);
    }
}
