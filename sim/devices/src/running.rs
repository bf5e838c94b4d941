//! A bench that runs: keys go in, pictures, sound and changes come out.

use crate::bench::{
    Bench, Watched, AUDIO_PINS, CHANGE_MEMORY, LCD_PINS, LED_PINS, PINS_CAPACITY, SCREEN_PINS,
};
use crate::change_recorder::{CAPACITY, CYCLE_BITS};
use crate::keyboard::{Keyboard, RateError, WireFault};
use crate::keys::Key;
use crate::led_panel::{LedPanel, Parts, PICTURES_HZ};
use crate::picture::Picture;
use crate::speaker::{Speaker, WINDOW};
use crate::st7735::St7735;
use crate::vga_monitor::VgaMonitor;
use crate::DeviceError;
use gatefall_host::{HostError, Machine};
use gatefall_netlist::Value;

/// Cycles of reset at power-up.
const RESET_CYCLES: u64 = 16;
/// Words that the sender takes before the keyboard keeps the rest back; its queue holds 256.
const SENDER_WORDS: u64 = 200;
/// While the start of the pictures is not known, they are looked for after each line.
const LINE_CYCLES: u64 = 800;
/// How often the keyboard looks whether the sender has room.
const REFILL_CYCLES: u64 = 1 << 16;

/// A bench in operation.
pub struct Running {
    machine: Machine,
    bench: Bench,
    clock_hz: u64,
    keyboard: Keyboard,
    monitor: Option<VgaMonitor>,
    speaker: Option<Speaker>,
    leds: Option<LedPanel>,
    lcd: Option<St7735>,
    /// Cycles whose pins the devices have seen.
    pins_read: u64,
    changes: Vec<Change>,
    changes_read: u64,
}

/// The watched signals after one of them changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cycle after whose clock edge they had these values.
    pub cycle: u64,
    /// Values, in the order in which the signals were named.
    pub values: Vec<u64>,
}

fn refused(error: HostError) -> DeviceError {
    DeviceError::Machine(Box::new(error))
}

impl Running {
    /// Compiles a bench for a clock, and resets the circuit.
    ///
    /// # Errors
    /// When the bench cannot be compiled, has LEDs and [nobody has told](Bench::with_matrix) how many, or has an LCD and [nobody has
    /// told](Bench::with_glass) which.
    pub fn start(bench: Bench, clock_hz: u64) -> Result<Running, DeviceError> {
        let leds = match (bench.leds == Parts::default(), bench.matrix) {
            (true, _) => None,
            (false, Some(matrix)) => Some(LedPanel::new(bench.leds, matrix, clock_hz)),
            (false, None) => return Err(DeviceError::NoMatrix),
        };
        let lcd = match (bench.has_lcd, bench.glass) {
            (false, _) => None,
            (true, Some(glass)) => Some(St7735::new(clock_hz, glass)),
            (true, None) => return Err(DeviceError::NoGlass),
        };
        let machine = Machine::new(&bench.netlist).map_err(refused)?;
        let mut running = Running {
            machine,
            clock_hz,
            keyboard: Keyboard::new(clock_hz),
            monitor: bench.colour_bits.map(|_| VgaMonitor::default()),
            speaker: bench.has_speaker.then(Speaker::default),
            leds,
            lcd,
            bench,
            pins_read: 0,
            changes: Vec::new(),
            changes_read: 0,
        };
        running.poke("reset", 1)?;
        running.run(RESET_CYCLES)?;
        running.poke("reset", 0)?;
        Ok(running)
    }

    /// The machine, to look into and to record from. Who runs it past this type may lose samples and changes.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The bench.
    pub fn bench(&self) -> &Bench {
        &self.bench
    }

    /// Frequency of the circuit's clock.
    pub fn clock_hz(&self) -> u64 {
        self.clock_hz
    }

    /// Cycles since power-up.
    pub fn cycles(&self) -> u64 {
        self.machine.cycles()
    }

    fn poke(&mut self, signal: &str, value: u64) -> Result<(), DeviceError> {
        self.machine.poke(signal, value).map_err(refused)
    }

    /// A signal of the bench.
    fn peek(&mut self, signal: &str) -> Result<u64, DeviceError> {
        self.machine.peek(signal).map_err(refused)
    }

