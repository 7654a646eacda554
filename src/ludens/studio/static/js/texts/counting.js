// Numbers in sentences.

/** One of something, or several: `count(2, "move", "moves")` is "2 moves". */
export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
