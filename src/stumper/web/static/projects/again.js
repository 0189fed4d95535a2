// @ts-check
// While something in a list is at work, how far it is comes anew every few seconds. What takes the server seconds to look
// up comes later than the page, once.

import { t } from "../page.js";

const EVERY = 3000;

/** @param {HTMLElement} list */
async function look(list) {
  if (!Number(list.querySelector("[data-running]")?.getAttribute("data-running"))) return;
  try {
    const answer = await fetch(list.dataset.again ?? "");
    const told = await answer.text();
    if (answer.ok && !list.contains(document.activeElement)) list.innerHTML = told;
  } finally {
    setTimeout(() => look(list), EVERY);
  }
}

for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-again]"))) {
  setTimeout(() => look(list), EVERY);
}

/** @param {HTMLElement} place */
async function fill(place) {
  try {
    const answer = await fetch(place.dataset.later ?? "");
    if (answer.ok) {
      place.outerHTML = await answer.text();
      return;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // no answer
  }
  place.textContent = t("js.projects.not_looked_up");
  place.removeAttribute("aria-busy");
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-later]"))) fill(place);
