// Player: the worker with a session, as the page sees it.

import { files } from "./gatefall.js";

export class Player extends EventTarget {
  #worker = new Worker("worker.js", { type: "module" });
  #answers = new Map();
  #asked = 0;
  /** Number of the last load. */
  #loads = 0;
  #hasWorked = false;
  /** Why the worker did not load. */
  failure = null;

  constructor() {
    super();
    this.isRunning = false;
    this.isReplay = false;
    this.#worker.onmessage = ({ data }) => {
      this.#hasWorked = true;
      this.#take(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.isRunning = false;
      if (!this.#hasWorked) this.failure = "worker.js does not load; a newer browser may do it";
      this.#tell("error", { message: this.failure ?? event.message });
    };
  }

  /**
   * Loads a game, and starts it at power-up or with a replay. `saved` returns its flash. The result
   * is null if another load has begun meanwhile.
   */
  async load(name, read, saved) {
    const load = ++this.#loads;
    if (this.failure) throw new Error(this.failure);
    try {
      const { description, code } = await files(name);
      if (load !== this.#loads) return null;
      this.description = description;
      const replay = read ? read(description) : null;
      this.#send({ type: "load", load, description, code, replay, flash: saved() }, [code]);
      return description;
    } catch (error) {
      if (load !== this.#loads) return null;
      throw error;
    }
  }

  /** Starts again at power-up, or with a replay. */
  restart(replay = null) {
    this.#send({ type: "replay", replay });
  }

  run(isRunning) {
    this.isRunning = isRunning;
    this.#send({ type: "run", isRunning });
  }

  key(control, isDown) {
    this.#send({ type: "key", control, isDown });
  }

  speed(speed) {
    this.#send({ type: "speed", speed });
  }

  seek(cycle) {
    this.#send({ type: "seek", cycle });
  }

  takeOver() {
    this.isReplay = false;
    this.#send({ type: "takeOver" });
  }

  sound(port) {
    this.#send({ type: "sound", port }, [port]);
  }

  /** The events so far, the last cycle and a hash of the state. */
  async recording() {
    return (await this.ask({ type: "recording" })).recording;
  }

  /** How late and how fast the worker was since the last call. */
  async timing() {
    return (await this.ask({ type: "timing" })).timing;
  }

  /** Values of signals, by hierarchical name. */
  async peek(...names) {
    return (await this.ask({ type: "peek", names })).values;
  }

  /** Ends the wait for a condition. */
  stop() {
    this.#send({ type: "stop" });
  }

  /** Sends a request, and returns its answer. */
  async ask(message) {
    const id = ++this.#asked;
    this.#send({ ...message, id });
    const answer = await new Promise((resolve) => this.#answers.set(id, resolve));
    if (answer.problem) throw new Error(answer.problem);
    return answer;
  }

  /** Returns the words of a picture, whose memory is used again. */
  recycle(buffer) {
    this.#send({ type: "words", buffer }, [buffer]);
  }

  #send(message, transfer = []) {
    this.#worker.postMessage(message, transfer);
  }

  #take(data) {
    if (data.id !== undefined) {
      this.#answers.get(data.id)?.(data);
      this.#answers.delete(data.id);
      return;
    }
    // Of a game that another one replaces, only the saves count.
    if (data.type !== "flash" && data.load !== this.#loads) return;
    if (data.type === "ready") this.isReplay = data.isReplay;
    if (data.type === "over" || data.type === "error") this.isRunning = false;
    this.#tell(data.type, data);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
