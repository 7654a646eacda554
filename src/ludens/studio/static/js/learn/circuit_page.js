// How rules become circuits: one thing that the rules say, as a rule, without variables, as gates, and in 512 games at once.
import { post } from "../api.js";
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { pictureOf } from "../picture.js";
import { TEXTS, fixed } from "../texts.js";
import { CircuitDrawing, evaluate } from "./circuit_drawing.js";
import { range } from "./controls.js";
import { GameChoice } from "./game_choice.js";
import { lessonHead, lessonText } from "./lesson_frame.js";
import { Plane, bitsOf } from "./plane.js";
import { Zoom } from "./zoom.js";

const SAY = TEXTS.circuits;
const FIRST = { name: "small_board", game: "tic_tac_toe" };

export class CircuitPage {
  constructor(lesson, lessons, query) {
    Object.assign(this, { output: "", ahead: 3, seed: 1, lane: 0, asked: 0, given: null, chosen: null });
    this.choice = new GameChoice(query, { examples: [FIRST], fits: (game) => !game.hidden, change: () => { this.output = ""; this.again(); } });
    this.choice.slider.hidden = true;
    this.choice.show = () => {};
    this.drawing = new CircuitDrawing({ pick: (node) => this.pick(node), toggle: (node) => this.toggle(node) });
    this.planes = [0, 1, 2].map(() => new Plane((lane) => this.look(lane)));
    this.element = this.#build(lesson, lessons);
  }

  close() {
    clearTimeout(this.waiting);
  }

