// A guess in a row of its own that never jumps: its sign, what was said, and its share.

import { t } from "../calling.js";
import { element, percent, say } from "../elements.js";

export function newRow() {
  const sign = element("span", { class: "sign", "aria-hidden": true });
  const answer = element("span", { class: "said" });
  const fill = element("span", { class: "fill" });
  const share = element("span", { class: "share" });
  const rightness = element("span", { class: "unseen" });
  const track = element("span", { class: "track", "aria-hidden": true }, fill);
  const row = element("li", { class: "guess-row empty" }, sign, answer, rightness, track, share);
  return { row, sign, answer, fill, share, rightness };
}

export function fill(line, guess, named = (answer) => answer) {
  line.row.classList.toggle("empty", guess === undefined);
  line.row.classList.toggle("right", guess?.right === true);
  if (guess === undefined) {
    for (const part of [line.sign, line.answer, line.share, line.rightness]) say(part, "");
    line.fill.style.width = "0";
    line.row.removeAttribute("title");
    return;
  }
  say(line.sign, guess.right ? "✓" : "✗");
  say(line.answer, named(guess.answer));
  say(line.rightness, ` (${t(guess.right ? "js.writing.guess_right" : "js.writing.guess_wrong")}) `);
  say(line.share, guess.probability === null ? "" : percent(guess.probability));
  line.fill.style.width = `${100 * (guess.probability ?? 0)}%`;
  line.row.title = named(guess.answer);
}
