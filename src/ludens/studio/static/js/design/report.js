// A report on rules, drawn as it comes in: one verdict, the board, and a card for each topic with its sentence and figures.
import { Board } from "../board.js";
import { el, fill, svg } from "../dom.js";
import { icon } from "../icons.js";
import { term } from "../words.js";
import { CARDS } from "./cards.js";
import { TEXTS, fixed, translated } from "../texts.js";

const SAY = TEXTS.report;

const LISTED = 12;
const MARKS = { good: "check", warn: "info", bad: "warning", info: "info" };

export class ReportView {
  constructor() {
    this.board = new Board({ label: SAY.first });
    this.boardCard = el("section", { class: "card padded report-board", hidden: true });
    this.boardWords = el("div", { class: "report-words" });
    this.heatNote = el("p", { class: "small muted", hidden: true, });
    fill(this.boardCard, this.board.element, el("div", { class: "column" }, this.boardWords, this.heatNote));
    this.banner = el("div", { class: "report-banner", role: "status", "aria-live": "polite" });
    this.verdict = el("section", { class: "card padded report-verdict", "aria-label": SAY.verdict, hidden: true });
    this.cards = el("div", { class: "report-cards" });
    this.element = el("div", { class: "report", dataset: { phase: "empty" } }, this.banner, this.verdict, this.boardCard, this.cards);
    this.places = {};
  }

  /** Shows a report; parts that have not come in yet are kept from the one before, and look it. */
  show(report) {
    this.element.dataset.phase = report.phase;
    this.element.dataset.parts = Object.keys(report.parts).join(" ");
    this.showBanner(report);
    this.showVerdict(report.statements.verdict);
    if (report.board) this.showBoard(report);
    this.boardCard.classList.toggle("old", !report.board);
    for (const [name, draw] of Object.entries(CARDS)) this.showCard(name, draw, report);
  }

  showBanner(report) {
    const { phase, failure, seconds, checked } = report;
    const errors = checked?.mistakes.filter(({ severity }) => severity === "error").length ?? 0;
    const words = {
      empty: SAY.empty,
      working: report.parts.branching ? SAY.more : SAY.looking,
      wrong: SAY.wrong(errors),
      failed: failure,
      done: SAY.done,
    }[phase];
    const bad = phase === "wrong" || phase === "failed";
    fill(this.banner, icon(bad ? "warning" : phase === "done" ? "check" : "info"), el("span", { class: "grow", text: words }), seconds !== null && !bad && el("span", { class: "small muted number", title: SAY.seconds, text: TEXTS.setup.limitSeconds(fixed(seconds, 2)) }));
    this.banner.classList.toggle("bad-banner", bad);
  }

  showVerdict(verdict) {
    this.verdict.classList.toggle("old", !verdict);
    if (!verdict) return;
    this.verdict.hidden = false;
    this.verdict.className = `card padded report-verdict verdict-${verdict.kind}`;
    fill(this.verdict, icon(MARKS[verdict.kind]), el("p", { class: "grow" }, el("strong", { text: translated(verdict.text) })), certainty(verdict));
  }

  showBoard({ board, parts }) {
    this.boardCard.hidden = false;
    if (this.shown !== board) {
      this.shown = board;
      this.board.show(board.svg);
      fill(this.boardWords, el("h2", { text: SAY.first }), legalWords(board));
    }
    const heat = heatOf(parts.first_move);
    this.heatNote.hidden = heat.length === 0;
    fill(this.heatNote, parts.first_move?.proven ? SAY.heatProven : SAY.heatRandom);
    this.drawHeat(heat);
  }

  // Cells are painted by what a first move there is worth, and say it.
  drawHeat(heat) {
    const { overlay, drawing } = this.board;
    drawing.querySelector(":scope > g.heat")?.remove();
    if (heat.length === 0) return;
    const means = heat.map(({ mean }) => mean);
    const [low, high] = [Math.min(...means), Math.max(...means)];
    const spots = heat.map(({ place, mean }) => {
      const cell = overlay.find(place);
      if (!cell) return null;
      const { x, y, half } = overlay.spot(cell);
      const size = Math.min(half, 26);
      return svg("g", {},
        svg("rect", { class: "heat-cell", x: x - size * 0.8, y: y - size * 0.5, width: size * 1.6, height: size, rx: size * 0.25, style: { "--heat": high > low ? (mean - low) / (high - low) : 0.5 } }),
        svg("text", { class: "heat-text", x, y, dy: "0.35em", "text-anchor": "middle", "font-size": size * 0.72, text: mean.toFixed(0) }));
    });
    drawing.append(svg("g", { class: "overlay heat" }, spots));
  }

  showCard(name, draw, report) {
    if (!report.parts[name]) {
      // What the version before had is left for the eye to compare with, until there is something new.
      this.places[name]?.classList.add("old");
      return;
    }
    const body = draw(report.parts[name], report, this);
    if (!body) {
      this.places[name]?.remove();
      delete this.places[name];
      return;
    }
    const { title, meaning, content, topics = [name] } = body;
    const said = topics.map((topic) => report.statements[topic]).filter(Boolean);
    const made = el("section", { class: `card padded report-card report-${name}`, dataset: { part: name } },
      el("div", { class: "row spread" }, el("h2", {}, meaning ? term(title, title, meaning) : title)),
      said.map(sentence), content);
    if (this.places[name]) this.places[name].replaceWith(made);
    else this.cards.append(made);
    this.places[name] = made;
    for (const key of Object.keys(CARDS)) if (this.places[key]) this.cards.append(this.places[key]);
  }
}

function sentence(one) {
  return el("p", { class: `verdict verdict-${one.kind}` }, icon(MARKS[one.kind]), el("span", {}, translated(one.text), " ", certainty(one)));
}

/** How sure a sentence is: proven, or measured, and from what. */
function certainty({ proven, basis }) {
  return el("span", { class: proven ? "tag certain" : "tag", title: proven ? SAY.certain : SAY.uncertain, text: proven ? SAY.proven(translated(basis)) : SAY.measured(translated(basis)) });
}

function legalWords(board) {
  if (board.over) return el("p", { class: "bad", text: SAY.overAtOnce });
  return el("dl", { class: "legal-list" }, board.roles.map((role, number) => {
    const { count, moves } = board.legal[number];
    const shown = moves.slice(0, LISTED).map(({ label }) => label).join(" · ");
    return [el("dt", {}, el("span", { class: "chip", style: { background: board.colours[number] } }), " ", role, el("span", { class: "muted", text: SAY.firstMoves(count) })),
      el("dd", { class: "small mono", text: count > LISTED ? `${shown} …` : shown })];
  }));
}

/** The places of first moves that are one cell each, with the best value there: proven where it is, else at random. */
function heatOf(first) {
  const moves = (first?.moves ?? []).map((one) => ({ places: one.places, mean: first.proven ? one.value : one.worth.mean }));
  if (moves.length < 2 || !moves.every(({ places, mean }) => places.length === 1 && mean !== null)) return [];
  const best = new Map();
  for (const { places: [place], mean } of moves) {
    const key = `${place.board} ${place.column} ${place.row}`;
    if (!best.has(key) || best.get(key).mean < mean) best.set(key, { place, mean });
  }
  return [...best.values()];
}
