// Puzzles: a shelf for every game and one for one's own mistakes; behind each, one position after another to be solved.
import { button, el, fill } from "../js/dom.js";
import { allGames, get, post } from "../js/api.js";
import { icon } from "../js/icons.js";
import { failed, loading } from "../js/router.js";
import { PuzzleView } from "../js/teach/puzzle_view.js";
import { TEXTS } from "../js/texts.js";

const SAY = TEXTS.puzzles;
/** The address of the puzzles from one's own mistakes. */
const OWN = "your-mistakes";

export async function open(container, { parts: [game], query, navigate, title, live }) {
  title(SAY.title);
  const match = query.get("match");
  if (match) {
    fill(container, loading(SAY.makingOwn));
    const { made } = await post("puzzles/from_match", { match });
    if (!live()) return null;
    if (made > 0) return navigate(`/puzzles/${OWN}`, { replace: true });
    fill(container, failed(SAY.none, SAY.noneOwn, [el("a", { class: "button primary", href: `/play/${encodeURIComponent(match)}`, text: TEXTS.looking.back }), el("a", { class: "button", href: "/puzzles", text: SAY.back })], "puzzle"));
    return null;
  }
  if (!game) return shelves(container, live);
  const session = new Session(container, game === OWN ? null : game, navigate, live);
  await session.next();
  return () => session.close();
}

async function shelves(container, live) {
  const [games, { shelves: kept, streak }] = await Promise.all([allGames(), get("puzzles")]);
  if (!live()) return null;
  const own = kept.filter((shelf) => shelf.own);
  const sum = (list, what) => list.reduce((total, shelf) => total + shelf[what], 0);
  const grid = el("div", { class: "games", role: "list" });
  const open = games.filter(({ hidden }) => !hidden);
  const names = new Set(open.map(({ name }) => name));
  const more = kept.filter((shelf) => !shelf.own && !names.has(shelf.game)).map((shelf) => ({ name: shelf.game, title: shelf.title, summary: "", picture: null }));
  const cards = [...open, ...more].map((one) => ({ ...one, shelf: kept.find((shelf) => !shelf.own && shelf.game === one.name) }));
  // Games in which puzzles have been solved come first.
  cards.sort((a, b) => played(b.shelf) - played(a.shelf) || a.title.localeCompare(b.title));
  const search = el("input", { type: "search", placeholder: SAY.search, "aria-label": SAY.search, on: { input: () => list() } });
  const list = () => {
    const words = search.value.trim().toLowerCase();
    const found = cards.filter(({ title, name }) => `${title} ${name}`.toLowerCase().includes(words));
    fill(grid, found.length > 0 ? found.map(card) : failed(SAY.noGame, "", [], "search"));
  };
  list();
  fill(container,
    el("div", { class: "hero" }, el("h1", { text: SAY.title }), el("p", { class: "muted", text: SAY.intro }),
      streak > 1 && el("p", {}, el("span", { class: "tag good", text: SAY.streak(streak) }))),
    el("section", { class: "card padded puzzle-own" }, icon("puzzle"), el("div", { class: "grow" }, el("h2", { text: SAY.own }), el("p", { class: "muted small", text: own.length > 0 ? `${SAY.waiting(sum(own, "waiting"))} · ${SAY.solvedOf(sum(own, "solved"), sum(own, "solved") + sum(own, "missed"))}` : SAY.ownNone })),
      sum(own, "waiting") > 0 && el("a", { class: "button primary", href: `/puzzles/${OWN}` }, icon("play"), SAY.own)),
    el("h2", { text: SAY.choose }), el("div", { class: "search puzzle-search" }, icon("search"), search), grid);
  return null;
}

function played(shelf) {
  return shelf ? shelf.solved + shelf.missed : 0;
}

function card({ name, title, summary, picture, shelf }) {
  const all = played(shelf);
  return el("article", { class: "game card", role: "listitem" },
    el("a", { class: "game-start", href: `/puzzles/${encodeURIComponent(name)}`, dataset: { game: name } },
      el("span", { class: "game-picture" }, picture ? el("img", { src: picture, alt: "", loading: "lazy" }) : icon("puzzle")),
      el("span", { class: "game-words" }, el("span", { class: "game-title", text: title }), el("span", { class: "game-summary", text: summary }))),
    el("div", { class: "game-foot" }, all > 0 && [
      el("span", { class: "puzzle-score", role: "img", "aria-label": SAY.solvedOf(shelf.solved, all) }, el("span", { class: "solved", style: { width: `${(100 * shelf.solved) / all}%` } }), el("span", { class: "missed", style: { width: `${(100 * shelf.missed) / all}%` } })),
      el("span", { class: "small muted", text: SAY.solvedOf(shelf.solved, all) })]));
}

/** One puzzle after another, of one game or of one's own mistakes. */
class Session {
  constructor(container, game, navigate, live) {
    Object.assign(this, { container, game, navigate, live, view: null, last: "" });
  }

  close() {
    this.view?.close();
  }

  async next() {
    this.view?.close();
    this.view = null;
    fill(this.container, loading(SAY.making));
    const { puzzle, reason } = await post("puzzles/next", { ...(this.game ? { game: this.game } : { own: true }), after: this.last });
    if (!this.live()) return;
    if (!puzzle) {
      this.none(reason);
      return;
    }
    this.last = puzzle.id;
    this.view = new PuzzleView(this.container, puzzle, { onnext: () => this.next(), onplay: () => this.play(puzzle), all: "/puzzles" });
  }

  none(reason) {
    const back = el("a", { class: "button primary", href: "/puzzles", text: SAY.back });
    if (!this.game) fill(this.container, failed(SAY.allDone, SAY.allDoneText, [back], "check"));
    else fill(this.container, failed(SAY.none, SAY.reasons[reason] ?? SAY.noneText, [!reason && button(SAY.again, () => this.next(), { kind: "primary" }), back], "puzzle"));
  }

  async play({ game, moves, role, roles }) {
    const seats = roles.map((_, number) => (number === role ? { kind: "person" } : { kind: "agent", agent: "champion", seconds: 1, playouts: null }));
    const { id } = await post("matches", { game, moves, seats });
    this.navigate(`/play/${id}`);
  }
}
