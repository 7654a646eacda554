// The steps of a lesson as moments that can be shown in any order: a step is added to what stood before it.

/** All nodes that ever appear, in order. */
export function nodesOf(steps) {
  return steps.flatMap((step) => step.new);
}

/** What is known at each node after the steps up to `at`: Map of id to the node's figures. */
export function figuresAt(steps, at) {
  const figures = new Map();
  for (const step of steps.slice(0, at + 1)) {
    for (const node of step.new) figures.set(node.id, { node });
    for (const [id, change] of Object.entries(step.changes ?? {})) Object.assign(figures.get(Number(id)), change);
  }
  return figures;
}

/** The place of the next step of one of these phases after `at`, or the last step. */
export function nextOf(steps, at, phases) {
  const found = steps.findIndex((step, place) => place > at && phases.includes(step.phase));
  return found < 0 ? steps.length - 1 : found;
}

/** A clock that moves on step by step; `tick` returns false at the end. */
export class Stepper {
  constructor(tick) {
    this.tick = tick;
    this.delay = 400;
    this.timer = null;
  }
  get running() {
    return this.timer !== null;
  }
  start() {
    this.stop();
    const next = () => {
      this.timer = setTimeout(next, this.delay);
      if (!this.tick()) this.stop();
    };
    next();
  }
  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
