// What the state of a match means in words.

/** Which role a person can choose a move for now; null when none. */
export function activeRole(state) {
  return state.waiting.find((role) => state.legal[role]?.length > 0) ?? null;
}

/** How a finished game ended. */
export function resultText(state) {
  const { roles, goals, resigned } = state;
  if (resigned !== null && resigned !== undefined) return `${roles[resigned]} resigned`;
  if (!goals) return "The game is over";
  if (roles.length === 1) return goals[0] >= 100 ? "Solved" : `Over with ${goals[0]} of 100 points`;
  const best = Math.max(...goals);
  const winners = roles.filter((_, role) => goals[role] === best);
  if (winners.length === 1) return `${winners[0]} wins`;
  return winners.length === roles.length ? "A draw" : `${winners.join(" and ")} share the win`;
}

/** One line on what is going on; `thinking` is the latest frame of that kind. */
export function statusText(state, thinking) {
  if (state.over) return resultText(state);
  if (state.paused) return "Paused";
  const role = activeRole(state);
  const people = state.seats.filter((seat) => seat.kind === "person").length;
  const others = state.waiting.filter((one) => state.seats[one].kind !== "person");
  if (role !== null) {
    const together = state.simultaneous ? ": all choose in secret" : "";
    return people > 1 ? `${state.roles[role]} to choose${together}` : `Your turn as ${state.roles[role]}${together}`;
  }
  const chosen = state.choices?.some((one) => state.seats[one].kind === "person");
  if (chosen && others.length > 0) return `Your choice is in. Waiting for ${others.map((one) => state.roles[one]).join(" and ")}…`;
  if (others.length === 0) return "One moment…";
  const name = state.seats[others[0]].agent ?? "Chance";
  const about = thinking?.role === others[0] ? thinking : null;
  if (about?.preparing) return preparingText(about.preparing);
  const stage = { queued: "is waiting for other searches to finish", preparing: "is getting ready" }[about?.stage ?? ""];
  return `${name.replace(/\(.*/s, "")} ${stage ?? "is thinking"}…`;
}

/** How far an agent has got ready, at the first start. */
export function preparingText({ done, total, stand_in: standIn }) {
  const parts = total ? `, ${done} of ${total}` : "";
  return `First start: compiling${parts}.${standIn ? " A simpler agent plays meanwhile." : ""}`;
}

/** The expected results of all roles at a ply, by the history or the live search; null when nothing is known. */
export function valuesAt(state, ply) {
  if (state.over && state.goals && ply === state.plies) return Object.fromEntries(state.goals.map((goal, role) => [role, goal]));
  return ply > 0 ? (state.history[ply - 1]?.value ?? null) : null;
}
