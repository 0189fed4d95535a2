// @ts-check
// A change of a text: {start, removed, inserted}. Texts are counted as JavaScript does, in UTF-16 units; the server
// counts characters, and `toServer` and `toBrowser` go between the two.

import { byId, element, say, t } from "../page.js";

/**
 * @typedef {{ start: number, removed: string, inserted: string }} Change
 * @typedef {Change & { at: number, whole: boolean }} Step
 * @typedef {{ undo: Step[], redo: Step[] }} History
 * @typedef {{ start: number, end: number }} Range
 * @typedef {Range & { kind?: string }} Answer
 * @typedef {Range & { index: number, share: number }} Tint
 * @typedef {{ gold: Range[], guess: Answer[], weight: Tint[] }} Marks
 */

/**
 * The change that made one text of the other, where the caret stands after it.
 *
 * @param {string} before
 * @param {string} after
 * @param {number} caret
 * @returns {Change}
 */
export function changeBetween(before, after, caret) {
  const most = Math.min(before.length, after.length);
  let tail = 0;
  const untouched = Math.min(most, after.length - caret);
  while (tail < untouched && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  let head = 0;
  while (head < most - tail && before[head] === after[head]) head += 1;
  if (isInsidePair(before, head) || isInsidePair(after, head)) head -= 1;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (isInsidePair(before, before.length - tail) || isInsidePair(after, after.length - tail)) tail -= 1;
  return {
    start: head,
    removed: before.slice(head, before.length - tail),
    inserted: after.slice(head, after.length - tail),
  };
}

/**
 * @param {string} text
 * @param {Change} change
 */
export function applied(text, change) {
  return text.slice(0, change.start) + change.inserted + text.slice(change.start + change.removed.length);
}

/**
 * @param {Change} change
 * @returns {Change}
 */
function inverse(change) {
  return { start: change.start, removed: change.inserted, inserted: change.removed };
}

/** @param {Change} change */
export function isNothing(change) {
  return change.removed === "" && change.inserted === "";
}

/**
 * The range where the change has put it; null where nothing of it is left.
 *
 * @template {Range} R
 * @param {R} range
 * @param {Change} change
 * @returns {R | null}
 */
export function shifted(range, change) {
  const gone = change.start + change.removed.length;
  const by = change.inserted.length - change.removed.length;
  if (range.end <= change.start) return range;
  if (range.start >= gone) return { ...range, start: range.start + by, end: range.end + by };
  if (change.removed.length === 0 || (range.start <= change.start && range.end >= gone)) {
    return { ...range, end: range.end + by };
  }
  const start = range.start < change.start ? range.start : change.start + change.inserted.length;
  const end = range.end > gone ? range.end + by : change.start;
  return end > start ? { ...range, start, end } : null;
}

/**
 * @param {string} text
 * @param {number} index
 */
export function toServer(text, index) {
  return isPlain(text) ? index : [...text.slice(0, index)].length;
}

/**
 * @param {string} text
 * @param {number} index
 */
export function toBrowser(text, index) {
  if (isPlain(text)) return Math.min(index, text.length);
  return [...text].slice(0, index).join("").length;
}

/** @param {string} text */
function isPlain(text) {
  return !/[\ud800-\udfff]/.test(text);
}

/**
 * @param {string} text
 * @param {number} index
 */
function isInsidePair(text, index) {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

// Undo and redo, grouped by pause and by word, as plain data that can be kept.

const PAUSE = 1200; // milliseconds after which typing begins a new step
const STEPS = 400;

/** @returns {History} */
export function newHistory() {
  return { undo: [], redo: [] };
}

/**
 * Keeps the change as a step to undo, or as part of the last one. `whole` keeps it a step by itself.
 *
 * @param {History} history
 * @param {Change} change
 * @param {number} now
 * @param {{ whole?: boolean }} [options]
 */
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

/**
 * What is to be done to the text to take the last step back; null where there is none.
 *
 * @param {History} history
 */
export function undo(history) {
  const step = history.undo.pop();
  if (!step) return null;
  history.redo.push({ ...step, whole: true });
  return inverse(step);
}

/**
 * @param {History} history
 * @returns {Change | null}
 */
export function redo(history) {
  const step = history.redo.pop();
  if (!step) return null;
  history.undo.push({ ...step, whole: true });
  return { start: step.start, removed: step.removed, inserted: step.inserted };
}

/**
 * Whether every step of a history that was kept fits the text that it is to be used on.
 *
 * @param {History} history
 * @param {string} text
 */
export function fits(history, text) {
  let current = text;
  for (const step of [...history.undo].reverse()) {
    if (current.slice(step.start, step.start + step.inserted.length) !== step.inserted) return false;
    current = applied(current, inverse(step));
  }
  return true;
}

/**
 * @param {Step} last
 * @param {Change} change
 */
function joins(last, change) {
  const typed = change.removed === "" && last.inserted !== "" && change.start === last.start + last.inserted.length;
  if (typed) return change.inserted.length === 1 && !(/\S\s+$/.test(last.inserted) && /\S/.test(change.inserted));
  const erased = change.inserted === "" && last.inserted === "" && change.removed.length === 1;
  if (!erased) return false;
  const backward = change.start + 1 === last.start;
  const forward = change.start === last.start;
  if (!backward && !forward) return false;
  const nearest = backward ? last.removed.slice(0, 1) : last.removed.slice(-1);
  return !(/\s/.test(nearest) && /\S/.test(change.removed));
}

/**
 * @param {Step} last
 * @param {Change} change
 */
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

// What is kept here and what the server has, made one state.

/**
 * What the server has: its text, after that many changes.
 *
 * @typedef {{ revision: number, text: string, label: string | null, changes: number }} Served
 * @typedef {Change & { number: number, at: number, from: number }} Numbered
 * @typedef {{ text: string, label: string | null, isLabelUnsent: boolean, revision: number, made: number, pending: Numbered[] }} Fresh
 * @typedef {Fresh & { history: History }} Kept
 */

/**
 * One state of what is kept and what the server has. What is kept goes on from there where the changes that the server
 * lacks lead from its text to ours. Else somebody wrote elsewhere: theirs is newer and is shown, and ours is one step of
 * undo away; `isReplaced` says so where ours held something unsent.
 *
 * @param {Kept | null} kept
 * @param {Served} server
 * @returns {{ state: Kept, isReplaced: boolean }}
 */
export function reconciled(kept, server) {
  if (kept === null) return { state: { ...fresh(server), history: newHistory() }, isReplaced: false };
  const history = fits(kept.history, kept.text) ? kept.history : newHistory();
  if (textAfter(kept, server.changes) === server.text) {
    const pending = kept.pending.filter((change) => change.number > server.changes);
    const label = kept.isLabelUnsent ? kept.label : server.label;
    return { state: { ...kept, label, revision: server.revision, pending, history }, isReplaced: false };
  }
  record(history, changeBetween(kept.text, server.text, server.text.length), 0, { whole: true });
  return { state: { ...kept, ...fresh(server), history }, isReplaced: kept.pending.length > 0 };
}

/**
 * A state of nothing but the server's: `made` counts the changes; `pending` are those that the server may lack.
 *
 * @param {Served} server
 * @returns {Fresh}
 */
function fresh(server) {
  return {
    text: server.text,
    label: server.label,
    isLabelUnsent: false,
    revision: server.revision,
    made: server.changes,
    pending: [],
  };
}

/**
 * Our text as it was after so many changes; null where that cannot be told any more.
 *
 * @param {Kept} kept
 * @param {number} changes
 */
function textAfter(kept, changes) {
  const undone = kept.pending.filter((change) => change.number > changes);
  if (undone.length !== kept.made - changes) return null;
  return undone.reverse().reduce((text, change) => applied(text, inverse(change)), kept.text);
}

// What was taken out of a text and what was put in, word by word.

const MOST_WORDS = 1500; // words between the common beginning and end, beyond which the whole stretch counts as replaced

/** @typedef {{ kind: "kept" | "removed" | "added", text: string }} Piece */

/**
 * @param {string} before
 * @param {string} after
 * @returns {Piece[]}
 */
export function wordDiff(before, after) {
  const old = words(before);
  const now = words(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const pieces = [
    ...all("kept", old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...all("kept", old.slice(old.length - tail)),
  ];
  return joined(pieces);
}

/**
 * @param {Piece[]} diff
 * @param {Piece["kind"]} kind
 */
export function changedWords(diff, kind) {
  const text = diff
    .filter((piece) => piece.kind === kind)
    .map((piece) => piece.text)
    .join(" ");
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function words(text) {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/**
 * @param {string[]} old
 * @param {string[]} now
 * @returns {Piece[]}
 */
function middle(old, now) {
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return replaced(old, now);
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  /** @type {Piece[]} */
  const pieces = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      pieces.push({ kind: "kept", text: old[i] });
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      pieces.push({ kind: "removed", text: old[i++] });
    } else {
      pieces.push({ kind: "added", text: now[j++] });
    }
  }
  return [...pieces, ...replaced(old.slice(i), now.slice(j))];
}

/**
 * @param {string[]} old
 * @param {string[]} now
 * @returns {Piece[]}
 */
function replaced(old, now) {
  return [...all("removed", old), ...all("added", now)];
}

/**
 * @param {Piece["kind"]} kind
 * @param {string[]} words
 * @returns {Piece[]}
 */
function all(kind, words) {
  return words.map((text) => ({ kind, text }));
}

/**
 * Neighbours of one kind made one. A space alone between two changes is changed with them, so that the whole reads as one
 * replacement instead of word by word.
 *
 * @param {Piece[]} pieces
 */
function joined(pieces) {
  /** @type {Piece[]} */
  const runs = [];
  let removed = "";
  let added = "";
  const close = () => {
    if (removed) runs.push({ kind: "removed", text: removed });
    if (added) runs.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  pieces.forEach((piece, index) => {
    if (piece.kind === "removed") {
      removed += piece.text;
    } else if (piece.kind === "added") {
      added += piece.text;
    } else if (removed && added && /^\s+$/.test(piece.text) && isChanged(pieces[index + 1])) {
      removed += piece.text;
      added += piece.text;
    } else {
      close();
      const last = runs.at(-1);
      if (last?.kind === "kept") last.text += piece.text;
      else runs.push({ kind: "kept", text: piece.text });
    }
  });
  close();
  return runs;
}

/** @param {Piece | undefined} piece */
function isChanged(piece) {
  return piece !== undefined && piece.kind !== "kept";
}

// Marks under a text: the right answer, the model's answer, the weight of words. Everything is cut into stretches of
// one look; nothing here takes up space, so that the marked text stays exactly below the one that is edited.

/**
 * Draws the marks under the text; a weight has `share` in [-1, 1], its part of the greatest.
 *
 * @param {Element} where
 * @param {string} text
 * @param {Partial<Marks>} layers
 */
function drawMarks(where, text, layers) {
  const cuts = new Set([0, text.length]);
  const all = Object.entries(layers).flatMap(([name, ranges]) => ranges.map((range) => ({ ...range, name })));
  for (const { start, end } of all) {
    cuts.add(Math.min(start, text.length));
    cuts.add(Math.min(end, text.length));
  }
  const places = [...cuts].sort((a, b) => a - b);
  const pieces = [];
  for (let at = 0; at + 1 < places.length; at += 1) {
    const [start, end] = [places[at], places[at + 1]];
    const over = all.filter((range) => range.start <= start && range.end >= end);
    pieces.push(marked(text.slice(start, end), start, end, over));
  }
  where.replaceChildren(...pieces, "\u200b");
}

/** @typedef {Range & { name: string, kind?: string, index?: number, share?: number }} Layer */

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {Layer[]} over
 */
function marked(text, start, end, over) {
  if (over.length === 0) return text;
  const made = element("span", {}, text);
  for (const range of over) {
    made.classList.add(range.name);
    if (range.name === "weight") {
      made.dataset.weight = String(range.index);
      made.style.setProperty("--weight", Math.max(0, range.share ?? 0).toFixed(3));
    } else {
      if (range.kind) made.classList.add(range.kind);
      if (range.start === start) made.classList.add(`${range.name}-begins`);
      if (range.end === end) made.classList.add(`${range.name}-ends`);
    }
  }
  return made;
}

/**
 * What a model said of a text, as the server tells it: an answer is a stretch of the text where `start` is not null.
 *
 * @typedef {{ text: string, start: number | null }} Standing
 * @typedef {{ start: number | null, end: number | null, right: boolean | null }} Guess
 */

/**
 * Where the right answers stand in a text, and what the model said of it.
 *
 * @param {{ answers: Standing[], guesses: Guess[] }} told
 * @param {string} text
 * @returns {Omit<Marks, "weight">}
 */
export function marksOf(told, text) {
  const gold = told.answers.map((answer) => standing(answer, text)).filter((range) => range !== null);
  const best = told.guesses[0];
  if (best === undefined || best.start === null || best.end === null) return { gold, guess: [] };
  const range = { start: toBrowser(text, best.start), end: toBrowser(text, best.end) };
  return { gold, guess: [{ ...range, kind: best.right ? "is-right" : "is-wrong" }] };
}

/**
 * The range of an answer in a text, in the browser's count; null where it stands nowhere.
 *
 * @param {Standing} answer
 * @param {string} text
 */
export function standing({ text: answer, start }, text) {
  if (start === null) return null;
  const from = toBrowser(text, start);
  return { start: from, end: from + answer.length };
}

// The text that is edited: a textarea over its own marked copy. The copy gives the height, so that the textarea grows
// with its text and never scrolls by itself.

/** @type {Marks} */
const NO_MARKS = { weight: [], gold: [], guess: [] };

/**
 * The editor of a text: `onChange` is told of what the person does, `onUndo` and `onRedo` that they want a step back or forth.
 *
 * @param {HTMLTextAreaElement} area
 * @param {HTMLElement} copy
 * @param {{ onChange: (change: Change) => void, onUndo: () => void, onRedo: () => void }} listeners
 */
export function newEditor(area, copy, { onChange, onUndo, onRedo }) {
  let text = area.value;
  let marks = NO_MARKS;

  function draw() {
    drawMarks(copy, text, marks);
  }

  /** @param {Change} change */
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
    /**
     * Makes a change that the person did not type, such as an undone one; the caret goes where it was made.
     *
     * @param {Change} change
     */
    change(change) {
      moveMarks(change);
      text = applied(text, change);
      area.value = text;
      const caret = change.start + change.inserted.length;
      area.setSelectionRange(caret, caret);
      draw();
    },
    /** @param {Partial<Marks>} changed */
    mark(changed) {
      marks = { ...marks, ...changed };
      draw();
    },
    /** @param {boolean} value */
    set locked(value) {
      area.readOnly = value;
    },
    focus() {
      area.focus({ preventScroll: true });
    },
  };
}

/**
 * Tells which weight lies under the pointer: its index, or null.
 *
 * @param {HTMLElement} area
 * @param {(index: number | null) => void} onWeight
 */
export function watchPointer(area, onWeight) {
  let waiting = false;
  area.addEventListener("pointermove", (event) => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const below = document.elementsFromPoint(event.clientX, event.clientY);
      const marked = below.find((found) => found.hasAttribute("data-weight"));
      onWeight(marked ? Number(marked.getAttribute("data-weight")) : null);
    });
  });
  area.addEventListener("pointerleave", () => onWeight(null));
}

// The text beside its original: what was added and removed, or the original with the right answer in a box.

/**
 * The comparison; `answers` are ranges of the original.
 *
 * @param {string} original
 * @param {Range[]} answers
 */
export function newComparison(original, answers) {
  const where = { text: byId("compared", HTMLElement), count: byId("count", HTMLElement) };
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = document.querySelectorAll("input[name=view]");
  let text = original;
  let drawn = 0;

  function draw() {
    const view = [...choices].find((choice) => choice.checked)?.value ?? "changes";
    const diff = wordDiff(original, text);
    const isUnchanged = text === original;
    const counts = { added: changedWords(diff, "added"), removed: changedWords(diff, "removed") };
    say(where.count, isUnchanged ? t("js.writing.no_change") : t("js.writing.changed", counts));
    const shown = view === "original" || isUnchanged ? boxed(original, answers) : diff.map(piece);
    where.text.replaceChildren(...shown);
  }

  for (const choice of choices) choice.addEventListener("change", draw);
  draw();

  return {
    /** @param {string} changed */
    show(changed) {
      text = changed;
      cancelAnimationFrame(drawn);
      drawn = requestAnimationFrame(draw);
    },
  };
}

/** @param {Piece} piece */
function piece({ kind, text }) {
  if (kind === "kept") return text;
  return element(kind === "added" ? "ins" : "del", { class: kind }, text);
}

/**
 * @param {string} text
 * @param {Range[]} ranges
 */
function boxed(text, ranges) {
  /** @type {(Node | string)[]} */
  const pieces = [];
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), element("mark", { class: "answer" }, text.slice(start, end)));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

