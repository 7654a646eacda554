// The cards of a report, one for each topic: figures and charts. What they mean is said by the studio, in one place.
import { short } from "../charts.js";
import { el } from "../dom.js";
import { term } from "../words.js";
import { choicesLine, histogram, shareBar } from "./drawings.js";

const MEANINGS = {
  balance: "Who wins when all sides move at random. Random play is not good play: where the game is solved, or better players tell otherwise, the report says so.",
  result: "The mean result at the end, from 0 (lost) to 100 (won), with the interval in which the true mean lies 19 times in 20.",
  wins: "The share of games in which this side alone had the best result.",
  length: "Joint moves from the beginning to the end of random games.",
  choices: "Among how many legal moves the side to move can choose, step by step.",
  decided: "The share of games in which, half-way, nearly all ways to go on led to the same result. A high share means that the second half hardly matters.",
  first: "What each first move is worth: with best play where the game is solved, and when all sides move at random after it. A trap looks good at random and is not.",
  skill: "Players who think more against players who think less. In a game worth learning every step up wins clearly.",
  simulations: "Games that a player simulates before each move.",
  structure: "What can be seen, and often proved, from the rules alone.",
  latches: "Something that stays as it is once it has come about, such as a marked cell.",
  parts: "Parts of the game that have nothing to do with one another and could be played by themselves.",
  gates: "The rules become a network of so many logic gates; the fewer, the faster.",
  thinking: "Games of players who try each of their moves by a few random games and make the best: weak play, but no longer random.",
  drama: "Of the games with one winner, those in which the winner was clearly behind at some time.",
  swap: "By the swap rule whoever moves second may take over the side that has just moved, so that the first move should be an even one.",
  idle: "Rules whose conditions never held. Often something is misspelt, or another rule makes them needless.",
};

const range = ({ low, high }, factor = 1, digits = 0) => `${(factor * low).toFixed(digits)}–${(factor * high).toFixed(digits)}`;

