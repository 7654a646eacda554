// The value of the game over its course, and the mistakes once it is over.
import { button, el, fill } from "../dom.js";
import { timeline } from "../charts.js";
import { judge, lostIn } from "./history.js";
import { players, valuesAt } from "./outcome.js";
import { term } from "../words.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.values;

export class Values {
  constructor({ onlook, onmistakes }) {
    this.onlook = onlook;
    this.chart = el("div");
    this.legend = el("div", { class: "row small chart-legend" });
    this.ask = button(SAY.find, onmistakes, { kind: "small" });
    this.progress = el("span", { class: "small muted", role: "status" });
    this.verdicts = el("div", { class: "verdicts" });
    this.element = el("div", { class: "column values" }, this.chart, this.legend, el("div", { class: "row" }, this.ask, this.progress), this.verdicts);
  }

  /** `analysis`: {done, total} while the game is being judged. */
  draw(state, at, analysis) {
    const lines = players(state).map((role) => ({ name: state.roles[role], colour: state.colours?.[role] ?? "var(--accent)", points: this.points(state, role) }));
    const known = lines.some(({ points }) => points.length > 0);
    const marks = state.history.flatMap((turn) => this.mark(turn));
    fill(this.chart, known ? timeline({ lines, plies: state.plies, at, marks, onpick: this.onlook, label: SAY.chart }) : el("p", { class: "muted small", text: SAY.empty }));
    fill(this.legend, known && lines.map(({ name, colour }) => el("span", { class: "row" }, el("span", { class: "chip", style: { background: colour } }), name)));
    this.legend.hidden = !known;
    const judged = !state.analysing && state.history.some((turn) => turn.best);
    this.ask.hidden = !state.over || judged || state.plies === 0;
    this.ask.disabled = Boolean(state.analysing);
    this.progress.textContent = state.analysing ? TEXTS.ending.judging(analysis?.done ?? 0, analysis?.total ?? 0) : "";
    this.drawVerdicts(state, judged);
  }

  points(state, role) {
    const found = [];
    for (let ply = 1; ply <= state.plies; ply += 1) {
      const value = valuesAt(state, ply)?.[role];
      if (value !== undefined && value !== null) found.push([ply, value]);
    }
    return found;
  }

  mark(turn) {
    const verdict = judge(lostIn(turn));
    if (!verdict) return [];
    const role = Object.entries(turn.lost).sort((a, b) => b[1] - a[1])[0][0];
    return [{ ply: turn.ply, value: turn.value?.[role] ?? 50, kind: verdict.kind, title: SAY.mark(turn.ply, TEXTS.history.verdicts[verdict.kind]) }];
  }

  drawVerdicts(state, judged) {
    const found = state.history.filter((turn) => judge(lostIn(turn)));
    if (!judged) return fill(this.verdicts);
    if (found.length === 0) return fill(this.verdicts, el("p", { class: "good small", text: SAY.none }));
    const list = found.toSorted((a, b) => lostIn(b) - lostIn(a)).slice(0, 5).map((turn) => {
      const role = Object.entries(turn.lost).sort((a, b) => b[1] - a[1])[0][0];
      return el("li", {}, el("button", { type: "button", class: "quiet small", on: { click: () => this.onlook(turn.ply - 1) } }, SAY.mistake(turn.ply, state.roles[role], turn.text)),
        el("span", { class: "small muted" }, SAY.lost(Math.round(lostIn(turn))), turn.best?.[role] ? [SAY.better, el("span", { class: "mono", text: turn.advice?.[role] ?? turn.best[role] })] : null));
    });
    return fill(this.verdicts, el("h3", { class: "small" }, SAY.turning(term("lost"))), el("ul", {}, list));
  }
}
