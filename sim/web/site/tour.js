// Live circuits of the tour: each element with `data-circuit` gets controls, values and a picture.
//
// A circuit is a program of `gatefall.js`. It runs only when a button is pressed; the whole game
// also runs in real time, while it has the focus.

import { load } from "./gatefall.js";
import { beam, whole } from "./tour-screen.js";
import { View } from "./tour-views.js";

/** Letters of the shapes 1 to 7. */
const SHAPES = ["-", "I", "J", "L", "O", "S", "T", "Z"];
/** Most cycles until a circuit must be at rest. */
const LIMIT = 200_000;
const COLUMNS = 10;
/** Rows of the engine's board with the hidden rows in which a piece appears. */
const SHOWN_ROWS = 22;

/** Puts the circuit into reset for some cycles. */
function reset(machine) {
  machine.poke("reset", 1);
  machine.run(4);
  machine.poke("reset", 0);
}

/** The low bits of a value as a number with a sign. */
function signed(value, bits) {
  const above = 32 - bits;
  return (value << above) >> above;
}

/** Runs until a signal has a value. */
function runUntil(view, name, value) {
  const limit = view.machine.cycles + LIMIT;
  do view.tick(1);
  while (view.machine.peek(name) !== value && view.machine.cycles < limit);
}

function countdown(view) {
  const { machine } = view;
  reset(machine);
  view.watch(["load", "from", "step", "left", "counts"]);
  view.number("from", 0, 15, 9);
  view.strobe("load", "load");
  view.level("step", "step");
  view.button("1 clock", () => view.tick(1));
  view.button("8 clocks", () => view.tick(8));
}

/** Clocks between two samples of the buttons. */
const SAMPLE = 8;

function buttons(view) {
  const { machine } = view;
  reset(machine);
  view.watch(["levels", "level", "sample", "held", "pressed"]);
  let presses = 0;
  view.value("presses", () => presses);
  const tick = (clocks, levels) => {
    for (let clock = 0; clock < clocks; clock++) {
      machine.poke("levels", levels(clock));
      machine.poke("sample", machine.cycles % SAMPLE === 0 ? 1 : 0);
      presses += machine.peek("pressed") ? 1 : 0;
      view.tick(1);
    }
    view.show();
  };
  let isDown = 0;
  view.button("press, with bounces", () => {
    isDown = 1;
    tick(16, (clock) => (clock < 6 ? (clock ^ 1) & 1 : 1));
  });
  view.button("release, with bounces", () => {
    isDown = 0;
    tick(16, (clock) => (clock < 6 ? clock & 1 : 0));
  });
  view.button("16 clocks", () => tick(16, () => isDown));
}

function bag(view) {
  const { machine } = view;
  reset(machine);
  const piece = (number) => SHAPES[number];
  const pieces = [];
  view.watch(["step", "place", "other", "lfsr.value", "control.ready"]);
  view.value("next piece", () => piece(machine.peek("control.next_shape")));
  view.value("pieces taken", () => pieces.join(" "));
  view.value("ring", () => {
    const ring = machine.memory("ring");
    return Array.from({ length: 16 }, (_, place) => piece(ring.get(place))).join(" ");
  });
  const strobe = (name) => {
    machine.poke(name, 1);
    view.tick(1);
    machine.poke(name, 0);
    if (name === "control.restart") return;
    while (!machine.peek("control.ready")) view.tick(1);
  };
  const deal = () => {
    pieces.length = 0;
    strobe("control.restart");
    strobe("control.deal");
    view.show();
  };
  view.button("take a piece", () => {
    pieces.push(piece(machine.peek("control.next_shape")));
    if (pieces.length > 14) pieces.shift();
    strobe("control.take");
    view.show();
  });
  view.button("new game", () => {
    // The register runs while no game is played: the clock of the key decides.
    machine.poke("free", 1);
    view.tick(1 + (Math.floor(performance.now()) % 1000));
    machine.poke("free", 0);
    deal();
  });
  deal();
}

