// Numbers of the rules that can be turned, and a table of all variants that they make.
import { post } from "../api.js";
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { Wire } from "./wire.js";
import { TEXTS, fixed } from "../texts.js";

const SAY = TEXTS.sliders;

const MOST = 10;
const PAUSE = 150;

export class Sliders {
  /** `onturn(text)`: the rules with another value; `text()`: those of now; `oncompare(slider)`; `onfail(error)`. */
  constructor({ text, onturn, oncompare, onfail }) {
    Object.assign(this, { text, onturn, oncompare, onfail, shown: "" });
    this.element = el("div", { class: "sliders", hidden: true });
  }

  /** Shows the sliders of the latest rules; one that is being turned is left alone. */
  show(sliders) {
    const key = JSON.stringify(sliders);
    if (key === this.shown || this.turning) return;
    this.shown = key;
    this.element.hidden = sliders.length === 0;
    const focused = document.activeElement?.dataset?.slider;
    fill(this.element, sliders.map((slider) => this.line(slider)));
    if (focused) this.element.querySelector(`[data-slider="${CSS.escape(focused)}"]`)?.focus();
  }

  line({ name, value, low, high }) {
    const number = el("output", { class: "number", text: String(value) });
    const input = el("input", { type: "range", min: low, max: high, step: 1, value, "aria-label": SAY.label(name, low, high), dataset: { slider: name }, on: {
      input: () => {
        number.textContent = input.value;
        clearTimeout(this.timer);
        this.turning = true;
        this.timer = setTimeout(() => this.turn(name, Number(input.value)), PAUSE);
      },
    } });
    return el("div", { class: "slider" }, el("label", { class: "small" }, `${name} `, input), number, el("span", { class: "small muted", text: SAY.range(low, high) }),
      button(SAY.compare, () => this.oncompare({ name, low, high }), { kind: "small", icon: icon("compare"), title: SAY.compareTitle(name) }));
  }

  async turn(name, value) {
    try {
      const { text } = await post("rules/variant", { text: this.text(), slider: name, value });
      this.turning = false;
      this.onturn(text);
    } catch (error) {
      this.turning = false;
      this.onfail(error);
    }
  }
}

/** The variants of a slider, reported on one after another, in one table. */
export class VariantTable {
  constructor(text, { name, low, high }) {
    const step = Math.max(1, Math.ceil((high - low + 1) / MOST));
    this.rows = [];
    for (let value = low; value <= high; value += step) this.rows.push({ value, report: null, failure: null });
    Object.assign(this, { text, name });
    this.element = el("div", { class: "scroll variants" });
    this.wire = new Wire((report) => this.hear(report), true);
    this.draw();
    this.next(0);
  }

  async next(place) {
    this.place = place;
    this.element.dataset.phase = place < this.rows.length ? "working" : "done";
    if (place >= this.rows.length) return;
    try {
      const { text } = await post("rules/variant", { text: this.text, slider: this.name, value: this.rows[place].value });
      if (!this.closed) this.wire.ask(text);
    } catch (error) {
      this.rows[place].failure = error.message;
      this.draw();
      await this.next(place + 1);
    }
  }

  hear(report) {
    const row = this.rows[this.place];
    if (!row || report.phase === "empty") return;
    row.report = report;
    if (report.phase === "wrong") row.failure = report.checked.mistakes[0]?.message ?? SAY.wrong;
    if (report.phase === "failed") row.failure = report.failure;
    this.draw();
    if (["wrong", "failed", "done"].includes(report.phase) && row.asked !== report.number) {
      row.asked = report.number;
      this.next(this.place + 1);
    }
  }

  draw() {
    const roles = this.rows.find(({ report }) => report?.parts.balance)?.report.parts.balance.roles.map(({ role }) => role) ?? [];
    fill(this.element, el("table", { class: "compare-table" },
      el("thead", {}, el("tr", {}, el("th", { class: "number", text: this.name }), roles.map((role) => el("th", { class: "number", text: SAY.atRandom(role) })), el("th", { class: "number", text: SAY.length }), el("th", { class: "number", text: SAY.choices }), el("th", { text: SAY.verdict }))),
      el("tbody", {}, this.rows.map((row) => this.row(row, roles)))));
  }

  row({ value, report, failure }, roles) {
    const { balance, length, branching } = report?.parts ?? {};
    const verdict = report?.statements.verdict;
    const number = (found, digits = 1) => el("td", { class: "number", text: found === null || found === undefined ? "–" : fixed(found, digits) });
    return el("tr", {}, el("th", { class: "number", text: String(value) }), roles.map((_, place) => number(balance?.roles[place]?.goal.mean)), number(length?.mean), number(branching?.mean),
      el("td", {}, failure ? el("span", { class: "bad", text: failure }) : verdict ? [verdict.text, " ", el("span", { class: verdict.proven ? "tag certain" : "tag", text: verdict.proven ? TEXTS.report.proven(verdict.basis) : TEXTS.report.measured(verdict.basis) })] : el("span", { class: "muted", text: report ? "…" : "" })));
  }

  close() {
    this.closed = true;
    this.wire.close();
  }
}
