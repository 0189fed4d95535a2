// Answering a question: the answer is picked out of the text.

import { t } from "../calling.js";
import { field, fill } from "./item.js";
import { picking } from "./picking.js";
import { changed, work } from "./queue.js";
import { characters } from "./tokens.js";

const form = document.getElementById("item");
const box = document.getElementById("text");
const none = document.getElementById("none");
const submit = form.querySelector("[type=submit]");
const stretch = picking(box, (done) => {
  none.checked &&= stretch.range === null;
  look();
  if (done) submit.focus();
});
let text = "";

const part = {
  show(item) {
    text = item.paragraph;
    fill("title", item.title.replaceAll("_", " "));
    fill("question", item.question);
    stretch.show(text);
    document.getElementById("none-part").hidden = !item.allows_none;
  },
  restore(entered) {
    none.checked = entered?.none ?? false;
    if (entered?.picked) stretch.restore(entered.picked);
    look();
  },
  entered: () => ({ picked: stretch.range, none: none.checked }),
  response() {
    const picked = stretch.range;
    if (none.checked) return { text: "", start: null };
    return picked && { text: text.slice(picked.start, picked.end), start: characters(text, picked.start) };
  },
  focusOpen: () => box.focus(),
  focus: () => box.focus(),
  bindings: [
    { keys: [], shown: ["←", "→", "↑", "↓"], does: t("js.annotating.keys.cursor") },
    { keys: [], shown: ["Space", "Enter"], does: t("js.annotating.keys.mark") },
    { keys: ["u"], shown: ["u"], does: t("js.annotating.keys.clear"), run: clear },
    { keys: ["n"], shown: ["n"], does: t("js.annotating.keys.none"), run: noAnswer },
    { keys: ["t"], shown: ["t"], does: t("js.annotating.keys.text"), run: () => box.focus() },
  ],
};

document.getElementById("clear").addEventListener("click", clear);
none.addEventListener("change", () => {
  if (none.checked) stretch.clear();
  look();
});
work(part);

function clear() {
  stretch.clear();
  none.checked = false;
  look();
  box.focus();
}

function noAnswer() {
  if (none.closest("[hidden]")) return false;
  none.checked = !none.checked;
  none.dispatchEvent(new Event("change"));
  submit.focus();
  return true;
}

function look() {
  const picked = stretch.range;
  const chosen = field("chosen");
  const without = t(none.checked ? "js.annotating.none" : "js.annotating.nothing-picked");
  chosen.textContent = picked ? text.slice(picked.start, picked.end) : without;
  chosen.classList.toggle("answer", picked !== null);
  document.getElementById("clear").hidden = picked === null && !none.checked;
  changed(part);
}
