// Learning while playing: hints in three steps, threats, explanations of moves, and a coach that seldom speaks.
import { button, el, fill, remember, remembered } from "../dom.js";
import { icon } from "../icons.js";
import { isYou, nameOf, players } from "../play/outcome.js";
import { TEXTS } from "../texts.js";
import { clearMarks, markMoves, markPart, markPlaces } from "./marks.js";
import { named, sentences } from "./sentences.js";

const SAY = TEXTS.teach;
const COACH = "ludens.coach";
/** The coach speaks when a move gives away so many points of 100. */
const MUCH = 15;
/** Pixels up to which the board and what is beside it are one column. */
const PHONE = 960;
const WHOLE_HINT = 3;
const AMONG = 3;
const FEW_STOPS = 4;
const TRAPS_TOLD = 2;

export class Tutor {
  /** `page`: the page of the match, whose board is pointed at. */
  constructor(page) {
    this.page = page;
    this.tools = el("div", { class: "row tutor-tools", role: "toolbar", "aria-label": SAY.tools });
    this.words = el("div", { class: "tutor-words", role: "status", "aria-live": "polite", hidden: true });
    this.element = el("section", { class: "card tutor", "aria-label": SAY.tools }, this.tools, this.words);
    this.coaching = remembered(COACH) === "on";
    this.shown = null;
    this.hinting = null;
    // Beside the board where there is room, so that it does not move; right below it on a phone.
    this.place = () => {
      const before = innerWidth > PHONE ? this.page.players.element : this.page.board.element.parentNode;
      if (before.nextSibling !== this.element) before.after(this.element);
    };
    addEventListener("resize", this.place);
    this.keys = { t: () => this.threats(), e: () => this.explain(), c: () => this.switchCoach() };
  }

  leave() {
    removeEventListener("resize", this.place);
  }

  get hidden() {
    return this.page.state.hidden;
  }

  /** What a role is called in the middle of a sentence. */
  whose(role) {
    return isYou(this.page.state, role) ? SAY.you : this.page.state.roles[role];
  }

  draw() {
    const { state, active, looking, at } = this.page;
    const tool = (text, drawn, title, action, more) => button(text, action, { icon: icon(drawn), title: this.hidden ? SAY.hidden : title, kind: "quiet small", ...more });
    fill(this.tools,
      tool(SAY.threats, "warning", SAY.threatsTitle, () => this.threats(), { disabled: this.hidden || active === null || looking !== null, "aria-pressed": String(this.shown === "threats") }),
      tool(SAY.explain, "info", SAY.explainTitle, () => this.explain(), { disabled: this.hidden || at === 0, "aria-pressed": String(this.shown === "explained") }),
      tool(SAY.coach, "person", SAY.coachTitle, () => this.switchCoach(), { disabled: this.hidden, "aria-pressed": String(this.coaching && !this.hidden) }));
    if (this.shown && this.shown !== "coach" && this.about !== at) this.close();
    this.element.dataset.shows = this.shown ?? "";
    if (state.over && this.shown === "hint") this.close();
  }

  /** Follows the game: forgets what was said of another position, and has the coach look at new moves. */
  follow(before) {
    const { state } = this.page;
    if (!before || before.plies === state.plies) return;
    if (this.hinting && this.hinting.ply !== state.plies) this.hinting = null;
    if (this.shown === "coach" && (state.plies < this.about || state.history.slice(this.about).some(({ by }) => by.includes("person")))) this.close();
    if (!this.coaching || this.hidden || state.over || state.plies < before.plies) return;
    for (let ply = Math.max(before.plies, state.plies - 2) + 1; ply <= state.plies; ply += 1) {
      if (state.history[ply - 1].by.some((by) => by !== null && by !== "chance")) this.page.send({ type: "coach", ply });
    }
  }

  show(kind, ply, ...content) {
    this.shown = kind;
    this.about = ply;
    this.words.hidden = false;
    fill(this.words, el("div", { class: "tutor-content grow" }, content), button("", () => { this.close(); this.draw(); }, { kind: "quiet small", icon: icon("close"), title: SAY.close }));
    this.element.dataset.shows = kind;
  }

  close() {
    if (this.shown === null) return;
    this.shown = null;
    this.words.hidden = true;
    fill(this.words);
    clearMarks(this.page.board);
    this.element.dataset.shows = "";
  }

  // ---- hints in three steps

  /** Asks for a hint, or for the next step of the one that is there. */
  hint() {
    const { active, state } = this.page;
    if (active === null) return;
    if (this.hinting?.ply === state.plies) {
      if (this.hinting.step > 0 && this.hinting.step < WHOLE_HINT) this.step(this.hinting.step + 1);
      return;
    }
    this.hinting = { ply: state.plies, role: active, step: 0, frame: null, seen: null };
    this.show("hint", state.plies, el("p", { class: "row" }, el("span", { class: "spinner", "aria-hidden": "true" }), SAY.hint.looking));
    this.page.send({ type: "hint", role: active });
    if (!this.hidden) this.page.send({ type: "threats", role: active });
    this.draw();
  }

