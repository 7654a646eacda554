// A dialog in the middle of the page, made of the browser's own: it keeps the focus and closes with Escape.
import { button, el } from "./dom.js";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

/** Opens a dialog; `buttons` are elements for its foot. Returns the dialog, whose close() ends it. */
export function dialog(title, body, buttons = []) {
  const heading = `dialog-${Math.random().toString(36).slice(2)}`;
  const box = el(
    "dialog",
    { "aria-labelledby": heading, on: { close: () => box.remove(), click: (event) => event.target === box && box.close() } },
    el("div", { class: "dialog-head" }, el("h2", { id: heading, text: title }), button("", () => box.close(), { kind: "quiet", icon: icon("close"), title: TEXTS.common.close })),
    el("div", { class: "dialog-body" }, body),
    buttons.length > 0 && el("div", { class: "dialog-foot" }, buttons),
  );
  document.body.append(box);
  box.showModal();
  box.querySelector(".dialog-body :is(input, select, textarea), .dialog-foot .primary")?.focus();
  return box;
}

/** Asks a question; answers with true or false. */
export function confirm(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const accept = button(yes, () => { answer = true; box.close(); }, { kind: "primary" });
    const box = dialog(title, el("p", { text }), [button(TEXTS.common.cancel, () => box.close()), accept]);
    box.addEventListener("close", () => resolve(answer));
    accept.focus();
  });
}
