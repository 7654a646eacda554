// Learn: a list of lessons, and the page of each: a tree that grows step by step, or the way from rules to planes of bits.
import { get } from "../js/api.js";
import { el, fill } from "../js/dom.js";
import { CircuitPage } from "../js/learn/circuit_page.js";
import { TreePage } from "../js/learn/tree_page.js";
import { failed } from "../js/router.js";
import { TEXTS } from "../js/texts.js";

const SAY = TEXTS.learn;
const CIRCUITS = { name: "circuits" };

export async function open(holder, { parts, query, title, live }) {
  const found = await get("learn");
  if (!live()) return null;
  const lessons = [...found.lessons, CIRCUITS];
  if (!parts[0]) {
    title(SAY.title);
    return overview(holder, lessons);
  }
  const lesson = lessons.find(({ name }) => name === parts[0]);
  if (!lesson) {
    fill(holder, failed(SAY.missing, TEXTS.router.mistyped, [el("a", { class: "button primary", href: "/learn", text: SAY.toLessons })]));
    return null;
  }
  title(TEXTS.lessons[lesson.name].title);
  const page = lesson === CIRCUITS ? new CircuitPage(lesson, lessons, query) : new TreePage(lesson, lessons, query);
  fill(holder, page.element);
  await page.run();
  return () => page.close();
}

function overview(holder, lessons) {
  fill(
    holder,
    el("div", { class: "column" },
      el("h1", { text: SAY.heading }),
      el("p", { class: "muted", text: SAY.intro }),
      el("div", { class: "lessons" }, lessons.map(card)),
      el("p", {}, SAY.studies, " ", el("a", { href: "/static/studies/index.html", text: SAY.toStudies }))),
  );
  return null;
}

function card(lesson) {
  const said = TEXTS.lessons[lesson.name];
  return el("a", { class: "lesson-card", href: `/learn/${lesson.name}` },
    el("h2", { text: said.title }), el("p", { text: said.question }), el("p", { class: "muted small", text: said.source }));
}
