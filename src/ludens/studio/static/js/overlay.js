// What is drawn over a board: where one may click, the way of a drag, and lines of moves as numbers and arrows.
import { svg } from "./dom.js";

export class Overlay {
  constructor(drawing, cells) {
    this.drawing = drawing;
    this.cells = cells;
    this.marks = svg("g", { class: "overlay marks" });
    this.way = svg("g", { class: "overlay way" });
    this.steps = svg("g", { class: "overlay steps" });
    drawing.querySelectorAll(":scope > g.overlay").forEach((old) => old.remove());
    drawing.append(this.marks, this.way, this.steps);
    this.occupied = occupied(cells);
    // Measured before anything moves: a part of the board that turns would be somewhere else for a moment.
    this.spots = new Map(cells.map((cell) => [cell, this.measure(cell)]));
  }

  spot(cell) {
    return this.spots.get(cell) ?? this.measure(cell);
  }

  /** The middle of a cell and half its smaller side, in the coordinates of the drawing. */
  measure(cell) {
    const box = cell.getBBox();
    const matrix = this.drawing.getScreenCTM().inverse().multiply(cell.getScreenCTM());
    const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
    return { x: point.x, y: point.y, half: Math.min(box.width, box.height) / 2 };
  }

  /** Marks what can be clicked: one entry of cells for each option, of which the uppermost free one is marked. */
  targets(options) {
    const marks = options.filter((cells) => cells.length > 0).map((cells) => {
      const free = cells.filter((cell) => !this.occupied.has(cell));
      const spots = (free.length > 0 ? free : cells).map((cell) => ({ ...this.spot(cell), heap: cell.getAttribute("fill") === "none" || cell.dataset.handle }));
      const { x, y, half, heap } = spots.reduce((best, one) => (one.y < best.y ? one : best));
      if (heap) return null;
      return free.length === 0 ? svg("circle", { class: "ring", cx: x, cy: y, r: half * 0.86 }) : svg("circle", { class: "dot", cx: x, cy: y, r: half * 0.2 });
    });
    this.marks.replaceChildren(...marks.filter(Boolean));
  }

  /** Draws the way of a drag from a cell to a point of the screen; without a cell, none. */
  pull(cell, x = 0, y = 0) {
    if (!cell) return this.way.replaceChildren();
    const from = this.spot(cell);
    const to = new DOMPoint(x, y).matrixTransform(this.drawing.getScreenCTM().inverse());
    const pieces = (this.occupied.get(cell) ?? []).map((shape) => shape.cloneNode(true));
    // Shapes are drawn in the coordinates of their group, which is shifted, and turned where the board is.
    const { a, b, c, d, e, f } = this.drawing.getScreenCTM().inverse().multiply(cell.parentNode.getScreenCTM());
    const moved = svg("g", { class: "pulled", transform: `translate(${to.x - from.x} ${to.y - from.y}) matrix(${a} ${b} ${c} ${d} ${e} ${f})` }, pieces);
    this.way.replaceChildren(svg("line", { class: "pull", x1: from.x, y1: from.y, x2: to.x, y2: to.y }), pieces.length > 0 ? moved : svg("circle", { class: "pull-end", cx: to.x, cy: to.y, r: from.half * 0.4 }));
  }

  /** Draws a line of moves; steps that name no place on the board are left out. */
  line(steps, colours) {
    const drawn = [];
    const taken = new Map();
    const marks = steps.flatMap((step, number) => (step.marks ?? []).map((mark) => ({ ...mark, number: number + 1 })));
    for (const { role, places, number } of marks) {
      const spots = places.map((place) => this.find(place)).filter(Boolean).map((cell) => this.spot(cell));
      if (spots.length === 0) continue;
      const colour = colours[role] ?? "#2f6fb3";
      const end = spots.at(-1);
      if (spots.length > 1) drawn.push(...arrow(spots[0], end, colour));
      const key = `${Math.round(end.x)} ${Math.round(end.y)}`;
      const before = taken.get(key) ?? 0;
      taken.set(key, before + 1);
      // Several moves on one cell stand side by side, slightly apart.
      drawn.push(badge(end.x + before * end.half * 0.7, end.y, end.half, number, colour));
    }
    this.steps.replaceChildren(...drawn);
  }

  clearLine() {
    this.steps.replaceChildren();
  }

  // A place without a row is shown on the uppermost cell of its column.
  find(place) {
    const all = this.cells.filter((cell) => cell.dataset.board === place.board && cell.dataset.column === place.column);
    return all.find((cell) => cell.dataset.row === place.row) ?? (place.row === "" ? all.toSorted((a, b) => this.spot(a).y - this.spot(b).y)[0] : null) ?? null;
  }
}

// The cells on which something stands, with the shapes of that: pieces are drawn beside the cells, in the same group, around the same middle.
function occupied(cells) {
  const found = new Map();
  const middles = cells.map((cell) => {
    const box = cell.getBBox();
    return { cell, parent: cell.parentNode, x: box.x + box.width / 2, y: box.y + box.height / 2, near: Math.min(box.width, box.height) / 3 };
  });
  for (const parent of new Set(middles.map((one) => one.parent))) {
    for (const shape of parent.children) {
      if (!shape.classList.contains("standing")) continue;
      const box = shape.getBBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const under = middles.find((one) => one.parent === parent && Math.abs(one.x - x) < one.near && Math.abs(one.y - y) < one.near);
      if (under) found.set(under.cell, [...(found.get(under.cell) ?? []), shape]);
    }
  }
  return found;
}

function badge(x, y, half, number, colour) {
  const size = Math.min(half, 20);
  return svg("g", { class: "badge" }, svg("circle", { cx: x, cy: y, r: size * 0.62, fill: colour }), svg("text", { x, y, dy: "0.35em", "text-anchor": "middle", "font-size": size * 0.72, fill: inkOn(colour), text: String(number) }));
}

function arrow(from, to, colour) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return [];
  const [across, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - across * to.half * 0.62, y: to.y - down * to.half * 0.62 };
  const back = to.half * 0.55;
  const wing = to.half * 0.32;
  const corners = [[end.x, end.y], [end.x - across * back - down * wing, end.y - down * back + across * wing], [end.x - across * back + down * wing, end.y - down * back - across * wing]];
  return [
    svg("line", { class: "arrow", x1: from.x, y1: from.y, x2: end.x - across * back * 0.8, y2: end.y - down * back * 0.8, stroke: colour, "stroke-width": Math.max(3, to.half * 0.2) }),
    svg("polygon", { class: "arrow-head", points: corners.map((corner) => corner.join(",")).join(" "), fill: colour }),
  ];
}

/** Black or white, whichever is easier to read on a colour. */
export function inkOn(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) return "#ffffff";
  const [red, green, blue] = parts.slice(1).map((part) => parseInt(part, 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#2b2723" : "#ffffff";
}
