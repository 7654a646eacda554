// The gallery: all games as cards, games to go on with, and rulesheets dropped on the page.
import { button, el, fill, fold } from "../js/dom.js";
import { allGames, get, once, post, remove } from "../js/api.js";
import { confirm, dialog } from "../js/dialog.js";
import { icon } from "../js/icons.js";
import { toast } from "../js/notice.js";
import { failed } from "../js/router.js";
import { opponentList, opponentSeat } from "../js/play/opponent.js";
import { PERSON } from "../js/seats.js";
import { setUpGame } from "../js/setup.js";
import { term } from "../js/words.js";
import { TEXTS, translated } from "../js/texts.js";

const SAY = TEXTS.gallery;

const LARGEST_RULES = 2_000_000;
/** Games that most people know stand first; the others follow by their titles. */
const WELL_KNOWN = ["tic_tac_toe", "connect_four", "reversi", "breakthrough", "hex", "pentago", "nim", "checkers_small", "rock_paper_scissors", "eight_puzzle", "tron"];
const FILTERS = [
  ["all", () => true],
  ["one", (game) => game.players === 1],
  ["two", (game) => game.players === 2],
  ["more", (game) => game.most_players > 2],
  ["turns", (game) => game.turns === "one at a time"],
  ["once", (game) => game.turns === "all at once"],
];

export async function open(container, { navigate, title, live }) {
  title(SAY.title);
  const [games, agents, recent, rules] = await Promise.all([allGames(), once("agents"), get("matches").catch(() => []), get("rules").catch(() => [])]);
  if (!live()) return null;
  return new Gallery(container, inOrder(games), listed(recent, "matches").filter((match) => match.plies > 0 || match.damaged), listed(rules, "rules"), agents, navigate).close;
}

function inOrder(games) {
  const rank = ({ name }) => (WELL_KNOWN.includes(name) ? WELL_KNOWN.indexOf(name) : WELL_KNOWN.length);
  return games.toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}

function listed(answer, name) {
  return Array.isArray(answer) ? answer : (answer?.[name] ?? []);
}

/** Starts a game: you in the first seat, the champion in the others. */
export async function startGame(game, navigate, seats = null) {
  try {
    const { id } = await post("matches", seats ? { game, seats } : { game });
    navigate(`/play/${id}`);
    return true;
  } catch (error) {
    toast(error.message, { error: true });
    return false;
  }
}

class Gallery {
  constructor(container, games, recent, rules, agents, navigate) {
    Object.assign(this, { games, recent, rules, agents, navigate, filter: "all", words: "" });
    this.grid = el("div", { class: "games", role: "list" });
    this.recentPlace = el("div");
    this.rulesPlace = el("div");
    fill(container, this.head(), this.recentPlace, this.rulesPlace, this.grid, this.foot());
    this.drawGames();
    this.drawRecent();
    this.drawRules();
    this.close = this.acceptFiles();
  }

  head() {
    const search = el("input", { type: "search", placeholder: SAY.search, "aria-label": SAY.search, on: { input: () => { this.words = search.value.trim().toLowerCase(); this.drawGames(); } } });
    search.addEventListener("keydown", (event) => event.key === "Enter" && this.grid.querySelector(".game-start")?.click());
    const filters = el("div", { class: "filters", role: "group", "aria-label": SAY.kinds }, FILTERS.map(([name]) => button(SAY.filters[name], () => { this.filter = name; this.drawGames(); }, { kind: "small", "aria-pressed": String(name === this.filter), dataset: { filter: name } })));
    this.filters = filters;
    return [
      el("div", { class: "hero" },
        el("h1", { text: SAY.heading }),
        el("p", { class: "muted" }, SAY.intro(term("agent"))), this.chooser()),
      el("div", { class: "gallery-tools" }, el("div", { class: "search" }, icon("search"), search), filters, opponentList(this.agents)),
    ];
  }

  chooser() {
    const input = el("input", { type: "file", accept: ".kif,.gdl,.txt", multiple: true, class: "unseen", tabindex: "-1", "aria-label": SAY.sheets, on: { change: () => { this.take([...input.files]); input.value = ""; } } });
    return el("span", { class: "chooser" }, button(SAY.openSheet, () => input.click(), { icon: icon("upload"), title: SAY.openSheetTitle }), input);
  }

  foot() {
    return el("p", { class: "muted small gallery-foot" }, SAY.foot(term("rulesheet", SAY.kifSheet), el("a", { href: "/design", text: SAY.write })));
  }

