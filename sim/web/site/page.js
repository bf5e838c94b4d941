// The page: connects the player with its screen, its input, its sound and its buttons.

import { file } from "./gatefall.js";
import { Input } from "./input.js";
import { Inside } from "./inside.js";
import { Player } from "./player.js";
import { describe, showGames } from "./panel.js";
import { ReplayError } from "./replay.js";
import { Replays } from "./replays.js";
import { Saves } from "./saves.js";
import { missing, Screen } from "./screen.js";
import { Sound } from "./sound.js";

const BACKGROUND = "Paused in the background";
const NO_FOCUS = "Paused: the page has lost the focus";

const element = (id) => document.getElementById(id);
const view = {
  screen: element("screen"), cover: element("cover"), coverText: element("cover-text"),
  coverButton: element("cover-button"), pause: element("pause"), mute: element("mute"),
  pads: element("pads"), padsButton: element("pads-button"), message: element("message"),
  reset: element("reset"), spoken: element("spoken"), play: document.querySelector(".play"),
};

/** State of the page that others look at: tests, measurements and the console. */
const page = {
  games: [], game: null, isReady: false, error: "", status: null, light: null,
  pictures: 0, cycle: 0, firstPictureMs: 0,
};
const player = new Player();
const screen = new Screen(element("canvas"));
const sound = new Sound((port) => player.sound(port));
const input = new Input((control, isDown) => player.key(control, isDown));
const replays = new Replays(player, { say, resume, pause, load });
const inside = new Inside(player, { say, pause });
const saves = new Saves(say);
globalThis.gatefall = { page, player, sound, input, replays, inside };

function say(text, isError = false) {
  view.message.textContent = text;
  view.message.classList.toggle("error", isError);
}

/** Covers the picture with a text, and with a button if there is something to do. */
function cover(text, button = "", act = resume) {
  view.cover.hidden = false;
  view.coverText.textContent = text;
  view.spoken.textContent = text;
  view.act = act;
  view.coverButton.hidden = button === "";
  view.coverButton.textContent = button;
}

function resume() {
  if (!page.isReady) return;
  view.cover.hidden = true;
  view.spoken.textContent = "";
  showPause(false);
  input.isPaused = false;
  player.run(true);
}

function pause(text) {
  player.run(false);
  // In the cycle of the pause: the clock does not run between the two.
  input.releaseAll();
  input.isPaused = true;
  showPause(true);
  if (text) cover(text, "Go on");
}

function showPause(isPaused) {
  view.pause.querySelector("span").textContent = isPaused ? "Go on" : "Pause";
  replays.showPause(isPaused);
}

async function startSound() {
  // Before an action of the user the browser would refuse.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    await sound.start();
  } catch (error) {
    say(`There is no sound: ${error.message}`, true);
  }
}

/** Loads again what the address names, or the whole page if its worker is missing. */
function retry() {
  if (player.failure) location.reload();
  else replays.follow(page.games);
}

/** Loads a game, unless another load follows. `read` makes a replay from its description. */
async function load(name, read) {
  page.isReady = false;
  page.error = "";
  page.game = name;
  view.reset.disabled = true;
  pause();
  cover("Loading the circuit");
  say("");
  try {
    const description = await player.load(name, read, () => saves.read(name));
    if (!description) return;
    input.open(description);
    view.screen.style.setProperty("--shape", screen.open(description.devices));
    say(missing(description));
    input.showPads(view.pads, description.page.pads);
    // The buttons of a circuit are a part of its board.
    const isTouched = matchMedia("(pointer: coarse)").matches;
    showPads(isTouched || description.devices.buttons.length > 0);
    describe(description);
    showGames(page.games, name);
    replays.open(description);
    inside.open(description);
  } catch (error) {
    // The caller loads the game without the replay.
    if (error instanceof ReplayError) throw error;
    page.error = error.message;
    cover(error.message, "Try again", retry);
    say(error.message, true);
  }
}

player.addEventListener("ready", ({ detail }) => {
  page.isReady = true;
  view.reset.disabled = false;
  replays.ready(detail);
  if (document.hidden) cover(BACKGROUND, "Go on");
  else if (!document.hasFocus()) cover(NO_FOCUS, "Go on");
  else resume();
  if (document.activeElement === document.body) view.screen.focus({ preventScroll: true });
  inside.ready();
});

player.addEventListener("picture", ({ detail }) => {
  screen.draw(detail.picture);
  page.pictures++;
  page.firstPictureMs ||= performance.now();
  page.cycle = detail.cycle;
  page.light = detail.picture.leds ? detail.picture : null;
  if (detail.picture.words) player.recycle(detail.picture.words);
});

player.addEventListener("status", ({ detail }) => {
  page.status = detail;
  const { pictures, ratio, seconds } = detail;
  element("status").textContent = player.isRunning
    ? `${pictures.toFixed(1)} pictures/s   ${ratio.toFixed(2)} of real time`
    : `stopped at ${seconds.toFixed(3)} s`;
  if (detail.fault) say(detail.fault, true);
  replays.status(detail);
});

