// @ts-check
// Copies a link, and selects it where one clicks it; the page of a new one is loaded again without making another.

import { byId, offerCopy, t } from "../page.js";

for (const copy of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copies]"))) {
  offerCopy(byId(copy.dataset.copies ?? "", HTMLInputElement), copy, t("js.matches.copied"));
}

const made = document.querySelector("[data-page]")?.getAttribute("data-page");
if (made) history.replaceState(null, "", made);