// How much each word matters: tints below the text and in the question, what the pointer is at, and a table.

const LISTED = 12;

/**
 * How much a word matters, by a field of the query, in characters as the server counts.
 *
 * @typedef {{ field: string, start: number, end: number, value: number }} Weight
 * @typedef {Weight & { word: string, share: number }} Shown
 */

/**
 * The weights on the page; `field` is the one that is edited, `beside` the one that the question is, "" where it is none.
 *
 * @param {{ field: string, beside: string, question: string | null }} edited
 */
export function newWeights({ field, beside, question }) {
  const where = {
    pointed: byId("pointed", HTMLElement),
    how: byId("how", HTMLElement),
    rows: byId("weights", HTMLElement),
    question: byId("question"), // a tossup has none
  };
  /** @type {Shown[]} */
  let weights = [];

  /**
   * @param {string} inField
   * @param {string} text
   */
  function tinted(inField, text) {
    return weights
      .map((weight, index) => ({ ...weight, index }))
      .filter((weight) => weight.field === inField && weight.share > 0)
      .map((weight) => ({ ...weight, start: toBrowser(text, weight.start), end: toBrowser(text, weight.end) }));
  }

  function list() {
    const most = [...weights].sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, LISTED);
    where.rows.replaceChildren(
      ...most.map((weight) =>
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "row" },
            weight.word + (weight.field === field ? "" : ` (${t("js.writing.in_question")})`),
          ),
          element("td", { class: "number" }, signed(weight.value)),
        ),
      ),
    );
  }

  return {
    /**
     * Shows the weights, and gives the ranges to mark in the text that is edited.
     *
     * @param {{ weights: Weight[], agreement?: number | null }} weighed
     * @param {{ text: string }} asked
     * @param {string} method
     */
    show(weighed, asked, method) {
      /** @type {Record<string, string | null>} */
      const texts = { [beside]: question, [field]: asked.text };
      const greatest = Math.max(1e-9, ...weighed.weights.map((weight) => Math.abs(weight.value)));
      weights = weighed.weights
        .filter((weight) => texts[weight.field])
        .map((weight) => ({
          ...weight,
          word: [...(texts[weight.field] ?? "")].slice(weight.start, weight.end).join(""),
          share: weight.value / greatest,
        }));
      if (where.question && question !== null)
        drawMarks(where.question, question, { weight: tinted(beside, question) });
      list();
      say(where.how, explained(weighed.agreement, method));
      return tinted(field, asked.text);
    },
    /**
     * Says why there are no more exact ones; a quick estimate stays.
     *
     * @param {string} sentence
     */
    refuse(sentence) {
      const estimate = weights.length > 0 ? `${t("js.writing.quick")} ` : "";
      say(where.how, estimate + sentence);
      if (weights.length === 0) say(where.pointed, sentence);
    },
    hide() {
      weights = [];
      if (where.question && question !== null) where.question.replaceChildren(question);
      where.rows.replaceChildren();
      say(where.how, "");
      say(where.pointed, "");
    },
    /** @param {number | null} index */
    point(index) {
      const weight = index === null ? undefined : weights[index];
      say(where.pointed, weight === undefined ? (weights.length > 0 ? t("js.writing.point") : "") : said(weight));
    },
  };
}

/** @param {Shown} weight */
function said({ word, value }) {
  const effect = t(value < 0 ? "js.writing.weight_against" : "js.writing.weight_for");
  return `“${word}” ${signed(value)}: ${effect}`;
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/**
 * @param {number | null | undefined} agreement
 * @param {string} method
 */
function explained(agreement, method) {
  if (method === "gradient") return t("js.writing.quick");
  if (agreement === null || agreement === undefined) return t("js.writing.exact_alone");
  return t("js.writing.exact", { agreement: agreement.toFixed(2) });
}
