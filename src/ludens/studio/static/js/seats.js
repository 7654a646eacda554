// Who sits where: forms for the seats of a match, made from the list of agents and their options.
import { button, el, fill } from "./dom.js";
import { once } from "./api.js";
import { dialog } from "./dialog.js";
import { icon } from "./icons.js";
import { roleName } from "./roles.js";
import { TEXTS } from "./texts.js";
import { term } from "./words.js";

export const PERSON = { kind: "person" };
const HEAD_STARTS = [0, 1, 2, 3, 5];
const SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60];

const SAY = TEXTS.seats;
const SET = TEXTS.setup;

/** The agent with a level, as a seat; there is always a second for a move, and low levels need far less. */
export function levelSeat(level) {
  return { kind: "agent", agent: `level(level=${level})`, seconds: 1, playouts: null };
}

/** The level of an agent, or null. */
export function levelOf(agent) {
  const { name, options } = parseAgent(agent ?? "");
  return name === "level" ? Number(options.level ?? 3) : null;
}

/** A seat in a few words. */
export function seatText(seat) {
  if (!seat || seat.kind === "person") return SET.shortPerson;
  const level = levelOf(seat.agent);
  const ahead = seat.head_start ? ` · ${SAY.headStartShort(seat.head_start)}` : "";
  if (level !== null) return `${SAY.levelShort(level)}${ahead}`;
  const limit = seat.playouts ? SET.limitPlayouts(seat.playouts) : SET.limitSeconds(seat.seconds);
  return `${SET.seat(seat.agent, limit)}${ahead}`;
}

/** The agents that can play a game, by group. `game`: {name, players, turns, hidden, chance}; null knows nothing. */
export function suitable(agents, game) {
  const fits = ({ name, group, chance, hidden }) => {
    if (name === "level" || name === "champion") return false;
    if (!game) return true;
    if ((game.hidden && !hidden) || (game.chance && !chance)) return false;
    if (group === "ropasci") return /^ropasci/.test(game.name ?? "");
    if (group === "simultaneous") return game.turns !== "one at a time" && game.players > 1;
    if (group === "alphabeta") return game.turns !== "all at once" && game.players > 1;
    return name !== "planner" || game.players === 1;
  };
  const found = Map.groupBy(agents.filter(fits), ({ group, name }) => (name.includes(":") ? "own" : group));
  return [...found].sort(([one], [other]) => Object.keys(SAY.groups).indexOf(one) - Object.keys(SAY.groups).indexOf(other));
}

/** Splits `uct(exploration=0.4)` into its name and its options. */
export function parseAgent(text) {
  const [, name, inside] = /^([^(]*)(?:\((.*)\))?$/s.exec(text.trim()) ?? [null, text, ""];
  const options = {};
  for (const part of splitOutside(inside ?? "")) {
    const [key, ...value] = part.split("=");
    if (value.length > 0) options[key.trim()] = value.join("=").trim();
  }
  return { name: name.trim(), options };
}

// Commas inside parentheses belong to an option's own value.
function splitOutside(text) {
  const parts = [];
  let depth = 0;
  let current = "";
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(current);
      current = "";
    } else current += letter;
  }
  return current.trim() ? [...parts, current] : parts;
}

/** The form for one seat; `read()` of what it returns gives the seat. */
export function seatForm(name, seat, agents, colour = null, game = null) {
  const role = roleName(name);
  const state = { ...PERSON, agent: agents.default, seconds: 1, playouts: null, ...seat };
  const parsed = parseAgent(state.agent);
  const values = { ...parsed.options };
  const who = el("select", { "aria-label": SET.who(role) },
    el("option", { value: "", text: SAY.person }),
    el("optgroup", { label: SAY.levels }, agents.levels.map(({ level, agent }) => el("option", { value: agent, text: SAY.level(level) }))),
    el("optgroup", { label: SAY.strongest }, el("option", { value: agents.default, text: SAY.champion })),
    suitable(agents.agents, game).map(([group, members]) => el("optgroup", { label: `${SAY.more}: ${SAY.groups[group]}` }, members.map(({ name, summary }) => el("option", { value: name, text: name, title: summary })))),
  );
  const level = levelOf(state.agent);
  const chosen = state.kind === "person" ? "" : level === null ? parsed.name : `level(level=${level})`;
  if (![...who.options].some(({ value }) => value === chosen)) who.append(el("option", { value: chosen, text: chosen }));
  who.value = chosen;
  const details = el("div", { class: "seat-details" });
  const draw = () => fill(details, detailsOf(who.value, agents, state, values), who.value && game?.players !== 1 && headStart(state));
  who.addEventListener("change", () => {
    for (const key of Object.keys(values)) delete values[key];
    draw();
  });
  draw();
  return {
    element: el("fieldset", { class: "seat" }, el("legend", {}, colour && el("span", { class: "chip", style: { background: colour } }), role), who, details),
    read: () => {
      if (!who.value) return { ...PERSON };
      const ahead = state.head_start ? { head_start: state.head_start } : {};
      if (levelOf(who.value) !== null) return { ...levelSeat(levelOf(who.value)), ...ahead };
      return { kind: "agent", agent: agentText(who.value, values), seconds: state.playouts ? null : state.seconds, playouts: state.playouts, ...ahead };
    },
  };
}

