// A replay as a page: the game, position by position, and as a file to take away.
import { address, get } from "./api.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { replayView } from "./replay_view.js";
import { TEXTS, translated } from "./texts.js";

/** Shows the game that the studio has at a path; `back`: a link to where it belongs, if any. Answers how to end it. */
export async function showReplay(container, path, { title, live }, back = null) {
  const game = await get(path);
  if (!live()) return null;
  title(TEXTS.replay.title(translated(game.title)));
  const view = replayView(game);
  fill(container, view.element,
    el("p", { class: "row replay-foot" }, back, el("a", { class: "button", href: address(`${path}/replay.html`), download: "" }, icon("download"), TEXTS.replay.file),
      el("span", { class: "small muted", text: TEXTS.replay.fileText })));
  return () => view.close();
}
