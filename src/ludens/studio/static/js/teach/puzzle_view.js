// One puzzle: the board to try moves on, what comes of them, the solution.
import { button, el, fill } from "../dom.js";
import { post } from "../api.js";
import { Board } from "../board.js";
import { isChoice } from "../clicks.js";
import { icon } from "../icons.js";
import { toast } from "../notice.js";
import { Menu } from "../play/menu.js";
import { roleName } from "../roles.js";
import { TEXTS, translated } from "../texts.js";
import { explain } from "../words.js";
import { clearMarks, markMoves } from "./marks.js";
import { named, sentences } from "./sentences.js";

const SAY = TEXTS.puzzles;
/** How long a position is shown before the next one, in milliseconds. */
const PAUSE = 650;
/** Up to which depth of the proof a puzzle is how difficult. */
const DEPTHS = [1, 3, 5, 8];

export class PuzzleView {
  /** `onnext()` and `onplay()`: the next puzzle, and a game from here; `all`: the address of all puzzles. */
  constructor(container, puzzle, { onnext, onplay, all }) {
    Object.assign(this, { puzzle, onnext, onplay, step: 0, svg: puzzle.svg, legal: puzzle.legal, busy: false, ended: false, timers: [] });
    this.board = new Board({ onmove: (move) => this.attempt(move), label: SAY.board });
    this.menu = new Menu({ onmove: (move) => this.attempt(move), onpoint: () => {} });
    this.menuHolder = el("div", { class: "menu-holder", hidden: true });
    this.verdict = el("div", { class: "puzzle-verdict", role: "status", "aria-live": "polite", hidden: true });
    this.actions = el("div", { class: "row" });
    this.frame = el("div", { class: "puzzle", dataset: { puzzle: puzzle.id } },
      el("section", { class: "card board-card" }, this.board.element, this.menuHolder),
      el("aside", { class: "puzzle-side" }, this.about(), this.verdict, this.actions, el("a", { class: "small", href: all, text: SAY.back })));
    fill(container, el("div", { class: "puzzle-head" }, el("h1", { text: translated(puzzle.title) }), puzzle.own && el("span", { class: "tag", text: SAY.own })), this.frame);
    this.onkey = (event) => event.key === "Enter" && this.ended && !event.target.closest?.("button, a, input") && this.onnext();
    addEventListener("keydown", this.onkey);
    this.set();
  }

  close() {
    this.timers.forEach(clearTimeout);
    removeEventListener("keydown", this.onkey);
  }

  about() {
    const { puzzle } = this;
    const how = el("button", { type: "button", class: "term", text: puzzle.proven ? SAY.proven : SAY.searched });
    explain(how, puzzle.proven ? SAY.provenMeaning : SAY.searchedMeaning);
    const level = DEPTHS.findIndex((depth) => puzzle.depth <= depth);
    this.progress = el("span", { class: "small muted" });
    return el("div", { class: "column" },
      el("p", { class: "puzzle-task", text: task(puzzle) }),
      el("div", { class: "puzzle-about" }, el("span", { class: "chip", style: { background: puzzle.colours[puzzle.role] } }), el("span", { text: SAY.turn(roleName(puzzle.roles[puzzle.role])) }),
        el("span", { class: "muted small", text: SAY.ply(puzzle.moves.length) })),
      el("div", { class: "puzzle-about small" }, how, puzzle.proven && el("span", { class: "tag", text: SAY.levels[level < 0 ? DEPTHS.length : level] }), this.progress));
  }

  /** Sets the position of this step up, to be tried. */
  set() {
    const { puzzle } = this;
    this.progress.textContent = puzzle.steps > 1 ? SAY.step(this.step + 1, puzzle.steps) : "";
    this.board.show(this.svg);
    const menuOnly = this.legal.every(({ clicks }) => isChoice(clicks[0]));
    this.board.setMoves(menuOnly ? null : this.legal);
    this.menuHolder.hidden = !menuOnly;
    if (menuOnly) {
      this.menu.draw(this.legal);
      fill(this.menuHolder, this.menu.element);
    }
    this.frame.dataset.phase = "yours";
    fill(this.actions, button(SAY.show, () => this.solve(), { kind: "small", icon: icon("hint") }), button(SAY.skip, this.onnext, { kind: "small quiet", icon: icon("forth") }));
  }

