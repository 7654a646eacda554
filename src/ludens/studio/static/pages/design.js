// Design: rules are written on one side, and what kind of game they make is told on the other, while they are written.
import { get, post, put } from "../js/api.js";
import { confirm, dialog } from "../js/dialog.js";
import { button, el, fill, remember, remembered } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { toast } from "../js/notice.js";
import { Comparison } from "../js/design/compare.js";
import { Editor } from "../js/design/editor.js";
import { LARGEST, askSaved, askTemplate, exportFile, readFile, starter } from "../js/design/library.js";
import { linkOf, rulesIn } from "../js/design/link.js";
import { ReportView } from "../js/design/report.js";
import { Sliders, VariantTable } from "../js/design/sliders.js";
import { Wire } from "../js/design/wire.js";
import { startGame } from "./gallery.js";
import { TEXTS } from "../js/texts.js";

const SAY = TEXTS.design;

const PAUSE = 200;
const DRAFT = "ludens.design.draft";

export async function open(container, { parts, query, title, navigate, live }) {
  title(SAY.title);
  const first = await begin(parts[0], query.get("template"));
  if (!live()) return null;
  const page = new DesignPage(container, navigate, title);
  page.load(first);
  return () => page.close();
}

/** What the editor opens with: saved rules, a template, what was left unsaved here, or a small game. */
async function begin(id, template) {
  const draft = readDraft();
  const linked = await inLink();
  if (linked) return { id: null, ...linked };
  if (id) {
    const saved = await get(`rules/${encodeURIComponent(id)}`);
    return draft?.id === id && draft.text !== saved.text ? { ...saved, draft: draft.text } : saved;
  }
  if (template) {
    const found = (await get("rules/templates")).find(({ name }) => name === template);
    if (found) return { id: null, name: found.title, text: found.text };
  }
  return draft && !draft.id ? draft : { id: null, ...starter };
}

async function inLink() {
  try {
    return await rulesIn(location.hash, LARGEST);
  } catch (error) {
    toast(error.message, { error: true });
    return null;
  }
}

function readDraft() {
  try {
    const draft = JSON.parse(remembered(DRAFT));
    return typeof draft?.text === "string" && typeof draft.name === "string" ? draft : null;
  } catch {
    return null;
  }
}

class DesignPage {
  constructor(container, navigate, title) {
    Object.assign(this, { navigate, title, id: null, saved: null, fallback: null, comparing: null });
    this.editor = new Editor({ onchange: () => this.changed() });
    this.view = new ReportView();
    this.view.onplace = (line, column) => this.editor.jump(line, column);
    this.wire = new Wire((report) => this.reported(report));
    this.name = el("input", { class: "design-name", maxlength: 120, "aria-label": SAY.name, placeholder: SAY.namePlaceholder, on: { input: () => this.keepDraft() } });
    this.state = el("span", { class: "tag", role: "status" });
    this.sliders = new Sliders({ text: () => this.editor.text, onturn: (text) => this.turned(text), oncompare: (slider) => this.compareVariants(slider), onfail: (error) => toast(error.message, { error: true }) });
    this.problems = el("div", { class: "problems", "aria-label": SAY.mistakes });
    this.side = el("div", { class: "design-side" }, this.view.element);
    this.page = el("div", { class: "design" }, el("section", { class: "design-main", "aria-label": SAY.rules }, this.editor.element, el("div", { class: "column" }, this.sliders.element, this.problems)), this.side);
    fill(container, this.bar(), this.page);
    this.stop = this.listen();
  }

  bar() {
    const file = el("input", { type: "file", accept: ".kif,.gdl,.txt", class: "unseen", tabindex: "-1", "aria-label": SAY.file, on: { change: () => { this.import(file.files[0]); file.value = ""; } } });
    this.playButton = button(SAY.play, () => this.play(), { kind: "primary", icon: icon("play"), title: SAY.playTitle });
    this.compareButton = button(SAY.compare, () => this.compare(), { icon: icon("compare"), title: SAY.compareTitle, "aria-pressed": "false" });
    return el("div", { class: "page-head design-bar" }, el("h1", { class: "unseen", text: SAY.title }), el("div", { class: "row grow" }, this.name, this.state),
      el("div", { class: "row" },
        button(SAY.fresh, () => this.fresh(), { icon: icon("plus"), title: SAY.freshTitle }),
        button(SAY.open, () => this.choose(), { icon: icon("folder"), title: SAY.openTitle }),
        button(SAY.save, () => this.save(), { icon: icon("save"), title: SAY.saveTitle }),
        button("", () => file.click(), { icon: icon("upload"), title: SAY.importFile }), file,
        button("", () => exportFile({ name: this.name.value.trim() || SAY.fileName, text: this.editor.text }), { icon: icon("download"), title: SAY.exportFile }),
        button("", () => this.share(), { icon: icon("share"), title: SAY.share }),
        this.compareButton, this.playButton));
  }

