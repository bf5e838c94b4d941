// Memories: their words as a table, and boards as pictures.

const element = (id) => document.getElementById(id);
const WORDS = 128;
const COLUMNS = 16;
/** Pixels of a cell and of the line between cells. */
const CELL = 18;
const GAP = 2;

export class Memories {
  constructor(player, { attempt }) {
    this.player = player;
    for (const id of ["memory", "memory-from"]) {
      element(id).addEventListener("change", () => attempt(() => this.refresh()));
    }
  }

  open({ name, memories, inside }) {
    const own = memories.map(([memory]) => memory)
      .filter((memory) => memory.startsWith(`${name}.`));
    element("memory").replaceChildren(...own.map((memory) => {
      const option = document.createElement("option");
      option.textContent = memory;
      return option;
    }));
    this.boards = inside.boards.map((board) => ({ board, ...this.figure(board) }));
    element("boards").replaceChildren(...this.boards.map(({ figure }) => figure));
  }

  figure({ title, columns, cells }) {
    const figure = document.createElement("figure");
    const canvas = document.createElement("canvas");
    canvas.width = columns * (CELL + GAP) + GAP;
    canvas.height = (cells.length / columns) * (CELL + GAP) + GAP;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", title);
    const caption = document.createElement("figcaption");
    caption.textContent = title;
    figure.append(canvas, caption);
    return { figure, canvas };
  }

  async refresh() {
    await this.readWords();
    for (const { board, canvas } of this.boards) await this.readBoard(board, canvas);
  }

  async readBoard(board, canvas) {
    const { memory: name, cells, columns, kinds, title } = board;
    const count = Math.max(...cells) + 1;
    const { words } = await this.player.ask({ type: "words", name, from: 0, count });
    const shown = cells.map((address) => kinds[words[address] % kinds.length]);
    draw(canvas.getContext("2d"), shown, columns);
    canvas.setAttribute("aria-label", describe(title, shown, columns));
  }

  async readWords() {
    const name = element("memory").value;
    if (!name) return;
    const from = Math.max(0, Math.floor(Number(element("memory-from").value) / COLUMNS) * COLUMNS);
    const { words } = await this.player.ask({ type: "words", name, from, count: WORDS });
    const rows = [];
    for (let at = 0; at < words.length; at += COLUMNS) {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = from + at;
      row.append(head);
      for (const word of words.slice(at, at + COLUMNS)) {
        const cell = row.insertCell();
        cell.textContent = word.toString(16);
        cell.classList.toggle("zero", Number(word) === 0);
      }
      rows.push(row);
    }
    element("words").replaceChildren(...rows);
  }
}

function draw(context, cells, columns) {
  context.fillStyle = "#2a333d";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  cells.forEach(({ colour, size }, index) => {
    const x = GAP + (index % columns) * (CELL + GAP);
    const y = GAP + Math.floor(index / columns) * (CELL + GAP);
    context.fillStyle = "#0d1014";
    context.fillRect(x, y, CELL, CELL);
    const side = (CELL * size) / 100;
    const inset = (CELL - side) / 2;
    context.fillStyle = colour;
    context.fillRect(x + inset, y + inset, side, side);
  });
}

/** The board in words, for those who do not see the picture: each row that is not empty. */
function describe(title, cells, columns) {
  const rows = [];
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells.slice(at, at + columns);
    if (row.every(({ name }) => name === "")) continue;
    rows.push(`row ${at / columns + 1}: ${row.map(({ name }) => name || "-").join(" ")}`);
  }
  return `${title}: ${rows.join("; ") || "empty"}`;
}
