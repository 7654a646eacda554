// A drawing that can be made larger and smaller in the box that holds it: by buttons, by Ctrl and the wheel, by keys.
import { button, el } from "../dom.js";
import { icon } from "../icons.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.zoom;
const STEP = 1.3;
const LEAST = 0.1;
const MOST = 4;
/** A drawing that would have to be smaller than this to fit is shown in its own size. */
const READABLE = 0.55;

export class Zoom {
  constructor(holder, picture) {
    Object.assign(this, { holder, picture, scale: 1, width: 0, height: 0 });
    this.shown = el("span", { class: "small muted number zoom-shown", role: "status" });
    this.element = el("div", { class: "row zoom", role: "group", "aria-label": SAY.name },
      button("", () => this.by(1 / STEP), { kind: "small quiet", icon: icon("minus"), title: SAY.out }),
      this.shown,
      button("", () => this.by(STEP), { kind: "small quiet", icon: icon("plus"), title: SAY.in }),
      button(SAY.fit, () => this.fit(), { kind: "small", title: SAY.fitTitle }));
    holder.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.by(event.deltaY < 0 ? STEP : 1 / STEP);
    }, { passive: false });
    holder.addEventListener("keydown", (event) => {
      const act = { "+": () => this.by(STEP), "=": () => this.by(STEP), "-": () => this.by(1 / STEP), 0: () => this.fit() }[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
  }

  /** A new drawing of this size: all of it where it can be read so, else in its own size. */
  load({ width, height }) {
    Object.assign(this, { width, height });
    const whole = this.fitting;
    this.set(whole >= READABLE ? Math.min(1, whole) : 1);
  }

  get fitting() {
    return Math.min((this.holder.clientWidth - 4) / this.width, (this.holder.clientHeight - 4) / this.height);
  }

  fit() {
    this.set(Math.min(MOST, this.fitting));
  }

  by(factor) {
    const { holder } = this;
    const [x, y] = [(holder.scrollLeft + holder.clientWidth / 2) / this.scale, (holder.scrollTop + holder.clientHeight / 2) / this.scale];
    this.set(this.scale * factor);
    holder.scrollTo({ left: x * this.scale - holder.clientWidth / 2, top: y * this.scale - holder.clientHeight / 2, behavior: "auto" });
  }

  set(scale) {
    this.scale = Math.min(MOST, Math.max(LEAST, scale));
    this.picture.style.setProperty("width", `${this.width * this.scale}px`);
    this.picture.style.setProperty("height", `${this.height * this.scale}px`);
    this.shown.textContent = `${Math.round(100 * this.scale)} %`;
  }
}