function figure(one, factor = 1, unit = "") {
  if (one.mean === null) return "–";
  const mean = (factor * one.mean).toFixed(1);
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
      title: "Something goes wrong",
      content: el("ul", { class: "flaws" }, flaws.map(({ message, moves }) => el("li", {}, el("span", { class: "bad", text: message }), moves.length > 0 && el("div", { class: "small mono muted", text: `after ${moves.map((joint) => joint.join(", ")).slice(-6).join(" ; ")}` })))),
    };
  },

  first_move(part, { board }, view) {
    if (part.moves.length < 2) return null;
    const { moves } = part;
    const shown = moves.length <= 10 ? moves : [...moves.slice(0, 5), ...moves.slice(-5)];
    const preview = (one) => () => view.board.preview([{ marks: [{ role: part.role, places: one.places }] }], board?.colours ?? []);
    const rows = shown.map((one, number) => el("tr", { class: moves.length > 10 && number === 5 ? "after-gap" : null, tabindex: "0", on: { pointerenter: preview(one), focus: preview(one), pointerleave: () => view.board.clearPreview(), blur: () => view.board.clearPreview() } },
      el("td", { class: "mono" }, one.label, one.trap && [" ", el("span", { class: "tag warn", text: "trap" })]),
      part.proven && el("td", { class: "number" }, el("span", { class: one.best ? "tag good" : null, text: String(one.value) })),
      el("td", { class: "number", text: figure(one.worth) }), bar(one.worth, 100, one.label)));
    const heading = moves.length > 10 ? `Best and worst of ${moves.length}` : "Move";
    return {
      title: "First move", meaning: MEANINGS.first, topics: ["first_move", "swap"],
      content: el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", { text: heading }), part.proven && el("th", { class: "number", text: "Best play" }), el("th", { class: "number", text: part.proven ? "At random" : `At random, for ${part.name}` }), el("th", {}))), el("tbody", {}, rows))),
    };
  },

  balance(part, { board }) {
    const rows = part.roles.map(({ role, goal, wins }) => el("tr", {}, el("td", {}, chip(board, role), " ", role),
      el("td", { class: "number", text: figure(goal) }), part.roles.length > 1 && el("td", { class: "number", text: figure(wins, 100, " %") }), bar(goal, 100, role)));
    return {
      title: "Balance at random", meaning: MEANINGS.balance,
      content: [el("table", {}, el("thead", {}, el("tr", {}, el("th", { text: "Role" }), el("th", { class: "number" }, term("result", "Result", MEANINGS.result)), part.roles.length > 1 && el("th", { class: "number" }, term("wins", "Wins", MEANINGS.wins)), el("th", {}))), el("tbody", {}, rows)),
        note(`${part.roles.length > 1 ? `Drawn: ${figure(part.draws, 100, " %")}. ` : ""}${part.exact ? "Worked out over all positions." : `From ${short(part.ended)} random games.`}`)],
    };
  },

  thinking(part, { board }) {
    const rows = part.roles.map(({ role, goal }) => el("tr", {}, el("td", {}, chip(board, role), " ", role), el("td", { class: "number", text: figure(goal) }), bar(goal, 100, role)));
    const line = (name, meaning, one, factor = 100, unit = " %") => one && el("tr", {}, el("td", {}, term(name, name, meaning)), el("td", { class: "number", text: figure(one, factor, unit) }), bar(one, factor === 100 ? 1 : 100, name));
    return {
      title: "Course of a game", meaning: MEANINGS.thinking,
      content: [el("table", {}, el("tbody", {}, rows, line("One winner", "Games that are not drawn.", part.decisive), line("Won from behind", MEANINGS.drama, part.drama), line("With the swap rule", MEANINGS.swap, part.swapped, 1, ""))),
        note(`${part.games} games; each move is tried by ${part.playouts} random games.`)],
    };
  },

  skill(part) {
    if (part.left_out) return { title: "Skill", meaning: MEANINGS.skill, content: note(part.left_out) };
    const alone = part.alone.map(({ name, goal }) => el("tr", {}, el("td", {}, level(name)), el("td", { class: "number", text: figure(goal) }), bar(goal, 100, name)));
    const steps = part.steps.map((step) => el("tr", {}, el("td", {}, level(step.stronger), " against ", level(step.weaker)), el("td", { class: "number", text: figure(step.share, 100, " %") }), bar(step.share, 1, step.stronger)));
    const own = part.own.map(({ role, goal }) => el("tr", {}, el("td", { text: `${role}, the strongest against itself` }), el("td", { class: "number", text: figure(goal) }), bar(goal, 100, role)));
    const games = Math.min(...[...part.steps.map(({ share }) => share.games), ...part.alone.map(({ goal }) => goal.games)]);
    return { title: "Skill", meaning: MEANINGS.skill, content: [el("table", {}, el("tbody", {}, alone, steps, own)), note(`From ${games} games for each line${part.final ? "" : " so far"}.`)] };
  },

  length(part) {
    return { title: "Length", meaning: MEANINGS.length, content: part.bars.length > 0 && histogram(part.bars, part.ended) };
  },

  branching(part) {
    return {
      title: "Choices", meaning: MEANINGS.choices,
      content: part.choices.length > 0 && [choicesLine(part.choices),
        el("p", { class: "small muted" }, `${part.first.toFixed(1)} at the first step, ${part.most} at most. `, part.decided !== null && [term("decided", "Decided half-way", MEANINGS.decided), `: ${Math.round(100 * part.decided)} %`])],
    };
  },

  proof(part) {
    return part.left_out ? { title: "Best play", content: note(part.left_out) } : null;
  },

  idle(part, report, view) {
    return {
      title: "Idle rules", meaning: MEANINGS.idle,
      content: part.rules.length > 0 && el("ul", { class: "problem-list" }, part.rules.map(({ line, column, head }) => el("li", {}, el("button", { type: "button", class: "problem quiet", on: { click: () => view.onplace?.(line, column) } }, el("span", { class: "tag warn", text: `${line}:${column}` }), el("span", { class: "problem-text mono", text: head }))))),
    };
  },

  structure(part) {
    if (part.left_out) return { title: "What the rules show", meaning: MEANINGS.structure, content: note(part.left_out) };
    const named = (topic) => (MEANINGS[topic] ? term(topic, topic, MEANINGS[topic]) : topic);
    return { title: "What the rules show", meaning: MEANINGS.structure, content: el("dl", { class: "findings" }, part.findings.map(({ topic, text, how }) => [el("dt", {}, named(topic)), el("dd", {}, el("span", { text }), " ", el("span", { class: "tag", text: how }))])) };
  },

  speed(part, { parts, statements }) {
    const words = part.compiled
      ? [`${short(part.gates)} `, term("gates", "gates", MEANINGS.gates), part.games_per_second ? `, ${short(part.games_per_second)} random games a second` : ""]
      : ["The rules are too large to compile in a few seconds: they can be played, but figures come from few games."];
    const flawless = parts.flaws?.flaws.length === 0;
    return { title: "Engine", topics: flawless ? ["flaws"] : [], content: [el("p", { class: "small" }, words), flawless && !statements.flaws && note("Some games were also played move by move: nothing went wrong.")] };
  },
};

function level(name) {
  return /simulations/.test(name) ? term("simulations", name, MEANINGS.simulations) : name;
}