  listen() {
    const drop = (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type === "drop") this.import(event.dataTransfer.files[0]);
    };
    const key = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
      event.preventDefault();
      this.save();
    };
    const leave = () => this.keepDraft();
    for (const type of ["dragenter", "dragover", "drop"]) addEventListener(type, drop);
    addEventListener("keydown", key);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      for (const type of ["dragenter", "dragover", "drop"]) removeEventListener(type, drop);
      removeEventListener("keydown", key);
    };
  }

  close() {
    clearTimeout(this.timer);
    this.keepDraft();
    this.stop();
    this.editor.close();
    this.wire.close();
    this.comparing?.wire.close();
    this.variants?.close();
  }

  /** Puts rules into the editor: {id, name, text}, with what was left unsaved in `draft`. */
  load({ id = null, name, text, draft = null }) {
    this.id = id;
    this.saved = id ? { name, text } : null;
    this.fallback = { name, text };
    this.name.value = name;
    this.loading = true;
    this.editor.text = draft ?? text;
    this.loading = false;
    history.replaceState(null, "", id ? `/design/${id}` : "/design");
    this.title(name);
    this.keepDraft();
    this.look();
    if (draft) toast(SAY.unsavedBack, { action: [SAY.discard, () => this.load({ id, name, text })], seconds: 12 });
  }

  get dirty() {
    const { text } = this.editor;
    return this.saved ? this.saved.text !== text || this.saved.name !== this.name.value.trim() : this.fallback?.text !== text;
  }

  changed() {
    if (this.loading) return;
    clearTimeout(this.timer);
    const begun = performance.now();
    this.timer = setTimeout(() => { this.keepDraft(); this.look(begun); }, PAUSE);
  }

  keepDraft() {
    const unsaved = this.dirty || !this.saved;
    if (unsaved) remember(DRAFT, JSON.stringify({ id: this.id, name: this.name.value, text: this.editor.text }));
    else remember(DRAFT, null);
    fill(this.state, this.dirty ? SAY.states.unsaved : this.saved ? SAY.states.saved : SAY.states.template);
    this.state.className = this.dirty ? "tag warn" : "tag";
  }

  look(begun = performance.now()) {
    clearTimeout(this.timer);
    if (this.editor.text.trim()) this.wire.ask(this.editor.text, begun);
    else this.reported({ ...this.wire.report, phase: "empty", checked: { ok: false, mistakes: [] }, parts: {} });
  }

  reported(report) {
    if (report.checked && report.checked !== this.checked) {
      this.checked = report.checked;
      this.editor.mark(report.checked.mistakes);
      this.showProblems(report.checked.mistakes);
      this.sliders.show(report.checked.sliders ?? []);
    }
    this.playButton.disabled = report.checked !== null && !report.checked.ok;
    if (this.comparing) this.showComparison();
    else if (!this.variants) this.view.show(report);
  }

  showProblems(mistakes) {
    const errors = mistakes.filter(({ severity }) => severity === "error").length;
    const counts = [errors && SAY.errors(errors), mistakes.length - errors && SAY.warnings(mistakes.length - errors)].filter(Boolean).join(", ");
    fill(this.problems, el("p", { class: errors ? "problems-head bad" : "problems-head muted", role: "status" }, icon(errors ? "warning" : "check"), counts || (this.editor.text.trim() ? SAY.noMistakes : SAY.nothing)),
      el("ul", { class: "problem-list" }, mistakes.slice(0, 100).map(({ line, column, message, severity }) => el("li", {}, el("button", { type: "button", class: "problem quiet", on: { click: () => this.editor.jump(line, column) } },
        el("span", { class: severity === "error" ? "tag bad" : "tag warn", text: `${line}:${column}` }), el("span", { class: "problem-text", text: message }))))));
  }

  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      toast(error.message, { error: true });
      return null;
    }
  }

  save() {
    return this.attempt(async () => {
      const body = { name: this.name.value.trim() || SAY.myGame, text: this.editor.text };
      const { id, name } = this.id ? await put(`rules/${this.id}`, body) : await post("rules", body);
      this.id = id;
      body.name = name;
      this.saved = body;
      this.name.value = body.name;
      history.replaceState(null, "", `/design/${id}`);
      this.title(body.name);
      this.keepDraft();
      toast(SAY.isSaved(body.name), { seconds: 3 });
      return id;
    });
  }

  async play() {
    const id = this.id && !this.dirty ? this.id : await this.save();
    if (id) await startGame(`rules:${id}`, this.navigate);
  }

  turned(text) {
    this.editor.text = text;
    clearTimeout(this.timer);
    this.keepDraft();
    this.look();
  }

  share() {
    return this.attempt(async () => {
      const link = await linkOf({ name: this.name.value.trim() || SAY.myGame, text: this.editor.text });
      const field = el("input", { class: "mono", value: link, readonly: true, "aria-label": SAY.link, on: { focus: () => field.select() } });
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      const box = dialog(SAY.shareTitle, [el("p", { text: SAY.shareText(copied) }), field,
        el("p", { class: "small muted", text: SAY.shareNote })],
      [button(SAY.saveFile, () => exportFile({ name: this.name.value.trim() || SAY.fileName, text: this.editor.text }), { icon: icon("download") }), button(SAY.done, () => box.close(), { kind: "primary" })]);
    });
  }

  compareVariants(slider) {
    if (this.comparing) this.endComparison();
    this.endVariants();
    this.variants = new VariantTable(this.editor.text, slider);
    fill(this.side, el("section", { class: "card padded column" }, el("div", { class: "row spread" }, el("h2", { text: TEXTS.sliders.every(slider.name) }), button(SAY.endComparison, () => this.endVariants(), { kind: "small", icon: icon("close") })), this.variants.element));
  }

  endVariants() {
    if (!this.variants) return;
    this.variants.close();
    this.variants = null;
    fill(this.side, this.view.element);
    this.view.show(this.wire.report);
  }

  // Rules that would be lost are not replaced without a question.
  async mayLeave() {
    return !this.dirty || confirm(SAY.leaveQuestion, SAY.leaveText, SAY.leave);
  }

  async fresh() {
    const chosen = await this.attempt(() => askTemplate());
    if (chosen && (await this.mayLeave())) this.load({ id: null, ...chosen });
  }

  async choose() {
    const onchange = ({ id, name }) => {
      if (id !== this.id) return;
      if (name === null) Object.assign(this, { id: null, saved: null, fallback: null });
      else {
        this.saved = { ...this.saved, name };
        this.name.value = name;
      }
      history.replaceState(null, "", this.id ? `/design/${this.id}` : "/design");
      this.keepDraft();
    };
    const chosen = await this.attempt(() => askSaved({ onchange }));
    if (chosen && (await this.mayLeave())) this.load(chosen);
  }

  async import(file) {
    if (!file) return;
    const found = await this.attempt(() => readFile(file));
    if (found && (await this.mayLeave())) {
      this.load({ id: null, ...found });
      this.fallback = null;
      this.keepDraft();
    }
  }

  async compare() {
    if (this.comparing) return this.endComparison();
    this.endVariants();
    const other = await this.attempt(() => this.askOther());
    if (!other) return null;
    const names = [this.name.value.trim() || SAY.thisVersion, other.name === this.name.value.trim() ? SAY.other(other.name) : other.name];
    const comparison = new Comparison(names);
    this.comparing = { comparison, text: other.text, wire: new Wire(() => this.showComparison()) };
    this.compareButton.setAttribute("aria-pressed", "true");
    this.page.classList.add("comparing");
    fill(this.side, el("div", { class: "row spread" }, el("h2", { text: SAY.comparison }), button(SAY.endComparison, () => this.endComparison(), { kind: "small", icon: icon("close") })), comparison.element);
    this.comparing.wire.ask(other.text);
    this.showComparison();
    return null;
  }

  endComparison() {
    this.comparing.wire.close();
    this.comparing = null;
    this.compareButton.setAttribute("aria-pressed", "false");
    this.page.classList.remove("comparing");
    fill(this.side, this.view.element);
    this.view.show(this.wire.report);
  }

  showComparison() {
    if (!this.comparing?.wire) return;
    this.comparing.comparison.show([this.wire.report, this.comparing.wire.report], [this.editor.text, this.comparing.text]);
  }

  /** With what the rules are compared: {name, text} or null. */
  askOther() {
    return new Promise((resolve) => {
      let answer = Promise.resolve(null);
      const choice = (text, drawn, find) => button(text, () => { answer = find(); box.close(); }, { icon: icon(drawn) });
      const before = this.saved ?? this.fallback;
      const box = dialog(SAY.compareWith, [el("p", { class: "muted", text: SAY.compareText }), el("div", { class: "column" },
        before && choice(this.saved ? SAY.savedVersion : SAY.firstVersion, "save", async () => ({ name: this.saved ? SAY.namedSaved(before.name) : SAY.namedBefore(before.name), text: before.text })),
        choice(SAY.otherRules, "folder", () => askSaved({ heading: SAY.compareWith })),
        choice(SAY.builtIn, "board", () => askTemplate(SAY.compareWith)))]);
      box.addEventListener("close", () => resolve(answer));
    });
  }
}