  /** Takes a frame of a hint in, if it is not yet to be shown: what it says comes step by step. */
  holds(frame) {
    const { hinting } = this;
    if (!frame.hint || !hinting || hinting.ply !== frame.ply || hinting.step >= WHOLE_HINT) return false;
    hinting.frame = frame;
    if (frame.final && hinting.step === 0) this.step(frame.moves?.length ? 1 : WHOLE_HINT);
    return true;
  }

  step(step) {
    const { hinting, page } = this;
    const { moves = [], role } = hinting.frame;
    hinting.step = step;
    clearMarks(page.board);
    const [best] = moves;
    const text = step === 1 ? this.where(best) : step === 2 ? this.which(moves) : this.what(best, role);
    this.show("hint", hinting.ply, el("strong", { text: SAY.hint.title(step) }), text.map((line) => el("p", { text: line })),
      step < WHOLE_HINT && el("div", { class: "row" }, button(SAY.hint.next, () => this.hint(), { kind: "small primary", icon: icon("hint") })));
    this.draw();
  }

  // The first step: why to look, and where.
  where(best) {
    const { seen } = this.hinting;
    const winning = seen?.wins.some(({ move }) => move === best.move);
    const danger = seen?.threats[0];
    const why = winning ? [SAY.hint.win] : danger && danger.stops.some(({ move }) => move === best.move) ? [SAY.hint.danger(nameOf(this.page.state, danger.move.role))] : [];
    const there = best.places.length > 0 && markPart(this.page.board, best.places.at(-1));
    return there ? [...why, SAY.hint.here] : why.length > 0 ? why : [SAY.hint.think];
  }

