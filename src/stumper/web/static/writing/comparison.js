// The text beside its original: what was added and removed, or the original with the right answer in a box.

import { t } from "../calling.js";
import { byId, element, say } from "../elements.js";
import { changedWords, wordDiff } from "./diff.js";

// `answers` are ranges of the original.
export function newComparison(original, answers) {
  const where = { text: byId("compared"), count: byId("count"), choices: [...document.getElementsByName("view")] };
  let text = original;
  let drawn = null;

  function draw() {
    const view = where.choices.find((choice) => choice.checked)?.value ?? "changes";
    const diff = wordDiff(original, text);
    const isUnchanged = text === original;
    const counts = { added: changedWords(diff, "added"), removed: changedWords(diff, "removed") };
    say(where.count, isUnchanged ? t("js.writing.no_change") : t("js.writing.changed", counts));
    const shown = view === "original" || isUnchanged ? boxed(original, answers) : diff.map(piece);
    where.text.replaceChildren(...shown);
  }

  for (const choice of where.choices) choice.addEventListener("change", draw);
  draw();

  return {
    show(changed) {
      text = changed;
      cancelAnimationFrame(drawn);
      drawn = requestAnimationFrame(draw);
    },
  };
}

function piece({ kind, text }) {
  if (kind === "kept") return text;
  return element(kind === "added" ? "ins" : "del", { class: kind }, text);
}

function boxed(text, ranges) {
  const pieces = [];
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), element("mark", { class: "answer" }, text.slice(start, end)));
    at = end;
  }
  return [...pieces, text.slice(at)];
}
