// Sound in the audio thread: queues samples of the circuit, and plays them at the rate of the
// device. The rate of reading follows the length of the queue, because the two clocks differ.

/** Sound in the queue: the first aim, the longest aim, and the most. */
const TARGET_SECONDS = 0.09;
const LONGEST_TARGET_SECONDS = 0.2;
const MOST_SECONDS = 0.4;
/** A queue below this share of the aim makes the aim longer, before there is a gap. It does so
 *  again after it was near the aim. */
const LOW = 0.5;
const NEAR = 0.8;
const GROWTH = 1.4;
/** Most that the rate of reading differs from the rate of the circuit: half a semitone, for a
 *  machine that is a little too slow for a while. */
const MOST_STRETCH = 0.03;
/** The rate of reading follows the average length of the queue over about an eighth of a second, so
 *  that the pitch does not follow the jitter of the worker. This is the weight of a block in it. */
const WEIGHT = 0.02;
/** Coupling capacitor: share of a level that is left after a sample, 8 Hz at 49 kHz. */
const COUPLING = 0.999;
const WINDOW = 512;
const CAPACITY = 1 << 16;

class CircuitSound extends AudioWorkletProcessor {
  constructor() {
    super();
    this.queue = new Float32Array(CAPACITY);
    /** Numbers of the samples that were written and read; the latter has a fraction. */
    this.written = 0;
    this.read = 0;
    this.rate = 0;
    this.isRunning = false;
    this.isPlaying = false;
    this.isLow = false;
    this.level = 0;
    this.last = 0;
    this.underruns = 0;
    /** Sound in the queue above the aim, as a share of the aim: a moving average. */
    this.surplus = 0;
    this.seconds = TARGET_SECONDS;
    this.port.onmessage = ({ data }) => this.connect(data.port);
  }

  /** The port leads to the worker. */
  connect(port) {
    port.onmessage = ({ data }) => {
      if (data.rate !== undefined) this.setRate(data.rate);
      if (data.isRunning !== undefined) this.isRunning = data.isRunning;
      if (data.samples) this.take(data.samples);
    };
  }

  /** Sets the samples of the circuit in a second of the wall. With 0 there is no sound. */
  setRate(rate) {
    this.rate = rate;
    if (rate > 0) return;
    this.isPlaying = false;
    this.read = this.written;
  }

  take(samples) {
    for (const sample of samples) {
      const input = sample / WINDOW;
      this.level = input - this.last + COUPLING * this.level;
      this.last = input;
      this.queue[this.written % CAPACITY] = this.level;
      this.written++;
    }
    const most = Math.min(this.rate * MOST_SECONDS, CAPACITY / 2);
    if (this.written - this.read > most) this.read = this.written - this.rate * this.seconds;
  }

  process(_, [[output]]) {
    const target = this.rate * this.seconds;
    if (!this.isPlaying && this.rate > 0 && this.written - this.read >= target) {
      this.isPlaying = true;
      this.surplus = 0;
    }
    if (this.isPlaying) this.play(output, target);
    return true;
  }

  /** Takes a longer aim if the queue, as a share of the aim, is low. */
  watch(share) {
    if (share > NEAR) this.isLow = false;
    if (this.isLow || share > LOW) return;
    this.isLow = true;
    this.seconds = Math.min(this.seconds * GROWTH, LONGEST_TARGET_SECONDS);
  }

  play(output, target) {
    // In a pause the queue runs empty as it should.
    if (this.isRunning) this.watch((this.written - this.read) / target);
    const surplus = (this.written - this.read - target) / target;
    this.surplus += WEIGHT * (surplus - this.surplus);
    const stretch = Math.max(-1, Math.min(1, this.surplus)) * MOST_STRETCH;
    const step = (this.rate / sampleRate) * (1 + stretch);
    for (let index = 0; index < output.length; index++) {
      const whole = Math.floor(this.read);
      if (whole + 1 >= this.written) {
        this.isPlaying = false;
        if (this.isRunning) {
          this.underruns++;
          this.port.postMessage({ underruns: this.underruns });
        }
        return;
      }
      const part = this.read - whole;
      const here = this.queue[whole % CAPACITY];
      output[index] = here + part * (this.queue[(whole + 1) % CAPACITY] - here);
      this.read += step;
    }
  }
}

registerProcessor("circuit-sound", CircuitSound);
