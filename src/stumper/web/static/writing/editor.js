// The text that is edited: a textarea over its own marked copy. The copy gives the height, so that the textarea grows
// with its text and never scrolls by itself.

import { applied, changeBetween, isNothing, shifted } from "./changes.js";
import { drawMarks } from "./marks.js";

const NO_MARKS = { weight: [], gold: [], guess: [] };

// `onChange(change)` is told of what the person does, `onUndo` and `onRedo` that they want a step back or forth.
export function newEditor(area, copy, { onChange, onUndo, onRedo }) {
  let text = area.value;
  let marks = NO_MARKS;

  function draw() {
    drawMarks(copy, text, marks);
  }

  function moveMarks(change) {
    for (const [name, ranges] of Object.entries(marks)) {
      marks = { ...marks, [name]: ranges.map((range) => shifted(range, change)).filter((range) => range !== null) };
    }
  }

  area.addEventListener("input", () => {
    const change = changeBetween(text, area.value, area.selectionEnd);
    if (isNothing(change)) return;
    text = area.value;
    moveMarks(change);
    draw();
    onChange(change);
  });
  area.addEventListener("beforeinput", (event) => {
    if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
    event.preventDefault();
    if (event.inputType === "historyUndo") onUndo();
    else onRedo();
  });
  area.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && !isRedo) return;
    event.preventDefault();
    if (isRedo) onRedo();
    else onUndo();
  });

  return {
    get text() {
      return text;
    },
    set text(value) {
      text = value;
      area.value = value;
      marks = NO_MARKS;
      draw();
    },
    // A change that the person did not type, such as an undone one; the caret goes where it was made.
    change(change) {
      moveMarks(change);
      text = applied(text, change);
      area.value = text;
      const caret = change.start + change.inserted.length;
      area.setSelectionRange(caret, caret);
      draw();
    },
    mark(changed) {
      marks = { ...marks, ...changed };
      draw();
    },
    set locked(value) {
      area.readOnly = value;
    },
    focus() {
      area.focus({ preventScroll: true });
    },
  };
}

// Tells which weight lies under the pointer: its index, or null.
export function watchPointer(area, onWeight) {
  let waiting = false;
  area.addEventListener("pointermove", (event) => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const below = document.elementsFromPoint(event.clientX, event.clientY);
      const marked = below.find((found) => found.dataset?.weight !== undefined);
      onWeight(marked ? Number(marked.dataset.weight) : null);
    });
  });
  area.addEventListener("pointerleave", () => onWeight(null));
}
