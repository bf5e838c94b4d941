//! A running bench: keys are sent in; pictures, sound and changes are read out.

use crate::bench::{DeviceBench, Watched};
use crate::change_recorder::{CAPACITY, CYCLE_BITS};
use crate::flash::{FlashFault, FLASH_BYTES, FLASH_CELLS, FLASH_ID};
use crate::keyboard::{Keyboard, RateError, WireFault};
use crate::keys::Key;
use crate::led_panel::{LedPanel, Light, Parts, PICTURES_HZ};
use crate::picture::Picture;
use crate::pins::{AUDIO_PINS, CHANGE_MEMORY, LCD_PINS, LED_PINS, PINS_CAPACITY, SCREEN_PINS};
use crate::speaker::{Speaker, WINDOW};
use crate::st7735::St7735Panel;
use crate::vga_monitor::VgaMonitor;
use crate::DeviceError;
use gatefall_host::{HostError, Machine};
use gatefall_netlist::Value;

/// Cycles of reset at power-up.
const RESET_CYCLES: u64 = 16;
/// Words in the sender's queue up to which the keyboard sends more. The queue holds 255.
const SENDER_WORDS: u64 = 200;
/// Cycles between checks while the phase of the pictures is unknown: one line.
const LINE_CYCLES: u64 = 800;
/// Cycles between checks of the sender's queue.
const REFILL_CYCLES: u64 = 1 << 16;

/// A running bench.
pub struct Running {
    machine: Machine,
    bench: DeviceBench,
    clock_hz: u64,
    keyboard: Keyboard,
    monitor: Option<VgaMonitor>,
    speaker: Option<Speaker>,
    leds: Option<LedPanel>,
    lcd: Option<St7735Panel>,
    /// Cycles whose pins the devices have processed.
    pins_read: u64,
    changes: Vec<Change>,
    changes_read: u64,
    flash_fault: Option<FlashFault>,
}

/// Outputs of a bench that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The pictures of the monitor, the LEDs or the LCD.
    Picture,
    /// The sound of the loudspeaker.
    Sound,
}

/// Values of the traced signals after one of them changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The values are valid after the clock edge of this cycle.
    pub cycle: u64,
    /// Values in the order in which the signals were named.
    pub values: Vec<u64>,
}

fn refused(error: HostError) -> DeviceError {
    DeviceError::Machine(Box::new(error))
}

impl Running {
    /// Compiles a bench for a clock frequency, and resets the circuit.
    ///
    /// # Errors
    /// If the bench cannot be compiled, has LEDs without a [size](DeviceBench::with_matrix), or has
    /// an LCD without a [geometry](DeviceBench::with_panel).
    pub fn start(bench: DeviceBench, clock_hz: u64) -> Result<Running, DeviceError> {
        let leds = match (bench.leds == Parts::default(), bench.matrix) {
            (true, _) => None,
            (false, Some(matrix)) => Some(LedPanel::new(bench.leds, matrix, clock_hz)),
            (false, None) => return Err(DeviceError::NoMatrix),
        };
        let lcd = match (bench.has_lcd, bench.panel) {
            (false, _) => None,
            (true, Some(panel)) => Some(St7735Panel::new(clock_hz, panel)),
            (true, None) => return Err(DeviceError::NoPanelGeometry),
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
            flash_fault: None,
        };
        if running.bench.has_flash {
            running.poke("flash_id", FLASH_ID.into())?;
        }
        running.poke("reset", 1)?;
        running.run(RESET_CYCLES)?;
        running.poke("reset", 0)?;
        Ok(running)
    }

