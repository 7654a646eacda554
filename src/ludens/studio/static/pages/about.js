// What the studio is, and how to use it by keyboard.
import { el, fill } from "../js/dom.js";
import { languageSwitch } from "../js/language.js";
import { TEXTS } from "../js/texts.js";

const SAY = TEXTS.about;

export async function open(container, { title }) {
  title(SAY.title);
  const words = Object.values(TEXTS.words).sort(([a], [b]) => a.localeCompare(b));
  fill(container,
    el("div", { class: "about" },
      el("h1", { text: SAY.heading }),
      el("p", { text: SAY.text }),
      el("p", {}, el("label", { class: "row" }, TEXTS.shell.language, languageSwitch())),
      el("h2", { text: SAY.keysHeading }),
      el("dl", { class: "keys" }, SAY.keys.map(([key, text]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text })])),
      el("h2", { text: SAY.words }),
      el("dl", { class: "keys" }, words.map(([word, meaning]) => [el("dt", { text: word }), el("dd", { text: meaning })]))));
}
