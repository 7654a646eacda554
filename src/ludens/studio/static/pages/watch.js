// Watch: the tournaments of the store, running and finished, with tables, ratings and all their games.
import { get, once, post } from "../js/api.js";
import { button, el, fill } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { toast } from "../js/notice.js";
import { failed } from "../js/router.js";
import { Socket } from "../js/socket.js";
import { term } from "../js/words.js";

const KINDS = { round_robin: "Round robin", gauntlet: "Gauntlet", swiss: "Swiss", knock_out: "Knock-out", sprt: "Sequential test" };
const MEANINGS = {
  elo: "Strength on the scale of chess: 200 points more win about three games of four. The mean of all agents is 0.",
  interval: "The true value lies in this range in about 19 of 20 such tournaments.",
  score: "The mean result, 0 to 100.",
  superiority: "How likely this agent is really stronger than the one below it.",
  seconds: "How long an agent may think about a move.",
  pairs: "How often every two agents meet in each game; each time with every order of seats.",
};

export async function open(container, { parts, title, navigate, live }) {
  if (parts[0]) return openTournament(container, parts[0], title);
  title("Watch");
  const [found, { games }, { agents }] = await Promise.all([get("tournaments"), once("games"), once("agents")]);
  if (!live()) return null;
  fill(container, el("div", { class: "column" },
    el("h1", { text: "Watch" }),
    el("p", { class: "muted", text: "Tournaments between agents: who is stronger, by how much, and how sure that is. Every game can be replayed." }),
    found.length > 0
      ? el("div", { class: "watch-list" }, found.map(card))
      : failed("No tournaments yet", "Start one below, or with “ludens tournament” in a terminal, in the same store.", [], "chart"),
    starter(games, agents, navigate)));
  return null;
}

function card(one) {
  return el("a", { class: "card padded column watch-card", href: `/watch/${one.id}` },
    el("div", { class: "row spread" }, el("h2", { text: one.games.join(", ") }), one.running && el("span", { class: "tag good", text: "running" })),
    el("p", { class: "small", text: one.agents.join(" · ") }),
    el("p", { class: "small muted", text: `${KINDS[one.kind] ?? one.kind}, ${one.played} games played` }));
}

function starter(games, agents, navigate) {
  const chosen = { games: new Set(["tic_tac_toe"]), agents: new Set(["uct", "monte_carlo", "random"]) };
  const pick = (name, listed) => el("fieldset", { class: "picks" }, el("legend", { text: name === "games" ? "Games" : "Agents" }),
    el("div", { class: "picks-list" }, listed.map((one) => el("label", { class: "pick", title: one.summary },
      el("input", { type: "checkbox", checked: chosen[name].has(one.name), on: { change: (event) => (event.target.checked ? chosen[name].add(one.name) : chosen[name].delete(one.name)) } }), one.title ?? one.name))));
  const pairs = el("input", { type: "number", min: 1, max: 200, value: 5, "aria-label": "Meetings" });
  const seconds = el("input", { type: "number", min: 0.01, max: 60, step: 0.01, value: 0.05, "aria-label": "Seconds a move" });
  const start = button("Start", begin, { kind: "primary", icon: icon("play") });
  async function begin() {
    start.disabled = true;
    try {
      const body = { games: [...chosen.games], agents: [...chosen.agents], pairs: Number(pairs.value), terms: { seconds: Number(seconds.value) }, seed: Math.floor(Math.random() * 1e6) };
      const { id } = await post("tournaments", body);
      navigate(`/watch/${id}`);
    } catch (error) {
      toast(error.message, { error: true });
      start.disabled = false;
    }
  }
  return el("details", { class: "fold" }, el("summary", {}, el("span", { text: "Start a tournament" })),
    el("div", { class: "fold-body column" }, pick("games", games.filter(({ hidden }) => !hidden)), pick("agents", agents),
      el("div", { class: "row" },
        el("div", { class: "column watch-field" }, term("pairs", "Meetings", MEANINGS.pairs), pairs),
        el("div", { class: "column watch-field" }, term("seconds", "Seconds a move", MEANINGS.seconds), seconds), start)));
}

async function openTournament(container, id, title) {
  const page = new TournamentPage(title);
  const first = await get(`tournaments/${encodeURIComponent(id)}`);
  fill(container, page.element);
  page.show(first);
  const socket = new Socket(`tournaments/${encodeURIComponent(first.id)}/socket`, { since: 0, onframe: (frame) => frame.type === "table" && page.show(frame) });
  return () => socket.close();
}

class TournamentPage {
  constructor(title) {
    this.title = title;
    this.filter = "";
    this.head = el("header", { class: "column" });
    this.table = el("section", { class: "card padded column" });
    this.cross = el("section", { class: "card padded column" });
    this.games = el("section", { class: "card padded column" });
    this.search = el("input", { type: "search", placeholder: "Filter by game or agent", "aria-label": "Filter games", on: { input: () => { this.filter = this.search.value.toLowerCase(); this.showGames(); } } });
    this.list = el("div", { class: "scroll watch-games", tabindex: 0 });
    fill(this.games, el("div", { class: "row spread" }, el("h2", { text: "Games" }), this.search), this.list);
    this.element = el("div", { class: "column" }, this.head, this.table, this.cross, this.games);
  }

