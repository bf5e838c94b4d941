// VGA monitor for 640 x 480 at 60 Hz: makes pictures from recorded pins, and checks the timing.
//
// A recorded word has red, green and blue in bits 11 to 0, h_sync in bit 12 and v_sync in bit 13.
// A picture is the recorded words of its pixels. `draw` makes colours of them in the thread that
// shows them.
// The monitor synchronises to the falling edges of the pulses, as a real one does. In step, a
// section of a line (picture, front porch, pulse, back porch) has constant sync lines and no
// colour outside of the picture. A section that differs is processed cycle by cycle.

export const WIDTH = 640;
export const HEIGHT = 480;
const H_SYNC = 1 << 12;
const V_SYNC = 1 << 13;
const COLOUR = H_SYNC - 1;
const H_PULSE = [WIDTH + 16, WIDTH + 16 + 96];
const V_PULSE = [HEIGHT + 10, HEIGHT + 10 + 2];
const H_TOTAL = 800;
const V_TOTAL = 525;
const ENDS = [WIDTH, H_PULSE[0], H_PULSE[1], H_TOTAL];
const KINDS = ["h_sync has the wrong level", "v_sync has the wrong level", "colour outside"];

/** The colours of all words, little endian: alpha, blue, green, red. */
export function palette(bits) {
  const full = (1 << bits) - 1;
  const level = (value) => Math.floor((Math.min(value & 15, full) * 255) / full);
  return Uint32Array.from({ length: 1 << 12 }, (_, word) =>
    ((255 << 24) | (level(word) << 16) | (level(word >> 4) << 8) | level(word >> 8)) >>> 0);
}

/** Draws the words of a picture as pixels of 32 bits. */
export function draw(words, colours, pixels) {
  for (let at = 0; at < words.length; at++) pixels[at] = colours[words[at] & COLOUR];
}

export class VgaMonitor {
  constructor() {
    /** Words of the picture that is being received. */
    this.words = new Uint16Array(WIDTH * HEIGHT);
    /** The recording of the last section, and a view of two of its words at a time. */
    this.pins = null;
    this.pairs = null;
    /** Complete pictures so far. */
    this.frames = 0;
    /** The first deviation from the video mode. */
    this.fault = null;
    this.beam = { x: 0, y: 0, last: 0, hFound: false, vFound: false };
  }

  /** Processes recorded words. */
  take(pins, start, end) {
    let at = start;
    while (at < end) {
      const { beam } = this;
      const sectionEnd = ENDS.find((section) => section > beam.x);
      const next = Math.min(end, at + sectionEnd - beam.x);
      if (!this.inStep() || !this.section(pins, at, next)) {
        for (let index = at; index < next; index++) this.cycle(pins[index]);
      }
      at = next;
    }
  }

  /** Cycles until a picture is complete, or null while the phase is unknown. */
  cyclesToPicture() {
    if (!this.inStep()) return null;
    const { x, y } = this.beam;
    const lines = (HEIGHT - 1 - y + V_TOTAL) % V_TOTAL;
    const cycles = lines * H_TOTAL + WIDTH - x;
    return cycles > 0 ? cycles : cycles + H_TOTAL * V_TOTAL;
  }

  snapshot() {
    return { ...this.beam, frames: this.frames };
  }

  restore({ frames, ...beam }) {
    this.beam = beam;
    this.frames = frames;
  }

  inStep() {
    return this.beam.hFound && this.beam.vFound;
  }

  isVisible() {
    return this.beam.x < WIDTH && this.beam.y < HEIGHT;
  }

  /** Levels of the sync lines in this cycle. */
  expected() {
    const { x, y } = this.beam;
    const h = x >= H_PULSE[0] && x < H_PULSE[1] ? 0 : H_SYNC;
    const v = y >= V_PULSE[0] && y < V_PULSE[1] ? 0 : V_SYNC;
    return h | v;
  }

  /** Processes cycles of one section. False if they are not as expected. */
  section(pins, start, end) {
    const { beam } = this;
    const expected = this.expected();
    const isVisible = this.isVisible();
    const checked = isVisible ? H_SYNC | V_SYNC : 0xffff;
    if (this.differences(pins, start, end, expected) & checked) return false;
    if (isVisible) this.words.set(pins.subarray(start, end), beam.y * WIDTH + beam.x);
    beam.last = expected;
    this.advance(end - start);
    return true;
  }

  /** Bits in which any of some words differs from the expected one. */
  differences(pins, start, end, expected) {
    if (pins !== this.pins) {
      this.pins = pins;
      this.pairs = new Uint32Array(pins.buffer, pins.byteOffset, pins.length / 2);
    }
    let found = 0;
    const [first, last] = [(start + 1) >> 1, end >> 1];
    if (start & 1) found |= pins[start] ^ expected;
    if (end & 1) found |= pins[end - 1] ^ expected;
    const { pairs } = this;
    const pair = expected | (expected << 16);
    let both = 0;
    for (let at = first; at < last; at++) both |= pairs[at] ^ pair;
    return found | (both & 0xffff) | (both >>> 16);
  }

  /** Processes one cycle without assumptions. */
  cycle(word) {
    const { beam } = this;
    if (this.inStep()) {
      this.check(word);
      if (this.isVisible()) {
        this.words[beam.y * WIDTH + beam.x] = word;
      }
    }
    const falls = beam.last & ~word;
    beam.last = word;
    if (falls & H_SYNC) {
      beam.x = H_PULSE[0];
      beam.hFound = true;
    }
    if (falls & V_SYNC) {
      beam.y = V_PULSE[0];
      beam.vFound = true;
    }
    this.advance(1);
  }

  advance(cycles) {
    const { beam } = this;
    beam.x += cycles;
    if (beam.x === WIDTH && beam.y === HEIGHT - 1 && this.inStep()) this.frames++;
    if (beam.x === H_TOTAL) {
      beam.x = 0;
      beam.y = (beam.y + 1) % V_TOTAL;
    }
  }

  check(word) {
    const differences = word ^ this.expected();
    const kind = differences & H_SYNC ? 0 : differences & V_SYNC ? 1
      : differences & COLOUR && !this.isVisible() ? 2 : -1;
    if (kind >= 0 && !this.fault) {
      const { x, y } = this.beam;
      this.fault = `no monitor shows this: ${KINDS[kind]} in column ${x} of line ${y}`;
    }
  }
}
