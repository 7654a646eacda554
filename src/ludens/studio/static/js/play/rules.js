// How the game is played: a line under the title, and the whole account beside the board.
import { button, el, fill, fold } from "../dom.js";
import { get } from "../api.js";
import { icon } from "../icons.js";
import { roleName } from "../roles.js";
import { TEXTS, translated } from "../texts.js";

const SAY = TEXTS.rules;

export class Rules {
  constructor() {
    this.body = el("div", { class: "rules" });
    this.element = fold("rules", SAY.title, this.body);
    this.line = el("p", { class: "play-goal", hidden: true });
    this.told = null;
  }

  /** Asks the studio once; nothing is shown until it has answered. */
  async load(match, state) {
    try {
      this.told = told(await get(`matches/${encodeURIComponent(match)}/rules`));
    } catch {
      fill(this.body, el("p", { class: "muted small", text: SAY.missing }));
      return;
    }
    this.draw(state);
  }

  draw(state) {
    if (!this.told) return;
    this.line.hidden = state.over;
    const people = state.roles.filter((_, role) => state.seats[role].kind === "person");
    const shown = `${people.join()}`;
    if (this.shown === shown) return;
    this.shown = shown;
    const { goal, turn, end, roles, words, origin } = this.told;
    const you = people.length === 1 ? people[0] : null;
    const others = Object.entries(roles).filter(([role]) => role !== you);
    fill(this.line, el("span", {}, you && origin === "page" ? `${SAY.you(you, roles[you])} ` : null, origin === "page" || !roles[you] ? `${goal}` : `${SAY.you(you, roles[you])}`),
      button(SAY.show, () => this.reveal(), { kind: "quiet small", icon: icon("info"), title: SAY.showTitle }));
    fill(this.body,
      you && el("p", { class: "rules-you", text: SAY.you(you, roles[you]) }),
      part(SAY.goal, [goal]), part(SAY.turn, turn), part(SAY.end, end),
      others.map(([role, text]) => part(SAY.role(role), [text])),
      words.length > 0 && el("details", {}, el("summary", { class: "small", text: SAY.words }), words.map((text) => el("p", { class: "small", text }))),
      origin === "rules" && el("p", { class: "small muted", text: SAY.fromRules }));
  }

  reveal() {
    this.element.open = true;
    this.element.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
}

// The account in the language of the page, with roles by the names they have here.
function told({ goal, turn, end, roles, words, origin }) {
  const named = Object.entries(roles).map(([role, text]) => [roleName(role), translated(text)]);
  return { goal: translated(goal), turn: turn.map(translated), end: end.map(translated), roles: Object.fromEntries(named), words, origin };
}

function part(title, texts) {
  return el("div", { class: "rules-part" }, el("h3", { class: "small", text: title }), texts.map((text) => el("p", { text })));
}
