// Screen of the page: draws the pictures of a monitor or an LCD, and LEDs and digits as parts.

import { draw, HEIGHT, palette, WIDTH } from "./vga-monitor.js";

const LED_OFF = "#282b30";
const SEGMENT_OFF = "#33191b";
const SEGMENT_ON = "#ff4a32";
const CONTROL_ON = "#ff8c00";
/** Level of a WS2812 LED that is shown at full brightness. Games stay below an eighth of 255. */
const FULL = 32;
const GAMMA = 2.2;
const PITCH = 64;

/** What the page does not draw of a game with these devices, or nothing. */
export function missing({ name, devices: { monitor, lcd, leds } }) {
  if (monitor || lcd || leds?.chain) return "";
  if (leds) return `The page does not draw LEDs in rows: \`make play GAME=${name}\` does.`;
  return "This circuit has no screen. Look inside shows its signals.";
}

export class Screen {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  }

  /** Prepares the screen for the devices of a game. Returns width divided by height. */
  open({ monitor, lcd, leds }) {
    this.draw = () => {};
    if (monitor) {
      const pixels = this.pixels(WIDTH, HEIGHT);
      const colours = palette(monitor);
      this.draw = ({ words }) => pixels((all) => draw(new Uint16Array(words), colours, all));
    } else if (leds) {
      const panel = new Panel(this.context, leds);
      this.size(panel.width, panel.height, false);
      this.draw = (picture) => panel.draw(picture);
    } else if (lcd) {
      const pixels = this.pixels(...(lcd.is_turned ? [160, 128] : [128, 160]));
      this.draw = (picture) => pixels((all) => all.set(new Uint32Array(picture.pixels)));
    } else {
      this.size(WIDTH, HEIGHT, false);
    }
    return this.canvas.width / this.canvas.height;
  }

  size(width, height, hasPixels) {
    Object.assign(this.canvas, { width, height });
    this.canvas.classList.toggle("pixels", hasPixels);
  }

  /** Makes a screen of pixels. The result shows pixels of 32 bits that a function fills in. */
  pixels(width, height) {
    this.size(width, height, true);
    const image = new ImageData(width, height);
    const all = new Uint32Array(image.data.buffer);
    return (fill) => {
      fill(all);
      this.context.putImageData(image, 0, 0);
    };
  }
}

/** A board with LEDs, and with digits and the control LED beside them. */
class Panel {
  constructor(context, { columns, rows, digits, control_led: controlLed }) {
    this.context = context;
    this.columns = columns;
    this.rows = rows;
    this.board = columns * PITCH;
    this.hasSide = digits || controlLed;
    this.width = this.board + PITCH + (this.hasSide ? 6 * PITCH : 0);
    this.height = rows * PITCH + PITCH;
  }

  draw({ leds, segments, controlLed }) {
    const { context } = this;
    context.fillStyle = "#101216";
    context.fillRect(0, 0, this.width, this.height);
    for (let led = 0; led < this.columns * this.rows; led++) {
      const x = PITCH * (1 + (led % this.columns));
      const y = PITCH * (1 + Math.floor(led / this.columns));
      this.led(x, y, leds.subarray(3 * led, 3 * led + 3));
    }
    if (segments) {
      for (let digit = 0; digit < 4; digit++) {
        this.digit(this.digitLeft(digit), segments.slice(8 * digit, 8 * digit + 8));
      }
    }
    if (controlLed !== null) {
      const x = this.digitLeft(2) + 1.1 * PITCH;
      this.disc(x, this.height * 0.72, PITCH / 5, controlLed ? CONTROL_ON : LED_OFF);
    }
  }

  digitLeft(digit) {
    return this.board + PITCH + (1.3 * digit + (digit > 1 ? 0.4 : 0)) * PITCH;
  }

  led(x, y, [red, green, blue]) {
    if (red + green + blue === 0) {
      this.disc(x, y, PITCH * 0.36, LED_OFF);
      return;
    }
    const shown = [red, green, blue].map((level) =>
      Math.max(40, Math.round(255 * Math.min(1, level / FULL) ** (1 / GAMMA))));
    const glow = this.context.createRadialGradient(x, y, PITCH * 0.3, x, y, PITCH * 0.72);
    glow.addColorStop(0, `rgba(${shown.join()}, 0.45)`);
    glow.addColorStop(1, `rgba(${shown.join()}, 0)`);
    this.context.fillStyle = glow;
    this.context.fillRect(x - PITCH, y - PITCH, 2 * PITCH, 2 * PITCH);
    this.disc(x, y, PITCH * 0.36, `rgb(${shown.join()})`);
  }

  disc(x, y, radius, colour) {
    const { context } = this;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  /** Segments a to g, clockwise from the top and the middle last, then the point. */
  digit(left, lit) {
    const [width, half] = [0.85 * PITCH, 0.75 * PITCH];
    const top = this.height * 0.3;
    const right = left + width;
    const bars = [
      [left, top, right, top],
      [right, top, right, top + half],
      [right, top + half, right, top + 2 * half],
      [left, top + 2 * half, right, top + 2 * half],
      [left, top + half, left, top + 2 * half],
      [left, top, left, top + half],
      [left, top + half, right, top + half],
    ];
    bars.forEach((bar, index) => this.bar(bar, lit[index] ? SEGMENT_ON : SEGMENT_OFF));
    const point = lit[7] ? SEGMENT_ON : SEGMENT_OFF;
    this.disc(right + 0.22 * PITCH, top + 2 * half, 0.07 * PITCH, point);
  }

  bar([x1, y1, x2, y2], colour) {
    const { context } = this;
    const inset = 0.12 * PITCH;
    const [dx, dy] = [Math.sign(x2 - x1) * inset, Math.sign(y2 - y1) * inset];
    context.strokeStyle = colour;
    context.lineWidth = 0.15 * PITCH;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(x1 + dx, y1 + dy);
    context.lineTo(x2 - dx, y2 - dy);
    context.stroke();
  }
}
