// The studio's jargon and what it means: words on a page that explain themselves.
import { el } from "./dom.js";

export const MEANINGS = {
  agent: "A program that plays. Each thinks in its own way; the champion is the strongest all round.",
  visits: "How often the search tried this move. A good search visits good moves most, so the number is also a vote.",
  value: "What the move is expected to bring, from 0 (lost) to 100 (won), for the one who makes it.",
  interval: "How sure the value is: in about 19 of 20 cases the true mean of the games tried lies within this margin.",
  proven: "Worked out to the end: with best play the result is certain, not estimated.",
  chance: "How likely the agent is to make this move. Where both move at once it pays to be unpredictable.",
  line: "The moves that the search expects next, if both sides play what it thinks best.",
  plan: "The way to play that measured games favour, in this game or in similar ones. Without evidence it is plain UCT.",
  simulations: "Games that the agent plays out at high speed to judge a move.",
  rate: "Simulations in each second of thinking.",
  "expected result": "How many points each side can expect, from 0 to 100, as the last search saw it. Where one side wins what the other loses, 50 each is even.",
  "value lost": "How much worse the move made was than the best one found, in points of 100.",
  rulesheet: "A file in the Game Description Language (.kif) that states the rules of a game.",
  ply: "One step of a game: a move by one side, or by all sides at once where they move together.",
  amaf: "All moves as first: a move made anywhere in a simulated game counts as if it had been made first. Quick to learn, less exact.",
  "all at once": "Both sides choose in secret, then the choices are shown together.",
  playouts: "A limit by the number of simulated games instead of time: the same on every machine.",
  seed: "The start of the random numbers. The same seed gives the same game again.",
};

let tip = null;
let counter = 0;

/** A word that shows its meaning when pointed at, focused or tapped. */
export function term(word, shown = word, meaning = MEANINGS[word]) {
  const element = el("button", { type: "button", class: "term", text: shown, dataset: { term: word } });
  explain(element, meaning);
  return element;
}

/** Lets an element show a text when pointed at, focused or tapped. */
export function explain(element, meaning) {
  const show = () => showTip(element, meaning);
  for (const event of ["pointerenter", "focus"]) element.addEventListener(event, show);
  for (const event of ["pointerleave", "blur"]) element.addEventListener(event, hideTip);
  element.addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); show(); });
  element.addEventListener("keydown", (event) => event.key === "Escape" && hideTip());
}

function showTip(anchor, meaning) {
  hideTip();
  counter += 1;
  tip = el("div", { class: "tip", role: "tooltip", id: `tip-${counter}`, text: meaning });
  anchor.setAttribute("aria-describedby", tip.id);
  tip.anchor = anchor;
  (anchor.closest("dialog") ?? document.body).append(tip);
  const place = anchor.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.left + place.width / 2 - size.width / 2), innerWidth - size.width - 8);
  const below = place.bottom + 8 + size.height < innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${below ? place.bottom + 8 : place.top - size.height - 8}px`;
}

function hideTip() {
  tip?.anchor.removeAttribute("aria-describedby");
  tip?.remove();
  tip = null;
}

addEventListener("scroll", hideTip, { passive: true, capture: true });
