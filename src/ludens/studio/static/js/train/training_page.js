// The page of a training: how far it is, its curves, how the network is made, and games of it.
import { short } from "../charts.js";
import { el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { capital, withNames } from "../roles.js";
import { Stage } from "../stage.js";
import { TEXTS, translated } from "../texts.js";
import { ago } from "../../pages/gallery.js";
import { curves } from "./curves.js";
import { examCharts, lossCharts, opponentName, percent, scoreCharts, scored } from "./measured.js";
import { span } from "./spans.js";

const SAY = TEXTS.train;

/** What a training does now, in a word. */
export function state({ stage, goes_on: goesOn }) {
  if (stage === "over") return el("span", { class: "tag certain" }, icon("check"), SAY.stages.over);
  return el("span", { class: goesOn ? "tag good" : "tag warn", text: goesOn ? SAY.stages[stage] : SAY.silent });
}

/** How much of the time is over, and how much is left while somebody is at work. */
export function done({ stage, goes_on: goesOn, seconds, until }) {
  if (stage === "over") return SAY.allDone(span(seconds));
  const left = goesOn && (until - seconds >= 1 ? SAY.left(span(until - seconds)) : SAY.almost);
  return [SAY.done(span(seconds), span(until)), left].filter(Boolean).join(" · ");
}

/** The same as a bar. */
export function bar({ seconds, until }) {
  const share = until > 0 ? Math.min(1, seconds / until) : 0;
  return el("span", { class: "watch-progress train-progress", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(100 * share), "aria-label": SAY.progress }, el("span", { style: { width: `${100 * share}%` } }));
}

export class TrainingPage {
  constructor(first) {
    const { id } = first;
    this.stage = new Stage({
      data: (game) => `trainings/${encodeURIComponent(id)}/games/${encodeURIComponent(game)}`,
      page: (game) => address(id, game),
      onfailed: (message) => { this.trouble.textContent = message; this.trouble.hidden = false; },
    });
    this.said = new Map();
    this.tag = el("span", { role: "status" });
    this.progress = el("div", { class: "column" });
    this.match = el("section", { class: "card padded column", hidden: true });
    this.curves = el("div", { class: "column" });
    this.plan = el("section", { class: "card padded column" });
    this.trouble = el("p", { class: "bad", role: "alert", hidden: true });
    this.games = el("ul", { class: "train-games" });
    this.figures = el("div", { class: "scroll" });
    this.element = el("div", { class: "column" },
      el("header", { class: "column" },
        el("div", { class: "row spread" }, el("h1", { text: translated(first.title) }), el("div", { class: "row" }, this.tag, el("a", { class: "button quiet", href: "/train", text: SAY.all }))),
        this.progress),
      el("div", { class: "watch-top" },
        el("div", { class: "column" }, this.match, this.stage.element,
          el("section", { class: "card padded column" }, el("h2", { text: SAY.games }), el("p", { class: "small muted", text: SAY.gamesText }), this.trouble, this.games),
          this.plan),
        this.curves),
      el("details", { class: "fold" }, el("summary", {}, el("span", { text: SAY.table })), el("div", { class: "fold-body" }, this.figures)));
    this.show(first);
  }

  /** Takes a training as it is now; parts that have not changed stay, and with them the focus. */
  show(data) {
    const { stage, goes_on: goesOn, seconds, until, positions, generation, written, game, history, games } = data;
    this.changed("tag", [stage, goesOn], () => fill(this.tag, state(data)));
    fill(this.progress, bar(data), el("p", { class: "small number", text: `${done(data)} · ${SAY.counts(short(positions), generation)}` }),
      !goesOn && stage !== "over" && el("p", { class: "train-silent" }, SAY.silentText(ago(written)), " ", el("code", { text: SAY.resume(game) })));
    this.changed("match", data.match, () => {
      this.match.hidden = !data.match;
      fill(this.match, data.match && lastMatch(data.match));
    });
    this.changed("plan", data.plan, () => fill(this.plan, el("h2", { text: SAY.how }), planList(data.plan)));
    this.changed("curves", [history, goesOn && until], () => fill(this.curves, sections(history, Math.max(goesOn ? until : seconds, history.at(-1)?.seconds ?? 0))));
    this.changed("figures", history, () => fill(this.figures, table(history)));
    this.changed("games", games, () => {
      fill(this.games, games.length ? games.map((one) => gameLink(data.id, one)) : el("li", { class: "muted", text: SAY.noGames }));
      this.stage.show(games.map(({ id }) => id));
    });
  }

  changed(part, now, draw) {
    const text = JSON.stringify(now);
    if (this.said.get(part) === text) return;
    this.said.set(part, text);
    draw();
  }

  close() {
    this.stage.close();
  }
}

function address(training, game) {
  return `/train/${encodeURIComponent(training)}/${encodeURIComponent(game)}`;
}

function sections(history, last) {
  const parts = [[SAY.exam, SAY.examText, examCharts(history)], [SAY.scores, SAY.scoresText, scoreCharts(history)], [SAY.losses, SAY.lossesText, lossCharts(history)]];
  if (history.length === 0) return el("p", { class: "card padded muted", text: SAY.nothingYet });
  return parts.filter(([, , charts]) => charts.length > 0).map(([heading, text, charts]) => el("section", { class: "card padded column" },
    el("h2", { text: heading }), el("p", { class: "small muted", text }),
    el("div", { class: "train-charts" }, charts.map((chart) => figure(chart, last)))));
}

function figure({ title, lines, ...scale }, last) {
  const latest = lines.map(({ name, points }) => SAY.latest(name, points.at(-1).short));
  return el("figure", { class: "train-chart" },
    el("figcaption", {}, el("h3", { text: title }),
      el("ul", { class: "train-legend" }, latest.map((text, number) => el("li", { class: `small number curve-${number}` }, lines.length > 1 && el("span", { class: "curve-key", "aria-hidden": "true" }), text)))),
    curves({ lines, last, ...scale, label: [title, ...latest].join(": ") }));
}

function planList({ method, form, width, layers, teacher, device, seed }) {
  const rows = [
    [SAY.method, SAY.methods[method] ?? method],
    [SAY.network, SAY.networkOf(SAY.forms[form] ?? form, layers, width)],
    [SAY.teacher, teacher > 0 && SAY.teacherOf(teacher)],
    [SAY.device, SAY.devices[device] ?? device],
    [SAY.seed, String(seed)],
  ];
  return el("dl", { class: "keys train-plan" }, rows.filter(([, text]) => text).flatMap(([name, text]) => [el("dt", { text: name }), el("dd", { text })]));
}

/** How a network is played best, by what random games count for. */
function wayOf(blend) {
  return blend === 1 ? SAY.advises : blend > 0 ? SAY.blend(percent(blend, 0)) : SAY.noBlend;
}

function lastMatch({ score, blend, helps }) {
  return [el("h2", { text: SAY.match }),
    el("p", { text: SAY.matchText(scored(score), score.pairs, opponentName(score)) }),
    el("p", { class: "small muted", text: wayOf(blend) }),
    el("p", { class: helps ? "good" : "bad", text: helps ? SAY.helps : SAY.worse })];
}

function gameLink(training, { id, generation, roles, result, moves }) {
  const ended = capital(withNames(translated(result), roles));
  return el("li", {}, el("a", { href: address(training, id) }, icon("play"), el("span", {}, el("strong", { text: SAY.ended(ended, moves) }), el("span", { class: "small muted", text: SAY.afterGeneration(generation) }))));
}

/** All that was measured, for those who would rather read figures. */
function table(history) {
  const wrong = (part) => (part ? [part.policy, part.ahead].map((count) => percent(count / part.positions)).join(" / ") : "–");
  const loss = (value) => (value === null ? "–" : value.toPrecision(3).replace(".", TEXTS.point));
  const heads = [SAY.at, SAY.positions, SAY.perfect, SAY.random, SAY.valueLoss, SAY.moveLoss];
  return el("table", {}, el("caption", { class: "small muted", text: SAY.tableText }),
    el("thead", {}, el("tr", {}, heads.map((text) => el("th", { class: "number", scope: "col", text })), el("th", { scope: "col", text: SAY.scores }))),
    el("tbody", {}, history.map((one) => el("tr", {},
      [span(one.seconds), short(one.positions), wrong(one.perfect), wrong(one.random), loss(one.value_loss), loss(one.move_loss)].map((text) => el("td", { class: "number", text })),
      el("td", {}, one.scores.map((each) => el("div", { text: SAY.point(scored(each), opponentName(each)) })))))));
}
