// Train: all trainings with a report, what was measured in each while it goes on, and games of the network.
import { get } from "../js/api.js";
import { el, fill } from "../js/dom.js";
import { gamePicture } from "../js/game_picture.js";
import { short } from "../js/charts.js";
import { icon } from "../js/icons.js";
import { toast } from "../js/notice.js";
import { showReplay } from "../js/replay_page.js";
import { Socket } from "../js/socket.js";
import { TEXTS, translated } from "../js/texts.js";
import { TrainingPage, bar, done, state } from "../js/train/training_page.js";
import { ago } from "./gallery.js";

const SAY = TEXTS.train;
const refused = (message) => toast(message, { error: true });

export async function open(container, { parts: [id, game], ...context }) {
  if (game) return openGame(container, id, game, context);
  return id ? openTraining(container, id, context) : openList(container, context);
}

function openGame(container, id, game, context) {
  const back = el("a", { class: "button", href: `/train/${encodeURIComponent(id)}` }, icon("back"), SAY.toTraining);
  return showReplay(container, `trainings/${encodeURIComponent(id)}/games/${encodeURIComponent(game)}`, context, back);
}

async function openTraining(container, id, { title, live }) {
  const first = await get(`trainings/${encodeURIComponent(id)}`);
  if (!live()) return null;
  const page = new TrainingPage(first);
  title(SAY.titleOf(translated(first.title)));
  fill(container, page.element);
  const socket = new Socket(`trainings/${encodeURIComponent(id)}/socket`, { onframe: (frame) => frame.type === "training" && page.show(frame), onrefused: refused });
  return () => { socket.close(); page.close(); };
}

async function openList(container, { title, live }) {
  title(SAY.title);
  const found = await get("trainings");
  if (!live()) return null;
  const list = new List();
  list.show(found);
  fill(container, list.element);
  const socket = new Socket("trainings/socket", { onframe: (frame) => frame.type === "trainings" && list.show(frame.trainings), onrefused: refused });
  return () => socket.close();
}

/** Cards that stay where they are while what they say changes, so that the focus stays, too. */
class List {
  constructor() {
    this.cards = new Map();
    this.list = el("div", { class: "watch-list" });
    this.none = el("p", {}, el("strong", { text: SAY.none }));
    this.element = el("div", { class: "column" }, el("h1", { text: SAY.title }), el("p", { class: "muted", text: SAY.intro }), this.none, this.list, howToStart());
  }

  show(trainings) {
    this.none.hidden = trainings.length > 0;
    const cards = trainings.map((one) => this.card(one));
    if (cards.length !== this.list.children.length || cards.some((card, place) => card !== this.list.children[place])) fill(this.list, cards);
  }

  card(one) {
    if (!this.cards.has(one.id)) {
      const words = el("span", { class: "column watch-words" });
      this.cards.set(one.id, { words, card: el("a", { class: "card padded watch-card", href: `/train/${encodeURIComponent(one.id)}` }, el("span", { class: "watch-picture" }, gamePicture(one.game)), words) });
    }
    const { words, card } = this.cards.get(one.id);
    fill(words,
      el("span", { class: "row spread" }, el("h2", { text: translated(one.title) }), state(one)),
      el("span", { class: "small number", text: done(one) }), bar(one),
      el("span", { class: "small muted", text: SAY.counts(short(one.positions), one.generation) }),
      !one.goes_on && el("span", { class: "small muted", text: ago(one.written) }));
    return card;
  }
}

function howToStart() {
  return el("section", { class: "card padded column train-start" }, el("h2", { text: SAY.start }), el("p", { text: SAY.startWith }),
    el("pre", {}, el("code", { text: SAY.command })), SAY.startText.map((text) => el("p", { text })));
}
