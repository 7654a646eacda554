// Watch: the tournaments of the store, running and finished, with tables, ratings and all their games.
import { allGames, get, once, post } from "../js/api.js";
import { button, el, fill } from "../js/dom.js";
import { gamePicture } from "../js/game_picture.js";
import { icon } from "../js/icons.js";
import { toast } from "../js/notice.js";
import { Socket } from "../js/socket.js";
import { Stage } from "../js/stage.js";
import { term } from "../js/words.js";
import { TEXTS, fixed, translated } from "../js/texts.js";

const SAY = TEXTS.watch;
const MEANINGS = SAY.meanings;

export async function open(container, { parts, title, navigate, live }) {
  if (parts[0]) return openTournament(container, parts[0], title);
  title(SAY.title);
  const [found, games, { agents }] = await Promise.all([get("tournaments"), allGames(), once("agents")]);
  if (!live()) return null;
  const stage = new Stage();
  const shown = found.find(({ latest }) => latest);
  fill(container, el("div", { class: "column" },
    el("h1", { text: SAY.title }),
    el("p", { class: "muted", text: SAY.intro }),
    shown ? el("div", { class: "watch-top" }, stage.element, el("div", { class: "watch-list" }, found.map(card))) : [ready(games, navigate), found.length > 0 && el("div", { class: "watch-list" }, found.map(card))],
    shown && ready(games, navigate),
    starter(games, agents, navigate)));
  if (shown) stage.show([shown.latest]);
  return () => stage.close();
}

/** The state of a tournament: running, finished, or left where it is. */
function stateOf({ running, played, size, verdict }) {
  if (running) return el("span", { class: "tag good", text: SAY.running });
  if (size !== null && (played >= size || verdict)) return el("span", { class: "tag certain" }, icon("check"), SAY.finished);
  return el("span", { class: "tag warn", text: size === null ? SAY.unfinished : SAY.stopped(played, size) });
}

function card(one) {
  return el("a", { class: "card padded watch-card", href: `/watch/${one.id}` },
    el("span", { class: "watch-picture" }, gamePicture(one.games[0])),
    el("span", { class: "column watch-words" },
      el("span", { class: "row spread" }, el("h2", { text: TEXTS.common.and(one.titles.map(translated)) }), stateOf(one)),
      el("span", { class: "small", text: one.agents.join(" · ") }),
      el("span", { class: "small muted", text: SAY.about(SAY.kinds[one.kind] ?? one.kind, one.played) })));
}

// Small tournaments that begin with one click, so that there is something to see in half a minute.
const READY = [
  { key: "quick", games: ["tic_tac_toe"], agents: ["uct", "monte_carlo", "random"], pairs: 3 },
  { key: "drop", games: ["connect_four"], agents: ["uct", "rave", "monte_carlo"], pairs: 2 },
  { key: "discs", games: ["reversi"], agents: ["uct", "monte_carlo"], pairs: 2 },
];

async function begin(body, navigate) {
  try {
    const { id } = await post("tournaments", { ...body, seed: Math.floor(Math.random() * 1e6) });
    navigate(`/watch/${id}`);
    return true;
  } catch (error) {
    toast(error.message, { error: true });
    return false;
  }
}

function ready(games, navigate) {
  const offered = READY.filter((one) => one.games.every((name) => games.some((game) => game.name === name)));
  return el("section", { class: "column", "aria-label": SAY.ready }, el("h2", { text: SAY.ready }),
    el("div", { class: "watch-list" }, offered.map(({ key, ...wanted }) => el("button", { type: "button", class: "card padded watch-card watch-ready", dataset: { ready: key }, on: { click: async (event) => {
      const { currentTarget: pressed } = event;
      pressed.disabled = true;
      if (!(await begin({ ...wanted, terms: { seconds: 0.05 } }, navigate))) pressed.disabled = false;
    } } }, el("span", { class: "watch-picture" }, gamePicture(wanted.games[0])), el("span", { class: "column watch-words" }, el("strong", { text: SAY.readyTexts[key] }), el("span", { class: "small", text: wanted.agents.join(" · ") }), el("span", { class: "small muted row" }, icon("play"), SAY.readyStart))))));
}