    /// The machine, to inspect signals and to record waveforms. Running it directly may drop
    /// samples and changes.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Takes devices off the pins. The logic behind these outputs is not computed until
    /// [`Running::compute_all`], and their faults are not found. The devices stay off.
    ///
    /// Returns the number of cycles from then on after which the whole state is exact: all
    /// pipelines are filled, and all recordings of pins are written.
    ///
    /// # Errors
    /// If the bench cannot be compiled again.
    pub fn leave_out(&mut self, outputs: &[Output]) -> Result<u64, DeviceError> {
        if outputs.is_empty() {
            return Ok(0);
        }
        let mut unused = Vec::new();
        if outputs.contains(&Output::Picture) {
            unused.extend([SCREEN_PINS, LED_PINS, LCD_PINS]);
            (self.monitor, self.leds, self.lcd) = (None, None, None);
        }
        if outputs.contains(&Output::Sound) {
            unused.push(AUDIO_PINS);
            self.speaker = None;
        }
        let program = self.machine.program();
        let signals = ["keyboard_waiting", "recorder_count", "flash_chip_fault"].into_iter();
        let signals = signals.filter(|name| program.signal(name).is_some());
        let memories = program.memories().map(|memory| memory.name().to_owned());
        let memories = memories.filter(|name| !unused.contains(&name.as_str()));
        let names: Vec<String> = signals.map(str::to_owned).chain(memories).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.machine.observe(&names).map_err(refused)?;
        Ok(u64::from(self.machine.program().skipped_cycles()) + PINS_CAPACITY)
    }

    /// Computes everything again.
    pub fn compute_all(&mut self) {
        self.machine.observe_all();
    }

