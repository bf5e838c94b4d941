// Waveforms: one line for each signal, with the values of wide signals as text.

/** Height of a line. */
const LINE = 34;
const HIGH = 7;
const LOW = 27;

/** A colour of the style sheet. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

/** Draws the values of signals, cycle by cycle, a cursor, and a mark unless it is null. */
export function drawWave(canvas, { names, values, widths, cursor, mark = null }) {
  const scale = globalThis.devicePixelRatio ?? 1;
  const width = canvas.clientWidth || 640;
  const height = LINE * names.length;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.font = "11px ui-monospace, monospace";
  context.textBaseline = "middle";
  const [trace, ink] = [colour("--accent"), colour("--text")];
  const step = width / values[0].length;
  values.forEach((row, index) => {
    context.save();
    context.translate(0, LINE * index);
    context.strokeStyle = trace;
    context.fillStyle = ink;
    if (widths[index] === 1) drawBit(context, row, step);
    else drawBus(context, row, step);
    context.restore();
  });
  drawLine(context, step, cursor, colour("--cursor"), []);
  if (mark !== null) drawLine(context, step, mark, colour("--text"), [3, 3]);
  const cycles = values[0].length;
  canvas.setAttribute("aria-label", `Waveforms of ${names.join(", ")} over ${cycles} cycles`);
}

/** A line through the middle of a cycle. */
function drawLine(context, step, cycle, ink, dash) {
  const x = Math.round(step * (cycle + 0.5)) + 0.5;
  context.save();
  context.strokeStyle = ink;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, context.canvas.height);
  context.stroke();
  context.restore();
}

function drawBit(context, row, step) {
  context.beginPath();
  row.forEach((value, cycle) => {
    const y = value ? HIGH : LOW;
    context.lineTo(step * cycle, y);
    context.lineTo(step * (cycle + 1), y);
  });
  context.stroke();
}

/** Sections of equal values, with the value where there is room. */
function drawBus(context, row, step) {
  let start = 0;
  for (let cycle = 1; cycle <= row.length; cycle++) {
    if (cycle < row.length && row[cycle] === row[start]) continue;
    const [left, right] = [step * start, step * cycle];
    const slope = Math.min(3, (right - left) / 2);
    context.beginPath();
    for (const y of [HIGH, LOW]) {
      context.moveTo(left, (HIGH + LOW) / 2);
      context.lineTo(left + slope, y);
      context.lineTo(right - slope, y);
      context.lineTo(right, (HIGH + LOW) / 2);
    }
    context.stroke();
    const text = row[start].toString(16);
    const room = right - left - 2 * slope - 4;
    if (context.measureText(text).width < room) {
      context.fillText(text, left + slope + 3, (HIGH + LOW) / 2);
    }
    start = cycle;
  }
}
