// Modules: the tree of a game with what each module costs, and both sources of a module.

import { make } from "./dom.js";
import { file } from "./gatefall.js";
import { SourceView } from "./source-view.js";

const element = (id) => document.getElementById(id);
/** Modules within this depth are shown from the start. */
const OPEN_DEPTH = 1;

/** JSON of a compressed file. Some servers have its contents decompressed on the way. */
async function unpacked(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const blob = new Blob([bytes]);
  if (!isPacked) return JSON.parse(await blob.text());
  const stream = blob.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** Texts of a game: its own, and those that games share. */
async function sources(game) {
  const names = [`${game}.sources.bin`, "games.sources.bin"];
  const [own, shared] = await Promise.all(names.map((name) => file(name).then(unpacked)));
  return {
    rust: { ...shared.rust, ...own.rust },
    verilog: { ...shared.verilog, ...own.verilog },
  };
}

export class Modules {
  constructor(player, { attempt }) {
    this.attempt = attempt;
    this.view = new SourceView(player);
  }

  open(description) {
    this.description = description;
    this.tree = null;
    this.sources = null;
    this.view.close();
    element("module-tree").replaceChildren();
    element("module-note").textContent = "Loading the modules";
  }

  async refresh() {
    if (this.tree) await this.view.refresh();
    else await this.showTree();
  }

  async showTree() {
    const { description } = this;
    const tree = await file(`${description.name}.modules.json`).then((response) => response.json());
    if (description !== this.description) return;
    this.tree = tree;
    element("module-note").textContent = this.note(tree.costs);
    const nodes = new Map();
    const root = make("ul");
    const total = tree.instances[0][2] || 1;
    for (const instance of tree.instances) {
      const [path] = instance;
      const parent = nodes.get(path.slice(0, path.lastIndexOf(".")));
      const node = this.node(instance, total);
      nodes.set(path, node);
      if (parent) this.adopt(parent, node);
      else root.append(node.item);
    }
    element("module-tree").replaceChildren(root);
  }

  note(costs) {
    if (!costs) return "What the modules cost is not recorded.";
    const commit = costs.commit ? ` at commit ${costs.commit}` : "";
    return `Logic cells (LC) and block RAMs of a build for the ${costs.board}${commit}: of each `
      + "module with those in it. Synthesis mixes modules, so a few cells may be a neighbour's.";
  }

  node([path, module, cells, rams], total) {
    const item = make("li");
    const row = make("div", "node");
    const fold = make("button", "fold", "");
    fold.type = "button";
    fold.disabled = true;
    const name = make("button", "name", path.slice(path.lastIndexOf(".") + 1));
    name.type = "button";
    name.addEventListener("click", () => this.attempt(() => this.select(path, module, name)));
    const { name: type } = this.tree.modules[module];
    row.append(fold, name, make("span", "type", type === name.textContent ? "" : type));
    if (cells !== null) {
      const bar = make("meter");
      Object.assign(bar, { max: total, value: cells });
      bar.setAttribute("aria-hidden", "true");
      row.append(bar, make("span", "cells", `${cells.toLocaleString("en")} LC`));
      row.append(make("span", "rams", rams ? `${rams} RAM` : ""));
    }
    item.append(row);
    return { item, fold, path, list: null };
  }

  /** Puts a module into the list of its parent. */
  adopt(parent, node) {
    if (!parent.list) {
      parent.list = make("ul");
      parent.item.append(parent.list);
      const { fold, list } = parent;
      const show = (isOpen) => {
        list.hidden = !isOpen;
        fold.setAttribute("aria-expanded", isOpen);
      };
      fold.disabled = false;
      fold.setAttribute("aria-label", `Modules in ${parent.path}`);
      fold.addEventListener("click", () => show(list.hidden));
      show(parent.path.split(".").length <= OPEN_DEPTH);
    }
    parent.list.append(node.item);
  }

  /** Shows the sources of a module. */
  async select(path, number, button) {
    const { description } = this;
    const found = this.sources ?? await sources(description.name);
    if (description !== this.description) return;
    this.sources = found;
    for (const other of element("module-tree").querySelectorAll("[aria-current]")) {
      other.removeAttribute("aria-current");
    }
    button.setAttribute("aria-current", "true");
    const module = this.tree.modules[number];
    const { rust, verilog } = this.sources;
    this.view.open(description, path, module, {
      rust: rust[module.rust],
      verilog: verilog[module.name],
      inner: this.tree.instances.map(([other]) => other).filter((other) =>
        other.startsWith(`${path}.`)),
    });
    await this.view.refresh();
  }
}
