// The page of a lesson on a search: its tree grows step by step, on an example or on any game.
import { post } from "../api.js";
import { button, el, fill, svg } from "../dom.js";
import { icon } from "../icons.js";
import { pictureOf } from "../picture.js";
import { roleName } from "../roles.js";
import { TEXTS, fixed } from "../texts.js";
import { term } from "../words.js";
import { control, range } from "./controls.js";
import { GameChoice } from "./game_choice.js";
import { lessonHead, lessonText } from "./lesson_frame.js";
import { Stepper, figuresAt, nextOf, nodesOf } from "./lesson_player.js";
import { TreeDrawing } from "./tree_drawing.js";
import { Zoom } from "./zoom.js";

const SAY = TEXTS.learn;
const SPEEDS = [[TEXTS.common.slow, 1200], [TEXTS.common.normal, 450], [TEXTS.common.fast, 120], [TEXTS.common.veryFast, 25]];

/** Whether a lesson can be given on a game of the gallery. */
function suits({ name }, game) {
  if (game.hidden) return false;
  if (name === "decoupled_uct") return game.turns === "all at once";
  return name !== "alpha_beta" || (game.turns === "one at a time" && game.players > 1);
}

export class TreePage {
  constructor(lesson, lessons, query) {
    this.lesson = lesson;
    this.said = TEXTS.lessons[lesson.name];
    this.at = 0;
    this.steps = [];
    this.knobs = Object.fromEntries(lesson.knobs.map((knob) => [knob.name, knob.default]));
    this.choice = new GameChoice(query, { examples: lesson.examples, fits: (game) => suits(lesson, game), change: () => this.again() });
    this.rounds = lesson.rounds.default;
    this.seed = 1;
    this.asked = 0;
    this.picked = null;
    this.stepper = new Stepper(() => this.go(this.at + 1, false));
    this.stepper.delay = SPEEDS[1][1];
    this.tree = new TreeDrawing((id) => this.pick(id));
    this.cuts = lesson.name === "alpha_beta";
    this.element = this.#build(lessons);
    this.keys = (event) => this.#key(event);
    addEventListener("keydown", this.keys);
  }

  close() {
    this.stepper.stop();
    removeEventListener("keydown", this.keys);
  }

  #build(lessons) {
    this.say = el("div", { class: "say", role: "status", "aria-live": "polite" });
    this.holder = el("div", { class: "tree-holder", tabindex: 0, "aria-label": SAY.treeHolder }, this.tree.picture);
    this.slider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": SAY.step, on: { input: () => { this.stepper.stop(); this.go(Number(this.slider.value)); } } });
    this.count = el("span", { class: "number small muted" });
    this.playing = button(TEXTS.common.play, () => this.#toggle(), { kind: "primary", icon: icon("play") });
    this.board = el("div", { class: "board lesson-board" });
    this.boardTitle = el("h2", { text: SAY.position });
    this.scores = el("div", {});
    this.error = el("div", { class: "bad", role: "alert", hidden: true });
    this.zoom = new Zoom(this.holder, this.tree.picture);
    return el("div", { class: "column" }, lessonHead(this.lesson, lessons), lessonText(this.said, SAY.source(this.said.source)),
      el("div", { class: "lesson" },
        el("div", { class: "lesson-main" }, this.#controls(), this.say, el("div", { class: "zoomed" }, this.holder, this.zoom.element), this.#legend()),
        el("div", { class: "lesson-side" }, this.#knobs(),
          el("section", { class: "panel column" }, this.boardTitle, this.board), this.scores)));
  }

  #controls() {
    const speed = el("select", { "aria-label": TEXTS.common.speed, on: { change: (event) => { this.stepper.delay = Number(event.target.value); } } },
      SPEEDS.map(([name, delay]) => el("option", { value: delay, text: name, selected: delay === this.stepper.delay })));
    const whole = this.cuts ? ["cut", "done"] : ["backup"];
    return el("div", { class: "controls" }, this.playing,
      button("", () => this.go(0), { icon: icon("first"), title: TEXTS.common.toBeginning }),
      button("", () => this.go(this.at - 1), { icon: icon("back"), title: SAY.stepBack }),
      button("", () => this.go(this.at + 1), { icon: icon("forth"), title: SAY.stepOn }),
      button(whole[0] === "cut" ? SAY.nextCut : SAY.wholeSimulation, () => this.go(nextOf(this.steps, this.at, whole)), { kind: "small" }),
      button("", () => this.go(this.steps.length - 1), { icon: icon("last"), title: TEXTS.common.toEnd }),
      this.slider, this.count, speed);
  }

