// Controls, values, waveforms and pictures of a live circuit.

import { make } from "./dom.js";
import { drawWave } from "./wave.js";

/** Cycles of a waveform. */
const SHOWN = 32;
/** Cycles of a long run before the waveform, of which no values are read. */
const BULK = 4096;
/** Colours of the shapes 1 to 7, and of garbage. */
const COLOURS = ["#14191f", "#3fc5d8", "#4a7de0", "#e0913f", "#dcc94a", "#58c26a", "#a569d6",
  "#dd5c63", "#8a949e"];
const MARKED = "#ffffff";
const TRIAL = "#ffd166";

let labels = 0;

/** The parts of a live circuit on the page. */
export class View {
  /** Runs cycles of the circuit. */
  onTick = (cycles) => this.machine.run(cycles);
  #names = [];
  #states = [];
  #widths = [];
  #read = null;
  /** Values of the last cycles, before their clock edges. */
  #rows = [];
  /** Values at the start, and now. */
  #first = [];
  #now = [];
  #values = [];
  #pictures = [];

  constructor(section) {
    this.machine = null;
    this.controls = make("div", "row");
    this.sides = make("div", "sides");
    this.table = make("table", "values");
    this.message = make("p", "message");
    this.message.setAttribute("role", "status");
    section.replaceChildren(this.controls, this.sides, this.message);
    this.sides.append(this.table);
  }

