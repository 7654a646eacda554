// The cards of a report, one for each topic: figures and charts. What they mean is said by the studio, in one place.
import { short } from "../charts.js";
import { el } from "../dom.js";
import { term } from "../words.js";
import { choicesLine, histogram, shareBar } from "./drawings.js";
import { TEXTS, fixed, translated } from "../texts.js";

const SAY = TEXTS.cards;
const MEANINGS = SAY.meanings;

const range = ({ low, high }, factor = 1, digits = 0) => `${fixed(factor * low, digits)}–${fixed(factor * high, digits)}`;

function figure(one, factor = 1, unit = "") {
  if (one.mean === null) return "–";
  const mean = fixed(factor * one.mean, 1);
  return one.games === 0 ? `${mean}${unit}` : `${mean}${unit} (${range(one, factor, one.high - one.low < 2 / factor ? 1 : 0)})`;
}

function bar(one, scale, label) {
  return el("td", { class: "share-cell" }, one.mean !== null && shareBar(one.mean / scale, [one.low / scale, one.high / scale], { label: `${label}: ${figure(one, scale === 1 ? 100 : 1)}` }));
}

const chip = (board, role) => el("span", { class: "chip", style: { background: board?.colours[board.roles.indexOf(role)] ?? "none" } });
const note = (text) => el("p", { class: "small muted", text });

