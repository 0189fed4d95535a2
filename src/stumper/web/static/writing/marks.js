// Marks under a text: the right answer, the model's answer, the weight of words. Everything is cut into stretches of
// one look; nothing here takes up space, so that the marked text stays exactly below the one that is edited.

import { element } from "../elements.js";
import { toBrowser } from "./changes.js";

// `layers` holds ranges by name: {gold, guess, weight}; a weight has `share` in [-1, 1], its part of the greatest.
export function drawMarks(where, text, layers) {
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
    pieces.push(piece(text.slice(start, end), start, end, over));
  }
  where.replaceChildren(...pieces, "\u200b");
}

function piece(text, start, end, over) {
  if (over.length === 0) return text;
  const made = element("span", {}, text);
  for (const range of over) {
    made.classList.add(range.name);
    if (range.name === "weight") {
      made.dataset.weight = range.index;
      made.style.setProperty("--weight", Math.max(0, range.share).toFixed(3));
    } else {
      if (range.kind) made.classList.add(range.kind);
      if (range.start === start) made.classList.add(`${range.name}-begins`);
      if (range.end === end) made.classList.add(`${range.name}-ends`);
    }
  }
  return made;
}

// Where the right answers stand in a text, and what the model said of it.
export function marksOf(told, text) {
  const gold = told.answers.map((answer) => standing(answer, text)).filter((range) => range !== null);
  const best = told.guesses[0];
  const isSpan = best !== undefined && best.start !== null;
  const guess = isSpan
    ? [
        {
          start: toBrowser(text, best.start),
          end: toBrowser(text, best.end),
          kind: best.right ? "is-right" : "is-wrong",
        },
      ]
    : [];
  return { gold, guess };
}

// The range of an answer in a text, in the browser's count; null where it stands nowhere.
export function standing({ text: answer, start }, text) {
  if (start === null) return null;
  const from = toBrowser(text, start);
  return { start: from, end: from + answer.length };
}
