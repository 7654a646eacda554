// What changed between two texts, line by line (Myers 1986: a shortest way from one to the other).

/** The lines of both: [{kind: "same" | "gone" | "new", text, before, after}] with their numbers, from one. */
export function diff(before, after) {
  const [one, other] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const middle = changes(one.slice(start, one.length - end), other.slice(start, other.length - end));
  const kinds = [...Array(start).fill("same"), ...middle, ...Array(end).fill("same")];
  let [left, right] = [0, 0];
  return kinds.map((kind) => {
    if (kind !== "new") left += 1;
    if (kind !== "gone") right += 1;
    return { kind, text: kind === "gone" ? one[left - 1] : other[right - 1], before: kind === "new" ? null : left, after: kind === "gone" ? null : right };
  });
}

const FARTHEST = 2000;

function changes(one, other) {
  const [width, height] = [one.length, other.length];
  if (width === 0 || height === 0) return [...one.map(() => "gone"), ...other.map(() => "new")];
  const reach = new Map([[1, 0]]);
  const history = [];
  for (let distance = 0; distance <= Math.min(width + height, FARTHEST); distance += 1) {
    history.push(new Map(reach));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const down = diagonal === -distance || (diagonal !== distance && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));
      let x = down ? reach.get(diagonal + 1) : reach.get(diagonal - 1) + 1;
      let y = x - diagonal;
      while (x < width && y < height && one[x] === other[y]) [x, y] = [x + 1, y + 1];
      reach.set(diagonal, x);
      if (x >= width && y >= height) return traced(history, width, height);
    }
  }
  // Two texts that have almost nothing in common: all of one is gone, all of the other is new.
  return [...one.map(() => "gone"), ...other.map(() => "new")];
}

function traced(history, width, height) {
  const kinds = [];
  let [x, y] = [width, height];
  for (let distance = history.length - 1; distance >= 0; distance -= 1) {
    const reach = history[distance];
    const diagonal = x - y;
    const down = diagonal === -distance || (diagonal !== distance && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));
    const from = diagonal + (down ? 1 : -1);
    const before = distance === 0 ? 0 : reach.get(from);
    const above = distance === 0 ? 0 : before - from;
    while (x > before && y > above) {
      kinds.push("same");
      [x, y] = [x - 1, y - 1];
    }
    if (distance > 0) kinds.push(down ? "new" : "gone");
    [x, y] = [before, above];
  }
  return kinds.reverse();
}
