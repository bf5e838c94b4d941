// gatefall: runs a compiled circuit. One file without dependencies.
//
//   import { load } from "./gatefall.js";
//
//   const machine = await load("arcade");        // fetches arcade.json and arcade.wasm
//   machine.poke("reset", 1);                    // sets an input or a register
//   machine.run(16);                             // 16 clock cycles
//   machine.poke("reset", 0);
//   machine.run(1_000_000);
//   machine.peek("arcade.vga_h_sync");           // value of any signal, by hierarchical name
//   machine.memory("screen_pins").get(0);        // a word of a memory
//   const state = machine.snapshot();            // inputs, registers and memories
//   machine.restore(state);
//
// A value is a number if the signal has at most 32 bits, otherwise a BigInt. All registers share
// one clock. A peeked value follows from the current inputs and registers, so a poked input is
// seen behind logic at once, and behind a register after the next cycle.

const FORMAT = 2;
const CONST = 0, FETCH = 1, LOAD = 2, COUNT = 3, MUX = 4, OPERATOR = 5;
/** Operands of each step, by its code. */
const operandsOf = (code) => (code === CONST || code === COUNT ? 1 : code >= OPERATOR ? 2
  : code === FETCH ? 2 : 3);

/** An error in the use of a machine. */
export class GatefallError extends Error {}

/** Loads the game `name` from `name.json` and `name.wasm` beside `base`. */
export async function load(name, base = import.meta.url) {
  const { description, code } = await files(name, base);
  return create(description, await WebAssembly.compile(code));
}

/** The response with the file `name` beside `base`. */
export async function file(name, base = import.meta.url) {
  const response = await fetch(new URL(name, base)).catch((error) => {
    throw new GatefallError(`cannot load ${name}: ${error.message}`);
  });
  if (!response.ok) throw new GatefallError(`cannot load ${name}: status ${response.status}`);
  return response;
}

/** The two files of a game: its description, and its code as bytes. */
export async function files(name, base = import.meta.url) {
  const [description, code] = await Promise.all([
    file(`${name}.json`, base).then((response) => response.json()),
    file(`${name}.wasm`, base).then((response) => response.arrayBuffer()),
  ]);
  if (description.format !== FORMAT) {
    throw new GatefallError("the files of the game are of another version of gatefall: reload");
  }
  // In the file, a name begins with the number of characters that it shares with the one before.
  let last = "";
  description.signals = description.signals.map(([shared, rest, ...signal]) => {
    last = last.slice(0, shared) + rest;
    return [last, ...signal];
  });
  return { description, code };
}

/** Makes a machine at power-up from the description of `files` and the compiled code. */
export async function create(description, module) {
  return new Machine(description, await WebAssembly.instantiate(module));
}

/** A running circuit. */
export class Machine {
  #exports;
  #touched = true;
  #starts;
  #signals = new Map();
  #memories = new Map();

  constructor(description, instance) {
    /** The description of the circuit, as in its JSON file. */
    this.description = description;
    this.#exports = instance.exports;
    /** Clock cycles since power-up. */
    this.cycles = 0;
    /** All state, in the linear memory of the module. */
    this.image = new Uint8Array(instance.exports.memory.buffer, 0, description.image_size);
    this.#starts = starts(description.steps);
    for (const [name, width, free, states, steps] of description.signals) {
      this.#signals.set(name, { name, width, free, states, steps });
    }
    for (const [name, width, words, offset, stride] of description.memories) {
      this.#memories.set(name, new Memory(this, { name, width, words, offset, stride }));
    }
  }

