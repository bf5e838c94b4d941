// LED panel: a chain of WS2812 LEDs, four digits and a control LED.
//
// A recorded word has the pin of the chain in bit 0, eight segments from bit 5 on, four digits from
// bit 13 on, and the control LED in bit 17. Only cycles in which a pin changed are processed.

const SEGMENTS = 5;
const DIGITS = 13;
const CONTROL_LED = 17;
const SHARED = ((1 << CONTROL_LED) - 1) ^ ((1 << SEGMENTS) - 1);
const SEGMENTS_OF_DIGIT = 8;
const DIGIT_COUNT = 4;
/** A segment that was on for a smaller part of the time is dark. */
const DARK_BELOW = 32;
/** High time above which a bit is 1, and low time from which on the LEDs show what they got. */
const ONE_SECONDS = 600e-9;
const PAUSE_SECONDS = 280e-6;
const LED_BITS = 24;

export class LedPanel {
  constructor(clockHz, { columns, rows, digits, control_led: controlLed }) {
    this.leds = new Uint8Array(3 * columns * rows);
    this.oneCycles = clockHz * ONE_SECONDS;
    this.pauseCycles = clockHz * PAUSE_SECONDS;
    this.hasDigits = digits;
    this.hasControlLed = controlLed;
    this.cycles = 0;
    this.last = 0;
    /** The chain: cycle of the last edge, bits since the last pause, and if a pause was seen. */
    this.chain = { since: 0, bits: [], inStep: false };
    /** Cycles in which each segment was on, and the end and the start of the counted time. */
    this.shone = new Float64Array(DIGIT_COUNT * SEGMENTS_OF_DIGIT);
    this.counted = 0;
    this.begun = 0;
  }

  /** Processes recorded words. */
  take(pins, start, end) {
    let { last } = this;
    const offset = this.cycles - start;
    for (let at = start; at < end; at++) {
      const word = pins[at];
      if (word !== last) {
        this.change(word, last, at + offset);
        last = word;
      }
    }
    this.last = last;
    this.cycles += end - start;
  }

  change(word, last, cycle) {
    const changed = word ^ last;
    if (changed & 1) this.edge(word & 1, cycle);
    if (changed & SHARED) this.count(last, cycle);
  }

  edge(level, cycle) {
    const { chain } = this;
    const took = cycle - chain.since;
    chain.since = cycle;
    if (!level) {
      chain.bits.push(took > this.oneCycles ? 1 : 0);
    } else if (took >= this.pauseCycles) {
      this.show();
      chain.inStep = true;
    }
  }

  /** Shows the received colours, which come as green, red and blue, the highest bit first. */
  show() {
    const { chain, leds } = this;
    const { bits } = chain;
    chain.bits = [];
    if (bits.length === 0 || !chain.inStep) return;
    const byte = (at) => bits.slice(at, at + 8).reduce((value, bit) => (value << 1) | bit, 0);
    const count = Math.min(leds.length / 3, Math.floor(bits.length / LED_BITS));
    for (let led = 0; led < count; led++) {
      const at = led * LED_BITS;
      leds.set([byte(at + 8), byte(at), byte(at + 16)], 3 * led);
    }
  }

  count(word, cycle) {
    const took = cycle - this.counted;
    this.counted = cycle;
    for (let digit = 0; digit < DIGIT_COUNT; digit++) {
      if (!((word >> (DIGITS + digit)) & 1)) continue;
      for (let segment = 0; segment < SEGMENTS_OF_DIGIT; segment++) {
        if ((word >> (SEGMENTS + segment)) & 1) {
          this.shone[digit * SEGMENTS_OF_DIGIT + segment] += took;
        }
      }
    }
  }

  /** The light since the last call. Segments are a to g and the point, digit by digit. */
  picture() {
    const { chain } = this;
    if (!(this.last & 1) && this.cycles - chain.since >= this.pauseCycles) this.show();
    this.count(this.last, this.cycles);
    const least = (this.cycles - this.begun) / DARK_BELOW;
    this.begun = this.cycles;
    const segments = Array.from(this.shone, (cycles) => cycles > least);
    this.shone.fill(0);
    return {
      leds: this.leds.slice(),
      segments: this.hasDigits ? segments : null,
      controlLed: this.hasControlLed ? (this.last >> CONTROL_LED) & 1 : null,
    };
  }

  snapshot() {
    const { chain, cycles, last, counted, begun } = this;
    const state = { chain: { ...chain, bits: [...chain.bits] }, cycles, last, counted, begun };
    return { ...state, leds: this.leds.slice(), shone: this.shone.slice() };
  }

  restore({ chain, leds, shone, ...rest }) {
    Object.assign(this, rest, { chain: { ...chain, bits: [...chain.bits] } });
    this.leds.set(leds);
    this.shone.set(shone);
  }
}
