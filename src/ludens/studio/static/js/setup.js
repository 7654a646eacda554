// Setting up a game: its parameters, and who sits where; the seats follow the parameters.
import { button, el, fill } from "./dom.js";
import { get, once } from "./api.js";
import { dialog } from "./dialog.js";
import { icon } from "./icons.js";
import { PERSON, seatForm } from "./seats.js";
import { TEXTS } from "./texts.js";

/** Opens the dialog. `opponent`: the seat of everybody else; `start(name, seats)` answers whether the game began. */
export async function setUpGame(game, opponent, start) {
  const agents = await once("agents");
  const values = {};
  const place = el("div", { class: "column" });
  const wrong = el("p", { class: "bad small", role: "alert", hidden: true });
  let forms = [];
  const name = () => {
    const given = Object.entries(values).filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`);
    return given.length > 0 ? `${game.name}(${given.join(", ")})` : game.name;
  };
  const refuse = (message) => {
    wrong.textContent = message ?? "";
    wrong.hidden = !message;
    play.disabled = Boolean(message);
  };
  const draw = (about) => {
    const kept = forms.map((form) => form?.read());
    forms = about.roles.map((role, number) => (number === about.chance ? null : seatForm(role, kept[number] ?? (number === 0 ? PERSON : opponent), agents, null, { ...about, name: game.name, players: about.roles.length - (about.chance === null ? 0 : 1), chance: about.chance !== null })));
    fill(place, forms.map((form) => form?.element));
  };
  const follow = async () => {
    const asked = name();
    const bad = fields.map((field) => field.querySelector("input")).find((input) => input && !input.checkValidity());
    if (bad) return refuse(bad.validationMessage);
    try {
      const about = await get(`about?game=${encodeURIComponent(asked)}`);
      if (asked !== name()) return;
      refuse(null);
      draw(about);
    } catch (error) {
      if (asked === name()) refuse(error.message);
    }
  };
  const fields = game.parameters.map((one) => parameterField(one, (value) => { values[one.name] = value; follow(); }));
  const play = button(TEXTS.common.play, async () => {
    play.disabled = true;
    const begun = await start(name(), forms.map((form) => form?.read() ?? { kind: "chance" }));
    play.disabled = false;
    if (begun) box.close();
  }, { kind: "primary", icon: icon("check") });
  draw({ roles: game.roles, chance: null, hidden: game.hidden, turns: game.turns });
  const box = dialog(game.title, [el("p", { class: "muted", text: game.summary }), fields.length > 0 && el("div", { class: "seat-grid" }, fields), wrong, place], [button(TEXTS.common.cancel, () => box.close()), play]);
  await follow();
}

function parameterField(parameter, set) {
  const name = parameter.name.replaceAll("_", " ");
  const choices = parameter.kind === "bool" ? ["true", "false"] : parameter.values;
  if (parameter.kind === "bool") {
    const box = el("input", { type: "checkbox", checked: parameter.default === true, on: { change: () => set(String(box.checked)) } });
    return el("label", { class: "row check-field" }, box, el("span", { text: name }));
  }
  if (choices.length > 0) {
    const list = el("select", { on: { change: () => set(list.value) } }, choices.map((value) => el("option", { value, text: value })));
    list.value = String(parameter.default);
    return el("label", { class: "field" }, el("span", { text: name }), list);
  }
  const number = parameter.kind === "int";
  const field = el("input", { type: number ? "number" : "text", min: parameter.lowest, max: parameter.highest, step: number ? 1 : null, placeholder: String(parameter.default), on: { change: () => set(field.value.trim()) } });
  return el("label", { class: "field" }, el("span", { text: name }), field, el("span", { class: "field-help", text: parameter.help }));
}
