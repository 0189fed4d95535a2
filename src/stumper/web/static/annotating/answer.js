// @ts-check
// Answering a question: the answer is picked out of the text.

import { byId, made, t } from "../page.js";
import { changed, field, fill, work } from "./queue.js";

// Picking a stretch of a text: its first and its last word, by mouse, by touch or by keyboard.

/**
 * @typedef {{ text: string, start: number, end: number }} Token
 * @typedef {{ start: number, end: number }} Range
 * @typedef {{ title: string, question: string, paragraph: string, allows_none: boolean }} Question
 */

/** @type {Record<string, (words: HTMLElement[], n: number, whole: boolean) => number>} */
const MOVES = {
  ArrowRight: (_words, n) => n + 1,
  ArrowLeft: (_words, n) => n - 1,
  ArrowDown: lineDown,
  ArrowUp: lineUp,
  Home: (words, n, whole) => (whole ? 0 : lineStart(words, n)),
  End: (words, n, whole) => (whole ? words.length - 1 : lineEnd(words, n)),
};

/**
 * The stretch that is picked in the box; `changed(done)` is called after each choice, done where it was the second end,
 * by keyboard.
 *
 * @param {HTMLElement} box
 * @param {(done: boolean) => void} changed
 */
function picking(box, changed) {
  const stretch = new Stretch(box);
  byKeyboard(box, stretch, changed);
  byMouseAndTouch(box, stretch, () => changed(false));
  return stretch;
}

/**
 * @param {HTMLElement} box
 * @param {Stretch} stretch
 * @param {(done: boolean) => void} changed
 */
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

/**
 * A tap or a click marks a word; with the mouse one can also draw from the first word to the last.
 *
 * @param {HTMLElement} box
 * @param {Stretch} stretch
 * @param {() => void} changed
 */
