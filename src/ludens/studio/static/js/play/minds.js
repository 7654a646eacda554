// The latest thoughts of everybody who thinks: one for each role, and one for hints.

export class Minds {
  constructor() {
    this.frames = new Map();
    this.chosen = null;
  }

  /** Takes a frame in. */
  hear(frame) {
    this.frames.set(frame.hint ? "hint" : frame.role, frame);
  }

  /** Forgets what was thought after a ply, and hints about any other position. */
  forgetAfter(plies) {
    for (const [key, frame] of this.frames) {
      if (frame.ply > plies || (key === "hint" && frame.ply !== plies)) this.frames.delete(key);
    }
  }

  clear() {
    this.frames.clear();
  }

  /** The thoughts about the latest position that anybody thought about. */
  get latest() {
    const ply = Math.max(-1, ...[...this.frames.values()].map((frame) => frame.ply));
    return [...this.frames.values()].filter((frame) => frame.ply === ply);
  }

  /** The thought to show: a hint, the mind that was asked for, or the first. */
  get shown() {
    const { latest } = this;
    return latest.find((frame) => frame.hint) ?? latest.find((frame) => frame.role === this.chosen) ?? latest.toSorted((a, b) => a.role - b.role)[0] ?? null;
  }

  /** The roles whose thoughts there are, hints apart. */
  get roles() {
    const { latest } = this;
    return latest.some((frame) => frame.hint) ? [] : latest.map((frame) => frame.role).sort((a, b) => a - b);
  }

  /** What all of them expect together in the position after so many plies; null when nothing is known. */
  valuesAt(plies) {
    const known = this.latest.filter((frame) => frame.ply === plies && frame.values);
    return known.length > 0 ? Object.assign({}, ...known.map((frame) => frame.values)) : null;
  }
}
