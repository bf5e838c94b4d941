// Timing of the worker: how late it was, and how fast it ran. For measurements and for reports of
// gaps in the sound.

/** Upper ends of the classes of a histogram: milliseconds late, and multiples of real time. */
const LATE_MS = [2, 5, 10, 20, 50, 100, 200];
const SPEEDS = [0.5, 0.8, 1, 1.2, 1.5, 2];
/** Times in which turns are later than this are listed, the last ones. */
const LISTED_MS = 30;
const MOST_LISTED = 40;
/** Work over which the recent speed is averaged. A machine that other programs share is slow for a
 *  few tenths of a second at a time, and makes up for it. */
const RECENT_MS = 3000;
/** Shorter slices of work say nothing about the speed. */
const LEAST_MS = 1;

function counts(ends) {
  return Object.fromEntries([...ends.map((end) => [`< ${end}`, 0]), ["more", 0]]);
}

function count(histogram, ends, value) {
  const end = ends.find((limit) => value < limit);
  histogram[end === undefined ? "more" : `< ${end}`]++;
}

export class Timing {
  constructor() {
    /** Multiple of real time at which the work of the last seconds ran. */
    this.recentSpeed = 1;
    this.clear();
  }

  clear() {
    this.begun = performance.now();
    this.lateMs = counts(LATE_MS);
    this.speed = counts(SPEEDS);
    /** Times in which the worker was late. */
    this.delays = [];
    this.delay = null;
  }

  /** A turn that began `late` ms after its time and simulated `ran` ms in `took` ms. */
  turn({ late, ran, took }) {
    count(this.lateMs, LATE_MS, late);
    if (took >= LEAST_MS) {
      count(this.speed, SPEEDS, ran / took);
      const weight = Math.min(took / RECENT_MS, 1);
      this.recentSpeed += weight * (ran / took - this.recentSpeed);
    }
    if (late < LISTED_MS) {
      this.delay = null;
      return;
    }
    if (!this.delay) {
      const atMs = Math.round(performance.now() - this.begun);
      this.delay = { atMs, turns: 0, mostLateMs: 0, ranMs: 0, tookMs: 0 };
      this.delays.push(this.delay);
      if (this.delays.length > MOST_LISTED) this.delays.shift();
    }
    const { delay } = this;
    delay.turns++;
    delay.mostLateMs = Math.max(delay.mostLateMs, Math.round(late));
    delay.ranMs += ran;
    delay.tookMs += took;
  }

  /** All counts since the last call. */
  take() {
    const { lateMs, speed, delays } = this;
    const ms = performance.now() - this.begun;
    this.clear();
    return { ms, lateMs, speed, delays };
  }
}
