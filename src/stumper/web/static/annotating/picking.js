// Picking a stretch of a text: its first and its last word, by mouse, by touch or by keyboard.

import { Stretch } from "./stretch.js";

const MOVES = {
  ArrowRight: (_words, n) => n + 1,
  ArrowLeft: (_words, n) => n - 1,
  ArrowDown: lineDown,
  ArrowUp: lineUp,
  Home: (words, n, whole) => (whole ? 0 : lineStart(words, n)),
  End: (words, n, whole) => (whole ? words.length - 1 : lineEnd(words, n)),
};

/** The stretch that is picked in the box; `changed(done)` is called after each choice, done where it was the second
 *  end, by keyboard. */
export function picking(box, changed) {
  const stretch = new Stretch(box);
  byKeyboard(box, stretch, changed);
  byMouseAndTouch(box, stretch, () => changed(false));
  return stretch;
}

function byKeyboard(box, stretch, changed) {
  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || stretch.words.length === 0) return;
    if (event.ctrlKey && !["Home", "End"].includes(event.key)) return;
    const marks = event.key === " " || event.key === "Enter";
    if (!marks && !(event.key in MOVES)) return;
    event.preventDefault();
    if (marks) {
      stretch.mark(stretch.cursor);
    } else {
      stretch.move(MOVES[event.key](stretch.words, stretch.cursor, event.ctrlKey));
      stretch.words[stretch.cursor].scrollIntoView({ block: "nearest" });
    }
    changed(marks && stretch.settled);
  });
}

/** A tap or a click marks a word; with the mouse one can also draw from the first word to the last. */
function byMouseAndTouch(box, stretch, changed) {
  let from = null;
  let drew = false;
  box.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" && event.button === 0 ? numberOf(event.target) : null;
    drew = false;
  });
  box.addEventListener("pointermove", (event) => {
    if (event.buttons === 0) from = null;
    const over = from === null ? null : numberOf(event.target);
    if (over === null || (over === from && !drew)) return;
    drew = true;
    stretch.choose(from, over);
    changed();
  });
  box.addEventListener("click", (event) => {
    const n = numberOf(event.target);
    if (n === null || drew) return;
    stretch.mark(n);
    changed();
  });
}

function numberOf(target) {
  const word = target.closest("[data-number]");
  return word === null ? null : Number(word.dataset.number);
}

/** The first word of the line. */
function lineStart(words, n) {
  return edge(words, n, -1);
}

/** The last word of the line. */
function lineEnd(words, n) {
  return edge(words, n, 1);
}

/** The word nearest below; the text's last word on its last line. */
function lineDown(words, n) {
  return nearest(words, n, words[lineEnd(words, n) + 1]) ?? words.length - 1;
}

/** The word nearest above; the text's first word on its first line. */
function lineUp(words, n) {
  return nearest(words, n, words[lineStart(words, n) - 1]) ?? 0;
}

function edge(words, n, by) {
  let k = n;
  while (words[k + by]?.offsetTop === words[n].offsetTop) k += by;
  return k;
}

function nearest(words, n, onLine) {
  if (onLine === undefined) return null;
  const away = (word) => Math.abs(middle(word) - middle(words[n]));
  let best = null;
  words.forEach((word, k) => {
    if (word.offsetTop === onLine.offsetTop && (best === null || away(word) < away(words[best]))) best = k;
  });
  return best;
}

function middle(word) {
  return word.offsetLeft + word.offsetWidth / 2;
}
