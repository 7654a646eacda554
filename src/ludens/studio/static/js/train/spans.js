// Times of a training as people read them.

/** Units of time: from how many seconds on a scale has them, how many seconds they are, and their sign. */
export const UNITS = [[3 * 3600, 3600, "h"], [180, 60, "min"], [0, 1, "s"]];

/** A span of time: 45 s, 1 min 12 s, 2 h 5 min. */
export function span(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts = hours ? [[hours, "h"], [minutes, "min"]] : minutes ? [[minutes, "min"], [minutes < 10 ? rest : 0, "s"]] : [[rest, "s"]];
  return parts.filter(([number], place) => number || !place).map(([number, unit]) => `${number} ${unit}`).join(" ");
}
