// Test bench: a circuit with the devices on its pins. Keys go in; pictures and sound come out.
//
// The circuit records its pins in memories, one word for each cycle, and has the sender of the
// keyboard in it. So this side only writes keys and reads recordings. It does the same in the same
// cycles as `gatefall_devices::Running`, so a replay gives the same state in both.

import { create } from "./gatefall.js";
import { Keyboard } from "./keyboard.js";
import { LedPanel } from "./led-panel.js";
import { Speaker, WINDOW } from "./speaker.js";
import { St7735 } from "./st7735.js";
import { VgaMonitor } from "./vga-monitor.js";

const RESET_CYCLES = 16;
/** Bytes of the flash that the circuit may write, inverted. */
const FLASH_CELLS = "flash_chip.array.cells";
/** Words in the sender's queue up to which the keyboard sends more. */
const SENDER_WORDS = 200;
/** Cycles between checks while the phase of the pictures is unknown: one line. */
const LINE_CYCLES = 800;
/** Pictures a second of devices that always have a picture. */
const PANEL_HZ = 60;

const inverted = (bytes) => bytes.map((byte) => byte ^ 0xff);

/** Makes a bench of a game, with these bytes in its flash. */
export async function createBench(description, module, flash) {
  return new Bench(await create(description, module), flash);
}

export class Bench {
  /** A bench at power-up. Without `flash` the flash is erased. */
  constructor(machine, flash = null) {
    const { clock_hz: clockHz, devices } = machine.description;
    this.machine = machine;
    this.clockHz = clockHz;
    const ports = devices.buttons.map(({ port }) => port);
    /** Buttons, also of gamepads, which are inputs of the bench. */
    this.buttons = new Set([...ports, ...devices.gamepads.flat()]);
    this.keyboard = devices.keyboard ? new Keyboard(clockHz, devices.keys) : null;
    this.monitor = devices.monitor ? new VgaMonitor() : null;
    this.speaker = devices.speaker ? new Speaker() : null;
    this.leds = devices.leds ? new LedPanel(clockHz, devices.leds) : null;
    this.lcd = devices.lcd ? new St7735(devices.lcd) : null;
    this.recordings = this.connect();
    /** Cycles that the recordings hold. */
    this.capacity = Math.min(...this.recordings.map(([, pins]) => pins.length));
    this.cells = devices.flash ? machine.memory(FLASH_CELLS) : null;
    if (this.cells) machine.poke("flash_id", devices.flash);
    if (this.cells && flash) {
      this.cells.bytes().set(inverted(flash));
      machine.touch();
    }
    machine.poke("reset", 1);
    this.run(RESET_CYCLES);
    machine.poke("reset", 0);
  }

  /** Each device with the view of its recording. */
  connect() {
    const devices = [
      [this.monitor, "screen_pins", Uint16Array],
      [this.speaker, "audio_pins", Uint8Array],
      [this.leds, "led_pins", Uint32Array],
      [this.lcd, "lcd_pins", Uint8Array],
    ];
    return devices.filter(([device]) => device).map(([device, name, Words]) => {
      const memory = this.machine.memory(name);
      const bytes = memory.bytes();
      return [device, new Words(bytes.buffer, bytes.byteOffset, memory.words)];
    });
  }

  /** Cycles since power-up. */
  get cycles() {
    return this.machine.cycles;
  }

  /** Bytes of the flash that the circuit may write, or null if there is no flash. */
  get flash() {
    return this.cells && inverted(this.cells.bytes());
  }

  /** Samples of sound in a second. */
  get sampleRate() {
    return this.clockHz / WINDOW;
  }

  /** Complete pictures since power-up. */
  get frames() {
    if (this.monitor) return this.monitor.frames;
    return Math.floor((this.cycles * PANEL_HZ) / this.clockHz);
  }

  /** True if changes of a control are queued: those of keys, as bytes of the keyboard. */
  queues(control) {
    return Boolean(this.keyboard) && !this.buttons.has(control);
  }

  /** Presses or releases a key of the keyboard, a button or one of a gamepad, by its name. */
  set(control, isDown) {
    if (this.queues(control)) {
      if (isDown) this.keyboard.press(control, this.cycles);
      else this.keyboard.release(control);
    } else {
      this.machine.poke(control, isDown ? 1 : 0);
    }
  }

  /** Runs some cycles. */
  run(cycles) {
    const end = this.cycles + cycles;
    while (this.cycles < end) {
      this.keyboard?.repeat(this.cycles);
      if (this.keyboard?.words.length) this.feedSender(end);
      const start = this.cycles;
      const room = this.capacity - (start % this.capacity);
      const due = this.keyboard?.held ? Math.max(1, this.keyboard.held.due - start) : room;
      const step = Math.min(room, due, end - start);
      if (step > 0) this.step(step);
    }
  }

  /** Runs until a picture is complete, or until the cycle `limit`. True if there is a picture. */
  runToPicture(limit) {
    const before = this.frames;
    while (this.cycles < limit && this.frames === before) {
      const step = this.cyclesToPicture() ?? LINE_CYCLES;
      this.run(Math.min(step, limit - this.cycles));
    }
    return this.frames !== before;
  }

  cyclesToPicture() {
    if (this.monitor) return this.monitor.cyclesToPicture();
    return Math.ceil(((this.frames + 1) * this.clockHz) / PANEL_HZ) - this.cycles;
  }

  /** Runs cycles that stay within the recordings, and gives these to the devices. */
  step(cycles) {
    const start = this.cycles % this.capacity;
    this.machine.run(cycles);
    for (const [device, pins] of this.recordings) device.take(pins, start, start + cycles);
  }

  /** Writes words to the sender, one per cycle, while its queue has room. */
  feedSender(end) {
    const { machine, keyboard } = this;
    let waiting = machine.peek("keyboard_waiting");
    while (waiting < SENDER_WORDS && this.cycles < end && keyboard.words.length > 0) {
      machine.poke("key_word", keyboard.words.shift());
      machine.poke("key_write", 1);
      this.step(1);
      waiting++;
    }
    machine.poke("key_write", 0);
  }

  /** The first fault of the picture. Other devices are checked by the command alone. */
  get fault() {
    return this.monitor?.fault ?? null;
  }

  /** State of the circuit and of all devices. */
  snapshot() {
    const devices = { keyboard: this.keyboard, monitor: this.monitor, speaker: this.speaker };
    Object.assign(devices, { leds: this.leds, lcd: this.lcd });
    const states = Object.entries(devices).map(([name, device]) => [name, device?.snapshot()]);
    return { machine: this.machine.snapshot(), devices: Object.fromEntries(states) };
  }

  /** Returns to a snapshot. The monitor's picture is complete after the next but one. */
  restore({ machine, devices }) {
    this.machine.restore(machine);
    for (const [name, state] of Object.entries(devices)) this[name]?.restore(state);
  }
}