  /** Shows signals as values and as waveforms. */
  watch(names, shown = SHOWN) {
    const symbols = new Map(this.machine.symbols.map((symbol) => [symbol.name, symbol]));
    this.#names = names;
    this.#widths = names.map((name) => symbols.get(name)?.width ?? 1);
    this.#states = names.map((name) => symbols.get(name)?.states ?? null);
    this.#read = this.machine.probe(names);
    this.shown = shown;
    this.#first = this.#read();
    this.#rows = names.map(() => []);
    this.canvas = make("canvas", "waves");
    this.canvas.setAttribute("role", "img");
    const list = make("div", "names");
    list.setAttribute("aria-hidden", "true");
    list.append(...names.map((name) => make("span", "", short(name))));
    const wave = make("div", "wave");
    wave.append(list, this.canvas);
    this.message.before(wave);
    names.forEach((name, index) => this.value(short(name), () => this.#text(index)));
  }

  #text(index) {
    const value = this.#now[index];
    return this.#states[index]?.[value] ?? value;
  }

  /** Shows a value that a function returns. */
  value(name, read) {
    const row = this.table.insertRow();
    row.insertCell().textContent = name;
    const cell = row.insertCell();
    this.#values.push([cell, read]);
  }

  /** The values that are shown, by name. */
  get values() {
    const rows = [...this.table.rows];
    return Object.fromEntries(rows.map(({ cells: [name, value] }) =>
      [name.textContent, value.textContent]));
  }

  #sample() {
    if (!this.#read) return;
    this.#read().forEach((value, index) => {
      const row = this.#rows[index];
      row.push(value);
      if (row.length >= this.shown) row.shift();
    });
  }

  /** Runs cycles, and samples the last of them before their clock edges. */
  tick(cycles) {
    const bulk = cycles > BULK ? cycles - this.shown : 0;
    if (bulk > 0) this.onTick(bulk);
    for (let cycle = bulk; cycle < cycles; cycle++) {
      this.#sample();
      this.onTick(1);
    }
  }

  /** Draws everything anew. */
  show() {
    this.#now = this.#read?.() ?? [];
    for (const [cell, read] of this.#values) cell.textContent = String(read());
    for (const picture of this.#pictures) picture();
    if (!this.#read) return;
    const rows = this.#rows.map((row, index) => {
      const values = [...row, this.#now[index]];
      return [...Array(this.shown - values.length).fill(this.#first[index]), ...values];
    });
    drawWave(this.canvas, {
      names: this.#names, values: rows, widths: this.#widths, cursor: this.shown - 1,
    });
  }

  say(text, isBad = false) {
    this.message.textContent = text;
    this.message.classList.toggle("bad", isBad);
  }

  /** A button that acts and shows the result. */
  button(text, act) {
    const button = make("button", "", text);
    button.type = "button";
    button.addEventListener("click", () => {
      act();
      this.show();
    });
    this.controls.append(button);
    return button;
  }

  /** A button that sets an input for one clock. */
  strobe(name, text) {
    this.button(text, () => {
      this.machine.poke(name, 1);
      this.tick(1);
      this.machine.poke(name, 0);
    });
  }

  /** A switch for an input of one bit. */
  level(name, text) {
    const input = make("input");
    input.type = "checkbox";
    input.addEventListener("change", () => {
      this.machine.poke(name, input.checked ? 1 : 0);
      this.show();
    });
    const label = make("label");
    label.append(input, ` ${text}`);
    this.controls.append(label);
  }

  /** A number for an input. */
  number(name, least, most, start) {
    const input = make("input");
    Object.assign(input, { type: "number", min: least, max: most, value: start });
    const set = () => {
      const value = Math.min(most, Math.max(least, Math.trunc(Number(input.value)) || 0));
      this.machine.poke(name, value);
    };
    input.addEventListener("input", () => { set(); this.show(); });
    set();
    this.#labelled(name, input);
  }

  /** A list of names and values. */
  choice(text, options, start, act) {
    const select = make("select");
    for (const [name, value] of options) {
      const option = make("option", "", name);
      option.selected = value === start;
      select.append(option);
    }
    select.addEventListener("change", () => act(options[select.selectedIndex][1]));
    this.#labelled(text, select);
  }

  #labelled(text, control) {
    const label = make("label", "", text);
    control.id = `tour-${labels++}`;
    label.append(control);
    this.controls.append(label);
  }

  /** A board of cells. Its `draw` gets a function of column, row and shape; -1 is a trial. */
  board(columns, rows, size) {
    const canvas = make("canvas");
    canvas.width = columns * size;
    canvas.height = rows * size;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Board of ${columns} columns and ${rows} rows`);
    this.sides.prepend(canvas);
    const context = canvas.getContext("2d");
    const board = { canvas, draw: () => {}, click: null };
    const cell = (column, row, shape) => {
      const [x, y] = [column * size, (rows - 1 - row) * size];
      if (shape < 0) {
        context.strokeStyle = TRIAL;
        context.lineWidth = 2;
        context.strokeRect(x + 2, y + 2, size - 5, size - 5);
        return;
      }
      context.fillStyle = shape & 16 ? MARKED : COLOURS[shape] ?? COLOURS[8];
      context.fillRect(x, y, size - 1, size - 1);
    };
    this.#pictures.push(() => {
      context.fillStyle = "#2a333d";
      context.fillRect(0, 0, canvas.width, canvas.height);
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) cell(column, row, 0);
      }
      board.draw(cell);
    });
    canvas.addEventListener("click", ({ offsetX, offsetY }) => {
      const scale = canvas.width / canvas.clientWidth;
      board.click?.(Math.floor((offsetX * scale) / size),
        rows - 1 - Math.floor((offsetY * scale) / size));
    });
    return board;
  }

  /** A screen of pixels. Its `draw` fills `data`, and may return what draws above them. */
  screen(width, height) {
    const canvas = make("canvas", "pixels");
    canvas.width = width;
    canvas.height = height;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "Picture of the simulated monitor");
    this.sides.prepend(canvas);
    const context = canvas.getContext("2d");
    const image = context.createImageData(width, height);
    const screen = { canvas, data: image.data, draw: () => null };
    this.#pictures.push(() => {
      const above = screen.draw(context);
      context.putImageData(image, 0, 0);
      above?.();
    });
    return screen;
  }
}

/** The last two parts of a hierarchical name. */
const short = (name) => name.split(".").slice(-2).join(".");
