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

const patterns = (texts) => Object.entries(texts).map(([english, translation]) => {
  const parts = english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return [new RegExp(`^${parts.join("(.+?)")}$`, "s"), translation];
});
const SENTENCES = patterns({ ...TEXTS.messages, ...TEXTS.reports });
const PIECES = patterns(TEXTS.pieces);

/** What the studio says, which speaks English, in the language of the page; as it is where there is nothing for it. */
export function translated(text) {
  if (!text || LANGUAGE === "en") return text;
  if (Object.hasOwn(TEXTS.said, text)) return TEXTS.said[text];
  // Several sentences one by one, unless some of them belong together: gaps may stand for anything.
  const sentences = text.split(/(?<=[.!?]) (?=\S)/);
  const each = sentences.map((one) => byPattern(one, SENTENCES));
  if (each.includes(null)) return byPattern(text, SENTENCES) ?? each.map((one, number) => one ?? sentences[number]).join(" ");
  return each.join(" ");
}

function byPattern(text, known) {
  for (const [pattern, translation] of known) {
    const found = pattern.exec(text);
    if (found) return found.slice(1).reduce((told, about) => told.replace("{}", () => piece(about)), translation);
  }
  return null;
}

// What a sentence speaks of: a sentence again, a part of one, or names and numbers.
function piece(text) {
  const whole = translated(text);
  return whole !== text ? whole : byPattern(text, PIECES) ?? numbers(text);
}

function numbers(text) {
  return TEXTS.point === "." ? text : text.replace(/(?<=\d),(?=\d{3})/g, "\u202f").replace(/(?<=\d)\.(?=\d)/g, TEXTS.point).replace(/(?<=\d)%/g, "\u00a0%");
}
