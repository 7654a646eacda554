// Icons, drawn on a grid of 24 by 24 with strokes only.
import { svg } from "./dom.js";

const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "m15 7 5 5-5 5m5-5H10a6 6 0 0 0-6 6",
  restart: "M5 5v5h5M5.6 10a7.5 7.5 0 1 1-.9 5",
  flip: "M7 4v16m0 0-3-3m3 3 3-3M17 20V4m0 0-3 3m3-3 3 3",
  resign: "M6 21V4m0 1c4-3 8 3 13 0v9c-5 3-9-3-13 0",
  hint: "M9 18h6m-5 3h4M12 3a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.2 1 2v.4h6v-.4c0-.8.3-1.4 1-2A6.5 6.5 0 0 0 12 3Z",
  share: "M9 13.5 15 17m0-10L9 10.5M6.5 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm11-6a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm0 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  seats: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.5 2.5-6 6-6s6 2.5 6 6m1-9.5a3 3 0 1 0-1-5.9M17 14c2.6.5 4 2.9 4 6",
  chart: "M4 4v16h16M8 15l3.5-4 3 2.5L20 7",
  close: "m6 6 12 12M18 6 6 18",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20",
  play: "M8 5v14l11-7Z",
  pause: "M8 5v14m8-14v14",
  fast: "m4 6 8 6-8 6Zm9 0 8 6-8 6Z",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-12v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.2 2.2m8.4 8.4 2.2 2.2m0-12.8-2.2 2.2m-8.4 8.4-2.2 2.2",
  upload: "M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4 17v3h16v-3",
  download: "M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 17v3h16v-3",
  trash: "M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13",
  edit: "M4 20h4L19 9l-4-4L4 16Zm9-13 4 4",
  warning: "M12 4 2.5 20h19Zm0 6v4.5m0 2.5v.1",
  board: "M4 4h16v16H4Zm0 5.3h16M4 14.7h16M9.3 4v16m5.4-16v16",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  first: "M6 5v14M18 6l-8 6 8 6Z",
  last: "M18 5v14M6 6l8 6-8 6Z",
  back: "m15 5-7 7 7 7",
  forth: "m9 5 7 7-7 7",
  fork: "M7 4v9a4 4 0 0 0 4 4h8m0 0-3-3m3 3-3 3M7 9a6 6 0 0 1 6-5h6m0 0-2.5-2m2.5 2-2.5 2.5",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-9v.1",
  up: "M12 19V5m0 0-6 6m6-6 6 6",
  down: "M12 5v14m0 0 6-6m-6 6-6-6",
  save: "M5 4h11l3 3v13H5Zm3 0v5h7V4M8 20v-6h8v6",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  folder: "M3 6h6l2 2.5h10V19H3Z",
  compare: "M4 5h6v14H4Zm10 0h6v14h-6Z",
  check: "m5 12.5 4.5 4.5L19 7",
  person: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c0-4 3-6.5 7.5-6.5s7.5 2.5 7.5 6.5",
  puzzle: "M9 4.5a2 2 0 1 1 4 0V6h5v5h1.5a2 2 0 1 1 0 4H18v5h-5v-1.5a2 2 0 1 0-4 0V20H4v-5h1.5a2 2 0 1 0 0-4H4V6h5Z",
  agent: "M6 8h12v11H6Zm6-4v4m-3 5v.1m6-.1v.1M9.5 16h5M3 12v3m18-3v3",
};

/** The icon of this name; decoration for those who hear the page. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("path", { d: PATHS[name] }));
}
