// The words of a rulesheet: tokens of a line for colouring, parentheses that belong together, and lines and columns.

const WORDS = new Set(["role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "sees", "not", "or", "and", "distinct", "<="]);
const TOKEN = /;.*|\(|\)|\?[^\s()";]+|"(?:[^"\\]|\\.)*"?|[^\s()";]+|\s+|"/gu;

/** The tokens of a line: [{text, kind, start}]; kinds are comment, paren, variable, word, number, name and space. */
export function tokens(line) {
  return Array.from(line.matchAll(TOKEN), ({ 0: text, index: start }) => ({ text, start, kind: kindOf(text) }));
}

function kindOf(text) {
  if (text[0] === ";") return "comment";
  if (text === "(" || text === ")") return "paren";
  if (text[0] === "?") return "variable";
  if (/^\s/.test(text)) return "space";
  if (/^\d+$/.test(text)) return "number";
  return WORDS.has(text.toLowerCase()) ? "word" : "name";
}

/** Where in a text, as the browser counts, a line and a column are, which count from one and by characters. */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end < 0 ? text.length : end);
  return start + Array.from(whole).slice(0, Math.max(0, column - 1)).join("").length;
}

/** The end of the word, or the parenthesis, that begins at a place of a line. */
export function endOfToken(line, start) {
  const found = tokens(line).find((token) => token.start + token.text.length > start);
  return found && found.kind !== "space" ? found.start + found.text.length : Math.min(line.length, start + 1);
}

/** The two parentheses that belong together at the caret: [one, other], other null where it is missing; or null. */
export function matching(text, caret, most = 40000) {
  const at = "()".includes(text[caret - 1] || " ") ? caret - 1 : "()".includes(text[caret] || " ") ? caret : -1;
  if (at < 0) return null;
  // Parentheses in comments count for nothing, so the text is walked in lines.
  const from = Math.max(0, text.lastIndexOf("\n", Math.max(0, at - most)) + 1);
  const piece = text.slice(from, at + most);
  const open = [];
  const comment = /;[^\n]*|\(|\)/g;
  for (const { 0: found, index } of piece.matchAll(comment)) {
    const place = from + index;
    if (found[0] === ";") {
      if (at > place && at < place + found.length) return null;
    } else if (found === "(") open.push(place);
    else {
      const partner = open.pop();
      if (place === at) return [at, partner ?? null];
      if (partner === at) return [at, place];
    }
  }
  return [at, null];
}

/** How deep a line is indented, and how many more parentheses it opens than it closes. */
export function indentOf(line) {
  const opened = tokens(line).reduce((sum, { kind, text }) => sum + (kind === "paren" ? (text === "(" ? 1 : -1) : 0), 0);
  return { space: /^\s*/.exec(line)[0], opened };
}
