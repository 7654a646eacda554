// The card at the end of a game: the result, the turning point, how well everybody played, and what to do next.
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { TEXTS } from "../texts.js";
import { explain } from "../words.js";
import { judge, lostIn } from "./history.js";
import { isYou, nameOf, players } from "./outcome.js";
import { resultOf } from "./result.js";

const SAY = TEXTS.ending;
/** Points that a mistake must have cost to become a puzzle. */
const LEARNABLE = 10;

/**
 * How close moves came to the best ones, in per cent; null where none was judged. `lost`: points of 100 for each.
 * The curve is the one by which lichess turns lost winning chances into accuracy.
 */
export function accuracy(lost) {
  if (lost.length === 0) return null;
  const each = lost.map((points) => Math.max(0, Math.min(100, 103.1668 * Math.exp(-0.04354 * points) - 3.1669)));
  return each.reduce((sum, one) => sum + one, 0) / each.length;
}

/** The turn in which most was given away: {turn, role, lost}, or null when nobody made a mistake. */
export function turningPoint(history) {
  const worst = history.reduce((best, turn) => (lostIn(turn) > lostIn(best ?? {}) ? turn : best), null);
  if (!worst || !judge(lostIn(worst))) return null;
  const [role, lost] = Object.entries(worst.lost).sort((a, b) => b[1] - a[1])[0];
  return { turn: worst, role: Number(role), lost };
}

export class Ending {
  constructor({ onlook, onagain, onmistakes }) {
    Object.assign(this, { onlook, onagain, onmistakes, hiddenAt: null });
    this.element = el("section", { class: "card end-card", "aria-label": TEXTS.play.result, hidden: true });
  }

  /** `analysis`: {done, total} while the game is being judged. */
  draw(state, analysis) {
    this.element.hidden = !state.over || this.hiddenAt === state.plies;
    if (!state.over) this.hiddenAt = null;
    if (this.element.hidden) return;
    const { kind, text } = resultOf(state);
    this.element.dataset.result = kind;
    fill(this.element,
      el("div", { class: "end-head" },
        el("p", { class: "end-result" }, el("strong", { text }), el("span", { class: "muted small", text: ` ${SAY.after(state.plies)}` })),
        button("", () => { this.hiddenAt = state.plies; this.element.hidden = true; }, { kind: "quiet small", icon: icon("close"), title: SAY.close })),
      this.account(state, analysis),
      el("div", { class: "row end-actions" },
        button(SAY.rematch, () => this.onagain(state.seats), { kind: "primary", icon: icon("restart"), title: SAY.rematchTitle }),
        players(state).length > 1 && button(SAY.swap, () => this.onagain(swapped(state)), { icon: icon("flip"), title: SAY.swapTitle }),
        state.plies > 0 && button(SAY.review, () => this.onlook(0), { icon: icon("first"), title: SAY.reviewTitle }),
        learnable(state) && el("a", { class: "button", href: `/puzzles?match=${encodeURIComponent(state.match)}`, title: TEXTS.teach.learnTitle }, icon("puzzle"), TEXTS.teach.learn)));
  }

  account(state, analysis) {
    if (state.analysing) return el("p", { class: "small muted row", role: "status" }, el("span", { class: "spinner", "aria-hidden": "true" }), SAY.judging(analysis?.done ?? 0, analysis?.total ?? 0));
    if (!state.history.some((turn) => turn.best)) return state.plies > 0 && !state.hidden ? el("p", {}, button(SAY.ask, this.onmistakes, { kind: "small", icon: icon("chart") })) : null;
    const found = turningPoint(state.history);
    return [found ? this.turning(state, found) : el("p", { class: "small", text: SAY.none }), this.accuracies(state)];
  }

  turning(state, { turn, role, lost }) {
    const you = isYou(state, role);
    const best = turn.advice?.[role] ?? turn.best?.[role];
    return el("p", { class: "small end-turning" },
      `${SAY.turning(turn.ply, you ? SAY.played(true) : `${state.roles[role]} ${SAY.played(false)}`, turn.moved?.[role] ?? turn.text)}. `,
      best && SAY.instead(best, Math.round(lost)), " ",
      button(SAY.show, () => this.onlook(turn.ply - 1), { kind: "small", title: SAY.showTitle }));
  }

  accuracies(state) {
    const rows = players(state).map((role) => [role, accuracy(state.history.flatMap((turn) => (turn.lost?.[role] === undefined || turn.lost === null ? [] : [turn.lost[role]])))]);
    const known = rows.filter(([, value]) => value !== null);
    if (known.length === 0) return null;
    const word = el("button", { type: "button", class: "term", text: SAY.accuracy });
    explain(word, SAY.accuracyMeaning);
    return el("p", { class: "small row end-accuracy" }, word, known.map(([role, value]) => el("span", { class: "row" }, el("span", { class: "chip", style: { background: state.colours[role] } }), `${nameOf(state, role)} ${Math.round(value)} %`)));
  }
}

/** Whether a person made a mistake worth a puzzle. */
function learnable(state) {
  return !state.hidden && !state.analysing && state.history.some(({ lost }) => Object.entries(lost ?? {}).some(([role, points]) => points >= LEARNABLE && state.seats[role].kind === "person"));
}

/** The seats of everybody one role further; chance stays where it is. */
function swapped(state) {
  const taking = players(state);
  const seats = [...state.seats];
  taking.forEach((role, number) => { seats[taking[(number + 1) % taking.length]] = state.seats[role]; });
  return seats;
}
