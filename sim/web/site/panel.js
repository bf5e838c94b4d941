// Texts beside the game: its name, its figures and its keys.

import { make } from "./dom.js";

const element = (id) => document.getElementById(id);

/** Shows the list of games. */
export function showGames(games, current) {
  const links = games.map(({ name, title }) => {
    const link = make("a", "", title);
    link.href = `#${name}`;
    if (name === current) link.setAttribute("aria-current", "page");
    const item = make("li");
    item.append(link);
    return item;
  });
  element("games").replaceChildren(...links);
}

/** Shows the texts of a game. */
export function describe({ name, page, clock_hz: clockHz, circuit, signals, memories }) {
  document.title = `${page.title} - gatefall`;
  element("heading").textContent = page.title;
  element("title").textContent = page.title;
  element("tagline").textContent = page.tagline;
  element("screen").setAttribute("aria-label", `${page.title}: the game takes all keys but Tab`);
  element("picture").textContent = page.picture;
  const facts = [
    ...page.facts,
    ["clock", `${(clockHz / 1e6).toFixed(3)} MHz`],
    ["signals", signals.length.toLocaleString("en")],
    ["memories", memories.filter(([memory]) => memory.startsWith(`${name}.`)).length],
    ["circuit", circuit],
  ];
  const items = facts.flatMap(([term, value]) => [make("dt", "", term), make("dd", "", value)]);
  element("facts").replaceChildren(...items);
  element("keys").replaceChildren(...page.keys.map(keyRow));
}

function keyRow({ action, keys }) {
  const row = make("tr");
  const head = make("th", "", action);
  head.scope = "row";
  const cell = make("td");
  cell.append(...keys.map((key) => make("kbd", "", key)));
  row.append(head, cell);
  return row;
}
