// What the agent thinks: candidate moves with visits, value, interval and proof, and the line it expects.
import { button, el, fill } from "../dom.js";
import { interval, short } from "../charts.js";
import { term } from "../words.js";
import { preparingText } from "./outcome.js";
import { TEXTS, fixed } from "../texts.js";

const SAY = TEXTS.thinking;

const MOST_ROWS = 30;
const FEW_ROWS = 8;
/** More steps of a line would bury the board. */
const MOST_DRAWN = 8;

export class Thinking {
  /** `onpreview(steps)` is called with steps to draw on the board, or null to take them away; `onpick(role)` when another mind is asked for. */
  constructor({ onpreview, onpick }) {
    this.onpreview = onpreview;
    this.minds = el("div", { class: "row minds", role: "group", "aria-label": SAY.whose });
    this.onpick = onpick;
    this.rows = [];
    this.all = false;
    this.body = el("tbody");
    this.facts = el("div", { class: "thought-facts small" });
    this.progress = el("div", { class: "bar-track thought-clock" }, el("span", { class: "bar-fill" }));
    this.chanceHead = el("th", { class: "number" }, term("chance", SAY.chance));
    this.table = el("table", { class: "candidates" },
      el("thead", {}, el("tr", {}, el("th", { text: SAY.move }), el("th", {}, term("visits", SAY.visits)), el("th", {}, term("value", SAY.value), " ± ", term("interval")), this.chanceHead)),
      this.body);
    this.line = el("p", { class: "expected small" });
    this.plan = el("p", { class: "muted small plan" });
    this.more = el("button", { type: "button", class: "quiet small", on: { click: () => { this.all = !this.all; this.draw(this.frame, this.state, this.others); } } });
    this.empty = el("p", { class: "muted small", text: SAY.empty });
    this.element = el("div", { class: "thoughts" }, this.minds, this.facts, this.progress, this.empty, el("div", { class: "scroll" }, this.table), this.more, this.line, this.plan);
    this.draw(null, null, []);
  }

  /** Shows a thought; `others`: the roles that think about the same position, where there are several. */
  draw(frame, state, others) {
    this.frame = frame;
    this.state = state;
    this.others = others;
    const shown = `${others.join()} ${frame?.role}`;
    if (this.minds.dataset.shows !== shown) fill(this.minds, others.length > 1 && others.map((role) => button(state.roles[role], () => this.onpick(role), { kind: "small", "aria-pressed": String(role === frame.role) })));
    this.minds.dataset.shows = shown;
    this.minds.hidden = others.length < 2;
    const moves = frame?.moves ?? [];
    const waiting = frame && moves.length === 0;
    this.empty.hidden = moves.length > 0;
    this.empty.textContent = waiting ? waitingText(frame) : SAY.empty;
    this.table.hidden = moves.length === 0;
    this.drawFacts(frame, state);
    this.drawRows(moves);
    this.drawLine(frame, state);
    this.drawPlan(frame?.notes);
    if (this.hovered !== undefined && this.hovered !== null) this.preview(this.hovered);
  }

  drawFacts(frame, state) {
    this.progress.hidden = !frame || frame.final || !frame.limit?.seconds;
    if (!frame?.simulations && !frame?.value) return fill(this.facts);
    if (frame.limit?.seconds) this.progress.firstChild.style.width = `${Math.min(100, (100 * frame.seconds) / frame.limit.seconds)}%`;
    const colour = state?.colours?.[frame.role];
    return fill(this.facts,
      el("span", { class: "row" }, el("span", { class: "chip", style: colour ? { background: colour } : {} }), el("strong", { text: frame.hint ? SAY.hintFor(state.roles[frame.role]) : SAY.as(frame.agent, state.roles[frame.role]) })),
      el("span", { class: "muted number" }, frame.simulations ? [short(frame.simulations), " ", term("simulations"), frame.rate ? [" · ", short(frame.rate), " ", term("rate", SAY.perSecond)] : null, " · "] : null, TEXTS.setup.limitSeconds(fixed(frame.seconds ?? 0, 1))));
  }

