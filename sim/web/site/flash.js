// Flash: the bytes of it that a game may write, as text for replays and for the browser's storage.
//
//   flash 4064 53ff0a
//
// A line has bytes from an offset on, in hexadecimal. Bytes without a line are erased.

const BYTES = 8192;
const LINE_BYTES = 32;
const ERASED = 0xff;

export const erased = () => new Uint8Array(BYTES).fill(ERASED);

/** The lines of all bytes that are not erased. */
export function toLines(flash) {
  const lines = [];
  for (let at = 0; at < BYTES; at += LINE_BYTES) {
    const part = flash.subarray(at, at + LINE_BYTES);
    if (part.every((byte) => byte === ERASED)) continue;
    const digits = Array.from(part, (byte) => byte.toString(16).padStart(2, "0"));
    lines.push(`flash ${at} ${digits.join("")}`);
  }
  return lines;
}

/** Writes the bytes of a line, given as its words. False if the line is wrong. */
export function readLine(flash, words) {
  const [, at, digits] = /^flash (\d{1,4}) ((?:[\da-f]{2})+)$/i.exec(words.join(" ")) ?? [];
  if (!digits || Number(at) + digits.length / 2 > BYTES) return false;
  flash.set(digits.match(/../g).map((byte) => parseInt(byte, 16)), Number(at));
  return true;
}