    /// Runs some cycles.
    ///
    /// # Errors
    /// When changes of watched signals were lost.
    pub fn run(&mut self, cycles: u64) -> Result<(), DeviceError> {
        let end = self.cycles() + cycles;
        while self.cycles() < end {
            self.keyboard.repeat(self.cycles());
            self.feed_sender(end)?;
            let step = self.longest_step().min(end - self.cycles());
            self.machine.run(step);
            self.drain()?;
        }
        Ok(())
    }

    /// Runs until the next picture is complete, or until the cycle `limit`, whichever comes first. Tells whether there is a new picture.
    ///
    /// # Errors
    /// As [`Running::run`].
    pub fn run_to_picture(&mut self, limit: u64) -> Result<bool, DeviceError> {
        let before = self.frames();
        while self.cycles() < limit && self.frames() == before {
            let foreseen = match &self.monitor {
                Some(monitor) => monitor.cycles_to_picture(),
                None if self.has_panel() => {
                    Some(self.cycle_of_panel_picture(before + 1) - self.cycles())
                }
                None => None,
            };
            let step = foreseen.unwrap_or(LINE_CYCLES);
            self.run(step.min(limit - self.cycles()))?;
        }
        Ok(self.frames() != before)
    }

    /// How far the machine may run before someone has to look.
    fn longest_step(&self) -> u64 {
        let mut step = PINS_CAPACITY.saturating_sub(self.cycles() - self.pins_read);
        if !self.bench.watched.is_empty() {
            step = step.min(CAPACITY);
        }
        if self.keyboard.has_words() {
            step = step.min(REFILL_CYCLES);
        }
        match self.keyboard.repeat_cycle() {
            Some(due) => step.min(due.saturating_sub(self.cycles())).max(1),
            None => step.max(1),
        }
    }

    /// Hands words to the sender, one a cycle, while it has room and time is left.
    fn feed_sender(&mut self, end: u64) -> Result<(), DeviceError> {
        if !self.keyboard.has_words() {
            return Ok(());
        }
        let mut waiting = self.peek("keyboard_waiting")?;
        while waiting < SENDER_WORDS && self.cycles() < end {
            let Some(word) = self.keyboard.next_word() else {
                break;
            };
            self.poke("key_word", word)?;
            self.poke("key_write", 1)?;
            self.machine.run(1);
            waiting += 1;
        }
        self.poke("key_write", 0)
    }

    /// Takes over what has come since the last time.
    fn drain(&mut self) -> Result<(), DeviceError> {
        // What was run past this type may be lost.
        let end = self.cycles();
        let mut at = self.pins_read.max(end.saturating_sub(PINS_CAPACITY));
        while at < end {
            let start = (at % PINS_CAPACITY) as usize;
            let count = (PINS_CAPACITY - at % PINS_CAPACITY).min(end - at) as usize;
            if let Some(monitor) = &mut self.monitor {
                let memory = self.machine.memory(SCREEN_PINS).map_err(refused)?;
                let (pins, []) = memory.bytes().as_chunks() else {
                    unreachable!("the pins of a screen take two bytes");
                };
                monitor.take(&pins[start..start + count]);
            }
            if let Some(speaker) = &mut self.speaker {
                let memory = self.machine.memory(AUDIO_PINS).map_err(refused)?;
                speaker.take(&memory.bytes()[start..start + count]);
            }
            if let Some(leds) = &mut self.leds {
                let memory = self.machine.memory(LED_PINS).map_err(refused)?;
                let (pins, []) = memory.bytes().as_chunks() else {
                    unreachable!("the pins of a panel take four bytes");
                };
                leds.take(&pins[start..start + count]);
            }
            if let Some(lcd) = &mut self.lcd {
                let memory = self.machine.memory(LCD_PINS).map_err(refused)?;
                lcd.take(&memory.bytes()[start..start + count]);
            }
            at += count as u64;
        }
        self.pins_read = end;
        if !self.bench.watched.is_empty() {
            self.drain_changes()?;
        }
        Ok(())
    }

    fn drain_changes(&mut self) -> Result<(), DeviceError> {
        let count = self.peek("recorder_count")?;
        let new = count.wrapping_sub(self.changes_read) & u64::from(u32::MAX);
        if new > CAPACITY {
            return Err(DeviceError::LostChanges(new - CAPACITY));
        }
        let memory = self.machine.memory(CHANGE_MEMORY).map_err(refused)?;
        for offset in 0..new {
            let address = (self.changes_read + offset) % CAPACITY;
            let word = memory.get_value(address).map_err(refused)?;
            self.changes.push(unpack(&word, &self.bench.watched));
        }
        self.changes_read = count;
        Ok(())
    }

