// The shell: the theme switch and the first page.
import { button, el, remember } from "./dom.js";
import { icon } from "./icons.js";
import { start } from "./router.js";

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
  }, { kind: "quiet", icon: icon("moon"), title: "Dark" });
  const label = () => {
    const words = theme() === "dark" ? "Light colours" : "Dark colours";
    element.replaceChildren(icon(theme() === "dark" ? "sun" : "moon"));
    element.title = words;
    element.setAttribute("aria-label", words);
  };
  dark.addEventListener("change", label);
  label();
  return element;
}

document.getElementById("bar-end").append(
  el("a", { href: "/about", class: "button quiet icon-only", title: "About the studio", "aria-label": "About the studio" }, icon("info")),
  themeSwitch(),
);
start();
