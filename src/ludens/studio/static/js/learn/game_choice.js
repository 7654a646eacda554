// The game to learn on: an example of the lesson, any game of the gallery, or rules of one's own.
import { allGames, get } from "../api.js";
import { el, fill } from "../dom.js";
import { readPosition } from "../links.js";
import { TEXTS } from "../texts.js";
import { range } from "./controls.js";

const SAY = TEXTS.learn;
const MOST_AHEAD = 40;

export class GameChoice {
  /** `examples`: {name} each; `fits(game)`: which games of the gallery are offered; `change()` hears of another choice. */
  constructor(query, { examples, fits, change }) {
    this.linked = readPosition(String(query ?? ""));
    this.ahead = 0;
    this.fits = fits;
    this.list = el("select", { on: { change: () => { this.linked = null; this.show(); change(); } } }, examples.map(({ name }, number) => el("option", { value: `example ${number}`, text: TEXTS.examples[name] })));
    this.slider = range(SAY.ahead, SAY.aheadHelp, 0, MOST_AHEAD, 1, 0, (value) => { this.ahead = value; change(); });
    this.element = el("div", { class: "knobs" }, el("label", {}, el("span", { class: "name", text: SAY.game }), this.list), this.slider);
    if (this.linked) this.add(el("option", { value: "linked", text: SAY.linked(this.linked.game) }), "linked");
    this.show();
    this.offer();
  }

  add(option, value) {
    this.list.append(option);
    this.list.value = value;
  }

  // The other games come in when they are known; the lesson need not wait for them.
  async offer() {
    try {
      const [games, rules] = await Promise.all([allGames(), get("rules")]);
      const group = (label, options) => options.length > 0 && this.list.append(el("optgroup", { label }, options));
      group(SAY.yours, (Array.isArray(rules) ? rules : rules.rules).map(({ id, name }) => el("option", { value: `game rules:${id}`, text: name })));
      group(SAY.anyGame, games.filter(this.fits).map(({ name, title }) => el("option", { value: `game ${name}`, text: title })));
    } catch {
      // The examples are there all the same.
    }
  }

  show() {
    this.slider.hidden = this.list.value.startsWith("example");
  }

  /** What is asked of the studio: an example by its number, or a game with moves that come first. */
  get position() {
    if (this.list.value === "linked") return { ...this.linked, ahead: this.ahead };
    const [kind, ...rest] = this.list.value.split(" ");
    return kind === "example" ? { example: Number(rest[0]) } : { game: rest.join(" "), ahead: this.ahead };
  }
}