function tables(view) {
  const { machine } = view;
  const picture = view.board(4, 4, 28);
  view.watch(["places.address", "places.data"]);
  const choices = { shape: 6, rotation: 0 };
  let index = 0;
  const read = (place) => {
    machine.poke("places.address", (choices.shape << 4) | (choices.rotation << 2) | place);
    view.tick(1);
    const word = machine.peek("places.data");
    return { x: signed(word, 3), y: signed(word >> 3, 3) };
  };
  let cells = [];
  const walk = () => {
    cells = [0, 1, 2, 3].map(read);
    index = 4;
    view.show();
  };
  picture.draw = (cell) => cells.slice(0, index).forEach(({ x, y }) => cell(x, y, choices.shape));
  view.value("cells", () => cells.slice(0, index).map(({ x, y }) => `(${x}, ${y})`).join(" "));
  const names = SHAPES.slice(1).map((name, at) => [name, at + 1]);
  view.choice("shape", names, choices.shape, (value) => { choices.shape = value; walk(); });
  const rotations = [["0", 0], ["R", 1], ["2", 2], ["L", 3]];
  view.choice("rotation", rotations, 0, (value) => { choices.rotation = value; walk(); });
  view.button("next cell", () => {
    if (index === 4) [index, cells] = [0, []];
    cells.push(read(index++));
    view.show();
  });
  view.button("all four cells", walk);
  walk();
}

/** Word of a cell of the board: see `hdl/games/src/falling_blocks/board/cell_address.rs`. */
function cellWord(row, column) {
  if (column < 8) return (row << 3) | column;
  return (3 << 6) | ((row & 7) << 3) | ((row >> 3) << 1) | (column & 1);
}

/** Settings of the engine, and the strobe that begins a game. */
const ENGINE = {
  published: 1, running: 1, "settings.start_level": 1, "settings.soft_drop_factor": 20,
  "shift.delay": 8, "shift.reload": 6, "settings.hold_allowed": 1,
  "lock_timing.ticks": 30, "lock_timing.resets": 15, "settings.clear_delay": 18,
};
const ACTIONS = { left: 1, right: 2, turn: 4, "turn back": 5, "hard drop": 6 };

function collision(view) {
  const { machine } = view;
  reset(machine);
  for (const [name, value] of Object.entries(ENGINE)) machine.poke(name, value);
  const unit = "falling_piece_update";
  const names = ["step", "index", "trial_x", "trial_y", "board.cell", "hits"];
  view.watch(names.map((name) => `${unit}.${name}`));
  const cells = machine.memory("board_controller.cells.first");
  const picture = view.board(COLUMNS, SHOWN_ROWS, 14);
  const place = machine.probe(["place.x", "place.y", "place.rotation", "shape"]);
  const trial = machine.probe(["trial_x", "trial_y", "trial_rotation"]
    .map((name) => `${unit}.${name}`));
  const words = machine.memory("rule_tables.words");
  const cellsOf = (shape, rotation) => [0, 1, 2, 3].map((index) => {
    const word = words.get((shape << 4) | (rotation << 2) | index);
    return [signed(word, 3), signed(word >> 3, 3)];
  });
  picture.draw = (cell) => {
    for (let row = 0; row < SHOWN_ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        cell(column, row, cells.get(cellWord(row, column)));
      }
    }
    const [x, y, rotation, shape] = place();
    if (shape === 0) return;
    for (const [dx, dy] of cellsOf(shape, rotation)) {
      cell(signed(x, 5) + dx, signed(y, 6) + dy, shape);
    }
    if (!machine.peek("piece_busy")) return;
    const [tx, ty, turned] = trial();
    for (const [dx, dy] of cellsOf(shape, turned)) {
      cell(signed(tx, 5) + dx, signed(ty, 6) + dy, -1);
    }
  };
  view.value("piece", () => `${SHAPES[machine.peek("shape")]} at column ${signed(place()[0], 5)}, `
    + `row ${signed(place()[1], 6)}`);
  view.value("last operation", () => {
    if (machine.peek("piece_busy")) return "running";
    return machine.peek(`${unit}.status.accepted`) ? "accepted" : "refused";
  });
  const isBusy = () => machine.peek("piece_busy") || !machine.peek("turn_control.at_rest");
  const settle = () => {
    // A press is in the queue for some clocks before the engine takes it.
    view.tick(100);
    const limit = machine.cycles + LIMIT;
    while (isBusy() && machine.cycles < limit) view.tick(1);
  };
  const strobe = (name) => {
    machine.poke(name, 1);
    view.tick(1);
    machine.poke(name, 0);
  };
  const press = (action) => {
    machine.poke("key.action", ACTIONS[action]);
    strobe("key.pressed");
    machine.poke("key.action", 0);
  };
  let wanted = "left";
  view.choice("operation", Object.keys(ACTIONS).map((name) => [name, name]), wanted,
    (value) => { wanted = value; });
  view.button("run it", () => { settle(); press(wanted); settle(); view.show(); });
  view.button("run it to the test of its cells", () => {
    settle();
    press(wanted);
    runUntil(view, "piece_busy", 1);
    view.show();
  });
  view.button("1 clock", () => view.tick(1));
  view.button("a tick of 1/60 s", () => { settle(); strobe("tick"); settle(); view.show(); });
  strobe("new_game");
  settle();
  for (let tick = 0; tick < 3; tick++) { strobe("tick"); settle(); }
  view.show();
}

