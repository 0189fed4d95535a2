// How long a tossup is, beside the limits. Words and sentences are counted roughly; the server counts exactly.

import { t } from "../calling.js";
import { say } from "../writing/elements.js";

export function newMeasure(where, limits) {
  return {
    show(text) {
      const characters = [...text.trim()].length;
      const words = (text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? []).length;
      const sentences = (text.match(/[.!?…]+["'”’)\]]*(?=\s|$)/gu) ?? []).length;
      const faults = [
        characters > limits.characters && "js.tossups.too_long",
        sentences > limits.most_sentences && "js.tossups.too_many",
        sentences < limits.least_sentences && words > 0 && "js.tossups.too_few",
      ].filter(Boolean);
      const counted = t("js.tossups.length", {
        characters, words, sentences, most: limits.characters, least: limits.least_sentences,
        longest: limits.most_sentences,
      });
      say(where, [counted, ...faults.map((key) => t(key))].join(" · "));
      where.classList.toggle("over", characters > limits.characters);
    },
  };
}
