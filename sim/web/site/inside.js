// Look inside: steps, conditions, and a tab each for signals, modules and memories.

import { Memories } from "./memories.js";
import { Modules } from "./modules.js";
import { Signals } from "./signals.js";
import { Tabs } from "./tabs.js";

const element = (id) => document.getElementById(id);
const REFRESH_MS = 250;
/** Cycles in which a condition is awaited. */
const LIMIT = 50_000_000;
const LINE_CYCLES = 800;
const FRAME_CYCLES = 420_000;
const PICTURES_HZ = 60;

export class Inside {
  constructor(player, { say, pause }) {
    this.player = player;
    this.page = { say, pause };
    this.isWaiting = false;
    const attempt = (act) => this.attempt(act);
    this.signals = new Signals(player, { attempt, say });
    this.modules = new Modules(player, { attempt });
    this.memories = new Memories(player, { attempt });
    this.views = { signals: this.signals, modules: this.modules, memories: this.memories };
    this.tabs = new Tabs(element("inside-tabs"), () => attempt(() => this.refresh()));
    const on = (id, type, act) => element(id).addEventListener(type, () => attempt(act));
    on("inside", "toggle", () => this.refresh());
    on("step-cycle", "click", () => this.step(1));
    on("step-line", "click", () => this.step(LINE_CYCLES));
    on("step-picture", "click", () => this.step(this.pictureCycles));
    on("until-go", "click", () => this.until());
    setInterval(() => attempt(() => this.tick()), REFRESH_MS);
  }

  /** Acts, and shows a failure unless another game was loaded meanwhile. */
  async attempt(act) {
    const { description } = this;
    try {
      await act();
    } catch (error) {
      if (description === this.description) this.page.say(error.message, true);
    }
  }

  /** Shows the inside of a game. Its values are read when it is ready. */
  open(description) {
    for (const view of Object.values(this.views)) view.open(description);
    const hasLines = description.devices.monitor !== null;
    element("step-line").hidden = !hasLines;
    this.pictureCycles = hasLines ? FRAME_CYCLES : Math.round(description.clock_hz / PICTURES_HZ);
    Object.assign(this, { description, isReady: false, isBusy: false });
  }

  /** A session has started. */
  ready() {
    this.isReady = true;
    this.attempt(() => this.refresh());
  }

  get isOpen() {
    return element("inside").open;
  }

  async tick() {
    if (this.isOpen && this.player.isRunning) await this.refresh();
  }

  /** Reads everything that is shown. */
  async refresh() {
    if (!this.isOpen || this.isBusy || this.isWaiting || !this.isReady) return;
    this.isBusy = true;
    try {
      await this.views[this.tabs.shown].refresh();
    } finally {
      this.isBusy = false;
    }
  }

  async step(cycles) {
    this.page.pause();
    await this.player.ask({ type: "step", cycles });
    await this.stopped();
  }

  /** The session has stopped in another cycle. */
  async stopped() {
    this.signals.rewind();
    await this.refresh();
  }

  /** Runs until the condition holds, or stops waiting for it. */
  async until() {
    if (this.isWaiting) {
      this.player.stop();
      return;
    }
    const name = element("until-signal").value.trim();
    if (!this.signals.has(name)) {
      throw new Error(name ? `There is no signal \`${name}\`.` : "Name a signal first.");
    }
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
      const { holds, isEnded, cycles } = await this.player.ask({ type: "until", condition });
      if (isEnded) return;
      const at = cycles.toLocaleString("en");
      this.page.say(holds ? `The condition holds in cycle ${at}.`
        : `The condition does not hold by cycle ${at}.`);
    } finally {
      this.isWaiting = false;
      element("until-go").textContent = "Run until";
    }
    await this.stopped();
  }
}