  async ask(path, body) {
    if (this.busy) return null;
    this.busy = true;
    this.frame.dataset.phase = "waiting";
    this.board.setMoves(null);
    try {
      return await post(`puzzles/${this.puzzle.id}/${path}`, { step: this.step, ...body });
    } catch (error) {
      toast(error.message, { error: true });
      this.set();
      return null;
    } finally {
      this.busy = false;
    }
  }

  async attempt(move) {
    this.say("", [el("p", { class: "row" }, el("span", { class: "spinner", "aria-hidden": "true" }), SAY.checking)]);
    const tried = await this.ask("try", { move: move.move });
    if (!tried) return;
    const words = this.sentences(tried.facts, !tried.right);
    if (!tried.right) this.wrong(tried, words);
    else if (tried.done) this.end("right", SAY.right, words, tried.shown);
    else {
      this.say("right", [el("strong", { text: SAY.more }), words]);
      this.film(tried.shown, () => {
        Object.assign(this, { step: tried.step, svg: tried.shown.at(-1).svg, legal: tried.legal });
        this.set();
      });
    }
  }

  wrong(tried, words) {
    const [, ...replies] = tried.shown;
    this.frame.dataset.phase = "wrong";
    this.say("wrong", [el("strong", { text: SAY.wrong(tried.move.label) }), words, replies.length > 0 && !tried.facts.some(({ kind }) => kind === "allows") && el("p", { text: SAY.refuted(replies.map(({ text }) => text).join(", ")) })]);
    this.film(tried.shown, () => {});
    fill(this.actions,
      button(SAY.retry, () => { this.halt(); this.verdict.hidden = true; this.set(); }, { kind: "primary", icon: icon("undo") }),
      button(SAY.show, () => this.solve(), { icon: icon("hint") }));
  }

  async solve() {
    this.halt();
    const found = await this.ask("solution", {});
    if (!found) return;
    this.board.show(this.svg);
    this.end("", SAY.solution(found.move.label), [found.others.length > 0 && el("p", { text: SAY.others(named(found.others)) }), this.sentences(found.facts)], found.shown, found.move);
  }

  /** The end of the puzzle, with the line that can be gone through. */
  end(kind, heading, words, shown, move = null) {
    this.ended = true;
    this.frame.dataset.phase = "over";
    const before = this.svg;
    const steps = [before, ...shown.map(({ svg }) => svg)];
    const show = (number) => {
      this.board.show(steps[number]);
      buttons.forEach((one, place) => one.setAttribute("aria-pressed", String(place + 1 === number)));
      if (number === 0 && move) markMoves(this.board, [{ moves: [move], kind: "good" }]);
    };
    const buttons = shown.map(({ text }, place) => button(text, () => { this.halt(); show(place + 1); }, { kind: "small mono" }));
    this.say(kind, [el("strong", { text: heading }), words, shown.length > 1 && el("div", { class: "puzzle-line", role: "group", "aria-label": SAY.replay }, buttons)]);
    fill(this.actions, button(SAY.next, this.onnext, { kind: "primary", icon: icon("forth") }), button(SAY.play, this.onplay, { icon: icon("fork") }));
    clearMarks(this.board);
    if (move) show(0);
    else show(1);
  }

  sentences(facts, secret = false) {
    return sentences(facts, (role) => (role === this.puzzle.role ? TEXTS.teach.you : roleName(this.puzzle.roles[role])), { alone: this.puzzle.roles.length === 1, secret }).map((text) => el("p", { text }));
  }

  say(kind, content) {
    this.verdict.hidden = false;
    this.verdict.dataset.verdict = kind;
    fill(this.verdict, content);
  }

  /** Shows positions one after another. */
  film(shown, done) {
    this.halt();
    shown.forEach(({ svg }, number) => {
      this.timers.push(setTimeout(() => {
        this.board.show(svg);
        if (number === shown.length - 1) done();
      }, number * PAUSE));
    });
  }

  halt() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }
}

/** What is to be found, in words. */
function task({ points, worse, proven, opposed, count, roles }) {
  const TASKS = SAY.tasks;
  if (!proven) return TASKS.best;
  const many = count > 1;
  if (opposed && roles.length > 1 && points === 100) return many ? TASKS.winOne(count) : TASKS.win;
  if (opposed && roles.length > 1 && points === 50 && worse === 0) return many ? TASKS.drawOne(count) : TASKS.draw;
  return many ? TASKS.pointsOne(points, count) : TASKS.points(points);
}
