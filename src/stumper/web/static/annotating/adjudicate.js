// Settling what judges disagree about: the same questions, with what they said side by side.

import { t } from "../calling.js";
import { made } from "../elements.js";
import { field, fill } from "./item.js";
import { ask } from "./opinions.js";

const ASKED = ["grammatical", "label_correct", "on_task"];

ask((item) => {
  for (const name of ["text", "evidence", "original", "asked"]) fill(name, item[name]);
  heads(item.opinions.length);
  const rows = ASKED.map((name) =>
    row(
      name,
      item.opinions.map((one) => one[name]),
    ),
  );
  field("said").replaceChildren(...rows, ...notes(item.opinions));
});

function heads(judges) {
  const names = Array.from({ length: judges }, (_, n) => heading("col", t("js.annotating.judge", { n: n + 1 })));
  field("judges").replaceChildren(document.createElement("td"), ...names, document.createElement("td"));
}

function row(name, said) {
  const element = document.createElement("tr");
  const differ = new Set(said).size > 1;
  element.classList.toggle("differ", differ);
  element.append(
    heading("row", t(`js.annotating.said.${name}`)),
    ...said.map((yes) => made("td", yes ? "said-yes" : "said-no", t(yes ? "js.annotating.yes" : "js.annotating.no"))),
    made("td", "", differ ? t("js.annotating.differ") : ""),
  );
  return element;
}

function notes(opinions) {
  if (opinions.every((one) => !one.note)) return [];
  const element = document.createElement("tr");
  const said = opinions.map((one) => made("td", "", one.note));
  element.append(heading("row", t("js.annotating.said.note")), ...said, made("td", "", ""));
  return [element];
}

function heading(scope, text) {
  const element = made("th", "", text);
  element.scope = scope;
  return element;
}
