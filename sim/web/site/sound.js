// Sound of the page: starts the audio thread at the first action of the user.

export class Sound {
  /** `connect` gets the port on which the worker sends samples. */
  constructor(connect) {
    this.connect = connect;
    this.volume = 0.5;
    this.isMuted = false;
    this.context = null;
    /** Gaps in the sound since the start, and their times on the clock of the page. */
    this.underruns = 0;
    this.gaps = [];
  }

  /** True if the browser can play the sound. */
  static get isPossible() {
    return typeof AudioContext !== "undefined" && typeof AudioWorkletNode !== "undefined";
  }

  /** Starts or resumes the sound. Browsers allow it only after an action of the user. */
  async start() {
    if (!Sound.isPossible) return;
    this.starting ??= this.open().catch((error) => {
      // The next action of the user is another try.
      this.starting = null;
      this.context?.close();
      this.context = null;
      throw error;
    });
    await this.starting;
    if (this.context.state !== "running") await this.context.resume();
  }

  async open() {
    this.context = new AudioContext({ latencyHint: "interactive" });
    await this.context.audioWorklet.addModule("sound-worklet.js");
    const node = new AudioWorkletNode(this.context, "circuit-sound", {
      numberOfInputs: 0,
      outputChannelCount: [1],
    });
    this.gain = this.context.createGain();
    this.apply();
    node.connect(this.gain).connect(this.context.destination);
    node.port.onmessage = ({ data }) => {
      this.underruns = data.underruns;
      this.gaps.push(performance.now());
    };
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage({ port: port1 }, [port1]);
    this.connect(port2);
  }

  set({ volume = this.volume, isMuted = this.isMuted }) {
    Object.assign(this, { volume, isMuted });
    this.apply();
  }

  apply() {
    if (this.gain) this.gain.gain.value = this.isMuted ? 0 : this.volume ** 2 * 2;
  }
}
