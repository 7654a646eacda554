// A finished game to be stepped through. It stands alone: replays saved as files carry this module in them.
import { button, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { pictureOf } from "./picture.js";
import { timeline } from "./charts.js";
import { capital, roleName, withNames } from "./roles.js";
import { TEXTS, translated } from "./texts.js";

const REPLAY = TEXTS.replay;
const PACES = [[TEXTS.common.slow, 1600], [TEXTS.common.normal, 800], [TEXTS.common.fast, 250]];

/** A view of a game as the server gives it; `element` to be shown, `close` to end it. */
export function replayView(game) {
  return new ReplayView(game);
}

class ReplayView {
  constructor(game) {
    this.game = game;
    this.at = 0;
    this.delay = PACES[1][1];
    this.timer = null;
    this.element = this.build();
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.go(game.positions.length - 1);
  }

  close() {
    this.pause();
    document.removeEventListener("keydown", this.keys);
  }

  build() {
    const { game } = this;
    const last = game.positions.length - 1;
    this.holder = el("div", { class: "board-holder" });
    this.slider = el("input", { type: "range", min: 0, max: last, "aria-label": REPLAY.position, on: { input: () => { this.pause(); this.go(Number(this.slider.value)); } } });
    this.count = el("span", { class: "number small muted replay-count" });
    this.playing = button(TEXTS.common.play, () => (this.timer ? this.pause() : this.play()), { kind: "primary", icon: icon("play") });
    this.note = el("p", { class: "small muted replay-note", role: "status" });
    this.chart = el("div");
    this.turns = game.moves.map(({ text }, number) =>
      el("li", {}, el("button", { type: "button", class: "turn", on: { click: () => { this.pause(); this.go(number + 1); } } }, el("span", { class: "turn-number", text: `${number + 1}.` }), el("span", { class: "turn-text", text: withNames(text, game.roles) }))));
    this.list = el("ol", { class: "turns" }, this.turns);
    const speed = el("select", { "aria-label": TEXTS.common.speed, on: { change: (event) => { this.delay = Number(event.target.value); } } }, PACES.map(([name, delay]) => el("option", { value: delay, text: name, selected: delay === this.delay })));
    const step = (drawn, title, to) => button("", () => { this.pause(); this.go(to()); }, { icon: icon(drawn), title });
    return el("div", { class: "replay" },
      el("header", { class: "replay-head" }, el("h1", { text: translated(game.title) }),
        el("ul", { class: "replay-players" }, game.roles.map((role, number) => el("li", {}, el("span", { class: "chip", style: { background: game.colours[number] } }), el("strong", { text: roleName(role) }), el("span", { class: "muted", text: game.players[number] })))),
        el("p", { class: "replay-result" }, el("strong", { text: REPLAY.result }), capital(withNames(translated(game.result), game.roles)))),
      el("div", { class: "replay-body" },
        el("section", { class: "card padded column" }, el("div", { class: "board" }, this.holder),
          el("div", { class: "row replay-controls" }, step("first", TEXTS.common.toBeginning, () => 0), step("back", TEXTS.common.oneBack, () => this.at - 1), this.playing, step("forth", TEXTS.common.oneOn, () => this.at + 1), step("last", TEXTS.common.toEnd, () => last), this.slider, this.count, speed),
          this.note),
        el("aside", { class: "column" }, this.valued() && el("section", { class: "card padded column" }, el("h2", { text: REPLAY.expected }), this.chart),
          el("section", { class: "card padded column" }, el("h2", { text: REPLAY.moves }), this.list))));
  }

  valued() {
    return this.game.moves.some(({ value }) => value);
  }

  go(place) {
    const { game } = this;
    this.at = Math.min(Math.max(0, place), game.positions.length - 1);
    const drawn = pictureOf(game.positions[this.at]);
    const [, , width] = drawn.getAttribute("viewBox").split(" ").map(Number);
    for (const name of ["width", "height"]) drawn.removeAttribute(name);
    this.holder.parentElement.style.setProperty("--board-width", width);
    fill(this.holder, drawn);
    this.slider.value = this.at;
    this.count.textContent = TEXTS.common.of(this.at, game.positions.length - 1);
    const made = game.moves[this.at - 1];
    this.note.textContent = made ? [REPLAY.made(this.at, withNames(made.text, game.roles)), withNames(translated(made.note), game.roles)].filter(Boolean).join(" – ") : REPLAY.beginning;
    this.turns.forEach((turn, number) => {
      const now = number + 1 === this.at;
      turn.firstChild.toggleAttribute("aria-current", now);
      // Only the list scrolls: the page stays where the reader has it.
      if (now) this.list.scrollTop = turn.offsetTop - this.list.clientHeight / 2;
    });
    if (this.valued()) this.draw();
    return this.at < game.positions.length - 1;
  }

  draw() {
    const { game } = this;
    const lines = game.roles.map((role, number) => ({
      name: roleName(role),
      colour: game.colours[number],
      points: game.moves.flatMap(({ value }, ply) => (value && value[number] !== undefined ? [[ply + 1, value[number]]] : [])),
    }));
    fill(this.chart, timeline({ lines, plies: game.moves.length, at: this.at, onpick: (ply) => { this.pause(); this.go(ply); } }));
  }

  play() {
    if (this.at === this.game.positions.length - 1) this.go(0);
    const next = () => {
      this.timer = setTimeout(() => (this.go(this.at + 1) ? next() : this.pause()), this.delay);
    };
    next();
    fill(this.playing, icon("pause"), TEXTS.common.pause);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    fill(this.playing, icon("play"), TEXTS.common.play);
  }

  key(event) {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.pause();
    this.go(this.at + moves[event.key]);
  }
}