  drawGames() {
    for (const one of this.filters.children) one.setAttribute("aria-pressed", String(one.dataset.filter === this.filter));
    const accept = FILTERS.find(([name]) => name === this.filter)[1];
    const shown = this.games.filter((game) => accept(game) && this.words.split(/\s+/).every((word) => `${game.title} ${game.called} ${game.name} ${game.summary} ${game.page}`.toLowerCase().includes(word)));
    if (shown.length === 0) return fill(this.grid, failed(SAY.none, SAY.noneText, [button(SAY.showAll, () => this.reset()), el("a", { class: "button primary", href: "/design", text: SAY.design })], "search"));
    return fill(this.grid, shown.map((game) => this.card(game)));
  }

  reset() {
    this.filter = "all";
    this.words = "";
    document.querySelector(".search input").value = "";
    this.drawGames();
  }

  card(game) {
    const start = el("button", { type: "button", class: "game-start", "aria-label": SAY.play(game.title), dataset: { game: game.name }, on: { click: () => this.start(start, game) } },
      el("span", { class: "game-picture" }, picture(game.picture)),
      el("span", { class: "game-words" },
        el("span", { class: "game-title", text: game.title }),
        el("span", { class: "game-summary", text: game.summary })));
    return el("article", { class: "game card", role: "listitem" }, start,
      el("div", { class: "game-foot" }, kinds(game), button("", () => this.setUp(game), { kind: "quiet small", icon: icon("gear"), title: SAY.setUp(game.title) })));
  }

  async start(element, game) {
    if (element.getAttribute("aria-busy") === "true") return;
    element.setAttribute("aria-busy", "true");
    await startGame(game.name, this.navigate, this.seats(game.roles));
    element.removeAttribute("aria-busy");
  }

  /** You in the first seat, the chosen opponent in the others. */
  seats(roles) {
    return roles.map((_, number) => (number === 0 ? PERSON : opponentSeat(this.agents.default)));
  }

  async setUp(game) {
    await setUpGame(game, opponentSeat(this.agents.default), (name, seats) => startGame(name, this.navigate, seats));
  }

  async clearRecent() {
    if (!(await confirm(SAY.removeAllQuestion, SAY.removeAllText(this.recent.length), SAY.removeAll))) return;
    const left = await Promise.all(this.recent.map((match) => remove(`matches/${match.id}`).then(() => null, () => match)));
    this.recent = left.filter(Boolean);
    this.drawRecent();
  }

  drawRecent() {
    if (this.recent.length === 0) return fill(this.recentPlace);
    const going = this.recent.filter((match) => !match.over).length;
    const list = el("div", { class: "recent" }, this.recent.slice(0, 8).map((match) => this.recentCard(match)));
    fill(this.recentPlace, fold("recent", SAY.yours, list, { open: true, aside: going ? SAY.going(going) : SAY.allFinished }));
    list.append(button(SAY.removeAll, () => this.clearRecent(), { kind: "quiet small", icon: icon("trash") }));
    return this.recentPlace;
  }

  recentCard(match) {
    const forget = async () => {
      try {
        await remove(`matches/${match.id}`);
        this.recent = this.recent.filter((one) => one !== match);
        this.drawRecent();
      } catch (error) {
        toast(error.message, { error: true });
      }
    };
    return el("div", { class: "recent-game" },
      match.damaged ? el("span", {}, el("span", { class: "game-title", text: match.title }), el("span", { class: "small muted", text: SAY.damaged })) :
      el("a", { href: `/play/${match.id}`, class: "recent-link" }, el("span", { class: "recent-picture" }, picture(`/api/v1/matches/${match.id}/picture.svg`)), el("span", { class: "recent-words" }, el("span", { class: "game-title", text: translated(match.title) || match.game }),
        el("span", { class: "small muted", text: SAY.recent(match.over, match.plies, ago(match.changed)) }))),
      button("", forget, { kind: "quiet small", icon: icon("trash"), title: SAY.remove }));
  }

