// PS/2 keyboard: queues words for the sender in the circuit, and repeats a held key.
//
// A word has the bits of a frame (start, eight data bits, odd parity, stop), their number from bit
// 11 on, and half a period of the PS/2 clock in cycles from bit 15 on.

const RATE_HZ = 12_500;
const REPEAT_DELAY_MS = 500;
/** Repeats in ten seconds after the delay. */
const REPEATS = 109;
const FRAME_BITS = 11;
const LONGEST_HALF_PERIOD = (1 << 12) - 1;
const EXTENDED = 0xe0;
const RELEASE = 0xf0;

export class Keyboard {
  /** `keys` has the bytes that the keyboard sends when a key goes down, by the key's name. */
  constructor(clockHz, keys) {
    this.clockHz = clockHz;
    this.keys = keys;
    this.halfPeriod = Math.min(Math.floor(clockHz / (2 * RATE_HZ)), LONGEST_HALF_PERIOD);
    this.words = [];
    /** The last pressed key that is still down, and the cycle in which it is sent again. */
    this.held = null;
  }

  press(name, cycle) {
    this.send(this.keys[name]);
    this.held = { name, due: cycle + Math.floor((this.clockHz * REPEAT_DELAY_MS) / 1000) };
  }

  release(name) {
    const make = this.keys[name];
    this.send(make[0] === EXTENDED ? [EXTENDED, RELEASE, ...make.slice(1)] : [RELEASE, ...make]);
    if (this.held?.name === name) this.held = null;
  }

  /** Sends a held key again if that is due. */
  repeat(cycle) {
    if (!this.held || this.held.due > cycle) return;
    this.send(this.keys[this.held.name]);
    this.held.due += Math.floor((this.clockHz * 10) / REPEATS);
  }

  send(bytes) {
    for (const byte of bytes) this.words.push(this.frame(byte));
  }

  frame(byte) {
    let ones = 0;
    for (let bit = 0; bit < 8; bit++) ones += (byte >> bit) & 1;
    const parity = ones % 2 === 0 ? 1 : 0;
    const bits = (1 << 10) | (parity << 9) | (byte << 1);
    return bits | (FRAME_BITS << 11) | (this.halfPeriod << 15);
  }

  snapshot() {
    return { words: [...this.words], held: this.held && { ...this.held } };
  }

  restore({ words, held }) {
    this.words = [...words];
    this.held = held && { ...held };
  }
}
