// A board that can be looked at and played on: the server's SVG with clicks, drags, keys, marks and arrows.
import { button, el, fill, svg } from "./dom.js";
import { pictureOf } from "./picture.js";
import { ClickPath, covers, same } from "./clicks.js";
import { animate, standing } from "./motion.js";
import { Overlay } from "./overlay.js";
import { placePopup } from "./popup.js";
import { TEXTS } from "./texts.js";

const SAY = TEXTS.board;

const DRAG = 7;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `onmove(move)` hears of a complete move, `onpick(options)` of every change on the way to one. */
  constructor({ onmove = () => {}, onpick = () => {}, label = SAY.name } = {}) {
    this.onmove = onmove;
    this.onpick = onpick;
    this.path = null;
    this.flipped = false;
    this.drops = false;
    this.names = {};
    this.cells = [];
    this.holder = el("div", { class: "board-holder" });
    this.popup = el("div", { class: "choices", role: "dialog", "aria-label": SAY.choose, hidden: true });
    this.element = el("div", { class: "board", role: "group", "aria-label": label }, this.holder, this.popup);
    this.listen();
  }

  /** Shows a position. The text is parsed as XML and adopted: scripts and styles in it would not run. */
  show(text) {
    const focused = this.cells.indexOf(document.activeElement);
    const before = standing(this.drawing);
    const drawing = pictureOf(text, this.names);
    if (!drawing) throw new Error(SAY.unreadable);
    this.drawing = drawing;
    this.drawing.setAttribute("role", "presentation");
    this.drawing.removeAttribute("width");
    this.drawing.removeAttribute("height");
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    this.element.style.setProperty("--board-width", width);
    this.element.style.setProperty("--board-height", height);
    fill(this.holder, this.drawing);
    this.cells = [...this.drawing.querySelectorAll("[data-column]")];
    if (this.flipped) this.turnRound();
    this.overlay = new Overlay(this.drawing, this.cells);
    this.refresh();
    animate(before, this.drawing, { drops: this.drops });
    if (focused >= 0) this.cells[focused]?.focus({ preventScroll: true });
  }

  /** Turns the board round, or back. */
  flip(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    if (!this.drawing) return;
    this.turnRound();
    this.overlay = new Overlay(this.drawing, this.cells);
    this.refresh();
  }

  /** Sets the moves that can be made here; null while nobody may. The same moves again leave half a move as it is. */
  setMoves(moves) {
    const same = this.path && moves && this.path.moves.length === moves.length && moves.every(({ move }, number) => move === this.path.moves[number].move);
    if (same) return;
    this.path = moves && moves.length > 0 ? new ClickPath(moves) : null;
    if (moves) this.drops = moves.some(({ lands }) => typeof lands === "string");
    this.refresh();
  }

  /** Draws steps of a line: [{marks: [{role, places}]}], numbered from one, in the colours given by role. */
  preview(steps, colours = []) {
    this.overlay?.line(steps, colours);
  }

  clearPreview() {
    this.overlay?.clearLine();
  }

  /** Takes back the clicks of a move that is not complete. */
  cancel() {
    if (!this.path || this.path.made.length === 0) return false;
    this.path.clear();
    this.refresh();
    return true;
  }

  // Only boards turn: heaps and tables stay. Words are turned back, so that they can be read.
  turnRound() {
    const bodies = new Set(this.cells.filter((cell) => cell.getAttribute("fill") !== "none").map((cell) => cell.closest("g.grid")?.firstElementChild ?? cell.parentNode));
    for (const body of bodies) {
      const turned = body.dataset.turned === "yes";
      body.dataset.turned = turned ? "no" : "yes";
      const box = body.getBBox();
      const wrapped = turned ? body.querySelector("g.turned") : svg("g", { class: "turned" });
      if (!turned) {
        wrapped.append(...body.childNodes);
        body.append(wrapped);
        wrapped.setAttribute("transform", `rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`);
      } else {
        body.append(...wrapped.childNodes);
        wrapped.remove();
      }
      for (const text of body.querySelectorAll("text")) {
        if (turned) text.removeAttribute("transform");
        else text.setAttribute("transform", `rotate(180 ${text.getAttribute("x")} ${text.getAttribute("y")})`);
      }
    }
  }

  placeOf(cell) {
    return { board: cell.dataset.board, column: cell.dataset.column, row: cell.dataset.row };
  }

  cellsOf(click) {
    return this.cells.filter((cell) => covers(click, this.placeOf(cell)));
  }

  refresh() {
    if (!this.drawing) return;
    const options = this.path?.places ?? [];
    const made = this.path?.made ?? [];
    const open = new Set(options.flatMap((click) => this.cellsOf(click)));
    const chosen = new Set(made.flatMap((click) => (click.choice === undefined ? this.cellsOf(click) : [])));
    for (const cell of this.cells) {
      const place = this.placeOf(cell);
      cell.classList.toggle("open", open.has(cell));
      cell.classList.toggle("chosen", chosen.has(cell));
      cell.classList.remove("hot");
      cell.setAttribute("tabindex", "-1");
      if (open.has(cell)) cell.setAttribute("role", "button");
      else cell.removeAttribute("role");
      cell.setAttribute("aria-label", this.nameOf(cell, place, chosen.has(cell)));
    }
    this.anchor = this.cells.includes(this.anchor) ? this.anchor : (this.cells.find((cell) => open.has(cell)) ?? null);
    (this.cells.includes(document.activeElement) ? document.activeElement : this.anchor)?.setAttribute("tabindex", "0");
    this.overlay.targets(options.map((click) => this.landing(click) ?? this.cellsOf(click)));
    this.element.classList.toggle("playable", options.length > 0);
    this.element.classList.toggle("draggable", this.startsWithPiece());
    this.choose();
    this.onpick(this.path?.left ?? []);
  }

  // What somebody hears who cannot see it: the move that one click makes, otherwise where it is.
  nameOf(cell, place, chosen) {
    const made = this.path?.made.length ?? 0;
    const meant = (this.path?.left ?? []).filter(({ clicks }) => clicks[made] && covers(clicks[made], place));
    if (meant.length === 1 && (cell.dataset.item || cell.dataset.handle)) return meant[0].label;
    if (cell.dataset.item) return SAY.thing(cell.dataset.item, place.column);
    return [place.board, place.column && SAY.column(place.column), place.row && SAY.row(place.row), chosen && SAY.chosen].filter(Boolean).join(", ");
  }

  // The one cell where a dropped piece comes to rest, where the studio has said so.
  landing(click) {
    const row = click.row === "" ? this.path.left.find(({ clicks }) => clicks[this.path.made.length] && same(clicks[this.path.made.length], click))?.lands : null;
    const found = row === null || row === undefined ? [] : this.cellsOf({ ...click, row });
    return found.length > 0 ? found : null;
  }

  startsWithPiece() {
    return Boolean(this.path?.moves.some(({ clicks }) => clicks.length > 1 && clicks[0].choice === undefined && clicks[1].choice === undefined));
  }

  // The choices that are left once a cell was clicked, beside that cell.
  choose() {
    const { choices, made } = this.path ?? { choices: [], made: [] };
    const place = made.findLast((click) => click.choice === undefined);
    this.popup.hidden = choices.length === 0 || !place;
    if (this.popup.hidden) return;
    const counted = choices.every((click) => /^\D+\d+$/.test(this.choiceLabel(click)));
    if (counted) choices.sort((a, b) => this.choiceLabel(a).localeCompare(this.choiceLabel(b), "en", { numeric: true }));
    const buttons = choices.map((click) => button(this.choiceLabel(click), () => this.press(click), { kind: "small", title: this.moveLabel(click), icon: swatch(this.choiceLabel(click)) }));
    const words = shared(this.path.left.map(({ label }) => label));
    fill(this.popup, words && el("span", { class: "choices-words small muted", text: `${words} …` }), buttons, button(TEXTS.common.cancel, () => { this.cancel(); this.focusAnchor(); }, { kind: "quiet small" }));
    if (this.keys) buttons[0].focus();
    const open = this.path.places.flatMap((click) => this.cellsOf(click));
    placePopup(this.popup, this.element, this.cellsOf(place)[0], open);
  }

  choiceLabel(click) {
    return click.label ?? click.choice.replace(/^\((.*)\)$/, "$1");
  }

  // The whole move that a choice would complete, for its tooltip.
  moveLabel(choice) {
    return this.path.left.find(({ clicks }) => clicks[this.path.made.length]?.choice === choice.choice)?.label ?? "";
  }

  focusAnchor() {
    this.anchor?.focus({ preventScroll: true });
  }

  press(click) {
    const move = this.path.press(click);
    if (move) {
      this.path = null;
      this.refresh();
      this.onmove(move);
    } else this.refresh();
  }

  // A click on a cell: the next step of a move, a fresh start from another cell, or a change of mind.
  pressCell(cell) {
    if (!this.path) return false;
    const place = this.placeOf(cell);
    this.anchor = cell;
    const option = this.path.at(place);
    if (option) {
      this.press(option);
      return true;
    }
    const again = this.path.made.some((click) => covers(click, place));
    if (!this.cancel() || again) return false;
    const fresh = this.path.at(place);
    if (fresh) this.press(fresh);
    return Boolean(fresh);
  }

  listen() {
    const cellOf = (event) => event.target.closest?.("[data-column]");
    this.holder.addEventListener("click", (event) => {
      const cell = cellOf(event);
      this.keys = false;
      if (this.dragged) this.dragged = false;
      else if (cell) this.pressCell(cell);
      else this.cancel();
    });
    this.holder.addEventListener("pointerover", (event) => this.heat(cellOf(event)));
    this.holder.addEventListener("pointerleave", () => this.heat(null));
    this.holder.addEventListener("pointerdown", (event) => this.grab(event, cellOf(event)));
    this.holder.addEventListener("pointermove", (event) => this.drag(event));
    this.holder.addEventListener("pointerup", (event) => this.drop(event));
    this.holder.addEventListener("pointercancel", () => this.letGo());
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  // All cells that one click would mean are lit together: a whole column where a piece is dropped into it.
  heat(cell) {
    const option = cell && this.path?.at(this.placeOf(cell));
    const hot = new Set(option ? this.cellsOf(option) : []);
    // Whoever bids three means three coins.
    if (option && cell.dataset.item === "coin") for (const one of this.cells) if (one.dataset.board === cell.dataset.board && one.dataset.row === cell.dataset.row && Number(one.dataset.column) > 0 && Number(one.dataset.column) <= Number(cell.dataset.column)) hot.add(one);
    for (const one of this.cells) one.classList.toggle("hot", hot.has(one));
  }

  grab(event, cell) {
    this.dragged = false;
    if (event.button !== 0 || !cell || !this.startsWithPiece()) return;
    this.held = { cell, x: event.clientX, y: event.clientY, moved: false };
  }

  drag(event) {
    if (!this.held) return;
    if (!this.held.moved && Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < DRAG) return;
    if (!this.held.moved) {
      this.cancel();
      const option = this.path?.at(this.placeOf(this.held.cell));
      if (!option) return this.letGo();
      this.held.moved = true;
      this.holder.setPointerCapture(event.pointerId);
      this.press(option);
    }
    this.overlay.pull(this.held.cell, event.clientX, event.clientY);
  }

  drop(event) {
    const held = this.held;
    this.letGo();
    if (!held?.moved) return;
    this.dragged = true;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-column]");
    const option = under && this.cells.includes(under) ? this.path?.at(this.placeOf(under)) : null;
    if (option) this.press(option);
    else if (under !== held.cell) this.cancel();
  }

  letGo() {
    this.held = null;
    this.overlay?.pull(null);
  }

  // Arrows walk over the board for those who came here by keys; after a click they belong to the page.
  key(event) {
    if (event.key === "Escape" && this.cancel()) {
      this.focusAnchor();
      event.preventDefault();
      return;
    }
    const cell = event.target.closest?.("[data-column]");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      this.keys = true;
      this.pressCell(cell);
      event.preventDefault();
    } else if (ARROWS[event.key] && cell.matches(":focus-visible")) {
      this.step(cell, ARROWS[event.key]);
      event.preventDefault();
    }
  }

  // The nearest cell in a direction, as seen: those off to the side count as further away.
  step(from, [across, down]) {
    const centre = (cell) => {
      const box = cell.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(from);
    let best = null;
    for (const cell of this.cells) {
      const [to, at] = centre(cell);
      const ahead = (to - x) * across + (at - y) * down;
      const aside = Math.abs((to - x) * down) + Math.abs((at - y) * across);
      if (ahead > 2 && (!best || ahead + 2.5 * aside < best.far)) best = { cell, far: ahead + 2.5 * aside };
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.cell.setAttribute("tabindex", "0");
    best.cell.focus();
    this.heat(best.cell);
  }
}

/** The words that all texts begin with. */
function shared(texts) {
  const [first, ...others] = texts.map((text) => text.split(" "));
  const end = first.findIndex((word, number) => others.some((words) => words[number] !== word));
  return first.slice(0, end).join(" ");
}

const COLOURS = ["white", "black", "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown"];

// A disc before a choice that is the name of a colour.
function swatch(words) {
  const colour = COLOURS.find((name) => words.split(" ").includes(name));
  return colour ? el("span", { class: "chip", style: { background: `var(--piece-${colour})` }, "aria-hidden": "true" }) : null;
}