  #legend() {
    const text = this.cuts
      ? SAY.legendCuts
      : SAY.legendVisits;
    return el("p", { class: "muted small", text });
  }

  #knobs() {
    const form = el("section", { class: "panel knobs", "aria-label": SAY.knobs }, el("h2", { text: SAY.turnKnobs }));
    form.append(this.choice.element);
    if (!this.cuts)
      form.append(range(this.said.rounds, "", 1, this.lesson.rounds.highest, 1, this.rounds, (value) => { this.rounds = value; this.again(); }));
    for (const knob of this.lesson.knobs) form.append(control(knob, this.said, (value) => { this.knobs[knob.name] = value; this.again(); }));
    if (!this.cuts)
      form.append(button(SAY.otherNumbers, () => { this.seed += 1; this.run(); }, { icon: icon("restart"), kind: "small" }));
    form.append(this.error);
    return form;
  }

  again() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.run(), 200);
  }

  async run() {
    const number = ++this.asked;
    this.stepper.stop();
    try {
      const answer = await post(`learn/${this.lesson.name}`, { ...this.choice.position, knobs: this.knobs, rounds: this.rounds, seed: this.seed });
      if (number !== this.asked) return;
      this.error.hidden = true;
      this.roles = answer.roles.map(roleName);
      this.named = Object.fromEntries(answer.roles.map((role) => [role, roleName(role)]));
      this.steps = answer.steps;
    } catch (error) {
      if (number !== this.asked) return;
      this.error.hidden = false;
      this.error.textContent = error.message;
      return;
    }
    this.picked = null;
    this.tree.load(nodesOf(this.steps));
    this.zoom.load(this.tree.size);
    this.slider.max = this.steps.length - 1;
    this.go(0);
  }

  #toggle() {
    if (this.stepper.running) this.stepper.stop();
    else {
      if (this.at >= this.steps.length - 1) this.go(0);
      this.stepper.start();
    }
    this.#button();
  }

  #button() {
    fill(this.playing, icon(this.stepper.running ? "pause" : "play"), this.stepper.running ? TEXTS.common.pause : TEXTS.common.play);
  }

  #key(event) {
    if (event.target.closest?.("input, select, textarea, button, .tree-holder") || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    if (event.key in moves) this.go(this.at + moves[event.key]);
    else if (event.key === " ") { event.preventDefault(); this.#toggle(); }
  }

  /** Shows a step; false when it is the last one. */
  go(place, byHand = true) {
    if (!this.steps.length) return false;
    if (byHand) { this.stepper.stop(); this.picked = null; }
    this.at = Math.min(Math.max(0, place), this.steps.length - 1);
    this.slider.value = this.at;
    this.count.textContent = TEXTS.common.of(this.at + 1, this.steps.length);
    const step = this.steps[this.at];
    fill(this.say, el("span", { class: "phase", text: SAY.phases[step.phase] }), el("span", {}, told(step.words, this.named), step.playout.length > 0 && el("span", { class: "muted" }, ` ${step.playout.join(", ")}.`)));
    this.#draw(step);
    this.tree.follow(step.path.at(-1), this.zoom.scale);
    this.#show(step);
    const more = this.at < this.steps.length - 1;
    if (!more) this.stepper.stop();
    this.#button();
    return more;
  }

  pick(id) {
    this.picked = this.picked === id ? null : id;
    const step = this.steps[this.at];
    this.#draw(step);
    this.#show(step);
  }

  #draw(step) {
    const figures = figuresAt(this.steps, this.at);
    const written = new Map([...figures].map(([id, found]) => [id, this.#written(found)]));
    this.tree.show({ written, path: step.path, fresh: new Set(step.new.map(({ id }) => id)), picked: this.picked });
  }

  #written({ visits, value, alpha, beta }) {
    if (this.cuts) {
      const known = value !== undefined && value !== null;
      return { inside: known ? value : "", under: alpha === undefined || alpha === null ? "" : `${alpha} … ${beta}`, share: known ? value / 100 : undefined };
    }
    return visits ? { inside: visits, under: fixed(value, 2), share: value } : {};
  }

  #show(step) {
    const id = this.picked ?? step.path.at(-1);
    const node = nodesOf(this.steps).find((one) => one.id === id);
    this.boardTitle.textContent = node.label ? SAY.after(node.label) : SAY.toDecide;
    const drawn = node.board && pictureOf(node.board);
    fill(this.board, drawn || el("p", { class: "muted", text: SAY.cutOff }));
    fill(this.scores, step.scores.length > 0 && this.#scores(step.scores));
  }

  #scores(scores) {
    return el("section", { class: "panel column" }, el("h2", { text: SAY.choice }),
      [...new Set(scores.map(({ role }) => role))].map((role) => {
        const own = scores.filter((score) => score.role === role);
        return [own.some(({ chance }) => chance !== null) && wheel(own), table(this.roles[role], own)];
      }));
  }
}

