// What all lessons begin with: the title, the way to the others, the question and what it is about.
import { el } from "../dom.js";
import { icon } from "../icons.js";
import { TEXTS } from "../texts.js";

export function lessonHead(lesson, lessons) {
  const place = lessons.indexOf(lesson);
  const others = [lessons[place - 1], lessons[place + 1]].map((one, turn) => one && el("a", { class: "button quiet", href: `/learn/${one.name}` }, turn ? null : icon("back"), TEXTS.lessons[one.name].title, turn ? icon("forth") : null));
  return el("div", { class: "row spread lesson-head" }, el("h1", { text: TEXTS.lessons[lesson.name].title }), el("div", { class: "row" }, el("a", { class: "button quiet", href: "/learn", text: TEXTS.learn.all }), others));
}

export function lessonText({ question, text }, source) {
  return el("div", { class: "lesson-text" }, el("p", {}, el("strong", { text: question })), text.map((one) => el("p", { text: one })), el("p", { class: "muted small", text: source }));
}
