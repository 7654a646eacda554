// What the state of a match means in words.
import { roleName, withNames } from "../roles.js";
import { levelOf } from "../seats.js";
import { TEXTS, translated } from "../texts.js";
import { resultOf } from "./result.js";

const SAY = TEXTS.status;

/** A state as it is told here: its title and roles in words; `rule_names` are the roles as the rules name them. */
export function inWords(state) {
  const history = state.history.map((turn) => ({ ...turn, text: withNames(turn.text, state.roles) }));
  return { ...state, history, title: translated(state.title), roles: state.roles.map(roleName), rule_names: state.roles };
}

/** Which role a person can choose a move for now; null when none. */
export function activeRole(state) {
  return state.waiting.find((role) => state.legal[role]?.length > 0) ?? null;
}

/** The roles that somebody plays: chance is none of them. */
export function players(state) {
  return state.seats.flatMap((seat, role) => (seat.kind === "chance" ? [] : [role]));
}

/** The role of chance, or null. */
export function chanceOf(state) {
  const role = state.seats.findIndex((seat) => seat.kind === "chance");
  return role < 0 ? null : role;
}

/** Whether a role is that of the only person at this board. */
export function isYou(state, role) {
  return state.seats[role].kind === "person" && state.seats.filter(({ kind }) => kind === "person").length === 1;
}

/** What a role is called in a sentence. */
export function nameOf(state, role) {
  return isYou(state, role) ? TEXTS.ending.you : state.roles[role];
}

/** One line on what is going on; `thinking` is the latest frame of that kind. */
export function statusText(state, thinking) {
  if (state.over) return resultOf(state).text;
  if (state.paused) return SAY.paused;
  const role = activeRole(state);
  const people = state.seats.filter((seat) => seat.kind === "person").length;
  const others = state.waiting.filter((one) => state.seats[one].kind !== "person");
  if (role !== null) {
    return people > 1 ? SAY.toChoose(state.roles[role], state.simultaneous) : SAY.yourTurn(state.roles[role], state.simultaneous);
  }
  const chosen = state.choices?.some((one) => state.seats[one].kind === "person");
  if (chosen && others.length > 0) return SAY.choiceIn(TEXTS.common.and(others.map((one) => state.roles[one])));
  if (others.length === 0) return SAY.moment;
  const name = state.seats[others[0]].agent ?? SAY.chance;
  const about = thinking?.role === others[0] ? thinking : null;
  if (about?.preparing) return preparingText(about.preparing);
  const level = levelOf(name);
  const said = { queued: SAY.queued, preparing: SAY.preparing }[about?.stage ?? ""] ?? SAY.thinking;
  return said(level === null ? name.replace(/\(.*/s, "") : TEXTS.seats.levelShort(level));
}

/** How far an agent has got ready, at the first start. */
export function preparingText({ done, total, stand_in: standIn }) {
  return SAY.compiling(done, total, standIn);
}

/** What all roles could expect at a ply, each as it was last known; null when nothing is. */
export function valuesAt(state, ply) {
  if (state.over && state.goals && ply === state.plies) return Object.fromEntries(state.goals.map((goal, role) => [role, goal]));
  const known = state.history.slice(Math.max(0, ply - state.roles.length), ply).map((turn) => turn.value).filter(Boolean);
  return known.length > 0 ? Object.assign({}, ...known) : null;
}
