// Small charts in SVG: bars that share a line, the value of a game over time, and scales.
import { el, svg } from "./dom.js";
import { TEXTS, fixed } from "./texts.js";

/** A bar of a share between 0 and 1. */
export function bar(share, { colour = null, label = "" } = {}) {
  const inner = el("span", { class: "bar-fill", style: { width: `${Math.max(0, Math.min(1, share)) * 100}%` } });
  if (colour) inner.style.setProperty("background", colour);
  return el("span", { class: "bar-track", role: "img", "aria-label": label }, inner);
}

/** A bar on which a value with its margin is a point on a scale from 0 to 100. */
export function interval(value, margin) {
  const low = Math.max(0, value - margin);
  const high = Math.min(100, value + margin);
  return svg(
    "svg",
    { class: "interval", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": TEXTS.chart.margin(fixed(value, 1), fixed(margin, 1)) },
    svg("line", { class: "interval-track", x1: 0, x2: 100, y1: 6, y2: 6 }),
    svg("rect", { class: "interval-range", x: low, y: 3, width: Math.max(0.8, high - low), height: 6 }),
    svg("rect", { class: "interval-point", x: Math.min(98, Math.max(0, value - 1)), y: 0, width: 2, height: 12 }),
  );
}

/**
 * Lines over the plies of a game. `lines`: [{name, colour, points: [[ply, value 0..100]]}]; `at` marks a ply;
 * `marks`: [{ply, value, kind, title}] puts spots on it; `onpick(ply)` hears of clicks.
 */
export function timeline({ lines, plies, at, marks = [], onpick = null, label = TEXTS.chart.game }) {
  const [width, height, left, right, top, bottom] = [400, 150, 30, 10, 8, 22];
  const span = Math.max(1, plies);
  const x = (ply) => left + ((width - left - right) * ply) / span;
  const y = (value) => top + (height - top - bottom) * (1 - value / 100);
  const grid = [0, 50, 100].flatMap((value) => [
    svg("line", { class: "chart-grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { class: "chart-label", x: left - 5, y: y(value), dy: "0.35em", "text-anchor": "end", text: String(value) }),
  ]);
  const ticks = spaced(span).map((ply) => svg("text", { class: "chart-label", x: x(ply), y: height - 6, "text-anchor": "middle", text: String(ply) }));
  const drawn = lines.filter(({ points }) => points.length > 0).flatMap(({ name, colour, points }) => {
    const way = points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const ends = points.length === 1 ? points : [points.at(-1)];
    return [
      svg("polyline", { class: "chart-under", points: way }),
      svg("polyline", { class: "chart-line", points: way, stroke: colour }, svg("title", { text: name })),
      ...ends.map(([ply, value]) => svg("circle", { class: "chart-end", cx: x(ply), cy: y(value), r: 3.5, fill: colour })),
    ];
  });
  const spots = marks.map(({ ply, value, kind, title }) => svg("circle", { class: `chart-mark ${kind}`, cx: x(ply), cy: y(value), r: 5 }, svg("title", { text: title })));
  const chart = svg(
    "svg",
    { class: onpick ? "chart pickable" : "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    grid, ticks,
    at !== null && at !== undefined && svg("line", { class: "chart-now", x1: x(at), x2: x(at), y1: top, y2: height - bottom }),
    drawn, spots,
  );
  if (onpick) {
    chart.addEventListener("click", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
      onpick(Math.max(0, Math.min(plies, Math.round(((point.x - left) / (width - left - right)) * span))));
    });
  }
  return chart;
}

/** Round numbers from 0 to `last`, at most about six. */
function spaced(last) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => last / size <= 6) ?? 2000;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, number) => number * step);
}

/** A number for people: 1 234, 56.7 k, 8.9 M. */
export function short(number) {
  if (number === null || number === undefined || Number.isNaN(number)) return "–";
  if (Math.abs(number) >= 1e9) return `${decimal(number / 1e9)} G`;
  if (Math.abs(number) >= 1e6) return `${decimal(number / 1e6)} M`;
  if (Math.abs(number) >= 1e4) return `${decimal(number / 1e3)} k`;
  return Math.round(number).toLocaleString("en").replaceAll(",", " ");
}

function decimal(number) {
  return number.toPrecision(3).replace(".", TEXTS.point);
}
