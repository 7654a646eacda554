// How a position came about: pieces slide, fall, appear and vanish, parts of a board turn or change places.
// Nothing moves for those whose system asks for that.

const MILLISECONDS = 280;
const MOST = 24;
const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";

/** Whether this person wants things to move. */
export function moving() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What stands where in a drawing: by place, the names of the pieces and their shapes. */
export function standing(drawing) {
  return new Map([...(drawing?.querySelectorAll("g.standing") ?? [])].map((group) => [group.dataset.on, { names: group.dataset.pieces, group }]));
}

/** Shows the way from what stood before to the drawing that is shown now. `drops`: pieces fall in from above. */
export function animate(before, drawing, { drops = false } = {}) {
  if (before.size === 0 || !moving()) return;
  const after = standing(drawing);
  const cells = new Map([...drawing.querySelectorAll("[data-column]")].map((cell) => [`${cell.dataset.board}|${cell.dataset.column}|${cell.dataset.row}`, cell]));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((place) => cells.has(place) && before.get(place)?.names !== after.get(place)?.names);
  if (changed.length === 0) return;
  const parts = turnParts(drawing);
  if (parts || changed.length > MOST) return;
  const came = changed.filter((place) => after.has(place));
  const gone = new Set(changed.filter((place) => before.has(place)));
  for (const place of came) {
    const { names, group } = after.get(place);
    const origin = nearest(place, [...gone].filter((one) => one !== place && before.get(one).names === names && after.get(one)?.names !== names), cells);
    if (origin) {
      slide(group, cells.get(origin), cells.get(place));
      gone.delete(origin);
      if (before.has(place)) fade(before.get(place).group, cells.get(place));
    } else if (before.has(place)) turnOver(group);
    else if (drops) fall(group, cells.get(place), cells);
    else appear(group);
    gone.delete(place);
  }
  for (const place of gone) fade(before.get(place).group, cells.get(place));
}

// Parts that the last move turned or exchanged; answers whether there are any.
function turnParts(drawing) {
  const parts = [...drawing.querySelectorAll("g.part[data-turned], g.part[data-from]")];
  for (const part of parts) {
    const [across, down] = (part.dataset.from ?? "0 0").split(" ");
    const first = part.dataset.turned ? `rotate(${-90 * Number(part.dataset.turned)}deg)` : `translate(${across}px, ${down}px)`;
    part.animate([{ transform: first }, { transform: "none" }], { duration: MILLISECONDS * 1.8, easing: EASE });
  }
  return parts.length > 0;
}

function middle(cell) {
  const box = cell.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function nearest(place, origins, cells) {
  const to = middle(cells.get(place));
  const far = (one) => Math.hypot(middle(cells.get(one)).x - to.x, middle(cells.get(one)).y - to.y);
  const near = origins.filter((one) => cells.get(one).parentNode === cells.get(place).parentNode);
  return near.length ? near.reduce((best, one) => (far(one) < far(best) ? one : best)) : null;
}

function slide(group, from, to) {
  const [start, end] = [middle(from), middle(to)];
  group.animate([{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: "none" }], { duration: MILLISECONDS, easing: EASE });
}

// From above the uppermost cell of the same column, the longer the further.
function fall(group, cell, cells) {
  const column = [...cells.values()].filter((one) => one.dataset.board === cell.dataset.board && one.dataset.column === cell.dataset.column);
  const height = middle(cell).y - Math.min(...column.map((one) => middle(one).y)) + cell.getBBox().height;
  group.animate([{ transform: `translateY(${-height}px)`, easing: "ease-in" }, { transform: "none", offset: 0.82 }, { transform: `translateY(${-height * 0.05}px)`, offset: 0.9 }, { transform: "none" }], { duration: 150 + Math.sqrt(height) * 22 });
}

function appear(group) {
  group.animate([{ transform: "scale(0.4)", opacity: 0 }, { transform: "scale(1.06)", opacity: 1, offset: 0.7 }, { transform: "none" }], { duration: MILLISECONDS * 0.8, easing: "ease-out" });
}

function turnOver(group) {
  group.animate([{ transform: "scaleX(0.05)" }, { transform: "none" }], { duration: MILLISECONDS, easing: "ease-out" });
}

// A captured piece, which the new picture does not have: its shape stays a moment longer.
function fade(group, cell) {
  const ghost = group.cloneNode(true);
  ghost.classList.replace("standing", "ghost");
  cell.parentNode.append(ghost);
  const [at, to] = [middle(ghost), middle(cell)];
  if (Math.hypot(at.x - to.x, at.y - to.y) > 1) ghost.setAttribute("transform", `translate(${to.x - at.x} ${to.y - at.y})`);
  const end = () => ghost.remove();
  ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MILLISECONDS, easing: "ease-in" }).finished.then(end, end);
}
