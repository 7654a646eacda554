// Building elements. Text always becomes text nodes: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element. Properties: class, text, dataset, style (an object), on (events by name), anything else an attribute. */
export function el(tag, properties = {}, ...children) {
  return dress(document.createElement(tag), properties, children);
}

/** An SVG element; the same properties. */
export function svg(tag, properties = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), properties, children);
}

/** Replaces what an element holds; false and null are left out. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

function dress(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** A button. `icon` is a name of icons.js; `title` is its tooltip and, without text, its label. */
export function button(text, onclick, { kind = "", icon: drawn = null, title = null, ...more } = {}) {
  return el(
    "button",
    { type: "button", class: `${kind}${text ? "" : " icon-only"}`.trim(), title, "aria-label": text ? null : title, on: { click: onclick }, ...more },
    drawn,
    text,
  );
}

/** A section that folds and remembers whether it was open. */
export function fold(name, title, body, { open = true, aside = null } = {}) {
  const key = `ludens.fold.${name}`;
  const kept = remembered(key);
  return el(
    "details",
    { class: "fold", open: kept === null ? open : kept === "open", dataset: { fold: name }, on: { toggle: (event) => remember(key, event.target.open ? "open" : "shut") } },
    el("summary", {}, el("span", { text: title }), aside && el("span", { class: "aside" }, aside)),
    el("div", { class: "fold-body" }, body),
  );
}

/** What was kept under a name on this device, or null. */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a name on this device, where it may; null forgets it. */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse: then nothing is kept.
  }
}
