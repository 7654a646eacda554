// The studio's jargon and what it means: words on a page that explain themselves.
import { el } from "./dom.js";
import { TEXTS } from "./texts.js";

let tip = null;
let counter = 0;

/** A word that shows its meaning when pointed at, focused or tapped: one of `TEXTS.words`, or with a meaning of its own. */
export function term(word, shown = TEXTS.words[word]?.[0] ?? word, meaning = TEXTS.words[word]?.[1]) {
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
