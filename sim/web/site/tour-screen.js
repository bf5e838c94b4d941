// The steps of the tour with a screen: the beam, and the whole game.

import { Bench } from "./bench.js";
import { draw, palette } from "./vga-monitor.js";

/** Dark blue-grey, as recorded. */
const BLANK = 0x122;

/** The arcade with its monitor. */
function withMonitor(view) {
  const bench = new Bench(view.machine);
  const screen = view.screen(640, 480);
  const colours = palette(view.machine.description.devices.monitor);
  const pixels = new Uint32Array(screen.data.buffer);
  const show = () => draw(bench.monitor.words, colours, pixels);
  const run = (cycles) => {
    bench.run(cycles);
    // Nobody hears the tour.
    bench.speaker?.takeSamples();
  };
  return { bench, screen, show, run };
}

export function beam(view) {
  const { bench, screen, show, run } = withMonitor(view);
  const generator = "arcade.screen.pixel_generator";
  view.watch([`${generator}.vga.h_sync`, `${generator}.vga.red`, `${generator}.vga.green`,
    `${generator}.vga.blue`], 64);
  // The monitor finds the beam by its pulses.
  while (bench.frames < 2) bench.runToPicture(bench.cycles + 1_000_000);
  view.value("beam", () => `column ${bench.monitor.beam.x}, line ${bench.monitor.beam.y}`);
  view.value("clock cycles", () => bench.cycles);
  view.onTick = run;
  screen.draw = (context) => {
    show();
    return () => {
      const { x, y } = bench.monitor.beam;
      context.fillStyle = "#ffd166";
      context.fillRect(0, y, 640, 1);
      context.fillRect(x - 2, y - 6, 5, 13);
    };
  };
  const blank = () => bench.monitor.words.fill(BLANK);
  view.button("1 pixel", () => view.tick(1));
  view.button("1 line", () => view.tick(800));
  view.button("40 lines", () => view.tick(32_000));
  view.button("blank the screen", () => { blank(); view.show(); });
  blank();
  view.tick(800 * 100);
}

/** Keys of the browser that are sent to the arcade, by their codes. */
const KEYS = {
  ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", Space: "Space",
  Enter: "Enter", KeyC: "C", KeyZ: "Z", KeyP: "P", F1: "F1", Escape: "Esc",
};

export function whole(view) {
  const { bench, screen, show, run } = withMonitor(view);
  screen.draw = () => { show(); return null; };
  const scene = "arcade.console.scene_control.current";
  view.value("scene", () => view.machine.peek(scene));
  view.value("clock cycles", () => bench.cycles);
  const signals = view.machine.symbols.length;
  view.value("signals of the circuit", () => signals);
  view.onTick = run;
  const down = new Set();
  const set = (event, isDown) => {
    const key = KEYS[event.code];
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (down.has(key) === isDown) return;
    if (isDown) down.add(key);
    else down.delete(key);
    bench.set(key, isDown);
  };
  const { canvas } = screen;
  let last = null;
  const step = (now) => {
    if (last === null) return;
    // A slow machine, or a page in the background, skips time.
    const cycles = Math.min(now - last, 50) * (bench.clockHz / 1000);
    last = now;
    run(Math.round(cycles));
    view.show();
    requestAnimationFrame(step);
  };
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label",
    "The arcade. It runs while it has the focus. Enter starts a game, Tab leaves it.");
  canvas.addEventListener("keydown", (event) => set(event, true));
  canvas.addEventListener("keyup", (event) => set(event, false));
  canvas.addEventListener("focus", () => {
    last = performance.now();
    requestAnimationFrame(step);
    view.say("It runs. Enter starts, the arrow keys and Space play, Tab stops it.");
  });
  canvas.addEventListener("blur", () => {
    last = null;
    for (const key of down) bench.set(key, false);
    down.clear();
    view.say("It rests. Click the picture to run it.");
  });
  view.button("play", () => canvas.focus());
  view.button("one picture", () => { bench.runToPicture(bench.cycles + 1_000_000); view.show(); });
  while (bench.frames < 2) bench.runToPicture(bench.cycles + 1_000_000);
  view.show();
  view.say("It rests. Click the picture to run it.");
}