  /** All signals: name, width in bits, `writable`, and the names of the states if it has some. */
  get symbols() {
    return [...this.#signals.values()].map(({ name, width, free, states }) => ({
      name,
      width,
      writable: free === 1,
      states: states < 0 ? null : this.description.states[states],
    }));
  }

  /** Names of all memories. */
  get memories() {
    return [...this.#memories.keys()];
  }

  /** A memory by name: `width`, `words`, `get(address)`, `set(address, value)`, `bytes()`. */
  memory(name) {
    const memory = this.#memories.get(name);
    if (!memory) throw new GatefallError(`there is no memory \`${name}\``);
    return memory;
  }

  /** Runs some clock cycles. */
  run(cycles) {
    const { run, resume } = this.#exports;
    let left = cycles;
    while (left > 0) {
      const part = Math.min(left, 0x7fffffff);
      // `resume` may be called only if the state was not changed since the last cycle.
      (this.#touched ? run : resume)(part);
      this.#touched = false;
      left -= part;
    }
    this.cycles += cycles;
  }

  /** The value of a signal. */
  peek(name) {
    const signal = this.#signal(name);
    signal.read ??= this.probe([name]);
    return signal.read()[0];
  }

  /** Prepares some signals. The result is a function that returns their values. */
  probe(names) {
    const signals = names.map((name) => this.#signal(name));
    const { steps } = this.description;
    const needed = cone(steps, this.#starts, signals.flatMap((signal) => signal.steps));
    const values = new Map();
    return () => {
      for (const step of needed) values.set(step, this.#step(this.#starts[step], values));
      return signals.map((signal) => joined(signal.steps.map((step) => values.get(step))));
    };
  }

  /** Sets an input of the circuit or a register. */
  poke(name, value) {
    const signal = this.#signal(name);
    if (!signal.free) throw new GatefallError(`\`${name}\` is driven by the circuit`);
    checkFits(name, signal.width, value);
    signal.steps.forEach((step, limb) => {
      const at = this.#starts[step];
      const [offset, bytes] = this.description.steps.slice(at + 1, at + 3);
      this.#write(offset, bytes, BigInt(value) >> BigInt(64 * limb));
    });
  }

  /** The whole state and the number of cycles. */
  snapshot() {
    return { cycles: this.cycles, image: this.image.slice() };
  }

  /** Returns to a snapshot of the same circuit. */
  restore({ cycles, image }) {
    if (image.length !== this.image.length) {
      throw new GatefallError("the snapshot is of another circuit");
    }
    this.image.set(image);
    this.cycles = cycles;
    this.touch();
  }

  /** Must be called after `image` was changed directly. */
  touch() {
    this.#touched = true;
  }

  #signal(name) {
    const signal = this.#signals.get(name);
    if (!signal) throw new GatefallError(`there is no signal \`${name}\``);
    return signal;
  }

  #write(offset, bytes, value) {
    const view = new DataView(this.image.buffer);
    if (bytes === 8) view.setBigUint64(offset, BigInt.asUintN(64, value), true);
    else view.setUint32(offset, Number(BigInt.asUintN(32, value)), true);
    this.touch();
  }

  /** Computes a step. A value is a number if it has at most 32 bits, otherwise a BigInt. */
  #step(at, values) {
    const { steps, wide } = this.description;
    const [code, a, b, c] = [steps[at], steps[at + 1], steps[at + 2], steps[at + 3]];
    switch (code) {
      case CONST:
        return a < 2 ** 32 ? a : BigInt(wide[a - 2 ** 32]);
      case FETCH:
        return word(this.image, a, b);
      case LOAD:
        return this.#load(a, b, Number(values.get(c)));
      case COUNT:
        return ones(BigInt(values.get(a)));
      case MUX:
        return values.get(values.get(a) ? b : c);
      default:
        return apply(code - OPERATOR, values.get(a), values.get(b));
    }
  }

  #load(memory, limb, address) {
    const [, , words, offset, stride] = this.description.memories[memory];
    return word(this.image, offset + (address % words) * stride + 8 * limb, Math.min(stride, 8));
  }
}

/** A memory of a machine. */
class Memory {
  #machine;

  constructor(machine, place) {
    this.#machine = machine;
    Object.assign(this, place);
  }

  /** A word. */
  get(address) {
    const at = this.#at(address);
    const limbs = Array.from({ length: Math.ceil(this.stride / 8) }, (_, limb) => limb);
    const { image } = this.#machine;
    return joined(limbs.map((limb) => word(image, at + 8 * limb, Math.min(this.stride, 8))));
  }

