// Inspector in the worker: samples signals, steps, and runs to a condition.

/** Cycles between two looks at the clock while a condition is awaited. */
const PORTION = 2000;
const SLICE_MS = 50;

const OPERATORS = {
  "=": (value, _, expected) => value === expected,
  "≠": (value, _, expected) => value !== expected,
  "<": (value, _, expected) => value < expected,
  ">": (value, _, expected) => value > expected,
  changes: (value, before) => value !== before,
};

/** Values of signals in the next cycles, for each signal. The session stays in its cycle. */
export function sample({ bench }, names, cycles) {
  const { machine } = bench;
  const state = machine.snapshot();
  const read = machine.probe(names);
  const values = names.map(() => []);
  for (let cycle = 0; cycle < cycles; cycle++) {
    read().forEach((value, index) => values[index].push(value));
    machine.run(1);
  }
  machine.restore(state);
  return values;
}

/** Words of a memory. */
export function words({ bench }, name, from, count) {
  const memory = bench.machine.memory(name);
  const last = Math.min(memory.words, from + count);
  const all = [];
  for (let address = from; address < last; address++) all.push(memory.get(address));
  return all;
}

/** Runs some cycles. */
export function step(session, cycles) {
  const end = session.cycles + cycles;
  while (session.cycles < end && !session.isOver) session.runToPicture(end);
}

/** Runs until a condition holds after a cycle, for `limit` cycles at most. True if it holds. */
export async function until(session, { name, operator, value, limit }, isStopped) {
  const read = session.bench.machine.probe([name]);
  const holds = OPERATORS[operator];
  const expected = value === "" ? 0n : BigInt(value);
  const end = session.cycles + limit;
  let [before] = read();
  while (session.cycles < end && !session.isOver && !isStopped()) {
    const begun = performance.now();
    while (performance.now() - begun < SLICE_MS && session.cycles < end) {
      for (let cycle = 0; cycle < PORTION; cycle++) {
        session.runToPicture(session.cycles + 1);
        const [now] = read();
        if (holds(BigInt(now), BigInt(before), expected)) return true;
        before = now;
      }
    }
    // Messages, such as a stop, are read in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return false;
}
