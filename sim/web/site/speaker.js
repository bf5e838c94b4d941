// Loudspeaker: counts in how many of 512 cycles its pin was high. A count is a sample.

/** Cycles of a sample: a whole number of periods of the pulse-width modulation. */
export const WINDOW = 512;

export class Speaker {
  constructor() {
    this.cycles = 0;
    this.high = 0;
    this.samples = [];
  }

  /** Processes recorded pins, one byte for each cycle. */
  take(pins, start, end) {
    let at = start;
    while (at < end) {
      const next = Math.min(end, at + WINDOW - this.cycles);
      this.high += sum(pins, at, next);
      this.cycles += next - at;
      if (this.cycles === WINDOW) {
        this.samples.push(this.high);
        this.cycles = 0;
        this.high = 0;
      }
      at = next;
    }
  }

  /** The samples since the last call, 0 to 512 each. */
  takeSamples() {
    const samples = Uint16Array.from(this.samples);
    this.samples.length = 0;
    return samples;
  }

  snapshot() {
    return { cycles: this.cycles, high: this.high };
  }

  restore({ cycles, high }) {
    Object.assign(this, { cycles, high });
    this.samples.length = 0;
  }
}

/** Sum of bytes that are 0 or 1. Four of them are added at a time, which cannot overflow. */
function sum(pins, start, end) {
  let total = 0;
  let at = start;
  while (at < end && (pins.byteOffset + at) % 4 !== 0) total += pins[at++];
  if (end - at >= 4) {
    const words = new Uint32Array(pins.buffer, pins.byteOffset + at, (end - at) >> 2);
    let lanes = 0;
    for (let index = 0; index < words.length; index++) lanes += words[index];
    total += (lanes & 255) + ((lanes >> 8) & 255) + ((lanes >> 16) & 255) + (lanes >>> 24);
    at += 4 * words.length;
  }
  while (at < end) total += pins[at++];
  return total;
}
