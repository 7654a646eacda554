// What the pages say, in the language of whoever reads them. A language is a folder of texts/ and a line in LANGUAGES.
// A text is a string, or a function that makes one from what it speaks of; texts/en/ has every one of them.
import { DE } from "./texts/de.js";
import { EN } from "./texts/en.js";

export const LANGUAGES = { en: EN, de: DE };
const KEPT = "ludens.language";

const known = (language) => Object.hasOwn(LANGUAGES, language ?? "");

/** The language to speak: of the address (?lang=de, which is remembered), of before, or of the browser. */
function chosen() {
  const asked = new URLSearchParams(globalThis.location?.search ?? "").get("lang");
  if (known(asked)) speak(asked);
  const wanted = [asked, kept(), ...(globalThis.navigator?.languages ?? [])];
  return wanted.map((one) => one?.split("-")[0].toLowerCase()).find(known) ?? "en";
}

function kept() {
  try {
    return globalThis.localStorage?.getItem(KEPT) ?? null;
  } catch {
    return null;
  }
}

/** Remembers a language; pages that are loaded from now on speak it. */
export function speak(language) {
  try {
    globalThis.localStorage?.setItem(KEPT, language);
  } catch {
    // Without storage the address and the browser decide.
  }
}

/** The texts of a language, with English ones where it has none. */
function complete(texts, english) {
  if (texts === undefined || texts === null) return english;
  if (Array.isArray(english) || typeof english !== "object") return texts;
  return { ...texts, ...Object.fromEntries(Object.entries(english).map(([key, text]) => [key, complete(texts[key], text)])) };
}

export const LANGUAGE = chosen();
export const TEXTS = complete(LANGUAGES[LANGUAGE], EN);

/** A number with so many digits after the point, as the language writes it. */
export function fixed(number, digits) {
  return number.toFixed(digits).replace(".", TEXTS.point);
}

const PATTERNS = Object.entries(TEXTS.messages).map(([english, translation]) => {
  const parts = english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return [new RegExp(`^${parts.join("(.+?)")}$`, "s"), translation];
});

/** A sentence of the studio, which speaks English, in the language of the page; as it is where there is none for it. */
export function translated(sentence) {
  for (const [pattern, translation] of PATTERNS) {
    const found = pattern.exec(sentence ?? "");
    if (found) return found.slice(1).reduce((text, about) => text.replace("{}", () => translated(about)), translation);
  }
  return sentence;
}
