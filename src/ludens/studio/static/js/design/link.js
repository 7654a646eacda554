// Rules in a link: all of them, packed, after the #, so that no server ever sees them but the studio that opens it.
import { TEXTS } from "../texts.js";

const SIGN = "#game=";

async function through(stream, data) {
  const answer = new Response(new Blob([data]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}

/** The address at which any studio opens these rules, {name, text}; `root`: of the studio. */
export async function linkOf({ name, text }, root = location.origin) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify({ name, text })));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `${root}/design${SIGN}${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The rules in the part of an address after the #, or null where there are none; throws with a message for people. */
export async function rulesIn(hash, most) {
  if (!hash.startsWith(SIGN)) return null;
  try {
    const letters = atob(hash.slice(SIGN.length).replaceAll("-", "+").replaceAll("_", "/"));
    const unpacked = await unpack(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), 4 * most);
    const { name, text } = JSON.parse(new TextDecoder().decode(unpacked));
    if (typeof name !== "string" || typeof text !== "string" || text.length > most) throw new Error("no rules");
    return { name: name.slice(0, 120), text };
  } catch {
    throw new Error(TEXTS.design.linkDamaged);
  }
}

/** Unpacks no more than so many bytes: a short link may hold very much. */
async function unpack(data, most) {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error("too large");
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
