// Sharing a game: links to the position and to the match, and a replay as a file.
import { button, el } from "../dom.js";
import { address } from "../api.js";
import { dialog } from "../dialog.js";
import { icon } from "../icons.js";
import { positionQuery } from "../links.js";
import { toast } from "../notice.js";

/** Opens the dialog for a match in this state. */
export function share(id, state) {
  const link = `${location.origin}/play?${positionQuery(state.address)}`;
  const field = el("input", { readonly: true, value: link, "aria-label": "Link to this position", class: "share-link", on: { focus: () => field.select() } });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("The link is copied.");
    } catch {
      field.focus();
      toast("Press Ctrl+C to copy the link.");
    }
  };
  const here = el("input", { readonly: true, value: `${location.origin}/play/${id}`, "aria-label": "Link to this match", class: "share-link" });
  dialog("Share", [
    el("label", { class: "field" }, el("span", { text: "This position: whoever opens it gets a game of their own from here" }), el("span", { class: "row" }, field, button("Copy", copy, { kind: "primary" }))),
    el("label", { class: "field" }, el("span", { text: "This very match: open it in another window and play together" }), here),
    el("p", { class: "small muted", text: "Links work where this studio can be reached: on this computer, unless it was started for others too." }),
  ], [el("a", { class: "button", href: address(`matches/${id}/replay.html`), download: "" }, icon("download"), "Save a replay")]);
}