player.addEventListener("flash", ({ detail }) => saves.take(detail));

player.addEventListener("over", ({ detail }) => {
  showPause(true);
  replays.over(detail);
});

player.addEventListener("error", ({ detail }) => {
  page.error = detail.message;
  // Until a reset or another load nothing goes on.
  page.isReady = false;
  input.isPaused = true;
  showPause(true);
  if (view.reset.disabled) cover(detail.message, "Try again", retry);
  else cover(`The simulator stopped: ${detail.message}. Reset starts the game again.`);
  say(detail.message, true);
});

/** Keys belong to the game while the focus is on the picture, or nowhere. */
function isForGame() {
  return [document.body, view.screen, null].includes(document.activeElement);
}

for (const type of ["keydown", "keyup"]) {
  addEventListener(type, (event) => {
    // macOS reports no release of a key that goes up while Meta is down.
    if (type === "keyup" && event.key === "Meta") input.releaseKeys();
    // A release counts everywhere, so that no key is stuck.
    if (type === "keydown" && !isForGame()) return;
    if (!input.key(event)) return;
    if (isForGame()) event.preventDefault();
    // A key that is still held does not end a pause.
    if (type !== "keydown" || event.repeat) return;
    if (!player.isRunning && page.isReady && !player.isReplay) resume();
  });
}

// Any action of the user allows sound: that of a finger when it ends.
for (const type of ["keydown", "pointerup", "click"]) {
  addEventListener(type, startSound, { capture: true });
}

addEventListener("blur", () => {
  if (player.isRunning) pause(NO_FOCUS);
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden && player.isRunning) pause(BACKGROUND);
});
view.screen.addEventListener("blur", () => input.releaseAll());
for (const type of ["gamepadconnected", "gamepaddisconnected"]) {
  addEventListener(type, () => input.pollGamepads());
}
addEventListener("hashchange", () => replays.follow(page.games));

// Another address would load a game.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  view.screen.focus();
});
view.coverButton.addEventListener("click", () => {
  view.act();
  view.screen.focus();
});
view.pause.addEventListener("click", () => {
  if (player.isRunning) pause();
  else resume();
});
view.reset.addEventListener("click", () => {
  input.releaseAll();
  player.restart();
  resume();
});
view.mute.addEventListener("click", () => {
  sound.set({ isMuted: !sound.isMuted });
  view.mute.setAttribute("aria-pressed", sound.isMuted);
});
element("volume").addEventListener("input", ({ target }) => {
  sound.set({ volume: Number(target.value) });
});
view.padsButton.addEventListener("click", () => showPads(view.pads.hidden));
element("fullscreen").addEventListener("click", async () => {
  try {
    await view.play.requestFullscreen();
  } catch {
    // A phone may have no full screen for parts of a page.
    showFull(true);
  }
  view.screen.focus();
});
element("leave").addEventListener("click", () => showFull(false));
view.play.addEventListener("fullscreenchange", () => showFull(document.fullscreenElement !== null));
element("screenshot").addEventListener("click", () => {
  element("canvas").toBlob((blob) => replays.download(blob, `${page.game}.png`), "image/png");
});

// After a click the keys belong to the game again. A control that was reached by key stays focused.
function returnFocus() {
  requestAnimationFrame(() => view.screen.focus({ preventScroll: true }));
}
const controls = ".toolbar button, #volume, aside .row button";
for (const control of document.querySelectorAll(controls)) {
  control.addEventListener("pointerup", returnFocus);
}
// The list of speeds stays open after a click, until another speed is chosen.
const speed = { list: element("speed"), isClicked: false };
speed.list.addEventListener("pointerdown", () => { speed.isClicked = true; });
speed.list.addEventListener("keydown", () => { speed.isClicked = false; });
speed.list.addEventListener("change", () => {
  player.speed(Number(speed.list.value));
  if (speed.isClicked) returnFocus();
});

/** Shows the game alone: it fills the screen or the window. */
function showFull(isFull) {
  view.play.classList.toggle("full", isFull);
  element("leave").hidden = !isFull;
}

function showPads(isShown) {
  view.pads.hidden = !isShown;
  view.padsButton.setAttribute("aria-pressed", isShown);
}

async function start() {
  if (typeof WebAssembly === "undefined") {
    cover("This browser has no WebAssembly, which the simulator needs.");
    return;
  }
  if (!Sound.isPossible) {
    view.mute.disabled = true;
    element("volume").disabled = true;
    view.mute.title = isSecureContext ? "This browser has no audio worklet."
      : "Browsers play sound only over https, or of this machine.";
    element("volume").title = view.mute.title;
  }
  try {
    page.games = await file("games.json").then((response) => response.json());
  } catch (error) {
    cover(`There is no list of games: ${error.message}.`, "Try again", () => location.reload());
    return;
  }
  await replays.follow(page.games);
}

start();
