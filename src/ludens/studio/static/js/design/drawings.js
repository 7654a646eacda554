// Charts of a report: how many games had which length, how much there is to choose, results with their intervals.
import { el, svg } from "../dom.js";
import { TEXTS, fixed } from "../texts.js";

const SAY = TEXTS.cards;

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [360, 120, 34, 20, 8];

/** A histogram of lengths: bars are {first, last, games}. */
export function histogram(bars, games) {
  const most = Math.max(...bars.map((bar) => bar.games), 1);
  const width = (WIDTH - LEFT) / bars.length;
  const label = ({ first, last }) => (first === last ? String(first) : `${first}–${last}`);
  const every = Math.ceil(bars.length / 8);
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": SAY.lengths(games) },
    scale(most / games, (share) => `${Math.round(100 * share)} %`),
    bars.map((bar, number) => {
      const height = (HEIGHT - TOP - BOTTOM) * (bar.games / most);
      return [
        svg("rect", { class: "chart-bar", x: LEFT + number * width + 1, y: HEIGHT - BOTTOM - height, width: Math.max(1, width - 2), height }, svg("title", { text: SAY.lengthBar(label(bar), fixed((100 * bar.games) / games, 1)) })),
        number % every === 0 && svg("text", { class: "chart-label", x: LEFT + (number + 0.5) * width, y: HEIGHT - 6, "text-anchor": "middle", text: String(bar.first) }),
      ];
    }));
}

/** A line over the steps of a game: the mean number of moves to choose from. */
export function choicesLine(choices) {
  const most = Math.max(...choices, 1);
  const x = (step) => LEFT + ((WIDTH - LEFT - 6) * step) / Math.max(1, choices.length - 1);
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const every = Math.max(1, Math.ceil(choices.length / 7));
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": SAY.choicesChart },
    scale(most, (value) => fixed(value, most < 10 ? 1 : 0)),
    choices.map((_, step) => step % every === 0 && svg("text", { class: "chart-label", x: x(step), y: HEIGHT - 6, "text-anchor": "middle", text: String(step + 1) })),
    svg("polyline", { class: "chart-line choices-line", points: choices.map((value, step) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
    choices.length === 1 && svg("circle", { class: "chart-bar", cx: x(0), cy: y(choices[0]), r: 3 }));
}

function scale(most, word) {
  return [0, 0.5, 1].map((part) => {
    const y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part;
    return [svg("line", { class: "chart-grid", x1: LEFT, x2: WIDTH, y1: y, y2: y }), svg("text", { class: "chart-label", x: LEFT - 4, y, dy: "0.35em", "text-anchor": "end", text: word(most * part) })];
  });
}

/** A share from 0 to 1 as a bar with the range in which the true one lies. */
export function shareBar(share, [low, high], { colour = null, label = "" } = {}) {
  const place = (value) => `${100 * Math.min(1, Math.max(0, value))}%`;
  return el("span", { class: "share", role: "img", "aria-label": label, title: label },
    el("span", { class: "share-fill", style: { width: place(share), ...(colour && { background: colour }) } }),
    el("span", { class: "share-range", style: { left: place(low), right: `calc(100% - ${place(high)})` } }));
}
