// A plane of bits, one for each game, as a grid on a canvas: 32 games in a row.
import { el } from "../dom.js";
import { TEXTS } from "../texts.js";

const SIDE = 8;
const ACROSS = 32;
const SAY = TEXTS.circuits;

/** The bits of hexadecimal digits; `inverted` turns them round. */
export function bitsOf(digits, inverted = false) {
  return [...digits].flatMap((digit) => [8, 4, 2, 1].map((bit) => Boolean(parseInt(digit, 16) & bit) !== inverted));
}

export class Plane {
  /** `onlane(number)` hears of a click on a bit. */
  constructor(onlane) {
    this.canvas = el("canvas", { class: "plane", role: "img", on: { click: (event) => onlane(this.at(event)) } });
    this.caption = el("figcaption", { class: "small" });
    this.element = el("figure", { class: "plane-figure" }, this.caption, this.canvas);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.min(ACROSS - 1, Math.floor(((event.clientX - box.left) / box.width) * ACROSS));
    return Math.floor(((event.clientY - box.top) / box.height) * (this.bits.length / ACROSS)) * ACROSS + column;
  }

  show(name, bits, lane) {
    this.bits = bits;
    const rows = Math.ceil(bits.length / ACROSS);
    Object.assign(this.canvas, { width: ACROSS * SIDE, height: rows * SIDE });
    const style = getComputedStyle(this.canvas);
    const [on, off, edge] = ["--accent", "--sunken", "--warn"].map((token) => style.getPropertyValue(token));
    const draw = this.canvas.getContext("2d");
    draw.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const probe = el("span");
    this.canvas.after(probe);
    const colour = (text) => { probe.style.color = text; return getComputedStyle(probe).color; };
    const [lit, dark, mark] = [on, off, edge].map(colour);
    probe.remove();
    bits.forEach((bit, number) => {
      draw.fillStyle = bit ? lit : dark;
      draw.fillRect((number % ACROSS) * SIDE, Math.floor(number / ACROSS) * SIDE, SIDE - 1, SIDE - 1);
    });
    draw.strokeStyle = mark;
    draw.lineWidth = 2;
    draw.strokeRect((lane % ACROSS) * SIDE, Math.floor(lane / ACROSS) * SIDE, SIDE - 1, SIDE - 1);
    const set = bits.filter(Boolean).length;
    this.caption.textContent = SAY.plane(name, set, bits.length);
    this.canvas.setAttribute("aria-label", SAY.plane(name, set, bits.length));
  }
}
