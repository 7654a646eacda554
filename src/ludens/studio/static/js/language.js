// The switch of languages.
import { el } from "./dom.js";
import { LANGUAGE, LANGUAGES, TEXTS, speak } from "./texts.js";

const SAY = TEXTS.shell;

/** A list of all languages. Texts are read when a module is loaded, so a choice loads the page anew. */
export function languageSwitch() {
  const list = el("select", { class: "language", title: SAY.language, "aria-label": SAY.language, on: { change: () => {
    speak(list.value);
    const to = new URL(location.href);
    to.searchParams.delete("lang");
    history.replaceState(null, "", to);
    location.reload();
  } } }, Object.entries(LANGUAGES).map(([code, { language }]) => el("option", { value: code, text: language, lang: code })));
  list.value = LANGUAGE;
  return list;
}
