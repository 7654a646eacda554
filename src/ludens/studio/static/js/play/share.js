// Sharing a game: links to the position and to the match, and a replay as a file.
import { button, el } from "../dom.js";
import { address } from "../api.js";
import { dialog } from "../dialog.js";
import { icon } from "../icons.js";
import { positionQuery } from "../links.js";
import { toast } from "../notice.js";
import { TEXTS } from "../texts.js";

const SAY = TEXTS.share;

/** Opens the dialog for a match in this state. */
export function share(id, state) {
  const link = `${location.origin}/play?${positionQuery(state.address)}`;
  const field = el("input", { readonly: true, value: link, "aria-label": SAY.position, class: "share-link", on: { focus: () => field.select() } });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(SAY.copied);
    } catch {
      field.focus();
      toast(SAY.press);
    }
  };
  const here = el("input", { readonly: true, value: `${location.origin}/play/${id}`, "aria-label": SAY.match, class: "share-link" });
  dialog(SAY.title, [
    el("label", { class: "field" }, el("span", { text: SAY.positionText }), el("span", { class: "row" }, field, button(SAY.copy, copy, { kind: "primary" }))),
    el("label", { class: "field" }, el("span", { text: SAY.matchText }), here),
    el("p", { class: "small muted", text: SAY.reach }),
  ], [el("a", { class: "button", href: address(`matches/${id}/replay.html`), download: "" }, icon("download"), SAY.replay)]);
}
