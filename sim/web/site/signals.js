// Signals: finds them by name, and shows their values and waveforms.

import { text } from "./values.js";
import { drawWave } from "./wave.js";

const element = (id) => document.getElementById(id);
const MOST_MATCHES = 60;
/** Cycles of a waveform: the shortest view, the first one, and the longest. */
const LEAST_VIEW = 10;
const FIRST_VIEW = 200;
const MOST_VIEW = 6400;
/** Most cycles that are sampled while the game runs, because that takes time from it. */
const MOST_LIVE = 800;

function option(name) {
  const made = document.createElement("option");
  made.textContent = name;
  return made;
}

export class Signals {
  constructor(player, { attempt, say }) {
    this.player = player;
    this.say = say;
    this.attempt = attempt;
    this.names = [];
    this.rewind();
    /** Sampled cycles, and those that are shown: all from the present cycle on. */
    this.span = FIRST_VIEW;
    this.view = { from: 0, count: FIRST_VIEW };
    const on = (id, type, act) => element(id).addEventListener(type, (event) =>
      attempt(() => act(event)));
    on("signal-search", "input", () => this.showMatches());
    on("signal-search", "keydown", (event) => event.code === "Enter" && this.addFound());
    on("signal-add", "click", () => this.addFound());
    on("signals", "dblclick", () => this.addFound());
    on("wave", "pointerdown", (event) => this.point(event));
    on("wave", "wheel", (event) => this.wheel(event));
    on("wave", "keydown", (event) => this.key(event));
    on("wave-in", "click", () => this.zoom(0.5));
    on("wave-out", "click", () => this.zoom(2));
    on("edge-back", "click", () => this.edge(-1));
    on("edge-on", "click", () => this.edge(1));
    on("wave-mark", "click", () => this.setMark());
    on("wave-find", "change", () => this.find());
  }

  /** Shows the signals of a game. */
  open(description) {
    const { signals } = description;
    this.description = description;
    this.signals = new Map(signals.map((signal) => [signal[0], signal]));
    this.names = [];
    element("signal-search").value = "";
    element("until-signal").value = "";
    element("all-signals").replaceChildren();
    this.rewind();
    this.showMatches();
    this.showNames();
  }

  has(name) {
    return this.signals?.has(name) ?? false;
  }

  /** The cursor goes to the present cycle. */
  rewind() {
    this.cursor = 0;
    this.mark = null;
    this.values = [];
    if (this.view) this.view.from = 0;
  }

  showMatches() {
    const words = element("signal-search").value.toLowerCase().split(/\s+/);
    const all = [...this.signals.keys()];
    const found = all.filter((name) => words.every((word) => name.includes(word)));
    element("signals").replaceChildren(...found.slice(0, MOST_MATCHES).map(option));
    element("signals").selectedIndex = 0;
    const shown = Math.min(found.length, MOST_MATCHES);
    element("signal-count").textContent = `${shown} of ${found.length}`;
  }

  addFound() {
    return this.add(element("signals").value);
  }

  add(name) {
    if (!name || this.names.includes(name)) return;
    this.names = [...this.names, name];
    this.showNames();
    if (!element("until-signal").value) element("until-signal").value = name;
    return this.refresh();
  }

