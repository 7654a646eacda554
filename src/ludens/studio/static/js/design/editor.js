// The rules editor: a text field of the browser's own, with its colours, marks and line numbers drawn behind and beside it.
// Only the lines in view are drawn, so long sheets stay quick.
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { endOfToken, indentOf, matching, offsetOf, tokens } from "./gdl.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.editor;

const BEYOND = 4;

export class Editor {
  /** `onchange(text)` hears of every change. */
  constructor({ onchange }) {
    this.onchange = onchange;
    this.marks = new Map();
    this.tabLeaves = false;
    this.area = el("textarea", { class: "editor-text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": SAY.rules, "aria-describedby": "editor-help" });
    this.drawn = el("div", { class: "editor-drawn" });
    this.numbers = el("div", { class: "editor-numbers" });
    this.gutter = el("div", { class: "editor-gutter", "aria-hidden": "true" }, this.numbers);
    this.layer = el("div", { class: "editor-layer", "aria-hidden": "true" }, this.drawn);
    this.finder = new Finder(this);
    this.element = el("div", { class: "editor" }, this.finder.element,
      el("div", { class: "editor-body" }, this.gutter, el("div", { class: "editor-field" }, this.layer, this.area)),
      el("span", { id: "editor-help", class: "unseen", text: SAY.help }));
    this.listen();
  }

  get text() {
    return this.area.value;
  }

  /** Replaces the whole text, as when other rules are opened. */
  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTo(0, 0);
    this.marks = new Map();
    this.changed();
  }

  /** Marks mistakes: [{line, column, message, severity}]. */
  mark(mistakes) {
    this.marks = Map.groupBy(mistakes, ({ line }) => line - 1);
    this.area.setAttribute("aria-invalid", String(mistakes.some(({ severity }) => severity === "error")));
    this.draw();
  }

  /** Puts the caret at a place and shows it. */
  jump(line, column) {
    const at = offsetOf(this.text, line, column);
    this.select(at, at);
  }

  select(from, to) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    const line = this.text.slice(0, from).split("\n").length - 1;
    this.area.scrollTop = Math.max(0, line * this.lineHeight - this.area.clientHeight / 2);
    const column = from - (this.text.lastIndexOf("\n", from - 1) + 1);
    this.area.scrollLeft = Math.max(0, column * this.charWidth - this.area.clientWidth * 0.7);
    this.draw();
  }

  get lineHeight() {
    return parseFloat(getComputedStyle(this.area).lineHeight) || 20;
  }

  get charWidth() {
    this.measure ??= this.measured();
    return this.measure;
  }

  measured() {
    const probe = el("span", { class: "editor-probe", text: "0".repeat(100) });
    this.layer.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width / 100;
  }

  listen() {
    const { area } = this;
    area.addEventListener("input", () => this.changed());
    area.addEventListener("scroll", () => this.draw(), { passive: true });
    area.addEventListener("keydown", (event) => this.key(event));
    this.selected = () => document.activeElement === area && this.draw();
    document.addEventListener("selectionchange", this.selected);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(area);
  }

  close() {
    document.removeEventListener("selectionchange", this.selected);
    this.sizes.disconnect();
  }

  changed() {
    this.lines = this.text.split("\n");
    this.draw();
    this.onchange(this.text);
  }

  // Draws the lines in view. Comments end with their line, so that every line can be coloured by itself.
  draw() {
    this.lines ??= this.text.split("\n");
    const height = this.lineHeight;
    const first = Math.max(0, Math.floor(this.area.scrollTop / height) - BEYOND);
    const last = Math.min(this.lines.length, first + Math.ceil(this.area.clientHeight / height) + 2 * BEYOND);
    const { value } = this.area;
    const pair = document.activeElement === this.area && this.area.selectionStart === this.area.selectionEnd ? matching(value, this.area.selectionStart) : null;
    const here = value.slice(0, this.area.selectionEnd).split("\n").length - 1;
    let start = this.lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
    const [code, numbers] = [[], []];
    for (let number = first; number < last; number += 1) {
      const line = this.lines[number];
      const marks = this.marksOf(number);
      code.push(this.line(line, start, marks, pair));
      numbers.push(this.number(number, marks, number === here));
      start += line.length + 1;
    }
    fill(this.drawn, code);
    fill(this.numbers, numbers);
    const shift = `translate(${-this.area.scrollLeft}px, ${first * height - this.area.scrollTop}px)`;
    this.drawn.style.transform = shift;
    this.numbers.style.transform = `translateY(${first * height - this.area.scrollTop}px)`;
    this.gutter.style.setProperty("--digits", String(Math.max(2, String(this.lines.length).length)));
  }

  // The mistakes of a line, with the part of it that each underlines.
  marksOf(number) {
    const line = this.lines[number];
    return (this.marks.get(number) ?? []).map((mistake) => {
      const from = offsetOf(line, 1, mistake.column);
      return { ...mistake, from, to: Math.max(from + 1, endOfToken(line, from)) };
    });
  }

  line(line, start, marks, pair) {
    const pieces = tokens(line).map(({ text, kind, start: at }) => {
      const wrong = marks.filter(({ from, to }) => from < at + text.length && to > at);
      const paired = pair && kind === "paren" && pair.includes(start + at);
      if (kind === "space" && wrong.length === 0) return text;
      const classes = [`code-${kind}`, wrong.length > 0 && (wrong.some(({ severity }) => severity === "error") ? "wrong" : "doubtful"), paired && (pair[1] === null ? "code-alone" : "code-pair")];
      return el("span", { class: classes.filter(Boolean).join(" "), text });
    });
    const beyond = marks.some(({ from }) => from >= line.length) && el("span", { class: marks.some(({ severity }) => severity === "error") ? "wrong" : "doubtful", text: " " });
    return el("div", { class: "code-line" }, pieces, beyond);
  }

  number(number, marks, here) {
    const worst = marks.some(({ severity }) => severity === "error") ? "error" : marks.length > 0 ? "warning" : "";
    const classes = ["line-number", worst && `line-${worst}`, here && "line-here"].filter(Boolean).join(" ");
    return el("div", { class: classes, title: marks.map(({ message }) => message).join("\n") || null, text: number + 1, on: { click: () => this.jump(number + 1, marks[0]?.column ?? 1) } });
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") this.tabLeaves = true;
    else if (event.key === "Tab" && !command && !event.altKey) {
      if (this.tabLeaves) return;
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && !command && !event.shiftKey) {
      event.preventDefault();
      this.breakLine();
    } else if (command && event.key === "f") {
      event.preventDefault();
      this.finder.open();
    } else if (command && event.key === "/") {
      event.preventDefault();
      this.comment();
    }
    if (!["Escape", "Shift", "Tab"].includes(event.key)) this.tabLeaves = false;
  }

  // Typing through the browser keeps its undo; browsers that cannot do that get the text all the same.
  insert(text) {
    if (!document.execCommand("insertText", false, text)) {
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
      this.changed();
    }
  }

  breakLine() {
    const before = this.text.slice(this.text.lastIndexOf("\n", this.area.selectionStart - 1) + 1, this.area.selectionStart);
    const { space, opened } = indentOf(before);
    this.insert(`\n${opened > 0 ? `${space}    ` : opened < 0 ? "" : space}`);
  }

  indent(back) {
    const { selectionStart: from, selectionEnd: to } = this.area;
    if (from === to && !back) return this.insert("    ");
    return this.changeLines((line) => (back ? line.replace(/^ {1,4}|^\t/, "") : line && `    ${line}`));
  }

  comment() {
    this.changeLines((line, all) => (all.every((one) => /^\s*(;|$)/.test(one)) ? line.replace(/^(\s*); ?/, "$1") : line && `; ${line}`));
  }

  changeLines(change) {
    const from = this.text.lastIndexOf("\n", this.area.selectionStart - 1) + 1;
    const end = this.text.indexOf("\n", Math.max(from, this.area.selectionEnd - 1));
    const lines = this.text.slice(from, end < 0 ? this.text.length : end).split("\n");
    const changed = lines.map((line) => change(line, lines)).join("\n");
    this.area.setSelectionRange(from, end < 0 ? this.text.length : end);
    this.insert(changed);
    this.area.setSelectionRange(from, from + changed.length);
    this.draw();
  }
}