  #build(lesson, lessons) {
    this.outputs = el("select", { class: "mono", on: { change: () => { this.output = this.outputs.value; this.run(); } } });
    this.error = el("div", { class: "bad", role: "alert", hidden: true });
    this.rules = el("div", { class: "rule-code" });
    this.ground = el("div", { class: "rule-code" });
    this.groundNote = el("p", { class: "small muted" });
    this.holder = el("div", { class: "tree-holder circuit-holder", tabindex: 0, "aria-label": SAY.holder }, this.drawing.picture);
    this.zoom = new Zoom(this.holder, this.drawing.picture);
    this.gateNote = el("p", { class: "small muted", role: "status" });
    this.fromGame = button(SAY.fromGame, () => this.look(this.lane), { kind: "small", icon: icon("restart") });
    this.stages = el("div");
    this.instruction = el("p", { class: "instruction mono", role: "status" });
    this.sums = el("p");
    this.board = el("div", { class: "board lesson-board" });
    this.boardNote = el("p", { class: "small muted", role: "status" });
    const part = (number, title, text, ...content) => el("section", { class: "panel column circuit-part" }, el("h2", {}, el("span", { class: "circuit-number", text: number }), title), el("p", { class: "small", text }), content);
    return el("div", { class: "column" }, lessonHead(lesson, lessons), lessonText(TEXTS.lessons[lesson.name], TEXTS.lessons[lesson.name].source),
      el("div", { class: "lesson" },
        el("div", { class: "lesson-main" },
          part(1, SAY.rule, SAY.ruleText, this.rules),
          part(2, SAY.ground, SAY.groundText, this.ground, this.groundNote),
          part(3, SAY.gates, SAY.gatesText, el("div", { class: "zoomed" }, this.holder, this.zoom.element), el("div", { class: "row spread" }, this.gateNote, this.fromGame), this.stages),
          part(4, SAY.planes, SAY.planesText, this.instruction, el("div", { class: "planes" }, this.planes[0].element, el("span", { class: "plane-sign", "aria-hidden": "true", text: "∧" }), this.planes[1].element, el("span", { class: "plane-sign", "aria-hidden": "true", text: "=" }), this.planes[2].element), this.sums)),
        el("div", { class: "lesson-side" },
          el("section", { class: "panel knobs", "aria-label": TEXTS.learn.knobs }, el("h2", { text: TEXTS.learn.turnKnobs }), this.choice.element,
            el("label", {}, el("span", { class: "name", text: SAY.output }), this.outputs, el("span", { class: "help", text: SAY.outputHelp })),
            range(SAY.moves, SAY.movesHelp, 0, 40, 1, this.ahead, (value) => { this.ahead = value; this.again(); }),
            button(TEXTS.learn.otherNumbers, () => { this.seed += 1; this.run(); }, { icon: icon("restart"), kind: "small" }), this.error),
          el("section", { class: "panel column circuit-board" }, el("h2", { text: SAY.board }), this.board, this.boardNote))));
  }

  again() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.run(), 250);
  }

  async run() {
    const number = ++this.asked;
    const { game = FIRST.game } = this.choice.position;
    this.element.dataset.phase = "working";
    try {
      const answer = await post("learn/circuits", { game, output: this.output, ahead: this.ahead, seed: this.seed, lane: this.lane });
      if (number !== this.asked) return;
      this.error.hidden = true;
      this.show(answer);
      this.element.dataset.phase = "done";
    } catch (error) {
      if (number !== this.asked) return;
      this.error.hidden = false;
      this.error.textContent = error.message;
      this.element.dataset.phase = "failed";
    }
  }

  show(data) {
    const same = this.data?.output === data.output && this.data.nodes.length === data.nodes.length;
    this.data = data;
    this.output = data.output;
    fill(this.outputs, data.outputs.map((text) => el("option", { value: text, text })));
    this.outputs.value = data.output;
    fill(this.rules, data.rules.map(({ head, body, line }) => rule(head, body, SAY.line(line))));
    fill(this.ground, data.ground.map(({ head, body }) => rule(head, body)));
    this.groundNote.textContent = SAY.groundNote(data.ground.length, data.ground_rules);
    this.drawing.load(data);
    if (!same) {
      this.holder.style.setProperty("--drawn", `${this.drawing.size.height + 70}px`);
      this.zoom.load(this.drawing.size);
      this.chosen = data.wire >> 1;
    }
    fill(this.stages, stages(data));
    const drawn = pictureOf(data.board);
    fill(this.board, drawn);
    this.boardNote.textContent = SAY.boardNote(this.lane, data.roles.flatMap((role, number) => (data.moved[number] ? [`${role} ${data.moved[number]}`] : [])).join(", "));
    fill(this.sums, SAY.sums(data.gates, data.lanes, fixed(data.gates / data.lanes, data.gates < 10 * data.lanes ? 2 : 0)));
    this.fromLane();
  }

  // The inputs as they are in the game that is looked at.
  fromLane() {
    this.given = new Map(this.data.nodes.filter(({ inputs }) => inputs.length === 0).map(({ id }) => [id, bitsOf(this.data.planes[id])[this.lane]]));
    this.own = false;
    this.draw();
  }

  /** Looks at another game. */
  look(lane) {
    if (lane === this.lane) return this.fromLane();
    this.lane = Math.max(0, Math.min(this.data.lanes - 1, lane));
    this.fromLane();
    return this.run();
  }

  toggle({ id }) {
    this.given.set(id, !this.given.get(id));
    this.own = true;
    this.draw();
  }

  pick({ id }) {
    this.chosen = id;
    this.draw();
  }

  draw() {
    const { nodes, planes, wire, left_out: leftOut } = this.data;
    const values = evaluate(nodes, this.given);
    this.drawing.show(values, this.chosen);
    const result = Boolean(values.get(wire >> 1)) !== Boolean(wire & 1);
    this.gateNote.textContent = [this.own ? SAY.byHand(result) : SAY.inGame(this.lane, result), leftOut > 0 && SAY.leftOut(leftOut)].filter(Boolean).join(" ");
    this.fromGame.hidden = !this.own;
    const gate = nodes.find(({ id }) => id === this.chosen && nodes.length > 0) ?? nodes[0];
    if (gate.inputs.length === 0) return;
    const name = (one) => nodes.find(({ id }) => id === one >> 1)?.label || SAY.gate;
    const [left, right] = gate.inputs;
    const said = (one) => (one & 1 ? SAY.inverted(name(one)) : name(one));
    this.planes[0].show(said(left), bitsOf(planes[left >> 1], Boolean(left & 1)), this.lane);
    this.planes[1].show(said(right), bitsOf(planes[right >> 1], Boolean(right & 1)), this.lane);
    this.planes[2].show(SAY.result, bitsOf(planes[gate.id]), this.lane);
    this.instruction.textContent = SAY.instruction(said(left), said(right));
  }
}

function rule(head, body, note = "") {
  const lines = body.length ? [`(<= ${head}`, ...body.map((one, number) => `    ${one}${number === body.length - 1 ? ")" : ""}`)] : [head];
  return el("pre", { class: "mono" }, note && el("span", { class: "tag", text: note }), lines.join("\n"));
}

function stages({ stages: found }) {
  const most = Math.max(...found.map(({ gates }) => gates), 1);
  return el("details", {}, el("summary", { class: "small", text: SAY.stages(found.at(-1).gates) }),
    el("table", { class: "scores" }, el("tbody", {}, found.map(({ name, gates }) => el("tr", {}, el("td", { text: SAY.stageNames[name] ?? name }), el("td", { text: gates }), el("td", { class: "stage-cell" }, el("span", { class: "bar", style: { width: `${(100 * gates) / most}%` } })))))));
}
