// Knobs of a lesson: lists, boxes and sliders with what they mean.
import { el } from "../dom.js";

/** The control of a knob, with its texts; `change` hears of every value. */
export function control(knob, { knobs, choices }, change) {
  const [name, help] = knobs[knob.name];
  if (knob.kind === "choice")
    return el("label", {}, el("span", { class: "name", text: name }),
      el("select", { on: { change: (event) => change(event.target.value) } }, knob.choices.map((choice) => el("option", { value: choice, text: choices[choice], selected: choice === knob.default }))),
      el("span", { class: "help", text: help }));
  if (knob.kind === "bool")
    return el("label", {}, el("span", { class: "name" }, name, el("input", { type: "checkbox", checked: knob.default, on: { change: (event) => change(event.target.checked) } })), el("span", { class: "help", text: help }));
  const step = knob.kind === "int" ? 1 : (knob.highest - knob.lowest) / 300;
  return range(name, help, knob.lowest, knob.highest, step, knob.default, change);
}

/** A slider with its value. */
export function range(name, help, lowest, highest, step, value, change) {
  const shown = el("span", { class: "number", text: value });
  const input = el("input", { type: "range", min: lowest, max: highest, step, "aria-label": name, on: { input: (event) => { shown.textContent = Number(Number(event.target.value).toFixed(2)); change(Number(event.target.value)); } } });
  input.value = value;
  return el("label", {}, el("span", { class: "name" }, name, shown), input, help && el("span", { class: "help", text: help }));
}
