// A report on rules, drawn as it comes in: a sentence, the figures, a chart; what takes longer is added later.
import { Board } from "../board.js";
import { short } from "../charts.js";
import { el, fill, svg } from "../dom.js";
import { icon } from "../icons.js";
import { term } from "../words.js";
import { choicesLine, histogram, shareBar } from "./drawings.js";

export const MEANINGS = {
  balance: "Who wins when all sides move at random. Random play is not good play, but it quickly shows when the rules favour a side.",
  result: "The mean result at the end, from 0 (lost) to 100 (won), with the margin in which the true mean lies 19 times in 20.",
  wins: "The share of games in which this side alone had the best result.",
  length: "Joint moves from the beginning to the end of random games.",
  choices: "Among how many legal moves the side to move can choose, step by step.",
  decided: "The share of games in which, half-way, nearly all ways to go on led to the same result. A high share means that the second half hardly matters.",
  first: "What each first move is worth when all sides move at random after it.",
  skill: "Players who think more against players who think less. In a game worth learning every step up wins clearly.",
  simulations: "Games that a player simulates before each move.",
  structure: "What can be seen, and often proved, from the rules alone.",
  latches: "Something that stays as it is once it has come about, such as a marked cell.",
  parts: "Parts of the game that have nothing to do with one another and could be played by themselves.",
  gates: "The rules become a network of so many logic gates; the fewer, the faster.",
};
const LISTED = 12;

export class ReportView {
  constructor() {
    this.board = new Board({ label: "First position" });
    this.boardCard = el("section", { class: "card padded report-board", hidden: true });
    this.boardWords = el("div", { class: "report-words" });
    this.heatNote = el("p", { class: "small muted", hidden: true, text: "The numbers: what a first move there is worth in random play, from 0 to 100." });
    fill(this.boardCard, this.board.element, el("div", { class: "column" }, this.boardWords, this.heatNote));
    this.banner = el("div", { class: "report-banner", role: "status", "aria-live": "polite" });
    this.cards = el("div", { class: "report-cards" });
    this.element = el("div", { class: "report", dataset: { phase: "empty" } }, this.banner, this.boardCard, this.cards);
    this.places = {};
  }

  /** Shows a report; parts that have not come in yet are kept from the one before, and look it. */
  show(report) {
    this.element.dataset.phase = report.phase;
    this.element.dataset.parts = Object.keys(report.parts).join(" ");
    this.showBanner(report);
    if (report.board) this.showBoard(report);
    this.boardCard.classList.toggle("old", !report.board);
    for (const [name, draw] of Object.entries(CARDS)) this.showCard(name, draw, report);
  }

  showBanner(report) {
    const { phase, failure, seconds, checked } = report;
    const errors = checked?.mistakes.filter(({ severity }) => severity === "error").length ?? 0;
    const words = {
      empty: "Write some rules to see a report on them here.",
      working: report.parts.branching ? "More results are on their way…" : "Looking at the rules…",
      wrong: errors === 1 ? "There is a mistake in the rules. Fix it to see the report again." : `There are ${errors} mistakes in the rules. Fix them to see the report again.`,
      failed: failure,
      done: "The report is complete.",
    }[phase];
    const bad = phase === "wrong" || phase === "failed";
    fill(this.banner, icon(bad ? "warning" : phase === "done" ? "check" : "info"), el("span", { class: "grow", text: words }), seconds !== null && !bad && el("span", { class: "small muted number", title: "From the last key to the first figures", text: `${seconds.toFixed(2)} s` }));
    this.banner.classList.toggle("bad-banner", bad);
  }

  showBoard({ board, parts }) {
    this.boardCard.hidden = false;
    if (this.shown !== board) {
      this.shown = board;
      this.board.show(board.svg);
      fill(this.boardWords, el("h2", { text: "First position" }), legalWords(board));
    }
    const heat = heatOf(parts.first_move);
    this.heatNote.hidden = heat.length === 0;
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
    const { title, meaning, content, verdict } = body;
    const made = el("section", { class: `card padded report-card report-${name}`, dataset: { part: name } },
      el("div", { class: "row spread" }, el("h2", {}, meaning ? term(title, title, meaning) : title)),
      verdict && verdictLine(verdict), content);
    if (this.places[name]) this.places[name].replaceWith(made);
    else this.cards.append(made);
    this.places[name] = made;
    for (const key of Object.keys(CARDS)) if (this.places[key]) this.cards.append(this.places[key]);
  }
}

