// A game that has been played, shown move by move: the latest one first, then the next that comes in.
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { pictureOf } from "./picture.js";
import { capital, roleName, withNames } from "./roles.js";
import { TEXTS, translated } from "./texts.js";

const MOVE = 700;
const REST = 4000;
const SAY = TEXTS.stage;

export class Stage {
  /** Games are asked for at `data(id)`, and looked at closely at `page(id)`; `onfailed` hears why one cannot be shown. */
  constructor({ data = (id) => `games_played/${encodeURIComponent(id)}`, page = (id) => `/replay/${id}`, onfailed = () => {} } = {}) {
    Object.assign(this, { data, page, onfailed });
    this.holder = el("div", { class: "board stage-board" });
    this.head = el("div", { class: "row spread" });
    this.players = el("div", { class: "row small stage-players" });
    this.count = el("span", { class: "small muted number" });
    this.button = button("", () => this.toggle(), { kind: "small quiet", icon: icon("pause"), title: TEXTS.common.pause });
    this.element = el("section", { class: "card padded column stage", "aria-label": SAY.name, hidden: true }, this.head, this.holder, this.players, el("div", { class: "row spread" }, this.count, this.button));
    this.moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.waiting = [];
    this.game = null;
  }

  /** Takes the ids of games, the latest first; what is shown goes on until it ends. */
  show(ids) {
    this.waiting = ids;
    if (this.game === null && ids.length > 0) this.load();
  }

  async load() {
    const [id] = this.waiting;
    if (this.closed || id === undefined || id === this.game?.id || this.loading) return this.again();
    this.loading = true;
    try {
      this.game = await get(this.data(id));
    } catch (error) {
      this.onfailed(error.message);
      return null;
    } finally {
      this.loading = false;
    }
    if (this.closed) return null;
    this.element.hidden = false;
    const { game } = this;
    fill(this.head, el("h2", { text: translated(game.title) }), el("a", { class: "button quiet small", href: this.page(game.id) }, icon("search"), SAY.replay));
    fill(this.players, game.roles.map((role, number) => el("span", { class: "row" }, el("span", { class: "chip", style: { background: game.colours[number] } }), el("strong", { text: game.players[number] }), el("span", { class: "muted", text: roleName(role) }))), el("span", { class: "muted", text: capital(withNames(translated(game.result), game.roles)) }));
    return this.from(this.moving ? 0 : game.positions.length - 1);
  }

  // Without a newer game the same one begins again.
  again() {
    return this.game && !this.closed ? this.from(0) : null;
  }

  from(place) {
    clearTimeout(this.timer);
    const { game } = this;
    this.at = place;
    const drawn = pictureOf(game.positions[place]);
    for (const name of ["width", "height"]) drawn.removeAttribute(name);
    fill(this.holder, drawn);
    this.count.textContent = place === 0 ? SAY.beginning : SAY.at(place, game.positions.length - 1, game.moves[place - 1].text);
    this.label();
    if (!this.moving) return;
    const last = place === game.positions.length - 1;
    this.timer = setTimeout(() => (last ? this.load() : this.from(place + 1)), last ? REST : MOVE);
  }

  toggle() {
    this.moving = !this.moving;
    this.label();
    if (this.moving && this.game) this.from(this.at);
    else clearTimeout(this.timer);
  }

  label() {
    const words = this.moving ? TEXTS.common.pause : TEXTS.common.play;
    fill(this.button, icon(this.moving ? "pause" : "play"));
    this.button.title = words;
    this.button.setAttribute("aria-label", words);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
