// A finished game of the store, position by position, and as a file to take away.
import { showReplay } from "../js/replay_page.js";

export async function open(container, { parts, ...context }) {
  return showReplay(container, `games_played/${encodeURIComponent(parts[0])}`, context);
}