/** The bar that finds words in the editor. */
class Finder {
  constructor(editor) {
    this.editor = editor;
    this.field = el("input", { type: "search", placeholder: SAY.find, "aria-label": SAY.findIn, on: { input: () => this.go(0), keydown: (event) => this.key(event) } });
    this.count = el("span", { class: "small muted number", role: "status" });
    this.element = el("div", { class: "editor-find", hidden: true }, this.field, this.count,
      button("", () => this.go(-1), { kind: "quiet small", icon: icon("back"), title: SAY.previous }), button("", () => this.go(1), { kind: "quiet small", icon: icon("forth"), title: SAY.next }),
      button("", () => this.close(), { kind: "quiet small", icon: icon("close"), title: TEXTS.common.close }));
  }

  open() {
    const { area } = this.editor;
    const chosen = area.value.slice(area.selectionStart, area.selectionEnd);
    if (chosen && !chosen.includes("\n")) this.field.value = chosen;
    this.element.hidden = false;
    this.field.focus();
    this.field.select();
  }

  close() {
    this.element.hidden = true;
    this.editor.area.focus();
  }

  key(event) {
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  // Shows the next place, the one before it, or while the words are being typed the first from here on.
  go(direction) {
    const words = this.field.value.toLowerCase();
    const text = this.editor.text.toLowerCase();
    const found = [];
    for (let at = words ? text.indexOf(words) : -1; at >= 0; at = text.indexOf(words, at + words.length)) found.push(at);
    if (found.length === 0) return fill(this.count, words ? SAY.none : "");
    const here = this.editor.area.selectionStart;
    const next = found.findIndex((at) => (direction > 0 ? at > here : at >= here));
    const place = direction < 0 ? (next < 0 ? found.length : next) - 1 : next;
    const chosen = (place + found.length) % found.length;
    const at = found[direction >= 0 && next < 0 ? 0 : chosen];
    this.editor.select(at, at + words.length);
    this.field.focus();
    return fill(this.count, TEXTS.common.of(found.indexOf(at) + 1, found.length));
  }
}