function verdictLine({ kind, text }) {
  return el("p", { class: `verdict verdict-${kind}` }, icon(kind === "good" ? "check" : kind === "warn" ? "info" : "warning"), el("span", { text }));
}

function legalWords(board) {
  if (board.over) return el("p", { class: "bad", text: "The game is over before it begins." });
  return el("dl", { class: "legal-list" }, board.roles.map((role, number) => {
    const { count, moves } = board.legal[number];
    const shown = moves.slice(0, LISTED).map(({ label }) => label).join(" · ");
    return [el("dt", {}, el("span", { class: "chip", style: { background: board.colours[number] } }), " ", role, el("span", { class: "muted", text: ` ${count} first ${count === 1 ? "move" : "moves"}` })),
      el("dd", { class: "small mono", text: count > LISTED ? `${shown} …` : shown })];
  }));
}

/** The places of first moves that are one cell each, with the best value there. */
function heatOf(first) {
  const moves = first?.moves ?? [];
  if (moves.length < 2 || !moves.every(({ places, mean }) => places.length === 1 && mean !== null)) return [];
  const best = new Map();
  for (const { places: [place], mean } of moves) {
    const key = `${place.board} ${place.column} ${place.row}`;
    if (!best.has(key) || best.get(key).mean < mean) best.set(key, { place, mean });
  }
  return [...best.values()];
}

function withMargin({ mean, margin }, factor = 1, unit = "") {
  return mean === null ? "–" : `${(factor * mean).toFixed(1)} ± ${(factor * margin).toFixed(1)}${unit}`;
}

