// The legal moves as buttons: the way to play games without a board, and to play any game by keyboard or by ear.
import { button, el, fill } from "../dom.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.menu;

const MOST = 200;

export class Menu {
  constructor({ onmove, onpoint }) {
    this.onmove = onmove;
    this.onpoint = onpoint;
    this.filter = el("input", { type: "search", placeholder: SAY.find, "aria-label": SAY.find, on: { input: () => this.list() } });
    this.moves = el("div", { class: "menu-moves", role: "group", "aria-label": SAY.legal });
    this.element = el("div", { class: "column" }, this.filter, this.moves);
    this.draw([]);
  }

  draw(moves) {
    this.all = moves;
    this.filter.hidden = moves.length < 20;
    if (this.filter.hidden) this.filter.value = "";
    this.list();
  }

  list() {
    const words = this.filter.value.trim().toLowerCase();
    const found = this.all.filter((one) => one.label.toLowerCase().includes(words));
    const buttons = found.slice(0, MOST).map((one) => {
      const element = button(one.label, () => this.onmove(one), { kind: "small mono", dataset: { move: one.move } });
      for (const event of ["pointerenter", "focus"]) element.addEventListener(event, () => this.onpoint(one));
      for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => this.onpoint(null));
      return element;
    });
    fill(this.moves, buttons, found.length > MOST && el("span", { class: "small muted", text: SAY.more(found.length - MOST) }), found.length === 0 && el("span", { class: "small muted", text: this.all.length ? SAY.noSuch : SAY.none }));
  }
}
