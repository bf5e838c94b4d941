// ST7735 LCD with 128 x 160 pixels: receives bytes at its wires, and holds the picture.
//
// A recorded byte has lcd_clock in bit 0, then lcd_data, lcd_dc, lcd_cs and lcd_reset. A bit is
// sampled at the rising edge of the clock, the highest one first. lcd_dc is sampled with the last
// bit: 0 for a command, 1 for data. Nothing is sampled while lcd_cs is high.

const COLUMNS = 128;
const ROWS = 160;
const CLOCK = 1, DATA = 2, DC = 4, CS = 8, RESET = 16;
const SWRESET = 0x01, SLPIN = 0x10, SLPOUT = 0x11, INVOFF = 0x20, INVON = 0x21, DISPOFF = 0x28;
const DISPON = 0x29, CASET = 0x2a, RASET = 0x2b, RAMWR = 0x2c, MADCTL = 0x36;
/** Bits of MADCTL. */
const FLIP_ROWS = 0x80, FLIP_COLUMNS = 0x40, EXCHANGE = 0x20, BLUE_FIRST = 0x08;

export class St7735 {
  constructor(glass) {
    this.glass = glass;
    this.width = COLUMNS + 2 * glass.column_offset;
    this.height = ROWS + 2 * glass.row_offset;
    // Memory that was never written holds noise.
    this.memory = Uint16Array.from(
      { length: this.width * this.height },
      (_, index) => Math.imul(index, 40503) & 0xffff,
    );
    this.last = CS | RESET;
    this.state = {
      bits: 0, byte: 0, command: 0, parameters: [], access: 0, isAwake: false, isOn: false,
      isInverted: false, columns: [0, 0], rows: [0, 0], column: 0, row: 0, wasReset: false,
    };
    this.resetByCommand();
  }

  /** Processes recorded wires. */
  take(pins, start, end) {
    let { last } = this;
    for (let at = start; at < end; at++) {
      const word = pins[at];
      if (word !== last) {
        this.change(word, word ^ last);
        last = word;
      }
    }
    this.last = last;
  }

  change(word, changed) {
    const { state } = this;
    if (changed & RESET) {
      state.bits = 0;
      state.wasReset = true;
      state.access = 0;
      this.resetByCommand();
    }
    if (word & CS) {
      state.bits = 0;
    } else if (changed & word & CLOCK) {
      state.byte = ((state.byte << 1) | (word & DATA ? 1 : 0)) & 0xff;
      state.bits++;
      if (state.bits < 8) return;
      state.bits = 0;
      if (!state.wasReset || !(word & RESET)) return;
      if (word & DC) this.data(state.byte);
      else this.command(state.byte);
    }
  }

  /** Reset by SWRESET, which preserves MADCTL and the memory. */
  resetByCommand() {
    const { state } = this;
    Object.assign(state, { command: 0, isAwake: false, isOn: false, isInverted: false });
    const [columns, rows] = state.access & EXCHANGE ? [this.height, this.width]
      : [this.width, this.height];
    Object.assign(state, { columns: [0, columns - 1], rows: [0, rows - 1] });
  }

  command(code) {
    const { state } = this;
    state.command = code;
    state.parameters = [];
    if (code === SWRESET) this.resetByCommand();
    else if (code === SLPIN || code === SLPOUT) state.isAwake = code === SLPOUT;
    else if (code === INVOFF || code === INVON) state.isInverted = code === INVON;
    else if (code === DISPOFF || code === DISPON) state.isOn = code === DISPON;
    else if (code === RAMWR) [state.column, state.row] = [state.columns[0], state.rows[0]];
  }

  data(byte) {
    const { state } = this;
    const { command, parameters } = state;
    parameters.push(byte);
    if (command === RAMWR && parameters.length === 2) {
      this.pixel((parameters[0] << 8) | parameters[1]);
      parameters.length = 0;
    } else if (command === MADCTL) {
      state.access = byte;
    } else if ((command === CASET || command === RASET) && parameters.length === 4) {
      const ends = [(parameters[0] << 8) | parameters[1], (parameters[2] << 8) | parameters[3]];
      state[command === CASET ? "columns" : "rows"] = ends;
    } else if (parameters.length > 16) {
      parameters.length = 0;
    }
  }

  /** Writes a pixel, and goes to the next position of the window. */
  pixel(colour) {
    const { state, width, height } = this;
    let [x, y] = state.access & EXCHANGE ? [state.row, state.column] : [state.column, state.row];
    if (state.access & FLIP_COLUMNS) x = width - 1 - x;
    if (state.access & FLIP_ROWS) y = height - 1 - y;
    if (x >= 0 && x < width && y >= 0 && y < height) this.memory[y * width + x] = colour;
    if (state.column !== state.columns[1]) {
      state.column++;
      return;
    }
    state.column = state.columns[0];
    state.row = state.row === state.rows[1] ? state.rows[0] : state.row + 1;
  }

  /** Size of the picture as the panel is mounted. */
  get size() {
    return this.glass.is_turned ? [ROWS, COLUMNS] : [COLUMNS, ROWS];
  }

  /** Draws the picture as the panel is mounted, into pixels of alpha, blue, green and red. */
  draw(pixels) {
    const { state, glass } = this;
    if (!state.isAwake || !state.isOn) {
      pixels.fill(0xff000000);
      return;
    }
    const [width, height] = this.size;
    const blueIsHigh = ((state.access & BLUE_FIRST) !== 0) !== glass.is_blue_first;
    const mask = state.isInverted ? 0xffff : 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [column, row] = glass.is_turned ? [y, ROWS - 1 - x] : [x, y];
        const at = (glass.row_offset + row) * this.width + glass.column_offset + column;
        pixels[y * width + x] = rgba(this.memory[at] ^ mask, blueIsHigh);
      }
    }
  }

  snapshot() {
    return { last: this.last, memory: this.memory.slice(), state: structuredClone(this.state) };
  }

  restore({ last, memory, state }) {
    this.last = last;
    this.memory.set(memory);
    this.state = structuredClone(state);
  }
}

function rgba(word, blueIsHigh) {
  const five = (level) => (level << 3) | (level >> 2);
  const green = (word >> 5) & 63;
  const [high, low] = [five(word >> 11), five(word & 31)];
  const [red, blue] = blueIsHigh ? [low, high] : [high, low];
  return ((255 << 24) | (blue << 16) | (((green << 2) | (green >> 4)) << 8) | red) >>> 0;
}