  drawRules() {
    if (this.rules.length === 0) return fill(this.rulesPlace);
    const list = el("div", { class: "recent" }, this.rules.map((sheet) => el("div", { class: "recent-game", dataset: { rules: sheet.id } },
      el("button", { type: "button", class: "rules-start", on: { click: () => this.startRules(sheet) } }, el("span", { class: "game-title", text: sheet.name }), el("span", { class: "small muted", text: SAY.rules(ago(sheet.changed)) })),
      el("a", { class: "button quiet small icon-only", href: `/design/${sheet.id}`, title: SAY.edit, "aria-label": SAY.editNamed(sheet.name) }, icon("edit")),
      button("", () => this.forgetRules(sheet), { kind: "quiet small", icon: icon("trash"), title: SAY.deleteNamed(sheet.name) }))));
    return fill(this.rulesPlace, fold("rules", SAY.yourRules, list, { aside: `${this.rules.length}` }));
  }

  async startRules(sheet) {
    try {
      const { text } = await get(`rules/${sheet.id}`);
      const { ok, mistakes, roles } = await post("rules/check", { text });
      if (!ok) return showMistakes(sheet.name, mistakes, sheet.id);
      return await startGame(`rules:${sheet.id}`, this.navigate, this.seats(roles));
    } catch (error) {
      return toast(error.message, { error: true });
    }
  }

  async forgetRules(sheet) {
    if (!(await confirm(SAY.deleteQuestion(sheet.name), SAY.deleteText, SAY.delete))) return;
    try {
      await remove(`rules/${sheet.id}`);
      this.rules = this.rules.filter((one) => one !== sheet);
      this.drawRules();
    } catch (error) {
      toast(error.message, { error: true });
    }
  }

  // Files may be dropped anywhere on the page; a veil says so while they hover.
  acceptFiles() {
    const veil = el("div", { class: "drop-veil", hidden: true }, el("div", {}, icon("upload"), SAY.drop));
    document.body.append(veil);
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
    const over = (event) => { if (hasFiles(event)) { event.preventDefault(); veil.hidden = false; } };
    const leave = (event) => { if (!event.relatedTarget) veil.hidden = true; };
    const drop = (event) => {
      veil.hidden = true;
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.take([...event.dataTransfer.files]);
    };
    const events = { dragenter: over, dragover: over, dragleave: leave, drop };
    for (const [name, handler] of Object.entries(events)) addEventListener(name, handler);
    return () => {
      for (const [name, handler] of Object.entries(events)) removeEventListener(name, handler);
      veil.remove();
    };
  }

  async take(files) {
    for (const file of files) {
      if (file.size > LARGEST_RULES) toast(SAY.tooLarge(file.name), { error: true });
      else await this.save(file.name.replace(/\.(kif|gdl|txt)$/i, ""), await file.text());
    }
  }

  async save(name, text) {
    const note = toast(SAY.reading(name), { seconds: 60 });
    try {
      const { ok, mistakes, roles } = await post("rules/check", { text });
      const { id } = await post("rules", { name, text });
      this.rules = [{ id, name, changed: Date.now() / 1000 }, ...this.rules];
      this.drawRules();
      if (ok) toast(SAY.saved(name), { action: [SAY.playIt, () => startGame(`rules:${id}`, this.navigate, this.seats(roles))], seconds: 30 });
      else showMistakes(name, mistakes, id);
    } catch (error) {
      toast(SAY.failed(name, error.message), { error: true });
    } finally {
      note.remove();
    }
  }
}

function showMistakes(name, mistakes, id) {
  const list = el("ul", { class: "mistakes" }, mistakes.slice(0, 12).map((one) => el("li", {}, el("span", { class: "tag bad", text: SAY.line(one.line) }), " ", one.message.replace(/^error: /, "").replace(/ \[[\w-]+\]$/, ""))));
  dialog(SAY.notYet(name), [el("p", { text: SAY.fixFirst }), list], [el("a", { class: "button primary", href: `/design/${id}`, text: SAY.fix, on: { click: (event) => event.target.closest("dialog").close() } })]);
}

function kinds(game) {
  return el("span", { class: "row tags" }, el("span", { class: "tag", text: SAY.players(game.players) }), game.turns === "all at once" && el("span", { class: "tag" }, term("together")), game.hidden && el("span", { class: "tag", text: SAY.hidden }));
}

function picture(source) {
  const image = el("img", { src: source, alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(icon("board")), { once: true });
  return image;
}

/** How long ago a time was, in words; times in seconds or as ISO text. */
export function ago(time) {
  const then = typeof time === "number" ? time * 1000 : Date.parse(time);
  const seconds = Math.max(0, (Date.now() - then) / 1000);
  if (Number.isNaN(seconds)) return "";
  const { days, hours, minutes, now } = TEXTS.time;
  for (const [size, word] of [[86400, days], [3600, hours], [60, minutes]]) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return word(count);
  }
  return now;
}

