// Replays on the page: links, files, and the line of time.

import { files } from "./gatefall.js";
import {
  fromLink, fromText, gameOf, MOST_TEXT, ReplayError, toLink, toText,
} from "./replay.js";

const element = (id) => document.getElementById(id);
const STEPS = 1000;
/** Characters of a link above which the page advises a file. */
const LONG_LINK = 8000;

/** The parts of the address after `#`. A damaged one names no game. */
function parts(hash) {
  try {
    return decodeURIComponent(hash.slice(1)).split("&");
  } catch {
    return [""];
  }
}

export class Replays {
  /** `page` has what the page can do: say, resume, pause and load. */
  constructor(player, page) {
    this.player = player;
    this.page = page;
    this.replay = null;
    this.cycle = 0;
    this.connect();
  }

  connect() {
    const on = (id, type, act) => element(id).addEventListener(type, () => this.#try(act));
    on("replay-watch", "click", () => this.watch());
    on("replay-link", "click", () => this.copyLink());
    on("replay-save", "click", () => this.save());
    on("replay-open", "change", () => this.openFile());
    on("replay-play", "click", () => this.toggle());
    on("replay-back", "click", () => this.step(-1));
    on("replay-on", "click", () => this.step(1));
    on("turn-back", "click", () => this.turn(-1));
    on("turn-on", "click", () => this.turn(1));
    on("replay-take", "click", () => this.takeOver());
    on("replay-at", "input", () =>
      this.seek((element("replay-at").value / STEPS) * this.replay.end));
  }

  /** Acts, and shows a failure unless another game was loaded meanwhile. */
  async #try(act) {
    const { description } = this;
    try {
      await act();
    } catch (error) {
      if (description === this.description) this.page.say(error.message, true);
    }
  }

  /** Loads the game or the replay that the address names. */
  async follow(games) {
    this.games = games;
    const { hash } = location;
    const isLast = () => location.hash === hash;
    const [name, ...rest] = parts(hash);
    const known = games.some((game) => game.name === name);
    const link = rest.find((part) => part.startsWith("replay="))?.slice("replay=".length);
    const game = known ? name : games[0].name;
    if (!link) return this.page.load(game);
    try {
      const text = await fromLink(link);
      if (!isLast()) return;
      await this.page.load(gameOf(text, games), (description) => this.#read(description, text));
    } catch (error) {
      if (!isLast()) return;
      await this.page.load(game);
      if (isLast()) this.page.say(error.message, true);
    }
  }

  open(description) {
    this.description = description;
    const { turns } = description.inside;
    for (const [id, text] of [["turn-back", "back"], ["turn-on", "on"]]) {
      element(id).hidden = !turns;
      if (turns) element(id).textContent = text === "on" ? `Next ${turns.name}`
        : `${turns.name[0].toUpperCase()}${turns.name.slice(1)} back`;
    }
  }

  /** A session has started. */
  ready({ isReplay }) {
    element("timeline").hidden = !isReplay;
  }

  /** The game has stopped or goes on. */
  showPause(isPaused) {
    element("replay-play").textContent = isPaused ? "Play" : "Stop";
  }

  status({ cycles, isReplay, end, seconds }) {
    if (!isReplay) return;
    this.cycle = cycles;
    element("replay-at").value = (cycles / end) * STEPS;
    element("replay-at").setAttribute("aria-valuetext", `${seconds.toFixed(1)} seconds`);
  }

  over({ state, cycles }) {
    this.cycle = cycles;
    element("replay-play").textContent = "Play again";
    const { state: expected } = this.replay;
    if (!expected) this.page.say("The replay is over.");
    else if (expected === state) this.page.say(`The replay is over, in the same state: ${state}.`);
    else this.page.say(`The replay ended in the state ${state} instead of ${expected}.`, true);
  }

  /** Text of the game so far. */
  async text() {
    return toText(this.description, await this.player.recording());
  }

  play(replay) {
    this.replay = replay;
    this.player.restart(replay);
  }

  async watch() {
    const { description } = this;
    const replay = fromText(description, await this.text());
    if (description === this.description) this.play(replay);
  }

  async copyLink() {
    const link = `#${this.description.name}&replay=${await toLink(await this.text())}`;
    const address = new URL(link, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      const { length } = address;
      const advice = length > LONG_LINK
        ? " Some programs cut such a link: Save writes a file." : "";
      this.page.say(`The link is copied. It has ${length} characters.${advice}`);
    } catch {
      history.replaceState(null, "", link);
      this.page.say("The browser refused to copy, so the link is in the address line.");
    }
  }

  async save() {
    const text = await this.text();
    this.download(new Blob([text], { type: "text/plain" }), `${this.description.name}.keys`);
  }

  download(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async openFile() {
    const [file] = element("replay-open").files;
    element("replay-open").value = "";
    if (!file) return;
    if (file.size > MOST_TEXT) {
      throw new ReplayError(`The file has ${file.size} bytes, a replay at most ${MOST_TEXT}.`);
    }
    const text = await file.text();
    const game = gameOf(text, this.games);
    if (game === this.description.name) {
      this.play(fromText(this.description, text));
      return;
    }
    // A replay that cannot be read leaves the running game as it is.
    fromText((await files(game)).description, text);
    // No other load: this raises no event.
    history.replaceState(null, "", `#${game}`);
    await this.page.load(game, (description) => this.#read(description, text));
  }

  #read(description, text) {
    this.replay = fromText(description, text);
    return this.replay;
  }

  toggle() {
    if (this.player.isRunning) {
      this.page.pause();
      return;
    }
    if (this.cycle >= this.replay.end) this.player.seek(0);
    this.page.resume();
  }

  seek(cycle) {
    this.cycle = Math.round(cycle);
    this.player.seek(this.cycle);
    this.showPause(!this.player.isRunning);
  }

  /** Goes to the next or the last press. */
  async step(direction) {
    if (this.player.isRunning) {
      this.page.pause();
      // The last status is older.
      this.cycle = (await this.player.ask({ type: "peek", names: [] })).cycles;
    }
    const presses = this.replay.events.filter(([, , isDown]) => isDown).map(([cycle]) => cycle);
    const next = direction > 0 ? presses.find((cycle) => cycle > this.cycle)
      : presses.findLast((cycle) => cycle < this.cycle);
    this.seek(next ?? (direction > 0 ? this.replay.end : 0));
  }

  /** Goes to the next or the last piece, block or move. */
  async turn(direction) {
    this.page.pause();
    const { name } = this.description.inside.turns;
    const { found, isEnded, cycles } = await this.player.ask({ type: "turn", direction });
    if (isEnded) return;
    this.cycle = cycles;
    if (found) this.page.say("");
    else this.page.say(direction > 0 ? `There is no ${name} after this.`
      : `There is no ${name} before this.`);
  }

  takeOver() {
    element("timeline").hidden = true;
    this.player.takeOver();
    this.page.resume();
    element("screen").focus();
    const hasFlash = this.description.devices.flash !== null;
    this.page.say(`You have the keys now.${hasFlash ? " Saves of this game are not kept." : ""}`);
  }
}
