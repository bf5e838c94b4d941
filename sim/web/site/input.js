// Input of the page: keys, buttons on the screen and gamepads become controls of the game.
//
// A control is a key of the PS/2 keyboard, a button of the circuit, or a button of a modelled
// gamepad at the circuit's pins. Several inputs may press the same control; it is released with the
// last of them.

const NAMES = {
  ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", Escape: "Esc",
  ShiftLeft: "LeftShift", ShiftRight: "RightShift", NumpadDecimal: "KeypadDot",
  NumpadAdd: "KeypadPlus", NumpadEnter: "KeypadEnter",
};
/** Tab moves the focus, also in the game. */
const NOT_TAKEN = ["Tab"];
/**
 * Buttons of the standard gamepad, by the names in the description of a game. `a` is the lower one,
 * which is B on a pad of the SNES type.
 */
const PAD_BUTTONS = {
  a: 0, b: 1, x: 2, y: 3, l: 4, r: 5, select: 8, start: 9, up: 12, down: 13, left: 14, right: 15,
};
const STICK = 0.5;

/** Name of a key of the keyboard, by its place on the keyboard (`KeyboardEvent.code`). */
export function keyName(code) {
  if (NAMES[code]) return NAMES[code];
  const named = /^(?:Key|Digit)(\w)$/.exec(code) ?? /^Numpad(\d)$/.exec(code);
  if (!named) return code;
  return code.startsWith("Numpad") ? `Keypad${named[1]}` : named[1];
}

export class Input {
  /** `set(control, isDown)` presses and releases controls of the game. */
  constructor(set) {
    this.set = set;
    /** Inputs that are down, by control. */
    this.down = new Map();
    /** Codes of the keys that were pressed. */
    this.keys = new Set();
    this.controls = new Map();
    /** Buttons on the screen, with their controls. */
    this.buttons = [];
    /** Controls of the gamepad of each player, by button. */
    this.pads = [];
    /** Number of the gamepad of each player, or null for a free place. */
    this.places = [];
    this.polling = 0;
    /** In a pause nothing is pressed. The page goes on at the next key. */
    this.isPaused = false;
  }

  /** Finds the control of each key of a game. */
  open({ devices, page }) {
    this.releaseAll();
    this.controls.clear();
    for (const name of devices.keyboard ? Object.keys(devices.keys) : []) {
      if (!NOT_TAKEN.includes(name)) this.controls.set(name.toLowerCase(), name);
    }
    for (const { port, keys } of devices.buttons) {
      for (const key of keys) this.controls.set(key.toLowerCase(), port);
    }
    this.pads = page.gamepads;
  }

  /** Handles a key event. True if it belongs to the game. */
  key(event) {
    const name = keyName(event.code).toLowerCase();
    // A game without a keypad takes its keys for the others of the same name.
    const control = this.controls.get(name) ?? this.controls.get(name.replace(/^keypad/, ""));
    if (!control) return false;
    if (event.type === "keyup") {
      this.release(control, event.code);
      return true;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.repeat || this.isPaused) return true;
    this.keys.add(event.code);
    this.press(control, event.code);
    return true;
  }

  press(control, input) {
    const inputs = this.down.get(control) ?? new Set();
    if (inputs.size === 0) this.apply(control, true);
    this.down.set(control, inputs.add(input));
  }

  release(control, input) {
    const inputs = this.down.get(control);
    if (!inputs?.delete(input) || inputs.size > 0) return;
    this.down.delete(control);
    this.apply(control, false);
  }

  /** Releases everything: the focus is lost. */
  releaseAll() {
    for (const control of [...this.down.keys()]) this.apply(control, false);
    this.down.clear();
  }

  /** Releases the keys of the keyboard, but no button. */
  releaseKeys() {
    for (const [control, inputs] of [...this.down]) {
      for (const input of [...inputs]) if (this.keys.has(input)) this.release(control, input);
    }
    this.keys.clear();
  }

  /** Presses or releases a control, and shows it on its button. */
  apply(control, isDown) {
    this.set(control, isDown);
    for (const [button, own] of this.buttons) {
      if (own === control) button.classList.toggle("is-down", isDown);
    }
  }

  /** Makes the buttons on the screen. */
  showPads(element, { cross, actions, system }) {
    this.buttons = [];
    const group = (name, buttons) => {
      const box = document.createElement("div");
      box.className = name;
      box.append(...buttons.map((button) => this.padButton(button)));
      return box;
    };
    element.replaceChildren(
      group("cross", cross),
      group("system", system),
      group("actions", actions),
    );
  }

  padButton({ label, control, place }) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    if (place) button.className = place;
    this.buttons.push([button, control]);
    const go = (isDown, input) => {
      if (isDown && this.isPaused) return;
      if (isDown) this.press(control, input);
      else this.release(control, input);
    };
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      go(true, `pointer ${event.pointerId}`);
    });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(type, (event) => go(false, `pointer ${event.pointerId}`));
    }
    button.addEventListener("keydown", (event) => {
      if (event.code !== "Enter" && event.code !== "Space") return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) go(true, button);
    });
    for (const type of ["keyup", "blur"]) button.addEventListener(type, () => go(false, button));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  /** Reads gamepads as long as there are some. */
  pollGamepads() {
    cancelAnimationFrame(this.polling);
    const pads = navigator.getGamepads?.().filter((pad) => pad?.connected) ?? [];
    this.placePads(pads);
    for (const pad of pads) this.readPad(pad, this.places.indexOf(pad.index));
    if (pads.length > 0) this.polling = requestAnimationFrame(() => this.pollGamepads());
  }

  /** Gives new gamepads the free places. One that is gone has no button down. */
  placePads(pads) {
    this.places.forEach((number, player) => {
      if (number === null || pads.some(({ index }) => index === number)) return;
      this.readPad({ index: number, axes: [], buttons: [] }, player);
      this.places[player] = null;
    });
    for (const { index } of pads) {
      if (this.places.includes(index)) continue;
      const free = this.places.indexOf(null);
      this.places[free < 0 ? this.places.length : free] = index;
    }
  }

  /** Presses and releases the controls of a player. Games have none for further gamepads. */
  readPad(pad, player) {
    const [x = 0, y = 0] = pad.axes;
    const stick = { left: x < -STICK, right: x > STICK, up: y < -STICK, down: y > STICK };
    for (const [name, control] of Object.entries(this.pads[player] ?? {})) {
      const isDown = pad.buttons[PAD_BUTTONS[name]]?.pressed || stick[name];
      const input = `pad ${pad.index} ${name}`;
      if (isDown && !this.isPaused) this.press(control, input);
      else this.release(control, input);
    }
  }
}
