// What facts about a move mean in words. Each kind of fact has one exact meaning, which the rules decide.
import { TEXTS } from "../texts.js";

const SAY = TEXTS.teach;

/** Moves in words, joined; long lists are cut. */
export function named(moves, join = SAY.either, most = 4) {
  const labels = [...new Set(moves.map(({ label }) => label))];
  return join(labels.length > most ? [...labels.slice(0, most), "…"] : labels);
}

/**
 * Sentences for facts, the weightiest first. `whose(role)`: what a role is called in the middle of a sentence; `alone`:
 * there is one player; `secret`: better moves are not told.
 */
export function sentences(facts, whose, { alone = false, secret = false } = {}) {
  return facts.filter(({ kind }) => !secret || kind !== "misses").flatMap((fact) => sentence(fact, whose, alone, secret));
}

function sentence({ kind, role, moves, only, points, better, opposed, count }, whose, alone, secret) {
  const TOLD = SAY.facts;
  const result = opposed && !alone ? { 0: "lost", 50: "drawn", 100: "won" }[points] : null;
  switch (kind) {
    case "wins": return [TOLD.wins];
    case "loses": return [TOLD.loses];
    case "ends": return [TOLD.ends];
    case "makes_sure":
      if (result === "won") return [only ? TOLD.onlyWins : TOLD.surelyWins];
      if (result === "drawn") return [only ? TOLD.onlyDraws : TOLD.surelyDraws];
      return [only ? TOLD.onlyMakesSure(points) : TOLD.makesSure(points)];
    case "loses_all": return [result === "lost" ? TOLD.allLose : TOLD.allHeld(points)];
    case "gives_away":
      return [
        result === "drawn" && better === 100 ? TOLD.gaveWin : result === "lost" ? TOLD.gaveAll : TOLD.gavePoints(points),
        ...(secret ? [] : [result && better === 100 ? TOLD.wouldWin(named(moves)) : result && better === 50 ? TOLD.wouldDraw(named(moves)) : TOLD.wouldBring(named(moves), better)]),
      ];
    case "prevents": return [(only ? TOLD.onlyPrevents : TOLD.prevents)(whose(role), named(moves))];
    case "forces": return [TOLD.forces];
    case "threatens": return [TOLD.threatens(named(moves, SAY.list))];
    case "allows": return [TOLD.allows(whose(role), named(moves)), ...(secret ? [] : [only ? TOLD.avoidable : TOLD.unavoidable])];
    case "misses": return [TOLD.misses(named(moves))];
    case "captures": return [TOLD.captures(count, whose(role))];
    case "turns": return [TOLD.turns(count, whose(role))];
    default: return [];
  }
}
