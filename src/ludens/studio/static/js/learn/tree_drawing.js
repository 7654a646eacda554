// A growing tree as SVG. Places are worked out for the whole tree at once, so that nothing jumps while it grows.

import { svg, fill } from "../dom.js";
import { TEXTS } from "../texts.js";

const NARROWEST = 46;
const WIDEST = 130;
const LETTER = 6.8;
const DOWN = 84;
const RADIUS = 17;
const MARGIN = 34;

/** Where each node stands: leaves side by side, parents in the middle above them. */
export function places(nodes, across) {
  const children = new Map(nodes.map((node) => [node.id, []]));
  for (const node of nodes) if (node.parent !== null) children.get(node.parent).push(node.id);
  const found = new Map();
  let column = 0;
  const place = (id, depth) => {
    const below = children.get(id);
    for (const child of below) place(child, depth + 1);
    const middle = below.length ? (found.get(below[0]).x + found.get(below.at(-1)).x) / 2 : column++ * across;
    found.set(id, { x: middle, y: depth * DOWN });
  };
  if (nodes.length) place(nodes[0].id, 0);
  return found;
}

/** A drawing of trees: `load` a tree's nodes, then `show` moments of it. `pick` is called with the node clicked. */
export class TreeDrawing {
  constructor(pick) {
    this.pick = pick;
    this.picture = svg("svg", { class: "tree", role: "group", "aria-label": TEXTS.learn.tree });
  }

  load(nodes) {
    this.nodes = nodes;
    const words = new Set(nodes.filter(({ parent }) => parent !== null).map(({ label }) => label.split(" ")[0]));
    // What all moves are called alike says nothing at the edges.
    this.short = words.size === 1 ? (label) => label.slice([...words][0].length + 1) || label : (label) => label;
    const longest = Math.max(...nodes.map(({ label }) => this.short(label).length));
    this.at = places(nodes, Math.min(WIDEST, Math.max(NARROWEST, longest * LETTER)));
    const spots = [...this.at.values()];
    const width = Math.max(...spots.map((spot) => spot.x)) + 2 * MARGIN;
    const height = Math.max(...spots.map((spot) => spot.y)) + 2 * MARGIN + 14;
    this.picture.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    this.size = { width, height };
    this.drawn = new Map(nodes.map((node) => [node.id, this.#draw(node)]));
    const lines = [...this.drawn.values()].map((one) => one.line);
    if (nodes.length) this.drawn.get(nodes[0].id).group.setAttribute("tabindex", "0");
    fill(this.picture, svg("g", {}, lines), svg("g", {}, [...this.drawn.values()].map((one) => one.group)));
  }

  #draw(node) {
    const { x, y } = this.at.get(node.id);
    const above = node.parent === null ? null : this.at.get(node.parent);
    const line = above && svg("g", { class: "edge" },
      svg("line", { x1: above.x, y1: above.y, x2: x, y2: y }),
      svg("text", { x: (above.x + 3 * x) / 4, y: (above.y + 2 * y) / 3, text: this.short(node.label) }));
    const inside = svg("text", { class: "inside" });
    const under = svg("text", { class: "under", y: RADIUS + 13 });
    const group = svg("g", {
      class: `node${node.skipped ? " skipped" : ""}${node.goals ? " over" : ""}`,
      transform: `translate(${x} ${y})`,
      tabindex: "-1",
      role: "button",
      "aria-label": node.label || TEXTS.learn.toDecide,
      on: { click: () => this.pick(node.id), keydown: (event) => this.#key(event, node.id) },
    }, svg("circle", { r: node.skipped ? 6 : RADIUS }), inside, under, svg("title", { text: node.label || TEXTS.learn.toDecide }));
    return { line, group, inside, under };
  }

  // One node can be reached by Tab; arrows go to the parent, to the first child and to the neighbours on the same level.
  #key(event, id) {
    if (event.key === "Enter" || event.key === " ") this.pick(id);
    else {
      const to = this.#beside(event.key, id);
      if (to === undefined) return;
      this.drawn.get(id).group.setAttribute("tabindex", "-1");
      const { group } = this.drawn.get(to);
      group.setAttribute("tabindex", "0");
      group.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #beside(key, id) {
    const there = this.nodes.filter((node) => !this.drawn.get(node.id).group.hasAttribute("hidden"));
    const { parent } = this.nodes.find((node) => node.id === id);
    const level = there.filter((node) => this.at.get(node.id).y === this.at.get(id).y).sort((a, b) => this.at.get(a.id).x - this.at.get(b.id).x).map((node) => node.id);
    return { ArrowUp: parent ?? undefined, ArrowDown: there.find((node) => node.parent === id)?.id, ArrowLeft: level[level.indexOf(id) - 1], ArrowRight: level[level.indexOf(id) + 1] }[key];
  }

  /** Shows a moment: which nodes are there, what is written at them, the path and where something happens. */
  show({ written, path, fresh, picked }) {
    for (const node of this.nodes) {
      const { line, group, inside, under } = this.drawn.get(node.id);
      const there = written.get(node.id);
      const onPath = path.includes(node.id);
      group.toggleAttribute("hidden", !there);
      line?.toggleAttribute("hidden", !there);
      if (!there) continue;
      line?.classList.toggle("on-path", onPath && path.includes(node.parent));
      for (const [name, on] of [["on-path", onPath], ["fresh", fresh.has(node.id)], ["here", path.at(-1) === node.id], ["picked", picked === node.id]])
        group.classList.toggle(name, on);
      group.style.setProperty("--share", there.share ?? 0.5);
      group.classList.toggle("known", there.share !== undefined);
      inside.textContent = there.inside ?? "";
      under.textContent = there.under ?? "";
      group.setAttribute("aria-label", [node.label || TEXTS.learn.toDecide, there.inside, there.under].filter((one) => one !== undefined && one !== "").join(", "));
    }
  }

  /** Scrolls the node into view within the element that holds the drawing, which is shown at this scale. */
  follow(id, scale = 1) {
    const holder = this.picture.parentElement;
    const spot = this.at.get(id);
    if (!holder || !spot) return;
    const x = (spot.x + MARGIN) * scale - holder.clientWidth / 2;
    const y = (spot.y + MARGIN) * scale - holder.clientHeight / 2;
    holder.scrollTo({ left: x, top: y, behavior: "auto" });
  }
}