function starter(games, agents, navigate) {
  const chosen = { games: new Set(["tic_tac_toe"]), agents: new Set(["uct", "monte_carlo", "random"]) };
  const pick = (name, listed) => el("fieldset", { class: "picks" }, el("legend", { text: name === "games" ? SAY.games : SAY.agents }),
    el("div", { class: "picks-list" }, listed.map((one) => el("label", { class: "pick", title: one.summary },
      el("input", { type: "checkbox", checked: chosen[name].has(one.name), on: { change: (event) => (event.target.checked ? chosen[name].add(one.name) : chosen[name].delete(one.name)) } }), one.title ?? one.name))));
  const pairs = el("input", { type: "number", min: 1, max: 200, value: 5, "aria-label": SAY.meetings });
  const seconds = el("input", { type: "number", min: 0.01, max: 60, step: 0.01, value: 0.05, "aria-label": SAY.seconds });
  const start = button(TEXTS.common.start, async () => {
    start.disabled = true;
    const begun = await begin({ games: [...chosen.games], agents: [...chosen.agents], pairs: Number(pairs.value), terms: { seconds: Number(seconds.value) } }, navigate);
    start.disabled = begun;
  }, { kind: "primary", icon: icon("play") });
  return el("details", { class: "fold" }, el("summary", {}, el("span", { text: SAY.begin })),
    el("div", { class: "fold-body column" }, pick("games", games.filter(({ hidden }) => !hidden)), pick("agents", agents),
      el("div", { class: "row" },
        el("div", { class: "column watch-field" }, term("pairs", SAY.meetings, MEANINGS.pairs), pairs),
        el("div", { class: "column watch-field" }, term("seconds", SAY.seconds, MEANINGS.seconds), seconds), start)));
}

async function openTournament(container, id, title) {
  const page = new TournamentPage(title);
  const first = await get(`tournaments/${encodeURIComponent(id)}`);
  fill(container, page.element);
  page.show(first);
  const socket = new Socket(`tournaments/${encodeURIComponent(first.id)}/socket`, { since: 0, onframe: (frame) => frame.type === "table" && page.show(frame) });
  return () => { socket.close(); page.stage.close(); };
}

class TournamentPage {
  constructor(title) {
    this.title = title;
    this.filter = "";
    this.head = el("header", { class: "column" });
    this.stage = new Stage();
    this.table = el("section", { class: "card padded column" });
    this.cross = el("section", { class: "card padded column" });
    this.games = el("section", { class: "card padded column" });
    this.search = el("input", { type: "search", placeholder: SAY.filter, "aria-label": SAY.filterLabel, on: { input: () => { this.filter = this.search.value.toLowerCase(); this.showGames(); } } });
    this.list = el("div", { class: "scroll watch-games", tabindex: 0 });
    fill(this.games, el("div", { class: "row spread" }, el("h2", { text: SAY.games }), this.search), this.list);
    this.element = el("div", { class: "column" }, this.head, el("div", { class: "watch-top" }, this.stage.element, this.table), this.cross, this.games);
  }

