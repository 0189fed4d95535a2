// The text of a question that is over, with a mark at each buzz point: who, and whether they were right.

import { t } from "../calling.js";
import { made } from "../elements.js";
import { named } from "./view.js";

/** The text in pieces, a mark behind each word after which somebody buzzed. */
export function withBuzzPoints(text, turns, page) {
  const pieces = [];
  let at = 0;
  const ends = [...text.matchAll(/\S+/g)].map((match) => match.index + match[0].length);
  for (const turn of [...turns].sort((a, b) => a.words - b.words)) {
    const end = ends[Math.min(turn.words, ends.length) - 1] ?? 0;
    pieces.push(text.slice(at, end), mark(turn, page));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

function mark(turn, page) {
  const name = named(turn, page);
  const kind = turn.right ? "right" : turn.points < 0 ? "neg" : "wrong";
  const point = made(
    "span",
    `buzz-point${turn.right ? " kept" : ""}`,
    made("span", "unseen", " ["),
    `${turn.right ? "✓" : "✗"} ${name}`,
  );
  point.append(made("span", "unseen", ` ${t(`js.matches.${kind}`)}] `));
  point.title = t("js.matches.buzz_point");
  return point;
}
