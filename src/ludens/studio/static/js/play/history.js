// The list of moves: click to look back; after the game it marks what each move gave away.
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.history;

/** A move that loses so many points of 100 is called so. */
const JUDGEMENTS = [[30, "blunder", "??"], [15, "mistake", "?"], [6, "slip", "?!"]];

/** What a loss of points is called: {kind, sign}, or null where it is nothing to speak of. */
export function judge(lost) {
  const found = JUDGEMENTS.find(([least]) => lost >= least);
  return found ? { kind: found[1], sign: found[2] } : null;
}

/** The most that any role gave away in a turn. */
export function lostIn(turn) {
  return Math.max(0, ...Object.values(turn.lost ?? {}));
}

function chip(state, role) {
  return el("span", { class: "chip", style: state.colours ? { background: state.colours[role] } : {}, title: state.roles[role] });
}

export class History {
  constructor({ onlook }) {
    this.onlook = onlook;
    this.list = el("ol", { class: "turns", start: 0 });
    this.steps = el("div", { class: "row turn-steps", role: "group", "aria-label": SAY.steps });
    this.element = el("div", {}, this.steps, this.list);
  }

  /** `at`: the ply that is shown; `busy`: a ply that is being judged. */
  draw(state, at) {
    this.plies = state.plies;
    this.at = at;
    const to = (ply) => this.onlook(Math.max(0, Math.min(state.plies, ply)));
    fill(this.steps,
      button("", () => to(0), { kind: "small quiet", icon: icon("first"), title: TEXTS.common.toBeginning, disabled: at === 0 }),
      button("", () => to(at - 1), { kind: "small quiet", icon: icon("back"), title: SAY.back, disabled: at === 0 }),
      el("span", { class: "small muted number grow", text: state.plies === 0 ? SAY.none : SAY.at(at, state.plies) }),
      button("", () => to(at + 1), { kind: "small quiet", icon: icon("forth"), title: SAY.on, disabled: at >= state.plies }),
      button("", () => to(state.plies), { kind: "small quiet", icon: icon("last"), title: SAY.toPresent, disabled: at >= state.plies }));
    fill(this.list, state.history.map((turn) => this.turn(state, turn, at)));
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  turn(state, turn, at) {
    const movers = turn.by.map((by, role) => (by === null ? null : role)).filter((role) => role !== null);
    const lost = lostIn(turn);
    const verdict = judge(lost);
    return el("li", {},
      el("button", { type: "button", class: "turn", "aria-current": turn.ply === at ? "step" : null, dataset: { ply: turn.ply }, on: { click: () => this.onlook(turn.ply) } },
        el("span", { class: "turn-number number", text: turn.ply }),
        movers.length > 1 && turn.moved ? movers.map((role) => [chip(state, role), el("span", { class: "turn-text", text: turn.moved[role] })]) : [movers.length === 1 && chip(state, movers[0]), el("span", { class: "turn-text", text: turn.text })],
        verdict && el("span", { class: `tag verdict ${verdict.kind}`, title: SAY.judged(SAY.verdicts[verdict.kind], Math.round(lost), Object.values(turn.advice ?? turn.best ?? {}).join(", ")), text: `${verdict.sign} −${Math.round(lost)}` })));
  }
}
