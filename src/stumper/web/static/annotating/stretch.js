// A stretch of a text, from a first to a last word, and the word at which a cursor stands.

import { made } from "../elements.js";
import { tokens } from "./tokens.js";

/** Shows the text in the box, word by word, and what is chosen of it. */
export class Stretch {
  #box;
  #tokens = [];
  #words = [];
  #gaps = [];
  #cursor = 0;
  #ends = null; // the numbers of the words that were chosen first and last
  #settled = false;

  constructor(box) {
    this.#box = box;
  }

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

  /** The cursor stands at the word; an end that is not marked yet follows it. */
  move(n) {
    this.#words[this.#cursor]?.classList.remove("cursor");
    this.#cursor = Math.max(0, Math.min(this.#words.length - 1, n));
    this.#words[this.#cursor]?.classList.add("cursor");
    this.#box.setAttribute("aria-activedescendant", this.#words[this.#cursor]?.id ?? "");
    if (this.#ends !== null && !this.#settled) this.#ends[1] = this.#cursor;
    this.#paint();
  }

  /** The word is marked: as the first one, or as the last where a first one is. */
  mark(n) {
    const begins = this.#ends === null || this.#settled;
    this.#ends = begins ? [n, n] : [this.#ends[0], n];
    this.#settled = !begins;
    this.move(n);
  }

  /** From this word to that. */
  choose(first, last) {
    this.#ends = [first, last];
    this.#settled = true;
    this.move(last);
  }

  /** The words that this range of offsets touches. */
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

function inOrder([first, last]) {
  return [Math.min(first, last), Math.max(first, last)];
}

function option(token, n) {
  const word = made("span", "word", token.text);
  word.id = `word-${n}`;
  word.setAttribute("role", "option");
  word.dataset.number = n;
  return word;
}

function gap(text) {
  const element = made("span", "gap", text);
  element.setAttribute("aria-hidden", "true");
  return element;
}
