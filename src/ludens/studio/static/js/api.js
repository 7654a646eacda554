// The studio's HTTP interface: every call answers with data or throws an ApiError with a message for people.
import { TEXTS, translated } from "./texts.js";

const ROOT = "/api/v1/";

export class ApiError extends Error {
  constructor(message, status, places = []) {
    super(message);
    this.status = status;
    this.places = places;
  }
}

/** The address of something of the interface, for pictures and sockets. */
export function address(path) {
  return ROOT + path;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body = {}) => call("PUT", path, body);
export const remove = (path) => call("DELETE", path);

const kept = new Map();

/** Like get, but asked only once for each page load: for lists that do not change, such as agents. */
export function once(path) {
  if (!kept.has(path)) {
    const answer = get(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

/** The built-in games, told in the language of the page; `called` is the English title. */
export async function allGames() {
  const { games } = await once("games");
  return games.map((game) => ({ ...game, title: translated(game.title), summary: translated(game.summary), called: game.title }));
}

async function call(method, path, body) {
  const options = { method, headers: { accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["content-type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(ROOT + path, options);
  } catch {
    throw new ApiError(TEXTS.connection.silent, 0);
  }
  const data = await answer.json().catch(() => null);
  if (answer.ok) return data;
  const error = data?.error ?? {};
  throw new ApiError(translated(error.message) ?? TEXTS.connection.refused(answer.status), answer.status, error.places ?? []);
}
