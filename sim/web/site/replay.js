// Replays: a recording as text, and as a part of a link.
//
//   # gatefall replay
//   game arcade
//   circuit 0123456789abcdef
//   flash 4064 53ff0a
//   @15105000 press Enter
//   @17622500 release Enter
//   @75525000 end 1a2b3c4d
//
// `@` starts a clock cycle since power-up. `end` has a hash of the state in the last cycle. `flash`
// has bytes of the flash at power-up, from an offset on; the others are erased. `gatefall sim GAME
// --keys FILE` replays the same file.

import { erased, readLine, toLines } from "./flash.js";

const TITLE = "# gatefall replay";
const MOST_EVENTS = 200_000;
/** Length of the longest text. */
export const MOST_TEXT = 8_000_000;

/** A replay that cannot be played. */
export class ReplayError extends Error {}

export function toText(description, { flash, events, end, state }) {
  const lines = events.map(([cycle, control, isDown]) =>
    `@${cycle} ${isDown ? "press" : "release"} ${control}`);
  const { name, circuit } = description;
  const head = [TITLE, `game ${name}`, `circuit ${circuit}`];
  if (flash) head.push(...toLines(flash));
  return `${[...head, ...lines, `@${end} end ${state}`].join("\n")}\n`;
}

/** Name of the game of a replay, which is one of these games. */
export function gameOf(text, games) {
  const name = /^game (\S+)$/m.exec(text)?.[1];
  if (!name) throw new ReplayError("This is not a replay: it has no line `game NAME`.");
  if (games.some((game) => game.name === name)) return name;
  throw new ReplayError(`The replay is of the game ${name}, which is not here.`);
}

/** Reads a replay of the described game. */
export function fromText(description, text) {
  const { devices } = description;
  const keys = devices.keyboard ? Object.keys(devices.keys) : [];
  const buttons = devices.buttons.map(({ port }) => port);
  const controls = [...keys, ...buttons, ...devices.gamepads.flat()];
  const replay = { flash: devices.flash ? erased() : null, events: [], end: null, state: null };
  const down = new Set();
  text.split(/\r?\n/).forEach((line, index) => {
    const words = line.replace(/#.*/, "").trim().split(/\s+/);
    if (words[0] === "") return;
    const fail = (problem) => {
      throw new ReplayError(`Line ${index + 1} of the replay: ${problem}`);
    };
    if (words[0] === "game") return checkName(words[1], description.name, fail);
    if (words[0] === "circuit") return checkCircuit(words[1], description.circuit, fail);
    if (words[0] === "flash") {
      if (!replay.flash) fail("the game has no flash");
      if (!readLine(replay.flash, words)) fail("it is not bytes of the flash, from an offset on");
      return;
    }
    if (replay.end !== null) fail("there is something after the end");
    const last = replay.events.at(-1)?.[0] ?? 0;
    const cycle = /^@\d{1,15}$/.test(words[0]) ? Number(words[0].slice(1)) : NaN;
    if (!(cycle >= last)) fail(`\`${words[0]}\` is not a cycle after ${last}`);
    const [, action, control] = words;
    if (action === "end") {
      Object.assign(replay, { end: cycle, state: control ?? null });
    } else if (action === "press" || action === "release") {
      if (!controls.includes(control)) fail(`the game has no key \`${control ?? ""}\``);
      if (down.has(control) === (action === "press")) fail(`\`${control}\` does not change`);
      if (action === "press") down.add(control);
      else down.delete(control);
      replay.events.push([cycle, control, action === "press"]);
      if (replay.events.length > MOST_EVENTS) fail("there are too many events");
    } else {
      fail(`\`${action ?? ""}\` is not press, release or end`);
    }
  });
  if (replay.end === null) throw new ReplayError("The replay is not complete: it has no end.");
  return replay;
}

function checkName(name, expected, fail) {
  if (name !== expected) fail(`it is of the game \`${name}\`, not of \`${expected}\``);
}

function checkCircuit(circuit, expected, fail) {
  if (circuit !== expected) {
    fail(`it is of another circuit (${circuit}), and this page has ${expected}`);
  }
}

/** The text as a part of a link: compressed, in the alphabet of URLs. */
export async function toLink(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function fromLink(link) {
  try {
    const characters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await limited(stream);
  } catch {
    throw new ReplayError("The replay in this link is damaged.");
  }
}

/** Text of a stream. A short link must not become an endless text. */
async function limited(stream) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MOST_TEXT) throw new ReplayError("too long");
  }
  return text + decoder.decode();
}