  /** Rows of the watched signals. */
  showNames() {
    const rows = this.names.map((name) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = name;
      const remove = document.createElement("button");
      remove.type = "button";
      remove.textContent = "Remove";
      remove.setAttribute("aria-label", `Remove ${name}`);
      remove.addEventListener("click", () => {
        this.names = this.names.filter((other) => other !== name);
        this.showNames();
        this.attempt(() => this.refresh());
      });
      row.append(head);
      row.insertCell();
      row.insertCell().append(remove);
      return row;
    });
    element("watched").replaceChildren(...rows);
    element("all-signals").replaceChildren(...this.names.map((name) => {
      const made = option(name);
      made.value = name;
      return made;
    }));
    element("waves").hidden = this.names.length === 0;
  }

  async refresh() {
    const { names, span } = this;
    if (names.length === 0) {
      element("cycle").textContent = "";
      return;
    }
    const count = this.player.isRunning ? Math.min(span, MOST_LIVE) : span;
    const request = { type: "sample", names, cycles: count };
    const { values, cycles } = await this.player.ask(request);
    if (names !== this.names) return;
    Object.assign(this, { values, cycle: cycles });
    this.draw();
  }

  draw() {
    const { names, values, view, description } = this;
    if (values.length === 0) return;
    const last = values[0].length - 1;
    this.cursor = Math.max(0, Math.min(this.cursor, last));
    view.count = Math.min(view.count, last + 1);
    // The cursor is always in the view.
    const least = this.cursor - view.count + 1;
    view.from = Math.max(0, Math.min(Math.max(view.from, least), this.cursor));
    view.from = Math.min(view.from, last + 1 - view.count);
    names.forEach((name, index) => {
      const shown = text(description, this.signals.get(name), values[index][this.cursor]);
      element("watched").rows[index].cells[1].textContent = shown;
    });
    const widths = names.map((name) => this.signals.get(name)[1]);
    const rows = values.map((row) => row.slice(view.from, view.from + view.count));
    const at = (cycle) => (cycle === null ? null : cycle - view.from);
    drawWave(element("wave"), {
      names, widths, values: rows, cursor: at(this.cursor), mark: at(this.mark),
    });
    this.showPlace();
  }

  showPlace() {
    const place = (this.cycle + this.cursor).toLocaleString("en");
    element("cycle").textContent = `cycle ${place}`;
    const { count } = this.view;
    let words = `${count.toLocaleString("en")} cycles`;
    if (this.mark !== null) {
      const cycles = this.cursor - this.mark;
      const us = (cycles / this.description.clock_hz) * 1e6;
      const sign = cycles < 0 ? "-" : "+";
      const distance = Math.abs(cycles).toLocaleString("en");
      words += `, mark ${sign} ${distance} (${us.toFixed(2)} us)`;
    }
    element("wave-place").textContent = words;
  }

  point(event) {
    const box = element("wave").getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    this.cursor = this.view.from + Math.floor(share * this.view.count);
    if (event.shiftKey) this.setMark();
    this.draw();
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    return this.zoom(event.deltaY > 0 ? 2 : 0.5);
  }

  /** Arrows move the cursor; with Shift to the next edge. Plus and minus zoom, M sets the mark. */
  async key(event) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
    const zoom = { "+": 0.5, "=": 0.5, "-": 2 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (direction && event.shiftKey) this.edge(direction);
    else if (direction) this.cursor += direction;
    else if (event.code === "Home") this.cursor = 0;
    else if (event.code === "End") this.cursor = this.span - 1;
    else if (event.code === "KeyM") this.setMark();
    else if (!zoom) return;
    event.preventDefault();
    if (zoom) await this.zoom(zoom);
    else this.draw();
  }

  /** Shows fewer or more cycles around the cursor. More are sampled if necessary. */
  async zoom(factor) {
    const { view } = this;
    const count = Math.round(view.count * factor);
    const wanted = Math.max(LEAST_VIEW, Math.min(MOST_VIEW, count));
    const place = (this.cursor - view.from) / view.count;
    view.count = wanted;
    view.from = Math.max(0, Math.round(this.cursor - place * wanted));
    if (view.from + wanted > this.span) {
      this.span = Math.min(MOST_VIEW, Math.max(this.span * 2, view.from + wanted));
      await this.refresh();
    }
    this.draw();
  }

  /** Goes to the next edge of any watched signal. */
  edge(direction) {
    if (this.values.length === 0) return;
    const last = this.values[0].length - 1;
    const isEdge = (cycle) => this.values.some((row) => row[cycle] !== row[cycle - 1]);
    this.goTo(direction, last, isEdge, "edge");
  }

  /** Goes to the next cycle in which the first watched signal has a value. */
  find() {
    const wanted = element("wave-find").value.trim();
    if (wanted === "" || this.values.length === 0) return;
    const [row] = this.values;
    const signal = this.signals.get(this.names[0]);
    const isNumber = /^(\d+|0x[\da-f]+)$/i.test(wanted);
    const has = (cycle) => (isNumber ? BigInt(row[cycle]) === BigInt(wanted)
      : text(this.description, signal, row[cycle]).toLowerCase() === wanted.toLowerCase());
    const begins = (cycle) => has(cycle) && !has(cycle - 1);
    this.goTo(1, row.length - 1, begins, "such value");
  }

  goTo(direction, last, isWanted, name) {
    let cycle = this.cursor + direction;
    while (cycle > 0 && cycle <= last && !isWanted(cycle)) cycle += direction;
    if (cycle > 0 && cycle <= last) {
      this.cursor = cycle;
      this.draw();
    } else {
      this.say(`There is no ${name} in these ${last + 1} cycles. Zoom out, or run until it comes.`);
    }
  }

  setMark() {
    this.mark = this.cursor;
    this.draw();
  }
}