    /// The bench.
    pub fn bench(&self) -> &DeviceBench {
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

    /// Reads a signal of the bench.
    fn peek(&mut self, signal: &str) -> Result<u64, DeviceError> {
        self.machine.peek(signal).map_err(refused)
    }

    /// Runs some cycles.
    ///
    /// # Errors
    /// If changes of traced signals were lost.
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

    /// Runs until the next picture is complete, or until the cycle `limit`, whichever is first.
    /// Returns true if there is a new picture.
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

    /// Cycles that the machine may run before a device must be served.
    fn longest_step(&self) -> u64 {
        let has_pins = self.has_panel() || self.monitor.is_some() || self.speaker.is_some();
        let mut step = match has_pins {
            true => PINS_CAPACITY.saturating_sub(self.cycles() - self.pins_read),
            false => u64::MAX,
        };
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

    /// Writes words to the sender, one per cycle, while its queue has room and cycles are left.
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

    /// Processes the recordings since the last call.
    fn drain(&mut self) -> Result<(), DeviceError> {
        // Recordings of cycles that were run on the machine directly may be lost.
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
        if self.bench.has_flash {
            let fault = FlashFault::first(self.peek("flash_chip_fault")?);
            self.flash_fault = self.flash_fault.or(fault);
        }
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

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.keyboard.press(key, self.machine.cycles());
    }

    /// Releases a key.
    pub fn release(&mut self, key: Key) {
        self.keyboard.release(key);
    }

    /// Sends a byte over the keyboard's cable, optionally with a fault.
    pub fn send(&mut self, byte: u8, fault: Option<WireFault>) {
        self.keyboard.send(byte, fault);
    }

    /// Sets the rate of the keyboard's clock.
    ///
    /// # Errors
    /// If the rate is outside the range of PS/2 keyboards.
    pub fn set_keyboard_rate(&mut self, rate_hz: u64) -> Result<(), RateError> {
        self.keyboard.set_rate(rate_hz)
    }

    /// Presses or releases a button.
    ///
    /// # Errors
    /// If the circuit has no such button.
    pub fn set_button(&mut self, button: &str, is_down: bool) -> Result<(), DeviceError> {
        if !self.bench.buttons.iter().any(|known| known == button) {
            return Err(DeviceError::UnknownButton(button.to_owned()));
        }
        self.poke(button, is_down.into())
    }

    /// Replaces the flash by one with this id of three bytes.
    ///
    /// # Errors
    /// If the circuit has no flash, or the id has more bytes.
    pub fn set_flash_id(&mut self, id: u32) -> Result<(), DeviceError> {
        self.poke("flash_id", id.into())
    }

    /// Replaces the flash by one whose blocks are locked at power-up, or not.
    ///
    /// # Errors
    /// If the circuit has no flash.
    pub fn set_flash_locks(&mut self, has_locks: bool) -> Result<(), DeviceError> {
        self.poke("flash_locks", has_locks.into())
    }

    /// Bytes of the two sectors of the flash that the circuit may write: [`FLASH_BYTES`]. `None` if
    /// there is no flash.
    pub fn flash(&mut self) -> Option<Vec<u8>> {
        let cells = self.machine.memory(FLASH_CELLS).ok()?;
        Some(cells.bytes().iter().map(|byte| !byte).collect())
    }

    /// Replaces these bytes.
    ///
    /// # Panics
    /// If there is no flash, or if they are not [`FLASH_BYTES`].
    pub fn set_flash(&mut self, bytes: &[u8]) {
        assert_eq!(bytes.len(), FLASH_BYTES);
        let cells = self.machine.memory(FLASH_CELLS);
        let mut cells = cells.expect("there is a flash");
        for (address, byte) in (0..).zip(bytes) {
            let stored = cells.set(address, (!byte).into());
            stored.expect("the memory has bytes and so many of them");
        }
    }

    /// Number of complete pictures since power-up: those of the monitor, or 60 a second of the LEDs
    /// or the LCD. 0 if there is none of them.
    pub fn frames(&self) -> u64 {
        match &self.monitor {
            Some(monitor) => monitor.frames(),
            None if self.has_panel() => self.cycles() * PICTURES_HZ / self.clock_hz,
            None => 0,
        }
    }

    /// True if there is a device that always has a picture.
    fn has_panel(&self) -> bool {
        self.leds.is_some() || self.lcd.is_some()
    }

    /// The first cycle after picture `number` of a panel.
    fn cycle_of_panel_picture(&self, number: u64) -> u64 {
        (number * self.clock_hz).div_ceil(PICTURES_HZ)
    }

    /// The picture of the monitor, or the light of the LEDs since the last call, or the picture of
    /// the LCD. `None` if there is none of them. The monitor's picture is complete for the 45 lines
    /// after [`Running::frames`] has counted.
    pub fn picture(&mut self) -> Option<Picture> {
        match (&self.monitor, &mut self.leds) {
            (Some(monitor), _) => Some(Picture::new(monitor.screen(), self.bench.colour_bits?)),
            (None, Some(leds)) => Some(leds.picture()),
            (None, None) => self.lcd.as_ref().map(Picture::of_lcd),
        }
    }

    /// The light of the LEDs since the last call of this or of [`Running::picture`], if there are
    /// LEDs.
    pub fn light(&mut self) -> Option<Light> {
        self.leds.as_mut().map(LedPanel::light)
    }

    /// The LCD, if there is one.
    pub fn lcd(&self) -> Option<&St7735Panel> {
        self.lcd.as_ref()
    }

    /// The first fault of the picture's timing, of the data for the LEDs or the LCD, or of the use
    /// of the flash.
    pub fn fault(&self) -> Option<DeviceError> {
        let screen = self.monitor.as_ref().and_then(VgaMonitor::fault);
        let leds = self.leds.as_ref().and_then(LedPanel::fault);
        let lcd = self.lcd.as_ref().and_then(St7735Panel::fault);
        screen
            .map(DeviceError::Timing)
            .or(leds.map(DeviceError::Chain))
            .or(lcd.map(DeviceError::Lcd))
            .or(self.flash_fault.map(DeviceError::Flash))
    }

    /// Audio samples in a second.
    pub fn sample_rate_hz(&self) -> u32 {
        (self.clock_hz / WINDOW) as u32
    }

    /// The audio samples since the last call, 0 to 512 each.
    pub fn take_samples(&mut self) -> Vec<u16> {
        self.speaker
            .as_mut()
            .map_or_else(Vec::new, Speaker::take_samples)
    }

    /// The changes of traced signals since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }
}

/// Splits a word of the change recorder into the signals, the first one lowest, and the cycle.
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
