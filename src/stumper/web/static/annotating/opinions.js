// Verifying, judging and settling: a text, questions to answer yes or no, and a word why.

import { t } from "../calling.js";
import { field } from "./item.js";
import { questions } from "./questions.js";
import { changed, work } from "./queue.js";

/** Works a queue off whose items `show` fills into the page. */
export function ask(show) {
  const form = document.getElementById("item");
  const note = form.elements.namedItem("note");
  const asked = questions(form, () => changed(part));
  const part = {
    show,
    restore(entered) {
      asked.restore(entered?.answers);
      if (note) note.value = entered?.note ?? "";
    },
    entered: () => ({ answers: asked.answers(), note: note?.value ?? "" }),
    response: () => (asked.complete() ? { ...asked.answers(), ...(note && { note: note.value.trim() }) } : null),
    focusOpen: asked.focusOpen,
    focus: () => field("item").focus(),
    bindings: bindings(asked, note),
  };
  note?.addEventListener("input", () => changed(part));
  work(part);
}

function bindings(asked, note) {
  const known = [
    { keys: ["y", "1"], shown: ["y", "1"], does: t("js.annotating.keys.yes"), run: () => asked.say("yes") },
    { keys: ["n", "2"], shown: ["n", "2"], does: t("js.annotating.keys.no"), run: () => asked.say("no") },
    { keys: ["j", "ArrowDown"], shown: ["j", "↓"], does: t("js.annotating.keys.next"), run: asked.next },
    { keys: ["k", "ArrowUp"], shown: ["k", "↑"], does: t("js.annotating.keys.previous"), run: asked.previous },
    { keys: ["u"], shown: ["u"], does: t("js.annotating.keys.undo"), run: asked.undo },
  ];
  const why = { keys: ["w"], shown: ["w"], does: t("js.annotating.keys.note"), run: () => note.focus() };
  return note ? [...known, why] : known;
}