  // The second: the piece, or a few moves one of which it is.
  which(moves) {
    const [best] = moves;
    if (best.places.length > 1 && markPlaces(this.page.board, best.places.slice(0, 1))) return [SAY.hint.piece];
    const among = moves.slice(0, Math.min(AMONG, Math.max(2, moves.length - 1))).toSorted((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }));
    if (among.length < 2) return [SAY.hint.only(best.label)];
    markMoves(this.page.board, [{ moves: among.map((move) => ({ places: move.places.slice(-1) })), kind: "good" }]);
    return [SAY.hint.among(named(among))];
  }

  what(best, role) {
    const { page, hinting } = this;
    page.minds.hear(hinting.frame);
    page.drawThoughts();
    if (!best) return [SAY.hint.none];
    page.preview([{ marks: [{ places: best.places, role }] }]);
    return [SAY.hint.move(best.label, best.value === null || best.value === undefined ? null : Math.round(best.value))];
  }

  // ---- threats

  threats() {
    const { active, state, looking } = this.page;
    if (this.hidden || active === null || looking !== null) return;
    if (this.shown === "threats") {
      this.close();
      this.draw();
      return;
    }
    this.show("threats", state.plies, el("p", { class: "row" }, el("span", { class: "spinner", "aria-hidden": "true" }), SAY.wait));
    this.page.send({ type: "threats", role: active });
    this.draw();
  }

  /** Takes a frame `threats` in. */
  see(frame) {
    if (frame.ply !== this.page.state.plies) return;
    if (this.hinting?.ply === frame.ply && !this.hinting.seen) {
      this.hinting.seen = frame;
      if (this.shown === "hint") {
        if (this.hinting.step === 1) this.step(1);
        return;
      }
    }
    if (this.shown !== "threats") return;
    const SEEN = SAY.seen;
    const { wins, threats, traps, passing } = frame;
    const all = this.page.state.legal[frame.role]?.length ?? 0;
    const lines = wins.length > 0 ? [el("p", { class: "good", text: SEEN.wins(named(wins)) })] : [];
    for (const together of alike(threats)) {
      const [{ stops, now, move }] = together;
      const name = nameOf(this.page.state, move.role);
      lines.push(el("p", { class: "bad", text: (now ? SEEN.threatNow : SEEN.threat)(name, named(together.map((one) => one.move), SAY.either)) }),
        el("p", { text: stops.length === 0 ? SEEN.nothing : stops.length <= FEW_STOPS ? SEEN.stops(named(stops)) : SEEN.stopsMany(stops.length, all) }));
    }
    for (const { move, by } of traps.slice(0, TRAPS_TOLD)) lines.push(el("p", { text: SEEN.trap(move.label, nameOf(this.page.state, by[0].role), named(by)) }));
    if (traps.length > TRAPS_TOLD) lines.push(el("p", { class: "muted", text: SEEN.traps(traps.length - TRAPS_TOLD) }));
    if (lines.length === 0) lines.push(el("p", { text: SEEN.none }));
    const known = new Set(threats.map(({ move }) => `${move.role} ${move.move}`));
    const would = passing.filter(({ role, move }) => !known.has(`${role} ${move}`));
    for (const role of new Set(would.map((one) => one.role))) lines.push(el("p", { class: "muted", text: SEEN.passing(nameOf(this.page.state, role), named(would.filter((one) => one.role === role))) }));
    this.show("threats", frame.ply, el("strong", { text: SEEN.title }), lines);
    markMoves(this.page.board, [{ moves: would, kind: "would" }, { moves: threats.map(({ move }) => move), kind: "bad" }, { moves: wins, kind: "good" }]);
    this.draw();
  }

  // ---- explanations

  explain() {
    const { at } = this.page;
    if (this.hidden || at === 0) return;
    if (this.shown === "explained" && this.about === at) {
      this.close();
      this.draw();
      return;
    }
    this.show("explained", at, el("p", { class: "row" }, el("span", { class: "spinner", "aria-hidden": "true" }), SAY.wait));
    this.page.send({ type: "explain", ply: at });
    this.draw();
  }

  /** Takes a frame `explained` in: what was asked for, or what the coach has to say. */
  explained(frame) {
    if (frame.coach) return this.coached(frame);
    if (this.shown !== "explained" || frame.ply !== this.page.at) return null;
    const parts = frame.turn.map((one) => this.explanation(one));
    this.show("explained", frame.ply, parts.length > 0 ? parts : el("p", { text: SAY.explained.forced }));
    return this.draw();
  }

  explanation({ role, move, facts, best, best_facts: bestFacts, lost, worth }) {
    const { state } = this.page;
    const TOLD = SAY.explained;
    const alone = players(state).length === 1;
    const lines = sentences(facts, (one) => this.whose(one), { alone });
    const numbers = [];
    if (worth !== null) numbers.push(TOLD.worth(this.whose(role), Math.round(worth)));
    if (lost !== null && lost >= 1) numbers.push(TOLD.lost(Math.round(lost)));
    else if (lost !== null) numbers.push(TOLD.fine);
    const better = best && best.move !== move.move && (lost === null || lost >= 1);
    return el("div", { class: "tutor-part" },
      el("strong", { text: TOLD.title(move.label, nameOf(state, role)) }),
      lines.length > 0 ? lines.map((text) => el("p", { text })) : el("p", { text: TOLD.nothing }),
      numbers.length > 0 && el("p", { class: "muted small", text: numbers.join(" ") }),
      better && el("div", { class: "tutor-better" }, el("strong", { class: "small", text: TOLD.best(best.label) }), sentences(bestFacts, (one) => this.whose(one), { alone }).map((text) => el("p", { class: "small", text }))));
  }

  // ---- the coach

  switchCoach() {
    if (this.hidden) return;
    this.coaching = !this.coaching;
    remember(COACH, this.coaching ? "on" : null);
    this.show("coach", this.page.state.plies, el("p", { text: this.coaching ? SAY.coachOn : SAY.coachOff }));
    this.draw();
  }

  coached(frame) {
    const { state } = this.page;
    if (!this.coaching || frame.ply > state.plies || frame.ply < state.plies - 1 || state.over) return;
    const worst = frame.turn.filter(({ lost }) => lost !== null && lost >= MUCH).sort((a, b) => b.lost - a.lost)[0];
    if (!worst || this.shown === "hint" || this.shown === "threats") return;
    const mine = state.seats[worst.role].kind === "person";
    // A comment on one's own move is not covered by one on the answer to it.
    if (!mine && this.shown === "coach" && this.mine) return;
    this.mine = mine;
    const points = Math.round(worst.lost);
    const say = (mine ? SAY.coached.blunder : SAY.coached.gift)(nameOf(state, worst.role), points);
    const why = sentences(worst.facts, (one) => this.whose(one), { alone: players(state).length === 1 });
    this.show("coach", frame.ply, el("strong", { text: `${worst.move.label}: ${say}` }), mine && why.map((text) => el("p", { text })),
      mine && el("div", { class: "row" },
        button(SAY.coached.back, () => { this.close(); this.page.command("undo"); }, { kind: "small primary", icon: icon("undo") }),
        worst.best && button(SAY.coached.show, () => this.showBetter(frame.ply, worst), { kind: "small", icon: icon("hint") })));
    this.draw();
  }

  showBetter(ply, { best, best_facts: facts }) {
    this.better = { ply: ply - 1, best };
    this.show("coach", ply, el("strong", { text: SAY.explained.best(best.label) }), sentences(facts, (one) => this.whose(one), { alone: players(this.page.state).length === 1 }).map((text) => el("p", { text })),
      el("div", { class: "row" }, button(SAY.coached.back, () => { this.close(); this.page.command("undo"); }, { kind: "small primary", icon: icon("undo") })));
    markMoves(this.page.board, [{ moves: [best], kind: "good" }]);
  }
}

/** Threats of one role that the same moves stop, together. */
function alike(threats) {
  const groups = new Map();
  for (const threat of threats) {
    const key = `${threat.move.role} ${threat.now} ${threat.stops.map(({ move }) => move).join()}`;
    groups.set(key, [...(groups.get(key) ?? []), threat]);
  }
  return [...groups.values()];
}