  show(data) {
    this.data = data;
    const { definition } = data;
    const name = definition.games.join(", ");
    this.title(name);
    const done = data.size ? data.games / data.size : 0;
    fill(this.head,
      el("div", { class: "row spread" }, el("h1", { text: name }),
        el("div", { class: "row" }, data.running && el("span", { class: "tag good", text: "running" }),
          data.running && button("Stop", () => this.stop(), { kind: "danger", icon: icon("close") }),
          el("a", { class: "button quiet", href: "/watch", text: "All tournaments" }))),
      el("p", { class: "muted", text: `${KINDS[definition.kind] ?? definition.kind} of ${definition.agents.length} agents; ${limits(definition.terms)}` }),
      el("div", { class: "watch-progress", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": data.size, "aria-valuenow": data.games, "aria-label": "Games played" }, el("span", { style: { width: `${100 * done}%` } })),
      el("p", { class: "small number", text: `${data.games} of ${data.size} games played` }),
      data.failure && el("p", { class: "bad", role: "alert", text: data.failure }),
      data.verdict && el("p", { text: `The test says: ${data.verdict}.` }),
      data.winner && el("p", { text: `The winner: ${data.winner}.` }));
    fill(this.table, el("h2", { text: "Standings" }), standings(data.standings));
    fill(this.cross, el("h2", { text: "Against each other" }), crossTable(data));
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
    const { listed, roles } = this.data;
    const found = listed.filter((one) => `${one.game} ${one.agents.join(" ")}`.toLowerCase().includes(this.filter));
    if (found.length === 0) return fill(this.list, el("p", { class: "muted", text: listed.length ? "No game matches the filter." : "No game is over yet." }));
    return fill(this.list, el("table", {}, el("thead", {}, el("tr", {}, [["Game"], ["Seats"], ["Result", "number"], [""]].map(([text, kind]) => el("th", { text, class: kind })))),
      el("tbody", {}, found.slice(0, 200).map((one) => el("tr", {},
        el("td", { text: one.game }),
        el("td", {}, one.agents.map((agent, role) => el("div", {}, el("span", { class: "muted", text: `${roles[one.game]?.[role] ?? role}: ` }), agent))),
        el("td", { class: "number" }, one.goals.map((goal) => el("div", { text: Math.round(goal) })), one.forfeits.map(({ cause }) => el("span", { class: "tag bad", text: cause }))),
        el("td", {}, el("a", { class: "button quiet", href: `/replay/${one.id}` }, icon("play"), "Replay")))))));
  }
}

function limits(terms) {
  const parts = [terms.seconds && `${terms.seconds} s a move`, terms.playouts && `${terms.playouts} playouts a move`, terms.depth && `depth ${terms.depth}`, terms.bank_seconds && `${terms.bank_seconds} s a game`];
  return parts.filter(Boolean).join(", ") || "no clock";
}

function standings(lines) {
  const all = lines.flatMap(({ elo_interval: interval }) => interval ?? []);
  const [low, high] = all.length ? [Math.min(...all, -50), Math.max(...all, 50)] : [-50, 50];
  const part = (elo) => `${(100 * (elo - low)) / (high - low)}%`;
  return el("div", { class: "scroll" }, el("table", { class: "standings" },
    el("thead", {}, el("tr", {}, el("th", { text: "#" }), el("th", { text: "Agent" }), el("th", { class: "number", text: "Games" }), el("th", { class: "number", text: "Won, drawn, lost" }),
      el("th", { class: "number" }, term("score", "Score", MEANINGS.score)), el("th", { class: "number" }, term("elo", "Elo", MEANINGS.elo)), el("th", {}, term("interval", "95 % interval", MEANINGS.interval)), el("th", { class: "number" }, term("superiority", "Stronger than next", MEANINGS.superiority)), el("th", { text: "Forfeits" }))),
    el("tbody", {}, lines.map((line, number) => el("tr", {},
      el("td", { text: number + 1 }), el("td", {}, el("strong", { text: line.agent })), el("td", { class: "number", text: line.games }), el("td", { class: "number", text: `${line.wins} / ${line.draws} / ${line.losses}` }),
      el("td", { class: "number", text: line.score === null ? "–" : (100 * line.score).toFixed(1) }),
      el("td", { class: "number", text: line.elo === null ? "–" : signed(line.elo) }),
      el("td", {}, line.elo_interval && el("span", { class: "error-bar", title: `${signed(line.elo_interval[0])} to ${signed(line.elo_interval[1])}` },
        el("span", { class: "error-range", style: { left: part(line.elo_interval[0]), right: `calc(100% - ${part(line.elo_interval[1])})` } }), el("span", { class: "error-point", style: { left: part(line.elo) } }))),
      el("td", { class: "number", text: line.superiority === null ? "" : `${Math.round(100 * line.superiority)} %` }),
      el("td", { class: "small", text: Object.entries(line.forfeits).map(([cause, count]) => `${count} × ${cause}`).join(", ") }))))));
}

function crossTable({ definition, cross, standings: lines }) {
  const order = lines.map(({ agent }) => definition.agents.indexOf(agent));
  return el("div", { class: "scroll" }, el("table", { class: "cross" },
    el("thead", {}, el("tr", {}, el("th", { text: "scores of … against" }), order.map((_, place) => el("th", { class: "number", title: lines[place].agent, text: place + 1 })))),
    el("tbody", {}, order.map((row, place) => el("tr", {}, el("th", { text: `${place + 1}. ${lines[place].agent}` }), order.map((column) => {
      const cell = cross[row][column];
      if (!cell) return el("td", { class: "number muted", text: row === column ? "" : "–" });
      const words = `${(100 * cell.share).toFixed(1)} % of ${cell.games} games; interval ${(100 * cell.interval[0]).toFixed(0)} to ${(100 * cell.interval[1]).toFixed(0)} %`;
      return el("td", { class: "number cross-cell", title: words, style: { "--share": cell.share } }, `${Math.round(100 * cell.share)}`, el("span", { class: "cross-games", text: ` /${cell.games}` }));
    }))))));
}

function signed(number) {
  return `${number >= 0 ? "+" : "−"}${Math.abs(Math.round(number))}`;
}
