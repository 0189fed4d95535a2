// What a guess goes back to: past questions and pages, with what the new question says in the same words.

import { t } from "../calling.js";
import { element } from "../elements.js";
import { toBrowser } from "./changes.js";

export function drawSources(where, sources) {
  const rows = sources.map(row);
  where.replaceChildren(
    ...(rows.length > 0 ? rows : [element("li", { class: "soft" }, t("js.writing.tossups.sources.none"))]),
  );
}

function row({ title, text, right, shared }) {
  const head = element("p", { class: "source-title" }, element("strong", {}, title));
  if (right) head.append(" ", element("span", { class: "tag fooled" }, "! ", t("js.writing.tossups.source.right")));
  return element("li", {}, head, element("p", { class: "source-text" }, ...marked(text, shared)));
}

function marked(text, spans) {
  const pieces = [];
  let at = 0;
  for (const span of spans) {
    const [start, end] = [toBrowser(text, span.start), toBrowser(text, span.end)];
    pieces.push(text.slice(at, start), element("mark", { class: "shared" }, text.slice(start, end)));
    at = end;
  }
  return [...pieces, text.slice(at)];
}
