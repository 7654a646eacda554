// How a game ended, in words for whoever looks at it. Chance is never a player.
import { capital } from "../roles.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.result;
const FULL = 100;

/** The result of a finished match: {kind, text}; kind is won, lost or drawn, as the only person sees it. */
export function resultOf(state) {
  const { kind, text } = found(state);
  return { kind, text: capital(text) };
}

function found(state) {
  const players = state.seats.flatMap((seat, role) => (seat.kind === "chance" ? [] : [role]));
  const people = players.filter((role) => state.seats[role].kind === "person");
  const you = people.length === 1 ? people[0] : null;
  if (state.resigned !== null && state.resigned !== undefined) return resigned(state, players, you);
  if (!state.goals) return { kind: "drawn", text: SAY.over };
  if (players.length === 1) return alone(state, players[0], you);
  return together(state, players, you);
}

function resigned({ roles, resigned: role }, players, you) {
  if (role === you) return { kind: "lost", text: SAY.youResigned };
  const won = you !== null && players.length === 2;
  return { kind: won ? "won" : "drawn", text: SAY.resigned(roles[role], won) };
}

// A puzzle is solved; a game against chance is won or lost.
function alone({ roles, goals }, role, you) {
  const goal = goals[role];
  const kind = you === null || (goal > 0 && goal < FULL) ? "drawn" : goal > 0 ? "won" : "lost";
  const name = you === null ? roles[role] : null;
  if (goal > 0 && goal < FULL) return { kind, text: SAY.gotPoints(name, goal) };
  if (roles.length === 1) return { kind, text: goal > 0 ? SAY.solved(name) : SAY.notSolved };
  if (name === null) return { kind, text: goal > 0 ? SAY.youWon("") : SAY.youLost("", "", false) };
  return { kind, text: goal > 0 ? SAY.won(name, "", false) : SAY.lost(name) };
}

function together(state, players, you) {
  const { roles, goals } = state;
  const best = Math.max(...players.map((role) => goals[role]));
  const winners = players.filter((role) => goals[role] === best);
  const names = (found) => TEXTS.common.and(found.map((role) => roles[role]));
  const by = state.margin ? SAY.by(state.margin.ahead, state.margin.unit) : pointsOf(goals, players, you);
  if (winners.length === players.length) return { kind: "drawn", text: SAY.draw(pointsOf(goals, players, you)) };
  if (you === null) return { kind: "drawn", text: SAY.won(names(winners), by, winners.length > 1) };
  if (!winners.includes(you)) return { kind: "lost", text: SAY.youLost(by, players.length > 2 ? names(winners) : "", winners.length > 1) };
  if (winners.length === 1) return { kind: "won", text: SAY.youWon(by) };
  return { kind: "drawn", text: SAY.shared(names(winners.filter((role) => role !== you))) };
}

// The points, where they are not just all, half or nothing.
function pointsOf(goals, players, you) {
  const found = players.map((role) => goals[role]);
  const alike = new Set(found).size === 1;
  if (alike && found[0] === Math.floor(FULL / found.length)) return "";
  if (found.every((goal) => [0, FULL / 2, FULL].includes(goal))) return "";
  if (alike) return SAY.each(found[0]);
  if (found.length !== 2) return "";
  const [one, other] = you === null ? found.toSorted((a, b) => b - a) : [goals[you], goals[players.find((role) => role !== you)]];
  return SAY.points(one, other);
}