/** How many of its first moves an agent makes at random, so that whoever plays against it is ahead. */
function headStart(state) {
  const list = el("select", { on: { change: () => { state.head_start = Number(list.value); } } },
    HEAD_STARTS.map((moves) => el("option", { value: moves, text: SAY.headStartMoves(moves), selected: moves === (state.head_start ?? 0) })));
  return el("label", { class: "field" }, el("span", { text: SAY.headStart }), list);
}

function detailsOf(chosen, agents, state, values) {
  const level = levelOf(chosen);
  if (level !== null) return el("p", { class: "small muted", text: SAY.levelMeaning(level, agents.levels.find((one) => one.level === level)?.rating) });
  if (!chosen) return el("p", { class: "small muted", text: SAY.personMeaning });
  return agentDetails(agents.agents.find(({ name }) => name === chosen), state, values);
}

function agentText(name, values) {
  const parts = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  return parts.length > 0 ? `${name}(${parts.join(", ")})` : name;
}

function agentDetails(agent, state, values) {
  const shown = el("output", { class: "number", text: SET.limitSeconds(state.seconds ?? 1) });
  const nearest = SECONDS.reduce((best, one, number) => (Math.abs(one - (state.seconds ?? 1)) < Math.abs(SECONDS[best] - (state.seconds ?? 1)) ? number : best), 0);
  state.seconds ??= 1;
  const clock = el("input", { type: "range", min: 0, max: SECONDS.length - 1, step: 1, value: nearest, "aria-label": SET.seconds, on: { input: () => { state.seconds = SECONDS[clock.value]; shown.textContent = SET.limitSeconds(state.seconds); } } });
  const playouts = el("input", { type: "number", min: 1, step: 1, value: state.playouts ?? "", placeholder: SET.noLimit, on: { input: () => { state.playouts = playouts.value ? Math.max(1, Math.round(Number(playouts.value))) : null; } } });
  return [
    agent && el("p", { class: "small muted", text: agent.summary }),
    el("label", { class: "field" }, el("span", { class: "row spread" }, SET.time, shown), clock),
    el("details", { class: "seat-options" }, el("summary", { text: SET.more }),
      el("div", { class: "seat-grid" },
        el("label", { class: "field" }, el("span", {}, SET.insteadOfTime(term("playouts", SET.playouts))), playouts),
        (agent?.options ?? []).map((option) => optionField(option, values)))),
  ];
}

function optionField(option, values) {
  const given = values[option.name] ?? "";
  const set = (value) => {
    if (value === "" || value === String(option.default)) delete values[option.name];
    else values[option.name] = value;
  };
  const name = option.name.replaceAll("_", " ");
  const choices = option.kind === "bool" ? ["true", "false"] : option.choices;
  let field;
  if (choices && choices.length > 0) {
    field = el("select", { on: { change: () => set(field.value) } }, choices.map((one) => el("option", { value: String(one), text: String(one) })));
    field.value = given || String(option.default).toLowerCase();
  } else {
    const numeric = option.kind === "int" || option.kind === "float";
    field = el("input", { type: numeric ? "number" : "text", step: option.kind === "int" ? 1 : "any", min: option.lowest, max: option.highest, placeholder: String(option.default ?? ""), value: given, on: { input: () => set(field.value.trim()) } });
  }
  return el("label", { class: "field" }, el("span", { text: name }), field, option.help && el("span", { class: "field-help", text: option.help }));
}

/**
 * Asks who sits where; resolves with the seats, or null when called off. `accept(seats)` may refuse them, by answering
 * false: then the dialog stays as it is.
 */
export async function askSeats(title, roles, seats, { colours = [], extra = null, yes = TEXTS.common.start, game = null, chance = null, accept = async () => true } = {}) {
  const agents = await once("agents");
  const forms = roles.map((role, number) => (number === chance ? null : seatForm(role, seats[number], agents, colours[number], game)));
  return new Promise((resolve) => {
    let answer = null;
    const finish = async () => {
      const found = forms.map((form) => form?.read() ?? { kind: "chance" });
      done.disabled = true;
      const accepted = await accept(found);
      done.disabled = false;
      if (!accepted) return;
      answer = found;
      box.close();
    };
    const done = button(yes, finish, { kind: "primary", icon: icon("check") });
    const box = dialog(title, [extra, forms.map((form) => form?.element)], [button(TEXTS.common.cancel, () => box.close()), done]);
    box.addEventListener("close", () => resolve(answer));
  });
}
