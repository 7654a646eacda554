// The texts of playing, in one place: another language needs another file like this one.

/** One of something, or several: `count(2, "move", "moves")` is "2 moves". */
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const TEXTS = {
  rules: {
    title: "How to play",
    goal: "Goal",
    turn: "Your turn",
    end: "The end",
    words: "What the words mean",
    you: (role, wanted) => `You are ${role}. ${wanted ?? ""}`.trim(),
    role: (role) => `As ${role}`,
    fromRules: "Made from the rules as they are written: capital letters stand for anything that fits.",
    missing: "The rules cannot be told just now.",
    show: "Rules",
    showTitle: "How this game is played",
  },
  ending: {
    after: (plies) => `after ${count(plies, "move", "moves")}`,
    judging: (done, total) => (total ? `Looking at every move again… ${done} of ${total}` : "Looking at every move again…"),
    ask: "Find the turning point",
    none: "Nobody made a serious mistake.",
    turning: (ply, who, move) => `The turning point: move ${ply}, ${who} ${move}`,
    played: (you) => (you ? "you played" : "played"),
    instead: (move, lost) => `Better was ${move}: it was worth ${lost} points more.`,
    accuracy: "Accuracy",
    accuracyMeaning: "How close the moves came to the best ones found, 100 % being perfect. A move that gives away little costs little; a blunder costs most of it.",
    show: "Show me",
    showTitle: "Look at that position, with the better move on the board",
    rematch: "Rematch",
    rematchTitle: "The same game again, with everybody in the same seat",
    swap: "Swap sides",
    swapTitle: "The same game again, from the other side",
    review: "Review",
    reviewTitle: "Go through the game from the beginning",
    close: "Hide this card",
    you: "You",
  },
  looking: {
    start: "The beginning of the game",
    after: (ply, plies) => `After move ${ply} of ${plies}`,
    best: (who, best, played) => `${who} should have played ${best} here, not ${played}.`,
    right: (who, played) => `${who} found the best move: ${played}.`,
    hint: "What was best here?",
    branch: "Play on from here",
    branchTitle: "Starts a new game from this position",
    back: "Back to the game",
    nextMistake: "Next mistake",
  },
};
