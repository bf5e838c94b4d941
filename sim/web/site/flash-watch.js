// Watch of the flash: finds what a game has saved.

/** Simulated time between two looks. A save takes less. */
const LOOK_SECONDS = 0.1;

export class FlashWatch {
  #bench;
  #spacing;
  #due = 0;
  /** The flash at the last look. */
  #flash;
  #isSettled = true;

  constructor(bench) {
    this.#bench = bench;
    this.#spacing = Math.round(bench.clockHz * LOOK_SECONDS);
    this.#flash = bench.flash;
  }

  /**
   * The flash, if it differs from that of the last look; and once more, as settled, if it is the
   * same as at the last look. Otherwise null. While the circuit stands still, the flash is settled.
   */
  look(isStopped) {
    const { cycles } = this.#bench;
    if (!isStopped && cycles < this.#due) return null;
    this.#due = cycles + this.#spacing;
    // A copy of all bytes, so only for a look.
    const { flash } = this.#bench;
    const isChanged = flash.some((byte, at) => byte !== this.#flash[at]);
    if (!isChanged && this.#isSettled) return null;
    this.#flash = flash;
    this.#isSettled = isStopped || !isChanged;
    return { flash, isSettled: this.#isSettled };
  }
}
