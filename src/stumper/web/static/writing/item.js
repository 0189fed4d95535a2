// What an item gives: its place among the others, what is asked and the answer, what stands beside it, the evidence.

import { address, t } from "../calling.js";
import { byId, element, say } from "../elements.js";

export function drawExample(example, { choices, retrieves }) {
  if (example.question !== null) say(byId("question"), example.question);
  if (example.label !== null) {
    say(byId("original-label"), t("js.writing.original_label", { label: choices[example.label] }));
  } else {
    const texts = [...new Set(example.answers.map((answer) => answer.text))];
    const marked = texts.map((text) => element("span", { class: "answer" }, text));
    byId("answers").replaceChildren(...marked.flatMap((mark, index) => (index === 0 ? [mark] : ["  ", mark])));
  }
  byId("asides").replaceChildren(...example.asides.map(aside));
  byId("asides").hidden = example.asides.length === 0;
  if (!retrieves) return;
  byId("known").replaceChildren(...example.evidence.map(source));
  byId("known-box").hidden = example.evidence.length === 0;
}

// What the model found, the sentences that are known to matter said to be so.
export function drawEvidence(found, known) {
  const ids = new Set(known.map((sentence) => sentence.id).filter(Boolean));
  const rows = found.map((sentence) => {
    const row = source(sentence);
    if (ids.has(sentence.id))
      row.append(" ", element("span", { class: "tag kept" }, "✓ ", t("js.writing.evidence_marked")));
    return row;
  });
  byId("found").replaceChildren(...(rows.length > 0 ? rows : [element("li", {}, t("js.writing.nothing_found"))]));
}

export function drawPlace(opened, paths) {
  byId("practice").hidden = !opened.practice;
  say(
    byId("finish"),
    t(opened.practice ? "js.writing.begin" : opened.next ? "js.writing.done_next" : "js.writing.done"),
  );
  for (const [id, item] of [
    ["previous", opened.previous],
    ["next", opened.next],
  ]) {
    const link = byId(id);
    if (item) link.href = address(paths.item(item));
    else link.removeAttribute("href");
    link.setAttribute("aria-disabled", String(!item));
  }
}

export function drawTries({ predictions }) {
  const key = predictions === 0 ? "tries_none" : predictions === 1 ? "tries_one" : "tries";
  say(byId("tries"), t(`js.writing.${key}`, { n: predictions }));
}

function aside({ heading, lines }) {
  return element(
    "div",
    { class: "beside" },
    element("h2", { class: "eyebrow" }, heading),
    element("ul", {}, ...lines.map((line) => element("li", {}, line))),
  );
}

function source({ title, text }) {
  const children = title ? [element("cite", {}, title), " "] : [];
  return element("li", {}, ...children, text);
}
