// Where a small window of choices goes: beside the cell it belongs to, and over nothing that can be clicked.

const GAP = 6;

/** Places a popup in an element near a cell; where there is no room that leaves the targets free, below the board. */
export function placePopup(popup, element, cell, targets) {
  popup.classList.remove("below");
  const around = element.getBoundingClientRect();
  const at = cell.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const kept = [cell, ...targets].map((one) => one.getBoundingClientRect());
  const middle = { left: at.left + at.width / 2 - width / 2, top: at.top + at.height / 2 - height / 2 };
  const spots = [
    { left: middle.left, top: at.bottom + GAP },
    { left: middle.left, top: at.top - height - GAP },
    { left: at.right + GAP, top: middle.top },
    { left: at.left - width - GAP, top: middle.top },
  ];
  const found = spots.map(({ left, top }) => ({ left: Math.max(around.left, Math.min(left, around.right - width)), top })).find(({ left, top }) => {
    const inside = top >= 0 && top + height <= Math.max(around.bottom, innerHeight);
    return inside && !kept.some((box) => left < box.right && left + width > box.left && top < box.bottom && top + height > box.top);
  });
  popup.classList.toggle("below", !found);
  popup.removeAttribute("style");
  if (!found) return;
  popup.style.left = `${found.left - around.left}px`;
  popup.style.top = `${found.top - around.top}px`;
}
