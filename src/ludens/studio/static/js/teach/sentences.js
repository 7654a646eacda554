// What facts about a move mean in words. Each kind of fact has one exact meaning, which the rules decide.
import { TEXTS } from "../texts.js";

const SAY = TEXTS.teach;

/** Moves in words, joined; long lists are cut. */
export function named(moves, join = SAY.either, most = 4) {
  const labels = [...new Set(moves.map(({ label }) => label))];
  return join(labels.length > most ? [...labels.slice(0, most), "…"] : labels);
}

/** Sentences for facts, the weightiest first. `whose(role)`: what a role is called in the middle of a sentence; `alone`: there is one player. */
export function sentences(facts, whose, alone = false) {
  return facts.flatMap((fact) => sentence(fact, whose, alone));
}

function sentence({ kind, role, moves, only, points, better, opposed }, whose, alone) {
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
      if (result === "drawn" && better === 100) return [TOLD.gaveWin(named(moves))];
      if (result === "lost" && better === 50) return [TOLD.gaveDraw(named(moves))];
      if (result === "lost" && better === 100) return [TOLD.gaveAll(named(moves))];
      return [TOLD.gavePoints(points, better, named(moves))];
    case "prevents": return [(only ? TOLD.onlyPrevents : TOLD.prevents)(whose(role), named(moves))];
    case "forces": return [TOLD.forces];
    case "threatens": return [TOLD.threatens(named(moves, SAY.list))];
    case "allows": return [TOLD.allows(whose(role), named(moves)), only ? TOLD.avoidable : TOLD.unavoidable];
    case "misses": return [TOLD.misses(named(moves))];
    default: return [];
  }
}