function rows(view) {
  const { machine } = view;
  reset(machine);
  view.watch(["clear_line.step", "clear_line.sweep", "clear_line.source", "clear_line.target",
    "clear_line.column", "control.busy"]);
  const memory = machine.memory("cells.first");
  const picture = view.board(COLUMNS, 12, 20);
  picture.draw = (cell) => {
    for (let row = 0; row < 12; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        cell(column, row, memory.get(cellWord(row, column)));
      }
    }
  };
  const put = (column, row, shape) => {
    machine.poke("piece.address", (row << 4) | column);
    machine.poke("stamp_shape", shape);
    machine.poke("piece.stamp", 1);
    view.tick(1);
    machine.poke("piece.stamp", 0);
  };
  picture.click = (column, row) => {
    put(column, row, memory.get(cellWord(row, column)) ? 0 : 6);
    view.show();
  };
  view.value("full rows", () => machine.peek("control.full_rows"));
  view.value("cells outside", () => (machine.peek("leftover") ? "yes" : "no"));
  const start = (name) => () => {
    machine.poke(`control.${name}`, 1);
    view.tick(1);
    machine.poke(`control.${name}`, 0);
    view.show();
  };
  view.button("count full rows", start("count"));
  view.button("remove them", start("collapse"));
  view.button("erase", start("erase"));
  view.button("1 clock", () => view.tick(1));
  view.button("21 clocks", () => view.tick(21));
  view.button("to the end", () => { runUntil(view, "control.busy", 0); view.show(); });
  for (let column = 0; column < COLUMNS; column++) {
    put(column, 0, 1 + (column % 7));
    if (column !== 4) put(column, 1, 3);
    put(column, 2, 2);
  }
  put(7, 3, 5);
  view.show();
}

const CIRCUITS = { countdown, buttons, bag, tables, collision, rows, beam, whole };

/** The circuits by name, for tests and for the console of the browser. */
globalThis.tour = {};

async function start(section) {
  const { circuit, program } = section.dataset;
  const view = new View(section);
  try {
    view.machine = await load(program);
    CIRCUITS[circuit](view);
    view.show();
    globalThis.tour[circuit] = view;
  } catch (error) {
    view.say(`The circuit does not run: ${error.message}`, true);
    console.error(error);
  }
}

// A circuit is loaded when it comes near the window.
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    start(target);
  }
}, { rootMargin: "600px" });
for (const section of document.querySelectorAll("[data-circuit]")) observer.observe(section);