function table(role, scores) {
  const columns = Object.keys(SAY.columns)
    .filter((key) => scores.some((score) => score[key] !== null) && !(key === "total" && scores.some(({ chance }) => chance !== null)));
  const shown = (key, value) => (value === null ? (key === "total" ? SAY.first : "–") : key === "visits" ? value : key === "chance" ? `${Math.round(100 * value)} %` : fixed(value, 2));
  return el("div", { class: "scroll" }, el("table", { class: "scores" }, el("caption", { text: SAY.chooses(role) }),
    el("thead", {}, el("tr", {}, el("th", { text: SAY.move }), columns.map((key) => el("th", {}, term(key, SAY.columns[key], SAY.meanings[key]))))),
    el("tbody", {}, scores.map((score) => el("tr", { class: score.chosen ? "chosen" : null }, el("td", { text: score.move }), columns.map((key) => el("td", { text: shown(key, score[key]) })))))));
}

function wheel(scores) {
  let turned = -Math.PI / 2;
  const point = (angle) => `${(50 + 46 * Math.cos(angle)).toFixed(2)} ${(50 + 46 * Math.sin(angle)).toFixed(2)}`;
  const slices = scores.filter(({ chance }) => chance > 0).map((score, number) => {
    const from = turned;
    turned += 2 * Math.PI * Math.min(score.chance, 0.9999);
    const path = `M50 50 L${point(from)} A46 46 0 ${score.chance > 0.5 ? 1 : 0} 1 ${point(turned)} Z`;
    return svg("path", { d: path, class: score.chosen ? "chosen" : null, style: { "--strength": `${25 + (number % 4) * 20}%` } }, svg("title", { text: `${score.move}: ${Math.round(100 * score.chance)} %` }));
  });
  return svg("svg", { class: "wheel", viewBox: "0 0 100 100", role: "img", "aria-label": SAY.wheel }, slices);
}

/** Sentences of the studio: each a key of the texts with what it speaks of. */
function told(words, roles) {
  return words.map(([key, ...about]) => (about.length > 0 ? TEXTS.steps[key](...about.map((one) => written(one, roles))) : TEXTS.steps[key])).join(" ");
}

function written(about, roles) {
  if (Object.hasOwn(roles, about)) return roles[about];
  return typeof about === "number" && !Number.isInteger(about) ? fixed(about, 2) : about;
}
