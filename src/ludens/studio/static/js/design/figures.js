// What a report knows: the frames of one version of the rules put together, and its figures for comparing versions.
import { TEXTS, fixed, translated } from "../texts.js";

const SAY = TEXTS.figures;

/** The report on one version of rules, as it comes in. `phase`: empty, working, wrong (mistakes), failed or done. */
export class Report {
  constructor(number = 0) {
    Object.assign(this, { number, begun: performance.now(), phase: "empty", checked: null, board: null, parts: {}, statements: {}, failure: null, seconds: null });
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
      if (frame.part === "branching" && this.seconds === null) this.seconds = (performance.now() - this.begun) / 1000;
    } else if (frame.type === "judgement") {
      this.statements = Object.fromEntries(frame.statements.map((one) => [one.topic, one]));
    } else if (frame.type === "failed") {
      this.failure = translated(frame.message);
      this.phase = "failed";
    } else if (frame.type === "done" && this.phase === "working") this.phase = "done";
    else if (frame.type === "queued") this.phase = "working";
    return true;
  }
}

const percent = (share) => `${fixed(100 * share, 1)} %`;
const points = (mean) => (mean === null || mean === undefined ? "" : fixed(mean, 1));
const slack = ({ low, high }) => (high ?? 0) - (low ?? 0);

/** The figures of a report by which versions are compared: [{name, value, text, slack}]; slack is what chance explains. */
export function figures({ board, parts }) {
  const { balance, length, branching, skill, speed, proof, thinking, first_move: first } = parts;
  const rows = [];
  const add = (name, value, text, range = 0) => value !== null && value !== undefined && rows.push({ name, value, text, slack: range });
  for (const { role, goal } of proof?.goals ?? []) add(SAY.bestPlay(role), goal, String(goal));
  if (board) board.legal.forEach(({ count }, role) => add(SAY.firstMoves(board.roles[role]), count, String(count)));
  for (const { role, goal } of thinking?.roles ?? []) add(SAY.thinking(role), goal.mean, points(goal.mean), slack(goal));
  for (const { role, goal, wins } of balance?.roles ?? []) {
    add(SAY.random(role), goal.mean, points(goal.mean), slack(goal));
    if (balance.roles.length > 1) add(SAY.wins(role), wins.mean, wins.mean === null ? "" : percent(wins.mean), slack(wins));
  }
  if (balance?.roles.length > 1) add(SAY.draws, balance.draws.mean, balance.draws.mean === null ? "" : percent(balance.draws.mean), slack(balance.draws));
  if (thinking) {
    add(SAY.oneWinner, thinking.decisive.mean, percent(thinking.decisive.mean), slack(thinking.decisive));
    if (thinking.drama) add(SAY.fromBehind, thinking.drama.mean, percent(thinking.drama.mean), slack(thinking.drama));
  }
  if (length) {
    add(SAY.ending, length.ended / length.games, percent(length.ended / length.games), 0.001);
    add(SAY.meanLength, length.mean, points(length.mean), 0.15);
    add(SAY.longest, length.longest, String(length.longest), 2);
  }
  if (branching?.mean) {
    add(SAY.choices, branching.mean, fixed(branching.mean, 1), 0.3);
    add(SAY.decided, branching.decided, branching.decided === null ? "" : percent(branching.decided), 0.1);
  }
  if (first?.moves?.length > 1) {
    const best = first.moves[0];
    if (first.proven) add(SAY.bestMoves, first.moves.filter((one) => one.best).length, TEXTS.common.of(first.moves.filter((one) => one.best).length, first.moves.length));
    else add(SAY.bestAtRandom, best.worth.mean, `${best.label} (${best.worth.mean.toFixed(0)})`, slack(best.worth));
  }
  for (const step of skill?.steps ?? []) add(SAY.against(step.stronger, step.weaker), step.share.mean, percent(step.share.mean), slack(step.share));
  if (speed?.compiled) add(SAY.gates, speed.gates, String(speed.gates));
  return rows;
}
