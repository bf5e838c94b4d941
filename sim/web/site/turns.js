// Turns: finds the cycles in which a replay has a new piece, block or move.
//
// Signals tell one turn from the next (`inside.turns` of a description). They are read in every
// cycle that is a multiple of `SPACING`, so the same replay has the same turns however it is run.

const SPACING = 4096;

export class Turns {
  constructor(machine, { signal, groups, player, busy }) {
    this.read = machine.probe([signal, ...(player ? [player, busy] : [])]);
    this.groups = groups;
    /** The last value of each player. */
    this.values = new Map();
    /** Cycles of all turns so far. */
    this.cycles = [];
  }

  /** The next cycle in which the signals are read. */
  static next(cycle) {
    return (Math.floor(cycle / SPACING) + 1) * SPACING;
  }

  /** Reads the signals if this is a cycle for it. True if there is a new turn. */
  look(cycle) {
    if (cycle % SPACING !== 0) return false;
    const [value, player = 0, busy = 0] = this.read();
    if (busy) return false;
    const group = this.groups.length ? this.groups[value] : value;
    const before = this.values.get(player);
    if (group === before) return false;
    this.values.set(player, group);
    if (before === undefined) return false;
    if (cycle > (this.cycles.at(-1) ?? 0)) this.cycles.push(cycle);
    return true;
  }

  /** The next known turn, or the one before. */
  near(cycle, direction) {
    if (direction > 0) return this.cycles.find((turn) => turn > cycle);
    return this.cycles.findLast((turn) => turn < cycle);
  }

  snapshot() {
    return new Map(this.values);
  }

  restore(values) {
    this.values = new Map(values);
  }
}
