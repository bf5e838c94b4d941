// Example: runs a circuit and shows the values of its outputs and of its memories.

import { load } from "./gatefall.js";

const message = document.getElementById("message");
const machine = await load("tictactoe");
const { clock_hz: clockHz } = machine.description;

// The circuit is reset for some cycles, as on a board.
machine.poke("reset", 1);
machine.run(16);
machine.poke("reset", 0);

// The state can be stored, and the circuit returns to it.
const start = machine.snapshot();
machine.poke("confirm", 1);
machine.run(clockHz / 10);
machine.restore(start);

const names = machine.symbols
  .filter(({ name, width }) => /^tictactoe\.[a-z_]+$/.test(name) && width > 0)
  .map(({ name }) => name);
const read = machine.probe(names);

function show() {
  const values = read();
  const rows = names.map((name, index) => {
    const row = document.createElement("tr");
    row.insertCell().textContent = name;
    row.insertCell().textContent = values[index];
    return row;
  });
  document.getElementById("values").replaceChildren(...rows);
}

function run() {
  const begun = performance.now();
  machine.run(clockHz);
  const speed = clockHz / (performance.now() - begun) / 1000;
  message.textContent = `cycle ${machine.cycles}, ${speed.toFixed(1)} million cycles per second`;
  show();
}

document.getElementById("run").addEventListener("click", run);
run();