  drawRows(moves) {
    const shown = moves.slice(0, this.all ? MOST_ROWS : FEW_ROWS);
    const most = Math.max(1, ...moves.map((one) => one.visits ?? 0));
    const chances = moves.some((one) => one.chance !== null && one.chance !== undefined);
    this.chanceHead.hidden = !chances;
    while (this.rows.length < shown.length) this.rows.push(this.row(this.rows.length));
    this.rows.forEach((row, number) => this.update(row, shown[number], most, chances));
    fill(this.body, this.rows.slice(0, shown.length).map(({ element }) => element));
    this.more.hidden = moves.length <= FEW_ROWS;
    this.more.textContent = this.all ? SAY.fewer : SAY.all(moves.length);
  }

  // Rows are made once and filled again and again, so that pointer and focus stay where they are.
  row(number) {
    const show = () => this.preview(number);
    const leave = () => { this.hovered = null; this.onpreview(null); };
    const parts = { move: el("td", { class: "candidate-move" }), visits: el("td", { class: "candidate-visits" }), value: el("td", { class: "candidate-value" }), chance: el("td", { class: "number" }) };
    const element = el("tr", { tabindex: "0", on: { pointerenter: show, focus: show, pointerleave: leave, blur: leave } }, Object.values(parts));
    return { element, ...parts };
  }

  update(row, move, most, chances) {
    if (!move) return;
    const proven = move.proven !== null && move.proven !== undefined && move.proven !== false;
    fill(row.move, el("span", { class: "mono", text: move.label }), proven && el("span", { class: `tag ${move.value >= 100 ? "good" : move.value <= 0 ? "bad" : ""}` }, term("proven")));
    const share = (move.visits ?? 0) / most;
    fill(row.visits, el("span", { class: "bar-track" }, el("span", { class: "bar-fill", style: { width: `${share * 100}%` } })), el("span", { class: "number", text: short(move.visits) }));
    const known = move.value !== null && move.value !== undefined;
    fill(row.value, known ? [interval(move.value, move.margin ?? 0), el("span", { class: "number", text: `${move.value.toFixed(1)}${move.margin ? ` ± ${move.margin.toFixed(1)}` : ""}` })] : "–");
    row.chance.hidden = !chances;
    row.chance.textContent = move.chance === null || move.chance === undefined ? "–" : `${Math.round(move.chance * 100)} %`;
  }

  drawLine(frame, state) {
    const steps = frame?.line ?? [];
    this.line.hidden = steps.length === 0;
    if (steps.length === 0) return;
    const show = () => { this.hovered = 0; this.preview(0); };
    const leave = () => { this.hovered = null; this.onpreview(null); };
    fill(this.line, term("line", SAY.expects), ": ", el("span", { class: "expected-line", tabindex: "0", on: { pointerenter: show, focus: show, pointerleave: leave, blur: leave } }, steps.slice(0, 12).map((step, number) => [number > 0 && " → ", el("span", { class: "mono", text: step.text })])));
    this.line.title = state ? SAY.point : "";
  }

  /** How the agent plays this game, and what speaks for that, of agents that choose. */
  drawPlan(notes) {
    this.plan.hidden = !notes?.plan;
    if (notes?.plan) fill(this.plan, term("plan", SAY.plays), `: ${notes.plan}${notes.evidence ? ` (${notes.evidence})` : ""}`);
  }

  preview(number) {
    this.hovered = number;
    const move = this.frame?.moves?.[number];
    if (!move) return;
    const line = this.frame.line ?? [];
    const leads = line[0]?.moves[this.frame.role] === move.move;
    this.onpreview(leads ? line.slice(0, MOST_DRAWN) : [{ marks: [{ places: move.places ?? [], role: this.frame.role }] }]);
  }
}

function waitingText(frame) {
  if (frame.hidden) return SAY.hidden(frame.agent);
  if (frame.preparing) return preparingText(frame.preparing);
  return { queued: SAY.queued, preparing: SAY.preparing }[frame.stage] ?? SAY.silent;
}
