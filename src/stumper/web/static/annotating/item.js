// What the page shows of an item: elements by their place in it.

import { t } from "../calling.js";

/** The element that shows this field of the item. */
export function field(name) {
  return document.querySelector(`[data-field="${name}"]`);
}

/** Shows the text in its field; a field without one is hidden, with its label. */
export function fill(name, text) {
  const element = field(name);
  element.textContent = text ?? "";
  (element.closest("[data-part]") ?? element).hidden = !text;
}

/** The distinct texts in quotes, one after the other. */
export function listed(texts) {
  return [...new Set(texts)].map((text) => t("js.annotating.quoted", { text })).join(t("js.annotating.or"));
}