function byMouseAndTouch(box, stretch, changed) {
  /** @type {number | null} */
  let from = null;
  let drew = false;
  box.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" && event.button === 0 ? numberOf(event.target) : null;
    drew = false;
  });
  box.addEventListener("pointermove", (event) => {
    if (event.buttons === 0) from = null;
    const over = from === null ? null : numberOf(event.target);
    if (from === null || over === null || (over === from && !drew)) return;
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

/** @param {EventTarget | null} target */
function numberOf(target) {
  const word = /** @type {Element} */ (target).closest("[data-number]");
  return word instanceof HTMLElement ? Number(word.dataset.number) : null;
}

/**
 * The first word of the line.
 *
 * @param {HTMLElement[]} words
 * @param {number} n
 */
function lineStart(words, n) {
  return edge(words, n, -1);
}

/**
 * The last word of the line.
 *
 * @param {HTMLElement[]} words
 * @param {number} n
 */
function lineEnd(words, n) {
  return edge(words, n, 1);
}

/**
 * The word nearest below; the text's last word on its last line.
 *
 * @param {HTMLElement[]} words
 * @param {number} n
 */
function lineDown(words, n) {
  return nearest(words, n, words[lineEnd(words, n) + 1]) ?? words.length - 1;
}

/**
 * The word nearest above; the text's first word on its first line.
 *
 * @param {HTMLElement[]} words
 * @param {number} n
 */
function lineUp(words, n) {
  return nearest(words, n, words[lineStart(words, n) - 1]) ?? 0;
}

/**
 * @param {HTMLElement[]} words
 * @param {number} n
 * @param {-1 | 1} by
 */
function edge(words, n, by) {
  let k = n;
  while (words[k + by]?.offsetTop === words[n].offsetTop) k += by;
  return k;
}

/**
 * @param {HTMLElement[]} words
 * @param {number} n
 * @param {HTMLElement | undefined} onLine
 */
function nearest(words, n, onLine) {
  if (onLine === undefined) return null;
  /** @param {HTMLElement} word */
  const away = (word) => Math.abs(middle(word) - middle(words[n]));
  /** @type {number | null} */
  let best = null;
  for (const [k, word] of words.entries()) {
    if (word.offsetTop === onLine.offsetTop && (best === null || away(word) < away(words[best]))) best = k;
  }
  return best;
}

/** @param {HTMLElement} word */
function middle(word) {
  return word.offsetLeft + word.offsetWidth / 2;
}

// A stretch of a text, from a first to a last word, and the word at which a cursor stands.

/** Shows the text in the box, word by word, and what is chosen of it. */
class Stretch {
  #box;
  /** @type {Token[]} */
  #tokens = [];
  /** @type {HTMLElement[]} */
  #words = [];
  /** @type {HTMLElement[]} */
  #gaps = [];
  #cursor = 0;
  /** @type {[number, number] | null} the numbers of the words that were chosen first and last */
  #ends = null;
  #settled = false;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.#box = box;
  }

  /** @param {string} text */
  show(text) {
    this.#tokens = tokens(text);
    this.#words = this.#tokens.map(option);
    this.#gaps = this.#tokens.map((token, n) => gap(text.slice(token.end, this.#tokens[n + 1]?.start)));
    const before = text.slice(0, this.#tokens[0]?.start);
    this.#box.replaceChildren(before, ...this.#words.flatMap((word, n) => [word, this.#gaps[n]]));
    this.clear();
    this.move(0);
  }

  get words() {
    return this.#words;
  }

  get cursor() {
    return this.#cursor;
  }

  /** Whether both ends were marked. */
  get settled() {
    return this.#settled;
  }

  /** The chosen range as JavaScript's offsets, or null. */
  get range() {
    if (this.#ends === null) return null;
    const [from, to] = inOrder(this.#ends);
    return { start: this.#tokens[from].start, end: this.#tokens[to].end };
  }

  clear() {
    this.#ends = null;
    this.#settled = false;
    this.#paint();
  }

  /**
   * The cursor stands at the word; an end that is not marked yet follows it.
   *
   * @param {number} n
   */
  move(n) {
    this.#words[this.#cursor]?.classList.remove("cursor");
    this.#cursor = Math.max(0, Math.min(this.#words.length - 1, n));
    this.#words[this.#cursor]?.classList.add("cursor");
    this.#box.setAttribute("aria-activedescendant", this.#words[this.#cursor]?.id ?? "");
    if (this.#ends !== null && !this.#settled) this.#ends[1] = this.#cursor;
    this.#paint();
  }

  /**
   * The word is marked: as the first one, or as the last where a first one is.
   *
   * @param {number} n
   */
  mark(n) {
    const first = this.#settled || this.#ends === null ? null : this.#ends[0];
    this.#ends = [first ?? n, n];
    this.#settled = first !== null;
    this.move(n);
  }

  /**
   * From this word to that.
   *
   * @param {number} first
   * @param {number} last
   */
  choose(first, last) {
    this.#ends = [first, last];
    this.#settled = true;
    this.move(last);
  }

  /**
   * The words that this range of offsets touches.
   *
   * @param {Range} range
   */
  restore({ start, end }) {
    const first = this.#tokens.findIndex((token) => token.end > start);
    this.choose(
      Math.max(0, first),
      this.#tokens.findLastIndex((token) => token.start < end),
    );
  }

  #paint() {
    const [from, to] = this.#ends === null ? [1, 0] : inOrder(this.#ends);
    this.#words.forEach((word, n) => word.setAttribute("aria-selected", String(n >= from && n <= to)));
    this.#gaps.forEach((one, n) => one.classList.toggle("chosen", n >= from && n < to));
  }
}

/** @param {[number, number]} ends */
function inOrder([first, last]) {
  return [Math.min(first, last), Math.max(first, last)];
}

/**
 * @param {Token} token
 * @param {number} n
 */
function option(token, n) {
  const word = made("span", "word", token.text);
  word.id = `word-${n}`;
  word.setAttribute("role", "option");
  word.dataset.number = String(n);
  return word;
}

/** @param {string} text */
function gap(text) {
  const element = made("span", "gap", text);
  element.setAttribute("aria-hidden", "true");
  return element;
}

// A text as the pieces that an answer may begin and end with.

// A number with its points; a letter of a script that writes no spaces; a word; a sign.
const PIECE = new RegExp(
  [
    String.raw`\d+(?:[.,]\d+)*`,
    String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]`,
    String.raw`[\p{L}\p{M}\p{N}]+`,
    String.raw`[^\s\p{L}\p{M}\p{N}]`,
  ].join("|"),
  "gu",
);

/**
 * Words, numbers and signs with their place, offsets as JavaScript counts.
 *
 * @param {string} text
 * @returns {Token[]}
 */
function tokens(text) {
  return [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    text: piece,
    start: index,
    end: index + piece.length,
  }));
}

/**
 * How many characters stand before this offset, as the server counts: a sign beyond the basic plane is one.
 *
 * @param {string} text
 * @param {number} offset
 */
function characters(text, offset) {
  return [...text.slice(0, offset)].length;
}

const box = byId("text", HTMLElement);
const none = byId("none", HTMLInputElement);
const clearing = byId("clear", HTMLButtonElement);
const submit = /** @type {HTMLButtonElement} */ (byId("item", HTMLFormElement).querySelector("[type=submit]"));
const stretch = picking(box, (done) => {
  none.checked &&= stretch.range === null;
  look();
  if (done) submit.focus();
});
let text = "";

/** @type {import("./queue.js").Part<Question, { picked: Range | null, none: boolean }>} */
const part = {
  show(item) {
    text = item.paragraph;
    fill("title", item.title.replaceAll("_", " "));
    fill("question", item.question);
    stretch.show(text);
    byId("none-part", HTMLElement).hidden = !item.allows_none;
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

clearing.addEventListener("click", clear);
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
  clearing.hidden = picked === null && !none.checked;
  changed(part);
}
