// Look inside: values and waveforms of signals, words of memories, steps and conditions.

import { drawWave } from "./wave.js";

const element = (id) => document.getElementById(id);
const MOST_MATCHES = 60;
const REFRESH_MS = 200;
const WORDS = 128;
/** Cycles in which a condition is awaited. */
const LIMIT = 50_000_000;
const LINE_CYCLES = 800;
const FRAME_CYCLES = 420_000;

function option(text) {
  const made = document.createElement("option");
  made.textContent = text;
  return made;
}

export class Inside {
  constructor(player, { say, pause }) {
    this.player = player;
    this.page = { say, pause };
    this.names = [];
    this.values = [];
    this.cursor = 0;
    this.isWaiting = false;
    const on = (id, type, act) => element(id).addEventListener(type, () => this.#try(act));
    on("inside", "toggle", () => this.refresh());
    on("signal-search", "input", () => this.showMatches());
    on("signal-add", "click", () => this.add(element("signals").value));
    on("signals", "dblclick", () => this.add(element("signals").value));
    on("step-cycle", "click", () => this.step(1));
    on("step-line", "click", () => this.step(LINE_CYCLES));
    on("step-picture", "click", () => this.step(FRAME_CYCLES));
    on("wave-span", "change", () => this.refresh());
    on("until-go", "click", () => this.until());
    on("memory", "change", () => this.refresh());
    on("memory-from", "change", () => this.refresh());
    element("wave").addEventListener("pointerdown", (event) => this.point(event));
    element("wave").addEventListener("keydown", (event) => this.moveCursor(event));
    setInterval(() => this.#try(() => this.tick()), REFRESH_MS);
  }

  async #try(act) {
    try {
      await act();
    } catch (error) {
      this.page.say(error.message, true);
    }
  }

  /** Shows the signals of a game. */
  open(description) {
    const { name, signals, memories, states } = description;
    this.signals = new Map(signals.map((signal) => [signal[0], signal]));
    this.states = states;
    this.names = [];
    const own = memories.map(([memory]) => memory).filter((memory) => memory.startsWith(name));
    element("memory").replaceChildren(...own.map(option));
    element("step-line").hidden = !description.devices.monitor;
    element("signal-search").value = "";
    this.showMatches();
    this.showNames();
  }

  get isOpen() {
    return element("inside").open;
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

  add(name) {
    if (!name || this.names.includes(name)) return;
    this.names.push(name);
    this.showNames();
    return this.refresh();
  }

  /** Rows of the watched signals. */
  showNames() {
    element("until-signal").replaceChildren(...this.names.map(option));
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
        this.#try(() => this.refresh());
      });
      row.append(head);
      row.insertCell();
      row.insertCell().append(remove);
      return row;
    });
    element("watched").replaceChildren(...rows);
  }

  text(name, value) {
    const [, width, , table] = this.signals.get(name);
    const state = table >= 0 ? this.states[table][Number(value)] : undefined;
    if (state) return state;
    return width > 4 ? `${value} (0x${value.toString(16)})` : String(value);
  }

  async tick() {
    if (this.isOpen && this.player.isRunning) await this.refresh();
  }

  /** Reads everything that is shown. */
  async refresh() {
    if (!this.isOpen || this.isBusy || this.isWaiting || !this.signals) return;
    this.isBusy = true;
    try {
      await this.readSignals();
      await this.readMemory();
    } finally {
      this.isBusy = false;
    }
  }

  async readSignals() {
    const { names } = this;
    element("wave").hidden = names.length === 0;
    if (names.length === 0) return;
    const span = Number(element("wave-span").value);
    const { values, cycles } = await this.player.ask({ type: "sample", names, cycles: span });
    if (names !== this.names) return;
    Object.assign(this, { values, cycle: cycles });
    this.draw();
  }

  draw() {
    const { names, values } = this;
    this.cursor = Math.min(this.cursor, values[0].length - 1);
    const texts = names.map((name, index) => this.text(name, values[index][this.cursor]));
    texts.forEach((text, index) => {
      element("watched").rows[index].cells[1].textContent = text;
    });
    const widths = names.map((name) => this.signals.get(name)[1]);
    drawWave(element("wave"), { names, values, widths, cursor: this.cursor });
    element("cycle").textContent = `cycle ${(this.cycle + this.cursor).toLocaleString("en")}`;
  }

  point(event) {
    const box = element("wave").getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    this.cursor = Math.max(0, Math.floor(share * this.values[0].length));
    this.draw();
  }

  /** Arrows move the cursor; with Shift to the next edge of any signal. */
  moveCursor(event) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.code];
    if (!direction) return;
    event.preventDefault();
    const last = this.values[0].length - 1;
    const move = () => {
      this.cursor = Math.max(0, Math.min(last, this.cursor + direction));
    };
    const isEdge = () => this.values.some((row) => row[this.cursor] !== row[this.cursor - 1]);
    move();
    while (event.shiftKey && this.cursor > 0 && this.cursor < last && !isEdge()) move();
    this.draw();
  }

  async readMemory() {
    const name = element("memory").value;
    if (!name) return;
    const from = Math.max(0, Math.floor(Number(element("memory-from").value) / 16) * 16);
    const { words } = await this.player.ask({ type: "words", name, from, count: WORDS });
    const rows = [];
    for (let at = 0; at < words.length; at += 16) {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = from + at;
      row.append(head);
      for (const word of words.slice(at, at + 16)) {
        const cell = row.insertCell();
        cell.textContent = word.toString(16);
        cell.classList.toggle("zero", Number(word) === 0);
      }
      rows.push(row);
    }
    element("words").replaceChildren(...rows);
  }

  async step(cycles) {
    this.page.pause();
    await this.player.ask({ type: "step", cycles });
    this.cursor = 0;
    await this.refresh();
  }

  /** Runs until the condition holds, or stops waiting for it. */
  async until() {
    if (this.isWaiting) {
      this.player.stop();
      return;
    }
    const name = element("until-signal").value;
    if (!name) throw new Error("Add a signal first.");
    const value = element("until-value").value.trim();
    const operator = element("until-operator").value;
    if (operator !== "changes" && !/^(\d+|0x[\da-f]+)$/i.test(value)) {
      throw new Error(`\`${value}\` is not a number such as 12 or 0x1f.`);
    }
    this.page.pause();
    this.isWaiting = true;
    element("until-go").textContent = "Stop";
    const condition = { name, operator, value, limit: LIMIT };
    try {
      const { holds, cycles } = await this.player.ask({ type: "until", condition });
      const at = cycles.toLocaleString("en");
      this.page.say(holds ? `The condition holds in cycle ${at}.`
        : `The condition does not hold by cycle ${at}.`);
    } finally {
      this.isWaiting = false;
      element("until-go").textContent = "Run until";
    }
    this.cursor = 0;
    await this.refresh();
  }
}

