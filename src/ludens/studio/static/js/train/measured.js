// What was measured in a training, as the lines of its charts.
import { LANGUAGE, TEXTS, fixed, translated } from "../texts.js";
import { span } from "./spans.js";

const SAY = TEXTS.train;

/** A share as people read it: fine where it is small. */
export function percent(share, digits = share < 0.1 ? 2 : 1) {
  return `${fixed(100 * share, digits)}\u00a0%`;
}

/** The same of a round share, as scales have them. */
function round(share) {
  return `${String(Number((100 * share).toPrecision(3))).replace(".", TEXTS.point)}\u00a0%`;
}

/** A score with its interval. */
export function scored({ score, low, high }) {
  return SAY.scored(fixed(100 * score, 0), fixed(100 * low, 0), fixed(100 * high, 0));
}

/** Who a network played against, and by which clock. */
export function opponentName({ opponent, clock }) {
  const name = Object.hasOwn(SAY.opponents, opponent) ? SAY.opponents[opponent] : translated(opponent);
  return clock === null ? name : SAY.byClock(name, String(clock).replace(".", TEXTS.point));
}

/** Charts of the exam: for each kind of position, a line for the policy alone and one for a move ahead. */
export function examCharts(history) {
  return ["perfect", "random"].map((part) => {
    const asked = history.filter((one) => one[part]);
    const titles = { perfect: SAY.perfect, random: asked.at(-1)?.whole ? SAY.random : SAY.solved };
    return {
      title: SAY.asked(titles[part], asked.at(-1)?.[part].positions.toLocaleString(LANGUAGE)),
      text: round,
      lines: ["policy", "ahead"].map((way) => ({
        name: SAY.ways[way],
        points: asked.map(({ seconds, [part]: wrong }) => point(seconds, wrong[way] / wrong.positions, percent(wrong[way] / wrong.positions))),
      })),
    };
  }).filter(drawable);
}

/** Charts of scores: one for all earlier selves, and one for each other opponent. */
export function scoreCharts(history) {
  const found = new Map();
  for (const { seconds, scores } of history) {
    for (const each of scores) {
      const name = each.clock === null ? SAY.earlier : opponentName(each);
      const points = found.get(name) ?? [];
      const words = SAY.point(scored(each), opponentName(each));
      found.set(name, [...points, { ...point(seconds, each.score, words), low: each.low, high: each.high, short: scored(each) }]);
    }
  }
  return [...found].map(([name, points]) => ({ title: SAY.against(name), most: 1, text: round, lines: [{ name: SAY.score, points }] }));
}

/** Charts of losses, as far as they are numbers. */
export function lossCharts(history) {
  return [["value_loss", SAY.valueLoss], ["move_loss", SAY.moveLoss]].map(([name, title]) => ({
    title,
    text: (value) => String(value).replace(".", TEXTS.point),
    lines: [{ name: SAY.loss, points: history.filter((one) => one[name] !== null).map((one) => point(one.seconds, one[name], fixed(one[name], 3))) }],
  })).filter(drawable);
}

function point(at, value, words) {
  return { at, value, short: words, title: SAY.after(span(at), words) };
}

function drawable({ lines }) {
  return lines.some(({ points }) => points.length > 0);
}
