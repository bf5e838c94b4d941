// Saves: what games have written to their flash, in the storage of the browser.

import { erased, readLine, toLines } from "./flash.js";

const keyOf = (game) => `gatefall.${game}.flash`;

export class Saves {
  #say;
  /** A flash that is not stored yet, and its game. */
  #latest = null;

  /** `say` shows a message. */
  constructor(say) {
    this.#say = say;
    addEventListener("pagehide", () => this.#store());
  }

  /** The flash of a game. It is erased if nothing is stored, or something else. */
  read(game) {
    this.#store();
    const flash = erased();
    try {
      const lines = localStorage.getItem(keyOf(game))?.split("\n") ?? [];
      return lines.every((line) => readLine(flash, line.split(" "))) ? flash : erased();
    } catch {
      return flash;
    }
  }

  /** Takes a flash, and stores it if it is settled. */
  take({ game, flash, isSettled }) {
    if (this.#latest && this.#latest.game !== game) this.#store();
    this.#latest = { game, flash };
    if (isSettled) this.#store();
  }

  #store() {
    if (!this.#latest) return;
    const { game, flash } = this.#latest;
    this.#latest = null;
    try {
      localStorage.setItem(keyOf(game), toLines(flash).join("\n"));
    } catch (error) {
      this.#say(`The browser does not keep what the game saves: ${error.message}`, true);
    }
  }
}