export const CARDS = {
  flaws({ flaws }) {
    if (flaws.length === 0) return null;
    return {
      title: SAY.flaws,
      content: el("ul", { class: "flaws" }, flaws.map(({ message, moves }) => el("li", {}, el("span", { class: "bad", text: translated(message) }), moves.length > 0 && el("div", { class: "small mono muted", text: SAY.after(moves.map((joint) => joint.join(", ")).slice(-6).join(" ; ")) })))),
    };
  },

  first_move(part, { board }, view) {
    if (part.moves.length < 2) return null;
    const { moves } = part;
    const shown = moves.length <= 10 ? moves : [...moves.slice(0, 5), ...moves.slice(-5)];
    const preview = (one) => () => view.board.preview([{ marks: [{ role: part.role, places: one.places }] }], board?.colours ?? []);
    const rows = shown.map((one, number) => el("tr", { class: moves.length > 10 && number === 5 ? "after-gap" : null, tabindex: "0", on: { pointerenter: preview(one), focus: preview(one), pointerleave: () => view.board.clearPreview(), blur: () => view.board.clearPreview() } },
      el("td", { class: "mono" }, one.label, one.trap && [" ", el("span", { class: "tag warn", text: SAY.trap })]),
      part.proven && el("td", { class: "number" }, el("span", { class: one.best ? "tag good" : null, text: String(one.value) })),
      el("td", { class: "number", text: figure(one.worth) }), bar(one.worth, 100, one.label)));
    const heading = moves.length > 10 ? SAY.bestAndWorst(moves.length) : SAY.move;
    return {
      title: SAY.firstMove, meaning: MEANINGS.first, topics: ["first_move", "swap"],
      content: el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", { text: heading }), part.proven && el("th", { class: "number", text: SAY.bestPlay }), el("th", { class: "number", text: part.proven ? SAY.atRandom : SAY.atRandomFor(part.name) }), el("th", {}))), el("tbody", {}, rows))),
    };
  },

  balance(part, { board }) {
    const rows = part.roles.map(({ role, goal, wins }) => el("tr", {}, el("td", {}, chip(board, role), " ", role),
      el("td", { class: "number", text: figure(goal) }), part.roles.length > 1 && el("td", { class: "number", text: figure(wins, 100, " %") }), bar(goal, 100, role)));
    return {
      title: SAY.balance, meaning: MEANINGS.balance,
      content: [el("table", {}, el("thead", {}, el("tr", {}, el("th", { text: SAY.role }), el("th", { class: "number" }, term("result", SAY.result, MEANINGS.result)), part.roles.length > 1 && el("th", { class: "number" }, term("wins", SAY.wins, MEANINGS.wins)), el("th", {}))), el("tbody", {}, rows)),
        note(`${part.roles.length > 1 ? SAY.drawn(figure(part.draws, 100, " %")) : ""}${part.exact ? SAY.exact : SAY.fromGames(short(part.ended))}`)],
    };
  },

  thinking(part, { board }) {
    const rows = part.roles.map(({ role, goal }) => el("tr", {}, el("td", {}, chip(board, role), " ", role), el("td", { class: "number", text: figure(goal) }), bar(goal, 100, role)));
    const line = (name, meaning, one, factor = 100, unit = " %") => one && el("tr", {}, el("td", {}, term(name, name, meaning)), el("td", { class: "number", text: figure(one, factor, unit) }), bar(one, factor === 100 ? 1 : 100, name));
    return {
      title: SAY.course, meaning: MEANINGS.thinking,
      content: [el("table", {}, el("tbody", {}, rows, line(SAY.oneWinner, MEANINGS.decisive, part.decisive), line(SAY.fromBehind, MEANINGS.drama, part.drama), line(SAY.withSwap, MEANINGS.swap, part.swapped, 1, ""))),
        note(SAY.tried(part.games, part.playouts))],
    };
  },

  skill(part) {
    if (part.left_out) return { title: SAY.skill, meaning: MEANINGS.skill, content: note(translated(part.left_out)) };
    const alone = part.alone.map(({ name, goal }) => el("tr", {}, el("td", {}, level(name)), el("td", { class: "number", text: figure(goal) }), bar(goal, 100, name)));
    const steps = part.steps.map((step) => el("tr", {}, el("td", {}, SAY.against(level(step.stronger), level(step.weaker))), el("td", { class: "number", text: figure(step.share, 100, " %") }), bar(step.share, 1, step.stronger)));
    const own = part.own.map(({ role, goal }) => el("tr", {}, el("td", { text: SAY.itself(role) }), el("td", { class: "number", text: figure(goal) }), bar(goal, 100, role)));
    const games = Math.min(...[...part.steps.map(({ share }) => share.games), ...part.alone.map(({ goal }) => goal.games)]);
    return { title: SAY.skill, meaning: MEANINGS.skill, content: [el("table", {}, el("tbody", {}, alone, steps, own)), note(SAY.fromEach(games, part.final))] };
  },

  length(part) {
    return { title: SAY.length, meaning: MEANINGS.length, content: part.bars.length > 0 && histogram(part.bars, part.ended) };
  },

  branching(part) {
    return {
      title: SAY.choices, meaning: MEANINGS.choices,
      content: part.choices.length > 0 && [choicesLine(part.choices),
        el("p", { class: "small muted" }, SAY.firstStep(fixed(part.first, 1), part.most), part.decided !== null && [term("decided", SAY.decided, MEANINGS.decided), `: ${Math.round(100 * part.decided)} %`])],
    };
  },

  proof(part) {
    return part.left_out ? { title: SAY.bestPlay, content: note(translated(part.left_out)) } : null;
  },

  idle(part, report, view) {
    return {
      title: SAY.idle, meaning: MEANINGS.idle,
      content: part.rules.length > 0 && el("ul", { class: "problem-list" }, part.rules.map(({ line, column, head }) => el("li", {}, el("button", { type: "button", class: "problem quiet", on: { click: () => view.onplace?.(line, column) } }, el("span", { class: "tag warn", text: `${line}:${column}` }), el("span", { class: "problem-text mono", text: head }))))),
    };
  },

  structure(part) {
    if (part.left_out) return { title: SAY.structure, meaning: MEANINGS.structure, content: note(translated(part.left_out)) };
    const named = (topic) => (MEANINGS[topic] ? term(topic, translated(topic), MEANINGS[topic]) : translated(topic));
    return { title: SAY.structure, meaning: MEANINGS.structure, content: el("dl", { class: "findings" }, part.findings.map(({ topic, text, how }) => [el("dt", {}, named(topic)), el("dd", {}, el("span", { text: translated(text) }), " ", el("span", { class: "tag", text: translated(how) }))])) };
  },

  speed(part, { parts, statements }) {
    const words = part.compiled
      ? [`${short(part.gates)} `, term("gates", SAY.gates, MEANINGS.gates), part.games_per_second ? SAY.speed(short(part.games_per_second)) : ""]
      : [SAY.uncompiled];
    const flawless = parts.flaws?.flaws.length === 0;
    return { title: SAY.engine, topics: flawless ? ["flaws"] : [], content: [el("p", { class: "small" }, words), flawless && !statements.flaws && note(SAY.flawless)] };
  },
};

function level(name) {
  return /simulations/.test(name) ? term("simulations", name, MEANINGS.simulations) : name;
}
