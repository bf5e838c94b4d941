// Session: a game from power-up on, with its keys. It records them, or replays a recording.
//
// The session has no clock. Its cycles depend only on the keys, so a recording replays exactly.

import { createBench } from "./bench.js";
import { FlashWatch } from "./flash-watch.js";
import { Turns } from "./turns.js";

/** Least simulated time for which a key is down: the slowest game samples its buttons at 64 Hz. */
const LEAST_PRESS_SECONDS = 0.04;
/** Changes of a control that wait at most. Further presses are lost. */
const MOST_PLANNED = 3;
/** Simulated time between two checkpoints, and the number of checkpoints that are kept. */
const CHECKPOINT_SECONDS = 4;
const MOST_CHECKPOINTS = 128;
/** Time without reading messages. */
const SLICE_MS = 50;

export class Session {
  /**
   * A session at power-up, with these bytes in its flash. `replay` has the events of a recording,
   * its last cycle, and its flash.
   */
  static async create(description, module, replay = null, flash = null) {
    const start = replay ? replay.flash : flash;
    return new Session(await createBench(description, module, start), replay);
  }

  constructor(bench, replay) {
    this.bench = bench;
    this.clockHz = bench.clockHz;
    /** The flash at power-up. */
    this.flash = bench.flash;
    /** Finds saves of the player. A session that begins as a replay has none of them. */
    this.watch = replay || !this.flash ? null : new FlashWatch(bench);
    /** Events so far or of the replay: cycle, name of the control, and true for a press. */
    this.events = replay ? [...replay.events] : [];
    /** Last cycle of the replay, or null while the player has the keys. */
    this.end = replay ? replay.end : null;
    this.next = 0;
    /** Pressed controls with the cycle of the press. */
    this.down = new Map();
    /** Controls that change later: the cycles of the changes, which alternate. */
    this.planned = new Map();
    this.leastPress = Math.round(this.clockHz * LEAST_PRESS_SECONDS);
    this.spacing = Math.round(this.clockHz * CHECKPOINT_SECONDS);
    const { turns } = bench.machine.description.inside;
    /** The turns of a replay. */
    this.turns = replay && turns ? new Turns(bench.machine, turns) : null;
    /** Checkpoints of a replay, to which a search goes back. */
    this.checkpoints = replay ? [this.checkpoint()] : [];
  }

  get cycles() {
    return this.bench.cycles;
  }

  get isReplay() {
    return this.end !== null;
  }

  /** True if a control is down after all its planned changes. */
  willBeDown(control) {
    const changes = this.planned.get(control)?.length ?? 0;
    return this.down.has(control) === (changes % 2 === 0);
  }

  /** Presses a control in this cycle, or when it was up for the least time. */
  press(control) {
    if (this.isReplay || this.willBeDown(control)) return;
    const planned = this.planned.get(control);
    if (planned && this.bench.queues(control)) {
      this.planned.delete(control);
      this.apply(control, false);
      this.apply(control, true);
    } else if (!planned) {
      this.apply(control, true);
    } else if (planned.length < MOST_PLANNED) {
      planned.push(planned.at(-1) + this.leastPress);
    }
  }

  /** Releases a control, in this cycle or when it was down for the least time. */
  release(control) {
    if (this.isReplay || !this.willBeDown(control)) return;
    const planned = this.planned.get(control);
    const due = (planned?.at(-1) ?? this.down.get(control)) + this.leastPress;
    if (planned) planned.push(due);
    else if (due > this.cycles) this.planned.set(control, [due]);
    else this.apply(control, false);
  }

  /** Runs to a picture or to the cycle `limit`. True if there is a new picture. */
  runToPicture(limit) {
    this.keepCheckpoint();
    this.applyDue();
    const last = this.isReplay ? Math.min(limit, this.end) : limit;
    const read = this.turns ? Turns.next(this.cycles) : Infinity;
    const hasPicture = this.bench.runToPicture(Math.min(last, this.nextDue(), read));
    if (this.turns?.look(this.cycles)) this.keepCheckpoint(0);
    return hasPicture;
  }

  /** True if a replay is at its end. */
  get isOver() {
    return this.isReplay && this.cycles >= this.end;
  }

  /** Goes to a cycle of the recording, forwards or backwards, unless it is stopped before. */
  async seek(cycle, isStopped) {
    const target = Math.min(cycle, this.end ?? cycle);
    const after = this.checkpoints.findIndex((checkpoint) => checkpoint.cycle > target);
    const index = after < 0 ? this.checkpoints.length - 1 : Math.max(0, after - 1);
    const checkpoint = this.checkpoints[index];
    if (target < this.cycles || checkpoint.cycle > this.cycles) {
      this.bench.restore(checkpoint.state);
      this.next = checkpoint.next;
      this.turns?.restore(checkpoint.turns);
      this.followKeys();
    }
    await this.search(() => this.cycles >= target, target, isStopped);
  }