  /** Sets a word. */
  set(address, value) {
    const at = this.#at(address);
    checkFits(this.name, this.width, value);
    for (let byte = 0; byte < this.stride; byte++) {
      this.#machine.image[at + byte] = Number((BigInt(value) >> BigInt(8 * byte)) & 0xffn);
    }
    this.#machine.touch();
  }

  /** The bytes of all words, little endian, as a view of the state. */
  bytes() {
    return this.#machine.image.subarray(this.offset, this.offset + this.words * this.stride);
  }

  #at(address) {
    if (!Number.isInteger(address) || address < 0 || address >= this.words) {
      throw new GatefallError(`\`${this.name}\` has ${this.words} words, not one at ${address}`);
    }
    return this.offset + address * this.stride;
  }
}

/** Position of each step in the list of all steps. */
function starts(steps) {
  const positions = [];
  for (let at = 0; at < steps.length; at += 1 + operandsOf(steps[at])) positions.push(at);
  return positions;
}

/** Steps that an operand may name. */
function inputsOf(steps, at) {
  const code = steps[at];
  if (code === CONST || code === FETCH) return [];
  if (code === LOAD) return [steps[at + 3]];
  return steps.slice(at + 1, at + 1 + operandsOf(code));
}

/** These steps and all that they depend on, in the order of computation. */
function cone(steps, positions, roots) {
  const needed = new Set();
  const todo = [...roots];
  while (todo.length > 0) {
    const step = todo.pop();
    if (needed.has(step)) continue;
    needed.add(step);
    todo.push(...inputsOf(steps, positions[step]));
  }
  return [...needed].sort((a, b) => a - b);
}

/** A number of the state. */
function word(image, offset, bytes) {
  let value = 0;
  for (let byte = Math.min(bytes, 4) - 1; byte >= 0; byte--) {
    value = value * 256 + image[offset + byte];
  }
  if (bytes <= 4) return value;
  return short((BigInt(word(image, offset + 4, 4)) << 32n) | BigInt(value));
}

/** A number instead of a BigInt, if it has at most 32 bits. */
const short = (value) => (value < 2n ** 32n ? Number(value) : value);

/** The value of these 64-bit limbs, the lowest first. */
function joined(limbs) {
  if (limbs.length === 1) return limbs[0];
  return short(limbs.reduceRight((high, limb) => (high << 64n) | BigInt(limb), 0n));
}

function ones(value) {
  let count = 0;
  for (let rest = value; rest > 0n; rest &= rest - 1n) count++;
  return count;
}

/** Applies an operator of 32 bits (even codes) or of 64 bits (odd codes). */
function apply(code, left, right) {
  const operator = code >> 1;
  if (code & 1) return short(BigInt.asUintN(64, wide(operator, BigInt(left), BigInt(right))));
  return narrow(operator, low(left), low(right)) >>> 0;
}

/** The low 32 bits of a value. */
const low = (value) => (typeof value === "bigint" ? Number(BigInt.asUintN(32, value)) : value);

/** The operators, in the order of `Op` in the compiler. */
function narrow(operator, a, b) {
  switch (operator) {
    case 0: return a & b;
    case 1: return a | b;
    case 2: return a ^ b;
    case 3: return a + b;
    case 4: return a - b;
    case 5: return Math.imul(a, b);
    case 6: return a << b;
    case 7: return a >>> b;
    case 8: return Number(a === b);
    default: return Number(a < b);
  }
}

function wide(operator, a, b) {
  switch (operator) {
    case 0: return a & b;
    case 1: return a | b;
    case 2: return a ^ b;
    case 3: return a + b;
    case 4: return a - b;
    case 5: return a * b;
    case 6: return a << (b & 63n);
    case 7: return a >> (b & 63n);
    case 8: return BigInt(a === b);
    default: return BigInt(a < b);
  }
}

function checkFits(name, width, value) {
  const number = BigInt(value);
  if (number < 0n || number >> BigInt(width) !== 0n) {
    throw new GatefallError(`${value} does not fit into the ${width} bits of \`${name}\``);
  }
}
