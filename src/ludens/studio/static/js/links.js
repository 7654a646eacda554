// A position in an address: the game and its moves as the server writes them, short enough to send and readable.

/** The query of a link to a position: game=tic_tac_toe&moves=mark+1+1;mark+2+2 */
export function positionQuery({ game, moves }) {
  return `game=${encode(game)}${moves ? `&moves=${encode(moves)}` : ""}`;
}

/** What a query or a fragment says: {game, moves}, or null where it names no game. */
export function readPosition(query) {
  const found = new URLSearchParams(query.replace(/^[?#]/, ""));
  return found.get("game") ? { game: found.get("game"), moves: found.get("moves") ?? "" } : null;
}

function encode(text) {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3B", ";").replaceAll("%2C", ",");
}
