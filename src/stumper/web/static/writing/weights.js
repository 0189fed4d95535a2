// How much each word matters: tints below the text and in the question, what the pointer is at, and a table.

import { t } from "../calling.js";
import { byId, element, say } from "../elements.js";
import { toBrowser } from "./changes.js";
import { drawMarks } from "./marks.js";

const LISTED = 12;

// `field` is the one that is edited.
export function newWeights({ field, question }) {
  const where = { pointed: byId("pointed"), how: byId("how"), rows: byId("weights"), question: byId("question") };
  let weights = [];

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
    // The ranges to mark in the text that is edited.
    show(weighed, asked, method) {
      const texts = { [field]: asked.text, question };
      const greatest = Math.max(1e-9, ...weighed.weights.map((weight) => Math.abs(weight.value)));
      weights = weighed.weights
        .filter((weight) => texts[weight.field])
        .map((weight) => ({
          ...weight,
          word: [...texts[weight.field]].slice(weight.start, weight.end).join(""),
          share: weight.value / greatest,
        }));
      if (question !== null) drawMarks(where.question, question, { weight: tinted("question", question) });
      list();
      say(where.how, explained(weighed.agreement, method));
      return tinted(field, asked.text);
    },
    // Why there are no more exact ones; a quick estimate stays.
    refuse(sentence) {
      const estimate = weights.length > 0 ? `${t("js.writing.quick")} ` : "";
      say(where.how, estimate + sentence);
      if (weights.length === 0) say(where.pointed, sentence);
    },
    hide() {
      weights = [];
      if (question !== null) where.question.replaceChildren(question);
      where.rows.replaceChildren();
      say(where.how, "");
      say(where.pointed, "");
    },
    point(index) {
      const weight = index === null ? undefined : weights[index];
      say(where.pointed, weight === undefined ? (weights.length > 0 ? t("js.writing.point") : "") : said(weight));
    },
  };
}

function said({ word, value }) {
  const effect = t(value < 0 ? "js.writing.weight_against" : "js.writing.weight_for");
  return `“${word}” ${signed(value)}: ${effect}`;
}

function signed(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

function explained(agreement, method) {
  if (method === "gradient") return t("js.writing.quick");
  if (agreement === null || agreement === undefined) return t("js.writing.exact_alone");
  return t("js.writing.exact", { agreement: agreement.toFixed(2) });
}