    /// A key goes down.
    pub fn press(&mut self, key: Key) {
        self.keyboard.press(key, self.machine.cycles());
    }

    /// A key goes up.
    pub fn release(&mut self, key: Key) {
        self.keyboard.release(key);
    }

    /// Something else comes over the keyboard's cable.
    pub fn send(&mut self, byte: u8, fault: Option<WireFault>) {
        self.keyboard.send(byte, fault);
    }

    /// Sets the rate of the keyboard's clock.
    ///
    /// # Errors
    /// When no keyboard has such a rate.
    pub fn set_keyboard_rate(&mut self, rate_hz: u64) -> Result<(), RateError> {
        self.keyboard.set_rate(rate_hz)
    }

    /// A button goes down or up.
    ///
    /// # Errors
    /// When the circuit has no such button.
    pub fn set_button(&mut self, button: &str, is_down: bool) -> Result<(), DeviceError> {
        if !self.bench.buttons.iter().any(|known| known == button) {
            return Err(DeviceError::UnknownButton(button.to_owned()));
        }
        self.poke(button, is_down.into())
    }

    /// Number of whole pictures since power-up: those of the monitor, or 60 a second of the LEDs or the LCD. 0 if there is none of them.
    pub fn frames(&self) -> u64 {
        match &self.monitor {
            Some(monitor) => monitor.frames(),
            None if self.has_panel() => self.cycles() * PICTURES_HZ / self.clock_hz,
            None => 0,
        }
    }

    /// Whether something shows a picture at any time.
    fn has_panel(&self) -> bool {
        self.leds.is_some() || self.lcd.is_some()
    }

    /// The first cycle in which so many pictures of a panel have been.
    fn cycle_of_panel_picture(&self, number: u64) -> u64 {
        (number * self.clock_hz).div_ceil(PICTURES_HZ)
    }

    /// What is on the screen, or else what the LEDs have shown since the last call, or what the LCD shows; none without any. On the screen it is whole for the 45
    /// lines after [`Running::frames`] has counted.
    pub fn picture(&mut self) -> Option<Picture> {
        match (&self.monitor, &mut self.leds) {
            (Some(monitor), _) => Some(Picture::new(monitor.screen(), self.bench.colour_bits?)),
            (None, Some(leds)) => Some(leds.picture()),
            (None, None) => self.lcd.as_ref().map(Picture::of_lcd),
        }
    }

    /// The LCD, which shows its picture at any time.
    pub fn lcd(&self) -> Option<&St7735> {
        self.lcd.as_ref()
    }

    /// The first fault of the picture's timing, or of the data for the LEDs or the LCD.
    pub fn fault(&self) -> Option<DeviceError> {
        let screen = self.monitor.as_ref().and_then(VgaMonitor::fault);
        let leds = self.leds.as_ref().and_then(LedPanel::fault);
        let lcd = self.lcd.as_ref().and_then(St7735::fault);
        screen
            .map(DeviceError::Timing)
            .or(leds.map(DeviceError::Chain))
            .or(lcd.map(DeviceError::Lcd))
    }

    /// Samples a second that the loudspeaker's recorder makes.
    pub fn sample_rate_hz(&self) -> u32 {
        (self.clock_hz / WINDOW) as u32
    }

    /// The samples since the last call, 0 to 512 each.
    pub fn take_samples(&mut self) -> Vec<u16> {
        self.speaker
            .as_mut()
            .map_or_else(Vec::new, Speaker::take_samples)
    }

    /// The changes of watched signals since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }
}

/// Cuts a word of the change recorder into the cycle and the signals, of which the first is the lowest.
fn unpack(word: &Value, watched: &[Watched]) -> Change {
    let mut rest = word.bits().clone();
    let mut take = |width: u32| {
        let value = Value::new(width, rest.clone()).to_u64();
        rest >>= width;
        value.expect("watched signals have at most 64 bits")
    };
    let values = watched.iter().map(|signal| take(signal.width)).collect();
    Change {
        values,
        cycle: take(CYCLE_BITS),
    }
}
