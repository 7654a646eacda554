// A part of a circuit as SVG: inputs on the left, the output on the right, AND gates between, small circles for "not".
import { fill, svg } from "../dom.js";
import { TEXTS } from "../texts.js";

const ACROSS = 120;
const DOWN = 46;
const INPUT = 190;
const MARGIN = 20;
const SAY = TEXTS.circuits;

/** How many gates are between each node and the inputs: Map of id to depth. */
export function depths(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map();
  const depth = (id) => {
    if (found.has(id)) return found.get(id);
    found.set(id, 0); // A loop leads back to a node that is being measured.
    const inputs = byId.get(id)?.inputs ?? [];
    const value = inputs.length ? 1 + Math.max(...inputs.map((wire) => depth(wire >> 1))) : 0;
    found.set(id, value);
    return value;
  };
  for (const { id } of nodes) depth(id);
  return found;
}

/** The value of every node, given those of the inputs: Map of id to true or false. */
export function evaluate(nodes, given) {
  const levels = depths(nodes);
  const values = new Map(given);
  const read = (wire) => Boolean(values.get(wire >> 1)) !== Boolean(wire & 1);
  for (const { id, inputs } of nodes.toSorted((a, b) => levels.get(a.id) - levels.get(b.id))) if (inputs.length) values.set(id, inputs.every(read));
  return values;
}

export class CircuitDrawing {
  /** `pick(node)` hears of a click on a gate, `toggle(node)` of one on an input. */
  constructor({ pick, toggle }) {
    Object.assign(this, { pick, toggle });
    this.picture = svg("svg", { class: "circuit", role: "group", "aria-label": SAY.drawing });
  }

  load({ nodes, wire, output }) {
    const levels = depths(nodes);
    const columns = Map.groupBy(nodes, ({ id }) => levels.get(id));
    const deepest = Math.max(...levels.values());
    const tallest = Math.max(...[...columns.values()].map((one) => one.length));
    this.size = { width: INPUT + (deepest + 1) * ACROSS + 2 * MARGIN + 150, height: tallest * DOWN + 2 * MARGIN };
    this.picture.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    const at = new Map();
    for (const [level, column] of [...columns].sort(([a], [b]) => a - b)) {
      // Near the middle of what a gate joins, so that few lines cross.
      const middle = ({ inputs }) => (inputs.length ? inputs.reduce((sum, one) => sum + (at.get(one >> 1)?.y ?? 0), 0) / inputs.length : 0);
      column.sort((a, b) => middle(a) - middle(b));
      const gap = (this.size.height - 2 * MARGIN) / column.length;
      column.forEach((node, number) => at.set(node.id, { x: MARGIN + INPUT + level * ACROSS, y: MARGIN + (number + 0.5) * gap }));
    }
    this.wires = nodes.flatMap((node) => node.inputs.map((one, side) => this.#wire(one, at.get(one >> 1), { x: at.get(node.id).x - 18, y: at.get(node.id).y + (side ? 8 : -8) })));
    const last = at.get(wire >> 1);
    const end = { x: last.x + 60, y: last.y };
    this.wires.push(this.#wire(wire, last, end));
    this.drawn = new Map(nodes.map((node) => [node.id, this.#node(node, at.get(node.id))]));
    fill(this.picture, svg("g", {}, this.wires.map(({ group }) => group)), svg("g", {}, [...this.drawn.values()]), svg("text", { class: "circuit-output", x: end.x + 8, y: end.y, dy: "0.35em", text: output }));
  }

  #wire(wire, from, to) {
    const line = svg("path", { d: `M${from.x + 16} ${from.y} C${from.x + 50} ${from.y} ${to.x - 40} ${to.y} ${to.x} ${to.y}` });
    return { wire, group: svg("g", { class: "wire" }, line, wire & 1 && svg("circle", { class: "not", cx: to.x - 4, cy: to.y, r: 4 }, svg("title", { text: SAY.not }))) };
  }

  #node(node, { x, y }) {
    const gate = node.kind === "gate";
    const act = () => (gate ? this.pick(node) : this.toggle(node));
    return svg("g", {
      class: `part ${node.kind}`, transform: `translate(${x} ${y})`, role: "button", tabindex: "0", "aria-label": gate ? SAY.gate : node.label || SAY.kinds[node.kind],
      on: { click: act, keydown: (event) => { if (event.key === "Enter" || event.key === " ") { act(); event.preventDefault(); } } },
    }, gate ? svg("path", { d: "M-18 -14 H0 A14 14 0 0 1 0 14 H-18 Z" }) : svg("circle", { r: 9 }),
    gate ? svg("text", { class: "inside", x: -4, dy: "0.35em", text: SAY.and }) : svg("text", { class: "circuit-input", x: -16, dy: "0.35em", text: node.label || SAY.kinds[node.kind] }));
  }

  /** Shows values, and which gate is chosen. */
  show(values, chosen) {
    for (const [id, group] of this.drawn) {
      group.classList.toggle("on", Boolean(values.get(id)));
      group.classList.toggle("picked", id === chosen);
      group.setAttribute("aria-pressed", String(Boolean(values.get(id))));
    }
    for (const { wire, group } of this.wires) group.classList.toggle("on", Boolean(values.get(wire >> 1)) !== Boolean(wire & 1));
  }
}
