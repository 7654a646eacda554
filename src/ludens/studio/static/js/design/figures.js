// What a report knows: the frames of one version of the rules put together, and its figures for comparing two of them.

/** The report on one version of rules, as it comes in. `phase`: empty, working, wrong (mistakes), failed or done. */
export class Report {
  constructor(number = 0) {
    Object.assign(this, { number, begun: performance.now(), phase: "empty", checked: null, board: null, parts: {}, failure: null, seconds: null });
  }

  /** Takes a frame of the studio; answers whether it belongs to this report. */
  take(frame) {
    if (frame.number !== this.number) return false;
    if (frame.type === "checked") {
      this.checked = frame;
      this.phase = frame.ok ? "working" : "wrong";
    } else if (frame.type === "board") this.board = frame;
    else if (frame.type === "report") {
      this.parts[frame.part] = { ...frame.data, final: frame.final };
      if (frame.part === "branching") this.seconds = (performance.now() - this.begun) / 1000;
    } else if (frame.type === "failed") {
      this.failure = frame.message;
      this.phase = "failed";
    } else if (frame.type === "done" && this.phase === "working") this.phase = "done";
    else if (frame.type === "queued") this.phase = "working";
    return true;
  }
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** The figures of a report by which versions are compared: [{name, value, text, slack}]; slack is what chance explains. */
export function figures({ board, parts }) {
  const { balance, length, branching, skill, speed } = parts;
  const rows = [];
  const add = (name, value, text, slack = 0) => value !== null && value !== undefined && rows.push({ name, value, text, slack });
  if (board) board.legal.forEach(({ count }, role) => add(`First moves of ${board.roles[role]}`, count, String(count)));
  for (const { role, goal, wins } of balance?.roles ?? []) {
    add(`Mean result of ${role}`, goal.mean, goal.mean?.toFixed(1), 2 * (goal.margin ?? 0));
    add(`Wins of ${role}`, wins.mean, wins.mean === null ? "" : percent(wins.mean), 2 * (wins.margin ?? 0));
  }
  if (balance?.roles.length > 1) add("Draws", balance.draws.mean, balance.draws.mean === null ? "" : percent(balance.draws.mean), 2 * (balance.draws.margin ?? 0));
  if (length) {
    add("Games that end", length.ended / length.games, percent(length.ended / length.games), 0.001);
    add("Mean length", length.mean, length.mean?.toFixed(1), 0.15);
    add("Longest game seen", length.longest, String(length.longest), 2);
  }
  if (branching?.mean) {
    add("Moves to choose from", branching.mean, branching.mean.toFixed(1), 0.3);
    add("Decided half-way", branching.decided, branching.decided === null ? "" : percent(branching.decided), 0.1);
  }
  const { first_move: first } = parts;
  if (first?.moves?.length > 1) {
    const [best, worst] = [first.moves[0], first.moves.at(-1)];
    add("Best first move", best.mean, `${best.label} (${best.mean.toFixed(0)})`, 2 * best.margin);
    add("Worst first move", worst.mean, `${worst.label} (${worst.mean.toFixed(0)})`, 2 * worst.margin);
  }
  for (const step of skill?.steps ?? []) add(`${step.stronger} against ${step.weaker}`, step.share, percent(step.share), step.interval[1] - step.interval[0]);
  if (speed?.compiled) add("Size (gates)", speed.gates, String(speed.gates));
  return rows;
}
