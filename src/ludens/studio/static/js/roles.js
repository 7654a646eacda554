// What people call the roles of a game, which have their names from its rules.
import { TEXTS } from "./texts.js";

const ROLES = TEXTS.roles;

/** A role in words: xplayer is x, player1 is player 1; colours and the like in the language of the page. */
export function roleName(role) {
  const plain = role.replaceAll("_", " ").replace(/^(.+?) ?player$/, "$1");
  const number = /^(?:player|role) ?(\d+)$/.exec(plain)?.[1];
  if (number) return ROLES.player(number);
  return Object.hasOwn(ROLES.names, plain) ? ROLES.names[plain] : plain;
}

/** A sentence that may begin with the name of a role. */
export function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** A text of the studio about roles, which has the names of the rules, with the names that people read. */
export function withNames(text, roles) {
  const names = roles.toSorted((a, b) => b.length - a.length).map((role) => role.replace(/[^\w]/g, "\\$&"));
  return text && text.replace(new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])`, "g"), roleName);
}
