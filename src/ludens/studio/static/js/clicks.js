// Moves as clicks. A move has a sequence of clicks, {board, column, row} or {choice}; no sequence begins another.
// A place without a row means any cell of its column.

/** Whether two clicks are the same. */
export function same(one, other) {
  if (isChoice(one) || isChoice(other)) return one.choice === other.choice;
  return one.board === other.board && one.column === other.column && one.row === other.row;
}

export function isChoice(click) {
  return click.choice !== undefined;
}

/** Whether a cell is meant by a place click. */
export function covers(click, cell) {
  return !isChoice(click) && click.board === cell.board && click.column === cell.column && (click.row === cell.row || click.row === "");
}

const DIRECTIONS = { ArrowUp: ["north", "up"], ArrowDown: ["south", "down"], ArrowLeft: ["west", "left"], ArrowRight: ["east", "right"] };

/** The legal move that goes where an arrow key points, in games whose moves are directions; null in all others. */
export function directionMove(key, moves) {
  const names = DIRECTIONS[key];
  const found = names && moves?.filter(({ label }) => names.includes(label.split(" ").at(-1)));
  return found?.length === 1 && isChoice(found[0].clicks[0]) ? found[0] : null;
}

/** The way through the legal moves of one role, click by click. */
export class ClickPath {
  constructor(moves) {
    this.moves = moves;
    this.made = [];
  }

  /** The moves that agree with the clicks so far. */
  get left() {
    return this.moves.filter(({ clicks }) => this.made.every((click, number) => clicks[number] && same(click, clicks[number])));
  }

  /** What can be clicked next, each once. */
  get options() {
    const found = [];
    for (const { clicks } of this.left) {
      const next = clicks[this.made.length];
      if (next && !found.some((click) => same(click, next))) found.push(next);
    }
    return found;
  }

  get places() {
    return this.options.filter((click) => !isChoice(click));
  }

  get choices() {
    return this.options.filter(isChoice);
  }

  /** The option that a cell stands for, the most exact first. */
  at(cell) {
    const found = this.places.filter((click) => covers(click, cell));
    return found.find((click) => click.row === cell.row) ?? found[0] ?? null;
  }

  /** Makes a click; answers with the move when it is complete. */
  press(click) {
    this.made.push(click);
    return this.left.find(({ clicks }) => clicks.length === this.made.length) ?? null;
  }

  /** Takes all clicks back. */
  clear() {
    this.made = [];
  }
}