  /** Runs until something is found: at most to the end, and at once to the cycle `limit`. */
  async search(isFound, limit, isStopped) {
    const isDone = () => isFound() || this.isOver;
    while (!isDone() && !isStopped()) {
      const begun = performance.now();
      while (performance.now() - begun < SLICE_MS && !isDone()) this.runToPicture(limit);
      // Nobody hears the sound of a search.
      this.bench.speaker?.takeSamples();
      // Messages, such as a stop, are read in between.
      if (!isDone()) await new Promise((resolve) => setTimeout(resolve));
    }
    if (!isStopped()) this.applyDue();
  }

  /** Goes to the next turn, or to the one before: at most to the end. True if there is one. */
  async seekTurn(direction, isStopped) {
    const { turns } = this;
    const near = turns.near(this.cycles, direction);
    if (direction < 0 || near !== undefined) {
      await this.seek(near ?? 0, isStopped);
      return near !== undefined;
    }
    const known = turns.cycles.length;
    await this.search(() => turns.cycles.length > known, Infinity, isStopped);
    return turns.cycles.length > known;
  }

  /** Gives the keys to the player. The events after this cycle are dropped. */
  takeOver() {
    if (!this.isReplay) return;
    this.applyDue();
    this.events.length = this.next;
    this.end = null;
    this.turns = null;
    for (const control of [...this.down.keys()]) this.apply(control, false);
    this.checkpoints = [];
  }

  /** The flash at the start, the events so far, the last cycle, and a hash of the state there. */
  recording() {
    const { flash, cycles: end } = this;
    return { flash, events: this.events.slice(0, this.next), end, state: this.stateHash() };
  }

  /** FNV-1a hash of all inputs, registers and memories. */
  stateHash() {
    let hash = 0x811c9dc5;
    for (const byte of this.bench.machine.image) hash = Math.imul(hash ^ byte, 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }

  apply(control, isDown) {
    this.bench.set(control, isDown);
    this.events.push([this.cycles, control, isDown]);
    this.next = this.events.length;
    if (isDown) this.down.set(control, this.cycles);
    else this.down.delete(control);
  }

  /** Applies the events of the replay or the planned changes up to this cycle. */
  applyDue() {
    if (!this.isReplay) {
      for (const [control, planned] of this.planned) {
        if (planned[0] > this.cycles) continue;
        planned.shift();
        if (planned.length === 0) this.planned.delete(control);
        this.apply(control, !this.down.has(control));
      }
      return;
    }
    while (this.next < this.events.length && this.events[this.next][0] <= this.cycles) {
      const [cycle, control, isDown] = this.events[this.next++];
      this.bench.set(control, isDown);
      if (isDown) this.down.set(control, cycle);
      else this.down.delete(control);
    }
  }

  /** Cycle of the next event or planned change. */
  nextDue() {
    if (this.isReplay) return this.events[this.next]?.[0] ?? Infinity;
    return Math.min(Infinity, ...[...this.planned.values()].map(([due]) => due));
  }

  /** Finds the controls that are down after the events before `next`. */
  followKeys() {
    this.down.clear();
    this.planned.clear();
    for (const [cycle, control, isDown] of this.events.slice(0, this.next)) {
      if (isDown) this.down.set(control, cycle);
      else this.down.delete(control);
    }
  }

  checkpoint() {
    const { bench, next, turns } = this;
    return { cycle: this.cycles, state: bench.snapshot(), next, turns: turns?.snapshot() };
  }

  /** Keeps a checkpoint of a replay if the last one is so many cycles ago. */
  keepCheckpoint(spacing = this.spacing) {
    if (!this.isReplay) return;
    const { checkpoints, cycles } = this;
    if (cycles < checkpoints.at(-1).cycle + Math.max(1, spacing)) return;
    checkpoints.push(this.checkpoint());
    if (checkpoints.length <= MOST_CHECKPOINTS) return;
    // The one with the nearest neighbours goes, so that no part of a long replay is without.
    const gap = (index) => checkpoints[index + 1].cycle - checkpoints[index - 1].cycle;
    let closest = 1;
    for (let index = 2; index < checkpoints.length - 1; index++) {
      if (gap(index) < gap(closest)) closest = index;
    }
    checkpoints.splice(closest, 1);
  }
}
