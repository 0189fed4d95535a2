// How long a tossup is, beside the limits. Sentences are counted roughly until the server has counted them.

import { t } from "../calling.js";
import { say } from "../elements.js";

export function newMeasure(where, limits) {
  function draw({ characters, words, sentences }) {
    const faults = [
      characters > limits.characters && "js.writing.tossups.too_long",
      sentences > limits.most_sentences && "js.writing.tossups.too_many",
      sentences < limits.least_sentences && words > 0 && "js.writing.tossups.too_few",
    ].filter(Boolean);
    const counted = t("js.writing.tossups.length", {
      characters,
      words,
      sentences,
      most: limits.characters,
      least: limits.least_sentences,
      longest: limits.most_sentences,
    });
    say(where, [counted, ...faults.map((key) => t(key))].join(" · "));
    where.classList.toggle("over", characters > limits.characters);
  }

  return {
    show(text) {
      draw({
        characters: [...text.trim()].length,
        words: (text.match(/\S+/g) ?? []).length,
        sentences: (text.match(/[.!?…]+["'”’)\]]*(?=\s|$)/gu) ?? []).length,
      });
    },
    exactly: draw,
  };
}
