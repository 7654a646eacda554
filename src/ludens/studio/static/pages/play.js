// Playing a match: the board, the players, what the agent thinks, and the moves made.
import { button, el, fill, fold, remember, remembered } from "../js/dom.js";
import { get, post } from "../js/api.js";
import { Board } from "../js/board.js";
import { directionMove, isChoice } from "../js/clicks.js";
import { confirm } from "../js/dialog.js";
import { icon } from "../js/icons.js";
import { positionQuery, readPosition } from "../js/links.js";
import { toast } from "../js/notice.js";
import { adapt } from "../js/play/opponent.js";
import { failed, loading } from "../js/router.js";
import { askSeats } from "../js/seats.js";
import { TEXTS, translated } from "../js/texts.js";
import { Socket } from "../js/socket.js";
import { Ending } from "../js/play/ending.js";
import { History } from "../js/play/history.js";
import { drawLooking, missed } from "../js/play/looking.js";
import { Menu } from "../js/play/menu.js";
import { activeRole, chanceOf, inWords, nameOf, players, statusText, valuesAt } from "../js/play/outcome.js";
import { Minds } from "../js/play/minds.js";
import { Players } from "../js/play/players.js";
import { Rules } from "../js/play/rules.js";
import { share } from "../js/play/share.js";
import { Thinking } from "../js/play/thinking.js";
import { Values } from "../js/play/values.js";
import { Tutor } from "../js/teach/tutor.js";

const SAY = TEXTS.play;

