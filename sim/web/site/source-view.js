// Both sources of a module side by side, with the current value beside each signal that a line
// declares. Registers are marked.

import { text } from "./values.js";

const element = (id) => document.getElementById(id);
/** A field of a Rust struct, and a declaration in Verilog. */
const FIELD = /^\s*(?:pub(?:\([a-z]+\))? )?([a-z]\w*):/;
const DECLARATION = new RegExp(
  "^\\s*(?:(?:input|output|reg|wire|signed)\\s+)+(?:\\[[^\\]]*\\]\\s*)?"
  + "([A-Za-z_]\\w*)\\s*(?:=[^;]*)?[,;]?\\s*$",
);
/** Lines above the first declaration. */
const MARGIN = 3;
/** Instead of the Rust file of a module that is not of the project. */
const LIBRARY = "This module is of the library rust-hdl.";
/** Most values beside a line: the signals of an interface. */
const MOST_VALUES = 4;

/** Name of a module, from that of its type. */
const snake = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
  .toLowerCase();
/** Name of a signal in the Verilog. */
const plain = (name) => name.replaceAll("].", "_").replace(/[[.]/g, "_").replaceAll("]", "");

/** Numbers of the lines of the struct of a module, without the first and the last. */
function structLines(lines, module) {
  const wanted = [module, module.replace(/_\d+$/, "")];
  const start = lines.findIndex((line) => {
    const name = /^\s*(?:pub(?:\([a-z]+\))? )?struct (\w+)/.exec(line)?.[1];
    return name && wanted.includes(snake(name));
  });
  const length = lines.slice(start).findIndex((line) => line === "}");
  return start < 0 ? [0, 0] : [start + 1, start + length];
}

export class SourceView {
  constructor(player) {
    this.player = player;
    this.close();
  }

  close() {
    this.path = null;
    this.shown = [];
    element("module-sources").hidden = true;
  }

  /** Shows a module. `inner` has the paths of the modules in it. */
  open(description, path, module, { rust, verilog, inner }) {
    Object.assign(this, { description, path });
    this.registers = new Set(module.registers);
    const isInner = (name) => inner.some((other) => name.startsWith(`${other}.`));
    const own = description.signals.filter(([name]) =>
      name.startsWith(`${path}.`) && !isInner(name));
    this.signals = new Map(own.map((signal) => [signal[0].slice(path.length + 1), signal]));
    this.shown = [];
    this.starts = new Map();
    element("module-path").textContent = path;
    element("rust-title").textContent = module.rust ?? "rust-hdl";
    element("verilog-title").textContent = `${module.name}.v`;
    this.fill(element("rust-source"), rust ?? LIBRARY, this.fields(module.name));
    const outside = "No output of the game depends on this module.";
    this.fill(element("verilog-source"), verilog ?? outside, this.declared());
    element("module-sources").hidden = false;
    for (const [box, row] of this.starts) {
      box.scrollTop = row ? row.offsetTop - box.offsetTop - MARGIN * row.offsetHeight : 0;
    }
  }

  /** Finds the signals of a line of Rust: those of a field. */
  fields(module) {
    let range = null;
    return (line, number, lines) => {
      range ??= structLines(lines, module);
      if (number < range[0] || number >= range[1]) return [];
      const field = FIELD.exec(line)?.[1];
      if (!field) return [];
      const names = [...this.signals.keys()];
      return names.filter((name) => name.split(/[.[]/, 1)[0] === field);
    };
  }

  /** Finds the signal that a line of Verilog declares. */
  declared() {
    const names = new Map([...this.signals.keys()].map((name) => [plain(name), name]));
    return (line) => {
      const name = names.get(DECLARATION.exec(line)?.[1]);
      return name ? [name] : [];
    };
  }

  /** Puts a text into an element, a line for each line. */
  fill(target, source, find) {
    const lines = source.trimEnd().split("\n");
    const rows = lines.map((line, number) => {
      const row = document.createElement("div");
      row.textContent = line || " ";
      if (/^\s*\/\//.test(line)) row.className = "comment";
      const names = find(line, number, lines);
      if (names.length > 0) this.addValue(row, names.slice(0, MOST_VALUES));
      return row;
    });
    target.replaceChildren(...rows);
    // The first declaration will be shown.
    this.starts.set(target.parentElement, rows.find((row) => row.className.includes("declares")));
  }

  addValue(row, names) {
    const value = document.createElement("span");
    value.className = "value";
    if (names.some((name) => this.registers.has(name))) value.classList.add("register");
    row.classList.add("declares");
    row.append(value);
    this.shown.push({ value, names });
  }

  /** Reads the values. */
  async refresh() {
    const { path, shown, description } = this;
    if (shown.length === 0) return;
    const keys = [...new Set(shown.flatMap(({ names }) => names))];
    const names = keys.map((key) => `${path}.${key}`);
    const { values, cycles } = await this.player.ask({ type: "peek", names });
    if (shown !== this.shown) return;
    const texts = new Map(keys.map((key, index) =>
      [key, text(description, this.signals.get(key), values[index])]));
    for (const { value, names: own } of shown) {
      const part = (name) => name.replace(/^[^.[]*\.?/, "");
      value.textContent = own.length === 1 ? texts.get(own[0])
        : own.map((name) => `${part(name)} ${texts.get(name)}`).join(", ");
      value.title = own.length === 1 ? "" : value.textContent;
    }
    element("cycle").textContent = `cycle ${cycles.toLocaleString("en")}`;
  }
}
