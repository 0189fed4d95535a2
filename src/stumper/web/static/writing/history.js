// Undo and redo, grouped by pause and by word, as plain data that can be kept.

import { applied, inverse, isNothing } from "./changes.js";

const PAUSE = 1200; // milliseconds after which typing begins a new step
const STEPS = 400;

export function newHistory() {
  return { undo: [], redo: [] };
}

// The change as a step to undo, or as part of the last one. `whole` keeps it a step by itself.
export function record(history, change, now, { whole = false } = {}) {
  if (isNothing(change)) return;
  history.redo.length = 0;
  const last = history.undo.at(-1);
  if (!whole && last && !last.whole && now - last.at < PAUSE && joins(last, change)) {
    extend(last, change);
    last.at = now;
  } else {
    history.undo.push({ ...change, at: now, whole });
  }
  if (history.undo.length > STEPS) history.undo.splice(0, history.undo.length - STEPS);
}

// What is to be done to the text to take the last step back; null where there is none.
export function undo(history) {
  const step = history.undo.pop();
  if (!step) return null;
  history.redo.push({ ...step, whole: true });
  return inverse(step);
}

export function redo(history) {
  const step = history.redo.pop();
  if (!step) return null;
  history.undo.push({ ...step, whole: true });
  return { start: step.start, removed: step.removed, inserted: step.inserted };
}

// Whether every step of a history that was kept fits the text that it is to be used on.
export function fits(history, text) {
  let current = text;
  for (const step of [...history.undo].reverse()) {
    if (current.slice(step.start, step.start + step.inserted.length) !== step.inserted) return false;
    current = applied(current, inverse(step));
  }
  return true;
}

function joins(last, change) {
  const typed = change.removed === "" && last.inserted !== "" && change.start === last.start + last.inserted.length;
  if (typed) return change.inserted.length === 1 && !(/\S\s+$/.test(last.inserted) && /\S/.test(change.inserted));
  const erased = change.inserted === "" && last.inserted === "" && change.removed.length === 1;
  if (!erased) return false;
  const backward = change.start + 1 === last.start;
  const forward = change.start === last.start;
  if (!backward && !forward) return false;
  const nearest = backward ? last.removed[0] : last.removed.at(-1);
  return !(/\s/.test(nearest) && /\S/.test(change.removed));
}

function extend(last, change) {
  if (change.removed === "") {
    last.inserted += change.inserted;
  } else if (change.start < last.start) {
    last.removed = change.removed + last.removed;
    last.start = change.start;
  } else {
    last.removed += change.removed;
  }
}
