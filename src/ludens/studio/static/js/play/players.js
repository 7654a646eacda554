// The players: who sits where, who is to move, and each side's expected result as a bar.
import { el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { short } from "../charts.js";
import { levelOf, parseAgent, seatText } from "../seats.js";
import { term } from "../words.js";
import { players } from "./outcome.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.players;

export class Players {
  constructor({ onseats }) {
    this.list = el("ul", { class: "players" });
    this.element = el("section", { class: "card players-card", "aria-label": SAY.name }, this.list,
      el("div", { class: "players-foot" }, el("button", { type: "button", class: "quiet small", title: SAY.seatsTitle, on: { click: onseats } }, icon("seats"), TEXTS.play.changeSeats),
        el("span", { class: "players-key small muted" }, SAY.bars(term("expected")))));
  }

  /** `values`: expected result by role, or null; `thoughts`: the latest frames of those who think. */
  draw(state, values, thoughts) {
    this.element.classList.toggle("nothing-known", !values);
    fill(this.list, players(state).map((number) => this.player(state, state.roles[number], number, values?.[number] ?? null, thoughts)));
  }

  player(state, role, number, value, thoughts) {
    const seat = state.seats[number];
    const moving = !state.over && state.waiting.includes(number);
    const chosen = !state.over && state.choices?.includes(number);
    const colour = state.colours?.[number];
    const goal = state.over ? state.goals?.[number] : null;
    return el("li", { class: moving ? "player moving" : "player" },
      el("div", { class: "player-line" },
        el("span", { class: "chip", style: colour ? { background: colour } : {} }),
        el("span", { class: "player-role", text: role }),
        el("span", { class: "player-seat", title: seatText(seat) }, icon(seat.kind === "person" ? "person" : "agent"), seatName(seat, state.seats)),
        el("span", { class: "player-note" }, note(state, number, moving, chosen, goal, thoughts))),
      value !== null && el("div", { class: "player-value" },
        el("span", { class: "bar-track", role: "img", "aria-label": SAY.expected(role, Math.round(value)) }, el("span", { class: "bar-fill", style: { width: `${value}%`, ...(colour ? { background: colour } : {}) } })),
        el("span", { class: "number small", text: Math.round(value) })));
  }
}

function seatName(seat, seats) {
  if (seat.kind === "person") return seats.filter(({ kind }) => kind === "person").length > 1 ? TEXTS.seats.person : TEXTS.ending.you;
  const level = levelOf(seat.agent);
  if (level !== null) return seatText(seat);
  return TEXTS.setup.seat(parseAgent(seat.agent).name, seat.playouts ? TEXTS.setup.limitPlayouts(short(seat.playouts)) : TEXTS.setup.limitSeconds(seat.seconds));
}

function note(state, number, moving, chosen, goal, thoughts) {
  if (goal !== null && goal !== undefined) return el("strong", { class: "number", text: SAY.points(goal) });
  if (chosen) return el("span", { class: "tag good" }, SAY.chosen);
  if (!moving) return null;
  if (state.seats[number].kind === "person") return el("span", { class: "tag", text: SAY.toMove });
  const busy = thoughts.some((thought) => thought.role === number && !thought.hint && !thought.final);
  return el("span", { class: "row tag" }, busy && el("span", { class: "spinner", "aria-hidden": "true" }), busy ? SAY.thinking : SAY.toMove);
}