const CARDS = {
  flaws({ flaws }) {
    if (flaws.length === 0) return null;
    return {
      title: "Something goes wrong",
      content: el("ul", { class: "flaws" }, flaws.map(({ message, moves }) => el("li", {}, el("span", { class: "bad", text: message }), moves.length > 0 && el("div", { class: "small mono muted", text: `after ${moves.map((joint) => joint.join(", ")).slice(-6).join(" ; ")}` })))),
    };
  },

  balance(part, { board }) {
    const rows = part.roles.map(({ role, goal, wins }) => el("tr", {}, el("td", {}, el("span", { class: "chip", style: { background: board?.colours[board.roles.indexOf(role)] ?? "none" } }), " ", role),
      el("td", { class: "number", text: withMargin(goal) }), part.roles.length > 1 && el("td", { class: "number", text: withMargin(wins, 100, " %") }),
      el("td", { class: "share-cell" }, goal.mean !== null && shareBar(goal.mean / 100, [(goal.mean - goal.margin) / 100, (goal.mean + goal.margin) / 100], { label: `${role}: ${withMargin(goal)}` }))));
    return {
      title: "Balance", meaning: MEANINGS.balance, verdict: part.verdict,
      content: [el("table", {}, el("thead", {}, el("tr", {}, el("th", { text: "Role" }), el("th", { class: "number" }, term("result", "Result", MEANINGS.result)), part.roles.length > 1 && el("th", { class: "number" }, term("wins", "Wins", MEANINGS.wins)), el("th", {}))), el("tbody", {}, rows)),
        el("p", { class: "small muted", text: `${part.roles.length > 1 ? `Drawn: ${withMargin(part.draws, 100, " %")}. ` : ""}From ${short(part.ended)} random games.` })],
    };
  },

  length(part) {
    return {
      title: "Length", meaning: MEANINGS.length, verdict: part.verdict,
      content: part.bars.length > 0 && histogram(part.bars, part.ended),
    };
  },

  branching(part) {
    return {
      title: "Choices", meaning: MEANINGS.choices, verdict: part.verdict,
      content: part.choices.length > 0 && [choicesLine(part.choices),
        el("p", { class: "small muted" }, `${part.first.toFixed(1)} at the first step, ${part.most.toFixed(1)} at most. `, part.decided !== null && [term("decided", "Decided half-way", MEANINGS.decided), `: ${Math.round(100 * part.decided)} %`])],
    };
  },

  first_move(part, { board }, view) {
    if (part.moves.length < 2) return null;
    const { moves } = part;
    const shown = moves.length <= 8 ? moves : [...moves.slice(0, 4), ...moves.slice(-4)];
    const preview = (one) => () => view.board.preview([{ marks: [{ role: part.role, places: one.places }] }], board?.colours ?? []);
    const rows = shown.map((one, number) => el("tr", { class: moves.length > 8 && number === 4 ? "after-gap" : null, tabindex: "0", on: { pointerenter: preview(one), focus: preview(one), pointerleave: () => view.board.clearPreview(), blur: () => view.board.clearPreview() } },
      el("td", { class: "mono", text: one.label }), el("td", { class: "number", text: withMargin(one) }),
      el("td", { class: "share-cell" }, one.mean !== null && shareBar(one.mean / 100, [(one.mean - one.margin) / 100, (one.mean + one.margin) / 100], { label: `${one.label}: ${withMargin(one)}` }))));
    return {
      title: "First move", meaning: MEANINGS.first, verdict: part.verdict,
      content: el("table", {}, el("thead", {}, el("tr", {}, el("th", { text: moves.length > 8 ? `Best and worst of ${moves.length}` : "Move" }), el("th", { class: "number", text: `For ${part.name}` }), el("th", {}))), el("tbody", {}, rows)),
    };
  },

  skill(part) {
    if (part.left_out) return { title: "Skill", meaning: MEANINGS.skill, content: el("p", { class: "small muted", text: part.left_out }) };
    if (part.kind === "alone") {
      return { title: "Skill", meaning: MEANINGS.skill, verdict: part.verdict, content: el("table", {}, el("tbody", {}, part.levels.map(({ name, goal, games }) => el("tr", {}, el("td", {}, level(name)), el("td", { class: "number", text: goal.toFixed(1) }), el("td", { class: "share-cell" }, shareBar(goal / 100, [goal / 100, goal / 100], { label: `${goal.toFixed(1)} of 100 in ${games} games` })))))) };
    }
    const rows = part.steps.map((step) => el("tr", {}, el("td", {}, level(step.stronger), " against ", level(step.weaker)),
      el("td", { class: "number", text: `${Math.round(100 * step.share)} %` }), el("td", { class: "share-cell" }, shareBar(step.share, step.interval, { label: `${Math.round(100 * step.share)} % of the points in ${step.games} games; between ${Math.round(100 * step.interval[0])} and ${Math.round(100 * step.interval[1])} %` }))));
    const games = Math.min(...part.steps.map((step) => step.games));
    return {
      title: "Skill", meaning: MEANINGS.skill, verdict: part.verdict,
      content: [el("table", {}, el("tbody", {}, rows)), part.good_play.verdict && verdictLine(part.good_play.verdict), el("p", { class: "small muted", text: `From ${games} games for each line${part.final ? "" : " so far"}.` })],
    };
  },

  structure(part) {
    if (part.left_out) return { title: "What the rules show", meaning: MEANINGS.structure, content: el("p", { class: "small muted", text: part.left_out }) };
    const named = (topic) => (MEANINGS[topic] ? term(topic, topic, MEANINGS[topic]) : topic);
    return { title: "What the rules show", meaning: MEANINGS.structure, content: el("dl", { class: "findings" }, part.findings.map(({ topic, text, how }) => [el("dt", {}, named(topic)), el("dd", {}, el("span", { text }), " ", el("span", { class: "tag", text: how }))])) };
  },

  speed(part, { parts }) {
    const words = part.compiled
      ? [`${short(part.gates)} `, term("gates", "gates", MEANINGS.gates), part.games_per_second ? `, ${short(part.games_per_second)} random games a second` : ""]
      : ["The rules are too large to compile in a few seconds: they can be played, but figures come from few games."];
    const sound = parts.flaws?.flaws.length === 0 && el("p", { class: "small muted", text: "Some games were also played move by move: nothing went wrong." });
    return { title: "Engine", content: [el("p", { class: "small" }, words), sound] };
  },
};

function level(name) {
  return /simulations/.test(name) ? term("simulations", name, MEANINGS.simulations) : name;
}

