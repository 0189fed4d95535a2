// Tagging: any of the reasons why a tossup is hard, or none of them.

import { t } from "../calling.js";
import { changed, work } from "./queue.js";
import { field, fill } from "./item.js";

const NONE = "none";
const form = document.getElementById("item");
const boxes = [...form.querySelectorAll('#tags input[type="checkbox"]')];
const note = form.elements.namedItem("note");

const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);

const part = {
  show(item) {
    for (const name of ["text", "answer_line"]) fill(name, item[name]);
  },
  restore(entered) {
    for (const box of boxes) box.checked = entered?.phenomena?.includes(box.value) ?? false;
    note.value = entered?.note ?? "";
  },
  entered: () => ({ phenomena: ticked(), note: note.value }),
  response() {
    const phenomena = ticked();
    if (phenomena.length === 0) return null;
    return { phenomena: phenomena.filter((name) => name !== NONE), note: note.value.trim() };
  },
  focusOpen: () => boxes[0].focus(),
  focus: () => field("item").focus(),
  bindings: boxes.map((box, index) => {
    const key = String(box.value === NONE ? 0 : index + 1);
    const does = t(box.value === NONE ? "js.annotating.keys.tag-none" : "js.annotating.keys.tag");
    return { keys: [key], shown: [key], does, run: () => tick(box) };
  }),
};

function tick(box) {
  box.checked = !box.checked;
  settle(box);
}

// None of them excludes the others.
function settle(box) {
  if (box.checked) {
    for (const other of boxes) if ((other.value === NONE) !== (box.value === NONE)) other.checked = false;
  }
  changed(part);
}

for (const box of boxes) box.addEventListener("change", () => settle(box));
note.addEventListener("input", () => changed(part));
work(part);