export async function open(container, { parts: [id], navigate, title, live }) {
  const link = readPosition(location.search) ?? readPosition(location.hash);
  if (!id) {
    if (!link) return navigate("/", { replace: true });
    return openLink(container, link, navigate);
  }
  fill(container, loading(SAY.setting));
  let state;
  try {
    state = await get(`matches/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error.status !== 404) throw error;
    if (link) return openLink(container, link, navigate);
    fill(container, failed(SAY.gone, SAY.goneText, [el("a", { class: "button primary", href: "/", text: SAY.pick })]));
    return null;
  }
  if (!live()) return null;
  const page = new Play(container, id, inWords(state), navigate, title);
  return () => page.close();
}

async function openLink(container, link, navigate) {
  fill(container, loading(SAY.settingLink));
  const { id } = await post("matches", link);
  return navigate(`/play/${id}`, { replace: true });
}

class Play {
  constructor(container, id, state, navigate, title) {
    Object.assign(this, { id, navigate, title, looking: null, sent: null, waitingAt: null, waitingSince: null, analysis: null, minds: new Minds() });
    this.board = new Board({ onmove: (move) => this.move(move), onpick: () => {} });
    this.board.flipped = remembered(`ludens.flip.${id}`) === "yes";
    this.players = new Players({ onseats: () => this.changeSeats() });
    this.thoughts = new Thinking({ onpreview: (steps) => this.preview(steps), onpick: (role) => { this.minds.chosen = role; this.drawThoughts(); } });
    this.values = new Values({ onlook: (ply) => this.look(ply), onmistakes: () => this.send({ type: "mistakes" }) });
    this.rules = new Rules();
    this.ending = new Ending({ onlook: (ply) => this.look(ply), onagain: (seats) => this.again(seats), onmistakes: () => this.send({ type: "mistakes" }) });
    this.tutor = new Tutor(this);
    this.history = new History({ onlook: (ply) => this.look(ply) });
    this.menu = new Menu({ onmove: (move) => this.move(move), onpoint: (move) => this.preview(move && [{ marks: [{ places: move.clicks.filter((click) => !isChoice(click)), role: this.active }] }]) });
    this.build(container);
    this.show(state);
    this.rules.load(id, state);
    this.socket = new Socket(`matches/${encodeURIComponent(id)}/socket`, { since: state.seq ?? 0, onframe: (frame) => this.receive(frame), onrefused: (reason) => toast(reason, { error: true }) });
    // Whoever waits sees that time passes, and how much.
    this.ticking = setInterval(() => this.tick(), 1000);
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
  }

  close() {
    removeEventListener("keydown", this.onkey);
    clearInterval(this.ticking);
    this.socket.close();
    this.tutor.leave();
  }

  // ---- the page

  build(container) {
    this.heading = el("h1");
    this.status = el("p", { class: "play-status", role: "status", "aria-live": "polite" });
    this.clock = el("div", { class: "row play-clock" });
    this.banner = el("div", { class: "look-banner", hidden: true });
    this.menuHolder = el("div", { class: "menu-holder", hidden: true });
    this.menuFold = fold("menu", SAY.allMoves, el("div"), { open: false });
    this.tools = el("div", { class: "toolbar", role: "toolbar", "aria-label": SAY.tools });
    this.movesPart = fold("moves", SAY.moves, this.history.element);
    this.thoughtsPart = fold("thoughts", SAY.thoughts, this.thoughts.element);
    this.valuesPart = fold("values", SAY.course, this.values.element);
    this.side = el("aside", { class: "play-side", "aria-label": SAY.aside }, this.players.element, this.rules.element, this.thoughtsPart, this.valuesPart, this.movesPart, this.menuFold);
    this.frame = el("div", { class: "play" },
      el("section", { class: "play-main" },
        el("div", { class: "play-head" }, this.heading, this.status, this.clock),
        this.rules.line, this.ending.element,
        el("div", { class: "card board-card" }, this.banner, this.board.element, this.menuHolder),
        this.tools),
      this.side);
    fill(container, this.frame);
    this.tutor.place();
    this.showAnalysis(remembered("ludens.analysis") !== "hidden");
  }

  showAnalysis(shown) {
    this.analysisShown = shown;
    remember("ludens.analysis", shown ? "shown" : "hidden");
    this.thoughtsPart.hidden = !shown;
    this.valuesPart.hidden = !shown;
    this.players.element.classList.toggle("no-values", !shown);
    if (!shown) this.preview(null);
  }

  drawTools() {
    const { state } = this;
    const humans = state.seats.some((seat) => seat.kind === "person");
    const tool = (text, drawn, title, action, more = {}) => button(text, action, { icon: icon(drawn), title, kind: "quiet", ...more });
    fill(this.tools,
      tool(SAY.undo, "undo", SAY.undoTitle, () => this.command("undo"), { disabled: state.plies === 0 }),
      tool(SAY.redo, "redo", SAY.redoTitle, () => this.command("redo"), { disabled: state.redo === 0 }),
      tool(SAY.hint, "hint", SAY.hintTitle, () => this.hint(), { disabled: this.active === null }),
      tool(SAY.flip, "flip", SAY.flipTitle, () => this.flip(), { "aria-pressed": String(this.board.flipped) }),
      tool(SAY.resign, "resign", SAY.resignTitle, () => this.resign(), { disabled: state.over || !humans }),
      tool(SAY.restart, "restart", SAY.restartTitle, () => this.restart(), { disabled: state.plies === 0 }),
      tool(SAY.share, "share", SAY.shareTitle, () => share(this.id, this.state)),
      tool(SAY.analysis, "chart", SAY.analysisTitle, () => { this.showAnalysis(!this.analysisShown); this.drawTools(); }, { "aria-pressed": String(this.analysisShown) }));
  }

  // Beside the status, where they may come and go without moving anything else.
  drawClock() {
    const { state } = this;
    const humans = state.seats.some((seat) => seat.kind === "person");
    const thinkingNow = !state.over && !state.paused && this.active === null && state.waiting.some((role) => state.seats[role].kind === "agent");
    const wanted = `${thinkingNow} ${state.paused} ${humans} ${state.over}`;
    if (this.clock.dataset.shows === wanted) return;
    this.clock.dataset.shows = wanted;
    fill(this.clock,
      thinkingNow && button(SAY.moveNow, () => this.send({ type: "stop" }), { kind: "small", icon: icon("fast"), title: SAY.moveNowTitle }),
      state.paused && !state.over && button(SAY.goOn, () => this.send({ type: "resume" }), { kind: "small primary", icon: icon("play"), title: SAY.goOnTitle }),
      !state.paused && !humans && !state.over && button(TEXTS.common.pause, () => this.send({ type: "pause" }), { kind: "small", icon: icon("pause"), title: SAY.pauseTitle }));
  }

  // ---- what arrives

  receive(frame) {
    const handlers = {
      state: () => this.show(inWords(frame)),
      thinking: () => this.think(frame),
      hint: () => this.think({ ...frame, hint: true }),
      position: () => this.showPosition(frame),
      analysis: () => this.judge(frame),
      threats: () => this.tutor.see(frame),
      explained: () => this.tutor.explained(frame),
      branched: () => this.navigate(`/play/${frame.match}`),
      halted: () => this.halt(frame),
      error: () => this.refused(frame),
    };
    handlers[frame.type]?.();
  }

  show(state) {
    const before = this.state;
    this.state = state;
    this.sent = null;
    if (before && (before.plies !== state.plies || state.over !== before.over)) this.looking = null;
    if (before && state.plies < before.plies) this.minds.clear();
    this.minds.forgetAfter(state.plies);
    this.active = activeRole(state);
    this.title(state.title);
    this.heading.textContent = state.title;
    history.replaceState(null, "", `/play/${this.id}#${positionQuery(state.address)}`);
    this.board.names = Object.fromEntries(state.rule_names.map((role, number) => [role, nameOf(state, number)]));
    if (this.looking === null && (!before || before.svg !== state.svg)) this.board.show(state.svg);
    this.tutor.follow(before);
    this.drawAll();
    // What went wrong is looked for at once: the game has just ended, and somebody wants to know.
    const ended = before && !before.over && state.over && state.plies > 0;
    const level = ended ? adapt(state) : null;
    if (level !== null) toast(TEXTS.seats.adapted(level));
    if (ended && !state.hidden && state.seats.some((seat) => seat.kind === "person") && !state.history.some((turn) => turn.best)) this.socket.send({ type: "mistakes" });
    if (state.notice && state.notice !== before?.notice) toast(translated(state.notice), { error: true });
  }

  drawAll() {
    const { state } = this;
    const moves = this.active === null || this.looking !== null || this.sent ? null : state.legal[this.active];
    const menuOnly = Boolean(moves?.every(({ clicks }) => isChoice(clicks[0])));
    this.board.element.setAttribute("aria-label", TEXTS.board.of(state.title));
    this.board.setMoves(moves && !menuOnly ? moves : null);
    this.menu.draw(moves ?? []);
    (menuOnly ? this.menuHolder : this.menuFold.querySelector(".fold-body")).replaceChildren(this.menu.element);
    this.menuHolder.hidden = !menuOnly;
    this.menuFold.hidden = menuOnly || !moves;
    this.frame.dataset.ply = state.plies;
    this.frame.dataset.phase = state.over ? "over" : state.paused ? "paused" : moves ? "yours" : "waiting";
    this.drawStatus();
    this.drawClock();
    this.drawTools();
    this.drawBanner();
    this.drawThoughts();
    this.history.draw(state, this.at);
    this.values.draw(state, this.at, this.analysis);
    this.ending.draw(state, this.analysis);
    this.rules.draw(state);
    this.tutor.draw();
  }

  get at() {
    return this.looking?.ply ?? this.state.plies;
  }

  // Live values while an agent thinks about the present position, otherwise those of the position shown.
  shownValues() {
    if (!this.analysisShown) return null;
    const live = this.looking === null && !this.state.over ? this.minds.valuesAt(this.state.plies) : null;
    return live ?? valuesAt(this.state, this.at);
  }

  drawStatus() {
    const { state } = this;
    const busy = !state.over && !state.paused && this.active === null;
    this.status.className = `play-status${state.over ? " over" : this.active !== null ? " yours" : ""}`;
    const words = this.sent ? SAY.sending : statusText(state, this.minds.shown);
    if (this.words === words) return;
    this.words = words;
    const waitingAt = busy ? state.plies : null;
    if (waitingAt !== this.waitingAt) Object.assign(this, { waitingAt, waitingSince: busy ? Date.now() : null });
    this.waited = el("span", { class: "small muted number", "aria-hidden": "true" });
    fill(this.status, busy && el("span", { class: "spinner", "aria-hidden": "true" }), el("span", { text: words }), this.waited);
  }

  tick() {
    const seconds = this.waitingSince === null ? 0 : Math.floor((Date.now() - this.waitingSince) / 1000);
    this.waited.textContent = seconds > 2 ? ` ${TEXTS.setup.limitSeconds(seconds)}` : "";
  }

  think(frame) {
    if (frame.ply !== undefined && frame.ply > this.state.plies) return;
    if (this.looking === null && this.tutor.holds(frame)) return;
    const about = this.looking !== null && frame.hint && frame.ply === this.looking.ply ? this.recalled : this.minds;
    about.hear(frame);
    this.drawThoughts();
    this.drawStatus();
    if (frame.hint && frame.final !== false && frame.moves?.[0]) this.showHint(frame);
  }

  drawThoughts() {
    const minds = this.looking === null ? this.minds : this.recalled;
    this.thoughts.draw(minds.shown, this.state, minds.roles);
    this.players.draw(this.state, this.shownValues(), this.minds.latest);
  }

  showHint(frame) {
    const best = frame.moves[0];
    if (frame.ply !== this.at) return;
    this.preview([{ marks: [{ places: best.places ?? [], role: frame.role }] }]);
    if (frame.final) toast(SAY.hinted(best.label, best.value === null || best.value === undefined ? null : Math.round(best.value)));
  }

  judge(frame) {
    this.analysis = frame;
    const turn = this.state.history[frame.ply - 1];
    if (turn) Object.assign(turn, { value: frame.value ?? turn.value, best: frame.best, lost: frame.lost });
    this.history.draw(this.state, this.at);
    this.values.draw(this.state, this.at, frame);
    this.ending.draw(this.state, frame);
  }

  refused(frame) {
    toast(translated(frame.message), { error: true });
    this.sent = null;
    this.drawAll();
  }

  // The agents wait: what they chose could not be stored, so it has not been played.
  halt(frame) {
    this.state = { ...this.state, paused: true, notice: frame.message };
    this.refused(frame);
  }

  // ---- what the person does

  send(message) {
    if (this.socket.send(message)) return true;
    toast(TEXTS.connection.notNow, { error: true });
    return false;
  }

  command(type) {
    this.lookAway();
    this.send({ type });
  }

  move(move) {
    const sent = { type: "move", role: this.active, move: move.move, ply: this.state.plies };
    this.preview(null);
    if (!this.send(sent)) return this.drawAll();
    this.sent = sent;
    return this.drawAll();
  }

  hint() {
    this.tutor.hint();
  }

  flip() {
    this.board.flip(!this.board.flipped);
    remember(`ludens.flip.${this.id}`, this.board.flipped ? "yes" : null);
    this.drawTools();
  }

  async resign() {
    const people = this.state.seats.flatMap((seat, role) => (seat.kind === "person" ? [role] : []));
    const role = people.includes(this.active) ? this.active : people[0];
    if (await confirm(SAY.resignQuestion, SAY.resignText(this.state.roles[role]), SAY.resign)) this.send({ type: "resign", role });
  }

  async restart() {
    if (this.state.over || this.state.plies < 4 || (await confirm(SAY.againQuestion, SAY.againText, SAY.again))) this.command("restart");
  }

  async changeSeats() {
    const seats = await askSeats(SAY.whoPlays, this.state.roles, this.state.seats, { colours: this.state.colours, yes: SAY.changeSeats, chance: chanceOf(this.state), game: { name: this.state.game, players: players(this.state).length, turns: this.state.turn_kind, hidden: this.state.hidden, chance: chanceOf(this.state) !== null } });
    if (seats) this.send({ type: "seats", seats });
  }

  // ---- looking back

  look(ply) {
    if (ply === this.state.plies) return this.lookAway(true);
    return this.send({ type: "look", ply });
  }

  lookAway(draw = false) {
    if (this.looking === null) return;
    this.looking = null;
    this.board.show(this.state.svg);
    if (draw) this.drawAll();
  }

  showPosition(frame) {
    if (frame.ply >= this.state.plies) return;
    this.looking = frame;
    this.board.setMoves(null);
    this.board.show(frame.svg);
    this.recalled = new Minds();
    for (const thought of frame.thoughts) this.recalled.hear(thought);
    this.drawAll();
    this.showBest();
  }

  // What should have been played in the position looked at, in the colours of those who were to move.
  showBest() {
    this.board.preview([{ marks: missed(this.state, this.looking) }], this.state.colours ?? []);
  }

  drawBanner() {
    this.banner.hidden = this.looking === null;
    if (this.looking === null) return;
    drawLooking(this.banner, this.state, this.looking, { look: (ply) => this.look(ply), send: (message) => this.send(message), back: () => this.lookAway(true) });
  }

  // The same game once more, in a match of its own.
  async again(seats) {
    try {
      const { id } = await post("matches", { game: this.state.game, seats });
      this.navigate(`/play/${id}`);
    } catch (error) {
      toast(error.message, { error: true });
    }
  }

  preview(steps) {
    if (steps) this.board.preview(steps, this.state.colours ?? []);
    else this.board.clearPreview();
    if (!steps && this.looking !== null) this.showBest();
  }

  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea, dialog")) return null;
    const step = this.active === null || this.looking !== null || this.sent ? null : directionMove(event.key, this.state.legal[this.active]);
    if (step) {
      event.preventDefault();
      return this.move(step);
    }
    const actions = { u: () => this.command("undo"), r: () => this.command("redo"), h: () => this.hint(), f: () => this.flip(), s: () => this.send({ type: "stop" }), a: () => { this.showAnalysis(!this.analysisShown); this.drawAll(); }, ArrowLeft: () => this.at > 0 && this.look(this.at - 1), ArrowRight: () => this.at < this.state.plies && this.look(this.at + 1) };
    const action = actions[event.key] ?? this.tutor.keys[event.key];
    if (!action) return null;
    event.preventDefault();
    return action();
  }
}
