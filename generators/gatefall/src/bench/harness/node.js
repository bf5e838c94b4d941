// Runs the circuit in V8: reads numbers of cycles, answers `done`; answers 0 with the state.
const fs = require("fs");
const module_ = new WebAssembly.Module(fs.readFileSync("circuit.wasm"));
const { memory, run, resume } = new WebAssembly.Instance(module_).exports;
const size = Number(process.argv[2]);
let started = false;

function answer(cycles) {
  if (cycles === 0) return Buffer.from(memory.buffer, 0, size).toString("hex");
  while (cycles > 0) {
    const part = Math.min(cycles, 0x7fffffff);
    // Nobody touches the state between two calls.
    (started ? resume : run)(part);
    started = true;
    cycles -= part;
  }
  return "done";
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(answer(Number(line)) + "\n"));
