// A finished game of the store, position by position, and as a file to take away.
import { address, get } from "../js/api.js";
import { el, fill } from "../js/dom.js";
import { icon } from "../js/icons.js";
import { replayView } from "../js/replay_view.js";
import { TEXTS, translated } from "../js/texts.js";

export async function open(container, { parts, title, live }) {
  const game = await get(`games_played/${encodeURIComponent(parts[0])}`);
  if (!live()) return null;
  title(TEXTS.replay.title(translated(game.title)));
  const view = replayView(game);
  fill(container, view.element,
    el("p", { class: "row replay-foot" }, el("a", { class: "button", href: address(`games_played/${game.id}/replay.html`), download: "" }, icon("download"), TEXTS.replay.file),
      el("span", { class: "small muted", text: TEXTS.replay.fileText })));
  return () => view.close();
}
