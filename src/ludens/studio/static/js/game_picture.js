// The picture of a game by its name, for cards; an icon stands in where the studio has none.
import { address } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";

/** A position of the game with its usual parameters, or an icon. */
export function gamePicture(game) {
  const [name] = game.split("(");
  const image = el("img", { src: address(`games/${encodeURIComponent(name)}/picture.svg`), alt: "", loading: "lazy" });
  image.addEventListener("error", () => image.replaceWith(icon("chart")), { once: true });
  return image;
}
