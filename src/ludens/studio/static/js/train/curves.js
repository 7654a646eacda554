// Curves over the time of a training: lines through what was measured, with intervals where there are some.
import { svg } from "../dom.js";
import { TEXTS } from "../texts.js";
import { UNITS } from "./spans.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 150, 44, 12, 8, 22];

/**
 * `lines`: [{ points: [{ at, value, low, high, title }] }]: `at` in seconds, up to `last`; an interval may be missing.
 * `text(value)` writes a value on the scale, which goes up to `most`, or as high as the lines do; `label` is read aloud.
 */
export function curves({ lines, last, text, most = 0, label }) {
  const highest = most || Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value)), 0);
  const values = steps(highest || 1);
  const top = most || values.at(-1);
  const x = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(last, 1);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const grid = values.flatMap((value) => [
    svg("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
    svg("text", { class: "chart-label", x: LEFT - 5, y: y(value), dy: "0.35em", "text-anchor": "end", text: text(value) }),
  ]);
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, grid, times(last, x), lines.map((line, number) => drawn(line, number, x, y)));
}

function drawn({ points }, number, x, y) {
  const way = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return svg("g", { class: `curve curve-${number}` },
    points.filter(({ low }) => low !== undefined).map(({ at, low, high }) => svg("line", { class: "curve-interval", x1: x(at), x2: x(at), y1: y(low), y2: y(high) })),
    svg("polyline", { class: "curve-line", points: way }),
    points.map(({ at, value, title }) => svg("circle", { class: "curve-point", cx: x(at), cy: y(value), r: 3.5 }, svg("title", { text: title }))));
}

/** Times below a chart, in the unit that suits them. */
function times(last, x) {
  const [, size, unit] = UNITS.find(([from]) => last >= from);
  return steps(last / size, 6, false).map((value) => svg("text", { class: "chart-label", x: x(value * size), y: HEIGHT - 6, "text-anchor": "middle", text: value ? `${String(value).replace(".", TEXTS.point)} ${unit}` : "0" }));
}

/** At most about `count` round numbers from 0 to the `highest`; the last may lie `beyond` it. */
export function steps(highest, count = 4, beyond = true) {
  const power = 10 ** Math.floor(Math.log10(highest / count || 1));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => highest / one <= count + 1e-9);
  const all = beyond ? Math.ceil(highest / step - 1e-9) : Math.floor(highest / step + 1e-9);
  return Array.from({ length: all + 1 }, (_, number) => Number((number * step).toPrecision(12)));
}
