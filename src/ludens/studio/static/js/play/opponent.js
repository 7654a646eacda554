// Whom a new game is played against: a level, the champion, or whatever suits whoever plays, remembered on this device.
import { el, remember, remembered } from "../dom.js";
import { levelOf, levelSeat } from "../seats.js";
import { TEXTS } from "../texts.js";

const CHOSEN = "ludens.opponent";
const LEVEL = "ludens.level";
const ADAPT = "adapt";
const FIRST_LEVEL = 3;
const SAY = TEXTS.seats;

/** The level of whoever plays here, as their games have shown. */
export function myLevel() {
  const kept = Number(remembered(LEVEL));
  return kept >= 1 && kept <= 10 ? kept : FIRST_LEVEL;
}

/** The seat of the opponent that was chosen last. */
export function opponentSeat(champion) {
  const chosen = remembered(CHOSEN) ?? ADAPT;
  if (chosen === champion) return { kind: "agent", agent: champion, seconds: 1, playouts: null };
  return levelSeat(chosen === ADAPT ? myLevel() : (levelOf(chosen) ?? myLevel()));
}

/** A list of opponents to choose from. */
export function opponentList({ default: champion, levels }) {
  const list = el("select", { "aria-label": SAY.against, on: { change: () => remember(CHOSEN, list.value) } },
    el("option", { value: ADAPT, text: SAY.adapt(myLevel()) }),
    levels.map(({ level, agent }) => el("option", { value: agent, text: SAY.level(level) })),
    el("option", { value: champion, text: `${SAY.champion} (${SAY.strongest.toLowerCase()})` }));
  list.value = remembered(CHOSEN) ?? ADAPT;
  return el("label", { class: "row opponent" }, el("span", { class: "small muted", text: SAY.against }), list);
}

/** After a game at one's own level: one up for a win, one down for a loss. Answers with the new level, or null. */
export function adapt(state) {
  const people = state.seats.flatMap((seat, role) => (seat.kind === "person" ? [role] : []));
  const levels = state.seats.map((seat) => levelOf(seat.agent)).filter((level) => level !== null);
  if ((remembered(CHOSEN) ?? ADAPT) !== ADAPT || people.length !== 1 || levels.length !== 1 || levels[0] !== myLevel() || !state.goals || state.seats.some((seat) => seat.head_start)) return null;
  const others = state.goals.filter((_, role) => state.seats[role].kind === "agent");
  const mine = state.goals[people[0]];
  const step = mine > Math.max(...others) ? 1 : mine < Math.max(...others) ? -1 : 0;
  const level = Math.min(10, Math.max(1, levels[0] + step));
  if (level === levels[0]) return null;
  remember(LEVEL, String(level));
  return level;
}
