// Looking back: what the banner over the board says of an earlier position, and what should have been played there.
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { TEXTS } from "../texts.js";
import { judge, lostIn } from "./history.js";
import { nameOf } from "./outcome.js";

const SAY = TEXTS.looking;

/** The better moves that were not played: marks to draw on the board. */
export function missed(state, { best, ply }) {
  return best.filter(({ role, move }) => state.history[ply].moves?.[role] !== move).map(({ role, places }) => ({ role, places }));
}

/** Fills the banner. `actions`: look(ply), send(message), back(). */
export function drawLooking(banner, state, { ply, best, choosing }, { look, send, back }) {
  const turn = state.history[ply];
  const told = best.map(({ role, move, label }) => {
    const played = turn.moved?.[role] ?? turn.text;
    return el("span", { class: "small look-best", text: turn.moves?.[role] === move ? SAY.right(nameOf(state, role), played) : SAY.best(nameOf(state, role), label, played) });
  });
  const next = state.history.find((one) => one.ply > ply + 1 && judge(lostIn(one)));
  fill(banner, el("span", { class: "grow column" }, el("span", { text: ply === 0 ? SAY.start : SAY.after(ply, state.plies) }), told),
    best.length === 0 && choosing.length > 0 && !state.hidden && button(SAY.hint, () => send({ type: "hint", role: choosing[0], ply }), { kind: "small", icon: icon("hint") }),
    next && button(SAY.nextMistake, () => look(next.ply - 1), { kind: "small", icon: icon("forth") }),
    button(SAY.branch, () => send({ type: "branch", ply }), { kind: "small", icon: icon("fork"), title: SAY.branchTitle }),
    button(SAY.back, back, { kind: "small primary" }));
}
