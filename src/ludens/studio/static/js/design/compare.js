// Two versions of rules side by side: their figures with the differences marked, their boards, and the lines that changed.
import { Board } from "../board.js";
import { el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { diff } from "./diff.js";
import { figures } from "./figures.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.compare;

const AROUND = 3;

export class Comparison {
  /** `names` of the two versions. */
  constructor(names) {
    this.names = names;
    this.boards = names.map((name) => new Board({ label: SAY.firstOf(name) }));
    this.shown = [null, null];
    this.status = el("div", { class: "row compare-status", role: "status" });
    this.table = el("div", { class: "scroll" });
    this.lines = el("div", { class: "diff mono", role: "table", "aria-label": SAY.changed });
    this.element = el("div", { class: "column compare" }, this.status,
      el("div", { class: "compare-boards" }, names.map((name, side) => el("figure", { class: "card padded" }, el("figcaption", { text: name }), this.boards[side].element))),
      el("section", { class: "card padded column" }, el("h2", { text: SAY.figures }), this.table),
      el("section", { class: "card padded column" }, el("h2", { text: SAY.rules }), this.lines));
  }

  /** Shows both reports and texts; the first is the version that is being written. */
  show(reports, texts) {
    reports.forEach(({ board }, side) => {
      if (board && this.shown[side] !== board) {
        this.shown[side] = board;
        this.boards[side].show(board.svg);
      }
    });
    const troubles = reports.map((report, side) => (report.phase === "wrong" ? SAY.mistakes(this.names[side]) : report.phase === "failed" ? SAY.failed(this.names[side], report.failure) : null)).filter(Boolean);
    const working = reports.some(({ phase }) => phase === "working" || phase === "empty");
    this.element.dataset.phase = troubles.length ? "failed" : working ? "working" : "done";
    fill(this.status, troubles.length ? troubles.map((text) => el("span", { class: "bad", text })) : el("span", { class: "small muted", text: working ? TEXTS.report.more : SAY.complete }));
    fill(this.table, figureTable(this.names, reports.map(figures)));
    this.showLines(texts);
  }

  showLines([mine, other]) {
    const key = `${mine}\0${other}`;
    if (this.key === key) return;
    this.key = key;
    const lines = diff(other, mine);
    if (lines.every(({ kind }) => kind === "same")) return fill(this.lines, el("p", { class: "muted", text: SAY.sameText }));
    const near = lines.map((_, number) => lines.slice(Math.max(0, number - AROUND), number + AROUND + 1).some(({ kind }) => kind !== "same"));
    const rows = [];
    lines.forEach((line, number) => {
      if (near[number]) rows.push(row(line));
      else if (number === 0 || near[number - 1]) rows.push(el("div", { class: "diff-gap", text: "…" }));
    });
    return fill(this.lines, rows);
  }
}

function row({ kind, text, before, after }) {
  const sign = { same: " ", gone: "−", new: "+" }[kind];
  return el("div", { class: `diff-line diff-${kind}`, role: "row" }, el("span", { class: "diff-number", text: before ?? "" }), el("span", { class: "diff-number", text: after ?? "" }), el("span", { class: "diff-sign", text: sign, "aria-label": { same: null, gone: SAY.gone, new: SAY.new }[kind] }), el("span", { class: "diff-text", text: text || " " }));
}

function figureTable(names, [mine, other]) {
  const all = [...new Set([...mine, ...other].map(({ name }) => name))];
  if (all.length === 0) return el("p", { class: "muted", text: SAY.soon });
  return el("table", { class: "compare-table" },
    el("thead", {}, el("tr", {}, el("th", {}), names.map((name) => el("th", { class: "number", text: name })), el("th", { text: SAY.difference }))),
    el("tbody", {}, all.map((name) => {
      const [one, two] = [mine, other].map((list) => list.find((figure) => figure.name === name));
      const change = one && two ? one.value - two.value : null;
      const differs = change !== null && Math.abs(change) > Math.max(one.slack, two.slack, 1e-9);
      return el("tr", { class: differs || change === null ? "differs" : null }, el("th", { text: name }), [one, two].map((figure) => el("td", { class: "number", text: figure?.text ?? "–" })),
        el("td", { class: "small compare-change" }, differs ? [icon(change > 0 ? "up" : "down"), change > 0 ? SAY.more : SAY.less] : change === null ? SAY.onlyOne : el("span", { class: "muted", title: change === 0 ? null : SAY.chance, text: change === 0 ? SAY.same : SAY.nearly })));
    })));
}
