// What the studio is, and how to use it by keyboard.
import { el, fill } from "../js/dom.js";
import { MEANINGS } from "../js/words.js";

const KEYS = [
  ["Arrow keys", "on the board: from cell to cell; elsewhere ← and → look back and forth"],
  ["Enter or Space", "click the cell"],
  ["Escape", "take back the clicks of a move that is not complete"],
  ["U, R", "undo, redo"],
  ["H", "hint"],
  ["F", "flip the board"],
  ["S", "the agent moves now"],
  ["A", "show or hide the analysis"],
];

export async function open(container, { title }) {
  title("About");
  const words = Object.entries(MEANINGS).sort(([a], [b]) => a.localeCompare(b));
  fill(container,
    el("div", { class: "about" },
      el("h1", { text: "About the studio" }),
      el("p", {}, "Ludens plays any game from its rules. Pick a game and play against its agents, see why they move as they do, write rules of your own, watch tournaments, and learn how the algorithms work. Everything runs on this computer; the page loads nothing from elsewhere."),
      el("h2", { text: "Keys while playing" }),
      el("dl", { class: "keys" }, KEYS.map(([key, text]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text })])),
      el("h2", { text: "Words" }),
      el("dl", { class: "keys" }, words.map(([word, meaning]) => [el("dt", { text: word }), el("dd", { text: meaning })]))));
}
