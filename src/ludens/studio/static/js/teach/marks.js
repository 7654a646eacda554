// What a teacher points at on a board: a part of it, single places, and moves that threaten or help.
import { svg } from "../dom.js";

const PARTS = 3;
const SMALL = 4;

/** Draws over a board, instead of what was drawn before. */
function layer(board) {
  board.drawing.querySelectorAll(":scope > g.lesson").forEach((old) => old.remove());
  const group = svg("g", { class: "overlay lesson" });
  board.drawing.append(group);
  return group;
}

/** Takes away what was pointed at. */
export function clearMarks(board) {
  board.drawing?.querySelectorAll(":scope > g.lesson").forEach((old) => old.remove());
}

/** Shades the part of the board in which a place lies; parts are the same whatever the place. False where it is on none. */
export function markPart(board, place) {
  const target = board.overlay?.find(place);
  if (!target) return false;
  const cells = board.cells.filter((cell) => cell.dataset.board === place.board).map((cell) => ({ cell, ...board.overlay.spot(cell) }));
  const here = cells.find(({ cell }) => cell === target);
  const inSame = (axis) => {
    const lines = [...new Set(cells.map((one) => Math.round(one[axis])))].sort((a, b) => a - b);
    const parts = lines.length > 2 * PARTS ? PARTS : lines.length >= SMALL ? 2 : 1;
    const part = (one) => Math.floor((lines.indexOf(Math.round(one[axis])) * parts) / lines.length);
    return (one) => part(one) === part(here);
  };
  const sameColumn = inSame("x");
  const sameRow = inSame("y");
  const shown = cells.filter((one) => sameColumn(one) && sameRow(one));
  if (shown.length === cells.length) return false;
  const left = Math.min(...shown.map(({ x, half }) => x - half));
  const right = Math.max(...shown.map(({ x, half }) => x + half));
  const top = Math.min(...shown.map(({ y, half }) => y - half));
  const bottom = Math.max(...shown.map(({ y, half }) => y + half));
  layer(board).append(svg("rect", { class: "lesson-part", x: left, y: top, width: right - left, height: bottom - top, rx: 8 }));
  return true;
}

/** Rings places. False where none of them is on the board. */
export function markPlaces(board, places, kind = "good") {
  const rings = places.map((place) => board.overlay?.find(place)).filter(Boolean).map((cell) => board.overlay.spot(cell));
  if (rings.length === 0) return false;
  layer(board).append(...rings.map(({ x, y, half }) => svg("circle", { class: `lesson-ring ${kind}`, cx: x, cy: y, r: half * 0.82 })));
  return true;
}

/** Draws moves: an arrow from one place to another, a ring on a single one. `groups`: [{moves, kind}], kind "good" or "bad". */
export function markMoves(board, groups) {
  if (!board.overlay) return;
  const group = layer(board);
  for (const { moves, kind } of groups) {
    for (const { places } of moves) {
      const spots = places.map((place) => board.overlay.find(place)).filter(Boolean).map((cell) => board.overlay.spot(cell));
      if (spots.length > 1) group.append(...arrow(spots[0], spots.at(-1), kind));
      if (spots.length > 0) group.append(svg("circle", { class: `lesson-ring ${kind}`, cx: spots.at(-1).x, cy: spots.at(-1).y, r: spots.at(-1).half * 0.8 }));
    }
  }
}

function arrow(from, to, kind) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return [];
  const [across, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - across * to.half * 0.8, y: to.y - down * to.half * 0.8 };
  const back = to.half * 0.5;
  const wing = to.half * 0.32;
  const corners = [[end.x, end.y], [end.x - across * back - down * wing, end.y - down * back + across * wing], [end.x - across * back + down * wing, end.y - down * back - across * wing]];
  return [
    svg("line", { class: `lesson-arrow ${kind}`, x1: from.x, y1: from.y, x2: end.x - across * back * 0.8, y2: end.y - down * back * 0.8, "stroke-width": Math.max(3, to.half * 0.2) }),
    svg("polygon", { class: `lesson-head ${kind}`, points: corners.map((corner) => corner.join(",")).join(" ") }),
  ];
}
