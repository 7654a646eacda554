// Pictures of positions, which the studio draws: as elements, with their words as this page says them.
import { roleName } from "./roles.js";
import { TEXTS } from "./texts.js";

const WORDS = TEXTS.board.words;

/** The picture in a text, as an element of this page; null where there is none. Roles have `names`, or their usual ones.
 * The text is parsed as XML and adopted: scripts and styles in it would not run. */
export function pictureOf(text, names = {}) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  for (const element of parsed.querySelectorAll("script, foreignObject, style, a, image, use")) element.remove();
  const drawing = document.importNode(parsed, true);
  for (const said of drawing.querySelectorAll("text[data-role]")) said.textContent = names[said.dataset.role] ?? roleName(said.dataset.role);
  for (const said of drawing.querySelectorAll("text[data-word]")) said.textContent = WORDS[said.dataset.word] ?? said.textContent;
  return drawing;
}
