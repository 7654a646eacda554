// What the page says on its own: the notice about the connection, and short messages at the bottom.
import { button, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

const GRACE = 600;

/** The state of the connections that are open: a break is told only when it lasts. */
export const connection = {
  broken: new Set(),
  shown: false,
  lost(socket) {
    this.broken.add(socket);
    clearTimeout(this.timer);
    if (!this.shown) this.timer = setTimeout(() => this.show(), GRACE);
  },
  restored(socket) {
    this.broken.delete(socket);
    if (this.broken.size > 0) return;
    clearTimeout(this.timer);
    if (!this.shown) return;
    this.shown = false;
    const notice = document.getElementById("notice");
    notice.classList.add("restored");
    fill(notice, icon("check"), TEXTS.connection.again);
    this.timer = setTimeout(() => (notice.hidden = true), 2500);
  },
  forget(socket) {
    this.broken.delete(socket);
    if (this.broken.size > 0) return;
    clearTimeout(this.timer);
    this.shown = false;
    document.getElementById("notice").hidden = true;
  },
  show() {
    this.shown = true;
    const notice = document.getElementById("notice");
    notice.classList.remove("restored");
    notice.hidden = false;
    fill(notice, el("span", { class: "spinner", "aria-hidden": "true" }), TEXTS.connection.lost, button(TEXTS.connection.tryNow, () => this.retry(), { kind: "small" }));
  },
  retry() {
    for (const socket of this.broken) socket.retryNow();
  },
};

/** Shows a short message; `error` marks it, `action` is an optional [text, function]. */
export function toast(message, { error = false, action = null, seconds = error ? 8 : 5 } = {}) {
  const box = el(
    "div",
    { class: error ? "toast error" : "toast" },
    icon(error ? "warning" : "info"),
    el("span", { class: "grow", text: message }),
    action && button(action[0], () => { box.remove(); action[1](); }, { kind: "small primary" }),
    button("", () => box.remove(), { kind: "quiet small", icon: icon("close"), title: TEXTS.common.dismiss }),
  );
  document.getElementById("toasts").append(box);
  setTimeout(() => box.remove(), seconds * 1000);
  return box;
}
