// Rules to begin with, rules that were saved, and files: dialogs that choose a text.
import { address, get, once, put, remove } from "../api.js";
import { confirm, dialog } from "../dialog.js";
import { button, el, fill } from "../dom.js";
import { icon } from "../icons.js";
import { toast } from "../notice.js";
import { failed } from "../router.js";
import { ago } from "../../pages/gallery.js";
import { STARTER } from "./starter.js";
import { TEXTS, translated } from "../texts.js";

const SAY = TEXTS.library;

export const LARGEST = 500_000;

/** The text of the game that the editor begins with. */
export const starter = { name: SAY.starter, text: STARTER };

/** Lets the reader choose a template; answers {name, text} or null. */
export async function askTemplate(heading = SAY.begin) {
  const found = await once("rules/templates");
  return new Promise((resolve) => {
    let chosen = null;
    const take = (one) => { chosen = one; box.close(); };
    const card = (title, source, one) => el("button", { type: "button", class: "template", on: { click: () => take(one) } },
      source ? picture(source) : icon("edit"), el("span", { text: title }));
    const box = dialog(heading, el("div", { class: "templates" },
      card(SAY.small, null, starter),
      found.map(({ name, title, text }) => card(translated(title), address(`games/${encodeURIComponent(name)}/picture.svg`), { name: title, text }))));
    box.classList.add("wide-dialog");
    box.addEventListener("close", () => resolve(chosen));
  });
}

function picture(source) {
  const image = el("img", { src: source, alt: "", loading: "lazy" });
  image.addEventListener("error", () => image.replaceWith(icon("board")), { once: true });
  return image;
}

/** Lists the saved rules to open, rename, export and delete; answers {id, name, text} or null. */
export async function askSaved({ heading = SAY.yours, onchange = () => {} } = {}) {
  const rules = await get("rules");
  return new Promise((resolve) => {
    let chosen = null;
    const list = el("div", { class: "saved-list" });
    const box = dialog(heading, list);
    box.addEventListener("close", () => resolve(chosen));
    const attempt = (work) => async () => {
      try {
        await work();
      } catch (error) {
        toast(error.message, { error: true });
      }
    };
    const draw = () => fill(list, rules.length > 0 ? rules.map(line) : failed(SAY.none, SAY.noneText, [], "folder"));
    const line = (one) => el("div", { class: "saved" },
      el("button", { type: "button", class: "saved-open quiet", on: { click: attempt(async () => { chosen = await get(`rules/${one.id}`); box.close(); }) } }, el("strong", { text: one.name }), el("span", { class: "small muted", text: ago(one.changed) })),
      button("", attempt(() => rename(one)), { kind: "quiet small", icon: icon("edit"), title: SAY.renameNamed(one.name) }),
      button("", attempt(async () => exportFile(await get(`rules/${one.id}`))), { kind: "quiet small", icon: icon("download"), title: SAY.exportNamed(one.name) }),
      button("", attempt(() => drop(one)), { kind: "quiet small danger", icon: icon("trash"), title: SAY.deleteNamed(one.name) }));
    async function rename(one) {
      const name = await askName(one.name);
      if (!name || name === one.name) return;
      const { text } = await get(`rules/${one.id}`);
      await put(`rules/${one.id}`, { name, text });
      one.name = name;
      onchange({ id: one.id, name });
      draw();
    }
    async function drop(one) {
      if (!(await confirm(SAY.deleteQuestion, SAY.deleteText(one.name), SAY.delete))) return;
      await remove(`rules/${one.id}`);
      rules.splice(rules.indexOf(one), 1);
      onchange({ id: one.id, name: null });
      draw();
    }
    draw();
  });
}

function askName(before) {
  return new Promise((resolve) => {
    let answer = null;
    const field = el("input", { value: before, maxlength: 120, "aria-label": SAY.name });
    const accept = () => { answer = field.value.trim(); box.close(); };
    field.addEventListener("keydown", (event) => event.key === "Enter" && accept());
    const box = dialog(SAY.rename, el("label", { class: "field" }, SAY.name, field), [button(TEXTS.common.cancel, () => box.close()), button(SAY.rename, accept, { kind: "primary" })]);
    field.select();
    box.addEventListener("close", () => resolve(answer));
  });
}

/** Hands the rules to the reader as a .kif file. */
export function exportFile({ name, text }) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${name.replace(/[^\p{L}\p{N}_-]+/gu, "_") || TEXTS.design.fileName}.kif` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The rules in a file: {name, text}; throws with a message for people. */
export async function readFile(file) {
  if (file.size > 4 * LARGEST) throw new Error(SAY.tooLarge(file.name));
  const text = await file.text();
  if (text.includes("\0")) throw new Error(SAY.notText(file.name));
  return { name: file.name.replace(/\.(kif|gdl|txt)$/i, ""), text };
}
