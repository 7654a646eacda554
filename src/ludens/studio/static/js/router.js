// Which page belongs to which address, by the list of pages that the shell holds. A page module exports
// open(container, context) and may return a function that ends it; context = { parts, query, navigate, title, live }.
// Pages are loaded when they are first shown.
import { button, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

const SAY = TEXTS.router;

/** The routes of a list of pages: an address with names in braces becomes an expression that finds those parts. */
export function routes(pages) {
  return pages.flatMap(({ name, paths, section }) => paths.map((path) => ({ page: name, section, path: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`) })));
}

let known = [];
let close = null;
let shown = 0;

/** Goes to an address of the studio; `replace` leaves no trace in the history. */
export function navigate(to, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  return show();
}

/** Shows the page of the current address, and keeps doing so. */
export function start() {
  known = routes(JSON.parse(document.querySelector('meta[name="pages"]').content));
  addEventListener("popstate", show);
  document.addEventListener("click", follow);
  return show();
}

function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || link.target || link.hasAttribute("download") || /^\/(static|api)\//.test(to.pathname)) return;
  event.preventDefault();
  if (to.hash && to.pathname === location.pathname) {
    document.getElementById(to.hash.slice(1))?.focus();
    return;
  }
  navigate(to.pathname + to.search + to.hash);
}

async function show() {
  const number = ++shown;
  const main = document.getElementById("page");
  const route = known.find(({ path }) => path.test(location.pathname));
  close?.();
  close = null;
  mark(route?.section);
  const holder = el("div", { class: `page-${route?.page ?? "none"}` });
  fill(holder, loading());
  fill(main, holder);
  scrollTo(0, 0);
  if (!route) return fill(holder, failed(SAY.missing, SAY.mistyped, [el("a", { class: "button primary", href: "/", text: TEXTS.common.toGames })]));
  try {
    const module = await import(`../pages/${route.page}.js`);
    const parts = route.path.exec(location.pathname).slice(1).map(decodeURIComponent);
    const ended = await module.open(holder, { parts, query: new URLSearchParams(location.search), navigate, title, live: () => number === shown });
    if (number === shown) close = ended ?? null;
    else ended?.();
  } catch (error) {
    if (number === shown) fill(holder, failed(SAY.broken, error.message, [button(TEXTS.common.tryAgain, show, { kind: "primary" }), el("a", { class: "button", href: "/", text: TEXTS.common.toGames })]));
  }
}

function mark(section) {
  for (const link of document.querySelectorAll("[data-section]")) {
    if (link.dataset.section === section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function title(text) {
  document.title = text ? TEXTS.shell.title(text) : "Ludens";
}

/** What is shown while a page waits for its data. */
export function loading(text = TEXTS.common.loading) {
  return el("div", { class: "state", role: "status" }, el("span", { class: "spinner", "aria-hidden": "true" }), el("span", { text }));
}

/** What is shown where something went wrong, or where there is nothing yet. */
export function failed(heading, text, actions = [], drawn = "warning") {
  return el("div", { class: "state" }, icon(drawn), el("h2", { text: heading }), el("p", { text }), actions.length > 0 && el("div", { class: "row" }, actions));
}
