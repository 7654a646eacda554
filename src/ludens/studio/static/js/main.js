// The shell: its words, the switches of theme and language, and the first page.
import { button, el, remember } from "./dom.js";
import { icon } from "./icons.js";
import { languageSwitch } from "./language.js";
import { start } from "./router.js";
import { LANGUAGE, TEXTS } from "./texts.js";

const SAY = TEXTS.shell;
const dark = matchMedia("(prefers-color-scheme: dark)");

function theme() {
  return document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
}

function themeSwitch() {
  const element = button("", () => {
    const next = theme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    remember("ludens.theme", next);
    label();
  }, { kind: "quiet", icon: icon("moon"), title: SAY.dark });
  const label = () => {
    const words = theme() === "dark" ? SAY.light : SAY.dark;
    element.replaceChildren(icon(theme() === "dark" ? "sun" : "moon"));
    element.title = words;
    element.setAttribute("aria-label", words);
  };
  dark.addEventListener("change", label);
  label();
  return element;
}

/** Puts the texts into the shell, which comes without any. */
function dress() {
  document.documentElement.lang = LANGUAGE;
  document.querySelector('meta[name="description"]').content = SAY.description;
  document.querySelector(".skip").textContent = SAY.skip;
  document.querySelector(".sections").setAttribute("aria-label", SAY.sections);
  for (const link of document.querySelectorAll("[data-section]")) link.textContent = SAY.pages[link.dataset.section];
}

dress();
document.getElementById("bar-end").append(
  languageSwitch(),
  el("a", { href: "/about", class: "button quiet icon-only", title: SAY.about, "aria-label": SAY.about }, icon("info")),
  themeSwitch(),
);
start();