  show(data) {
    this.data = data;
    const { definition } = data;
    const name = TEXTS.common.and(definition.games.map((game) => translated(data.titles[game])));
    this.title(name);
    const done = data.size ? data.games / data.size : 0;
    fill(this.head,
      el("div", { class: "row spread" }, el("h1", { text: name }),
        el("div", { class: "row" }, stateOf({ ...data, played: data.games }),
          data.running && button(SAY.stop, () => this.stop(), { kind: "danger", icon: icon("close") }),
          el("a", { class: "button quiet", href: "/watch", text: SAY.all }))),
      el("p", { class: "muted", text: SAY.of(SAY.kinds[definition.kind] ?? definition.kind, definition.agents.length, limits(definition.terms)) }),
      el("div", { class: "watch-progress", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": data.size, "aria-valuenow": data.games, "aria-label": SAY.progress }, el("span", { style: { width: `${100 * done}%` } })),
      el("p", { class: "small number", text: SAY.played(data.games, data.size) }),
      data.failure && el("p", { class: "bad", role: "alert", text: translated(data.failure) }),
      data.verdict && el("p", { text: SAY.verdict(data.verdict) }),
      data.winner && el("p", { text: SAY.winner(data.winner) }));
    this.stage.show(data.listed.map(({ id }) => id));
    fill(this.table, el("h2", { text: SAY.standings }), standings(data.standings));
    fill(this.cross, el("h2", { text: SAY.cross }), crossTable(data));
    this.showGames();
  }

  async stop() {
    try {
      await post(`tournaments/${this.data.id}/stop`);
    } catch (error) {
      toast(error.message, { error: true });
    }
  }

  showGames() {
    const { listed, roles, titles } = this.data;
    const found = listed.filter((one) => `${one.game} ${titles[one.game]} ${one.agents.join(" ")}`.toLowerCase().includes(this.filter));
    if (found.length === 0) return fill(this.list, el("p", { class: "muted", text: listed.length ? SAY.noMatch : SAY.noneOver }));
    return fill(this.list, el("table", {}, el("thead", {}, el("tr", {}, [[SAY.game], [SAY.seats], [SAY.result, "number"], [""]].map(([text, kind]) => el("th", { text, class: kind })))),
      el("tbody", {}, found.slice(0, 200).map((one) => el("tr", {},
        el("td", { text: translated(titles[one.game]) }),
        el("td", {}, one.agents.map((agent, role) => el("div", {}, el("span", { class: "muted", text: `${roles[one.game]?.[role] ?? role}: ` }), agent))),
        el("td", { class: "number" }, one.goals.map((goal) => el("div", { text: Math.round(goal) })), one.forfeits.map(({ cause }) => el("span", { class: "tag bad", text: SAY.causes[cause] ?? cause }))),
        el("td", {}, el("a", { class: "button quiet", href: `/replay/${one.id}` }, icon("play"), SAY.replay)))))));
  }
}

function limits(terms) {
  const parts = [terms.seconds && SAY.limits.seconds(terms.seconds), terms.playouts && SAY.limits.playouts(terms.playouts), terms.depth && SAY.limits.depth(terms.depth), terms.bank_seconds && SAY.limits.bank(terms.bank_seconds)];
  return parts.filter(Boolean).join(", ") || SAY.limits.none;
}

function standings(lines) {
  const all = lines.flatMap(({ elo_interval: interval }) => interval ?? []);
  const [low, high] = all.length ? [Math.min(...all, -50), Math.max(...all, 50)] : [-50, 50];
  const part = (elo) => `${(100 * (elo - low)) / (high - low)}%`;
  return el("div", { class: "scroll" }, el("table", { class: "standings" },
    el("thead", {}, el("tr", {}, el("th", { text: "#" }), el("th", { text: SAY.agent }), el("th", { class: "number", text: SAY.games }), el("th", { class: "number", text: SAY.counts }),
      el("th", { class: "number" }, term("score", SAY.score, MEANINGS.score)), el("th", { class: "number" }, term("elo", SAY.elo, MEANINGS.elo)), el("th", {}, term("interval", SAY.interval, MEANINGS.interval)), el("th", { class: "number" }, term("superiority", SAY.superiority, MEANINGS.superiority)), el("th", { text: SAY.forfeits }))),
    el("tbody", {}, lines.map((line, number) => el("tr", {},
      el("td", { text: number + 1 }), el("td", {}, el("strong", { text: line.agent })), el("td", { class: "number", text: line.games }), el("td", { class: "number", text: `${line.wins} / ${line.draws} / ${line.losses}` }),
      el("td", { class: "number", text: line.score === null ? "–" : fixed(100 * line.score, 1) }),
      el("td", { class: "number", text: line.elo === null ? "–" : signed(line.elo) }),
      el("td", {}, line.elo_interval && el("span", { class: "error-bar", title: SAY.range(signed(line.elo_interval[0]), signed(line.elo_interval[1])) },
        el("span", { class: "error-range", style: { left: part(line.elo_interval[0]), right: `calc(100% - ${part(line.elo_interval[1])})` } }), el("span", { class: "error-point", style: { left: part(line.elo) } }))),
      el("td", { class: "number", text: line.superiority === null ? "" : `${Math.round(100 * line.superiority)} %` }),
      el("td", { class: "small", text: Object.entries(line.forfeits).map(([cause, count]) => `${count} × ${SAY.causes[cause] ?? cause}`).join(", ") }))))));
}

function crossTable({ definition, cross, standings: lines }) {
  const order = lines.map(({ agent }) => definition.agents.indexOf(agent));
  return el("div", { class: "scroll" }, el("table", { class: "cross" },
    el("thead", {}, el("tr", {}, el("th", { text: SAY.scoresOf }), order.map((_, place) => el("th", { class: "number", title: lines[place].agent, text: place + 1 })))),
    el("tbody", {}, order.map((row, place) => el("tr", {}, el("th", { text: `${place + 1}. ${lines[place].agent}` }), order.map((column) => {
      const cell = cross[row][column];
      if (!cell) return el("td", { class: "number muted", text: row === column ? "" : "–" });
      const words = SAY.cell(fixed(100 * cell.share, 1), cell.games, fixed(100 * cell.interval[0], 0), fixed(100 * cell.interval[1], 0));
      return el("td", { class: "number cross-cell", title: words, style: { "--share": cell.share } }, `${Math.round(100 * cell.share)}`, el("span", { class: "cross-games", text: ` /${cell.games}` }));
    }))))));
}

function signed(number) {
  return `${number >= 0 ? "+" : "−"}${Math.abs(Math.round(number))}`;
}
