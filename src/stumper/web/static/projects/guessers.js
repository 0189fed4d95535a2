// @ts-check
// While a guesser is being fitted, how far it is comes anew every few seconds.

import { byId } from "../page.js";

const EVERY = 3000;

async function look() {
  const list = byId("guessers", HTMLElement);
  if (!Number(list.querySelector("[data-running]")?.getAttribute("data-running"))) return;
  try {
    const answer = await fetch(list.dataset.again ?? "");
    if (answer.ok && !list.contains(document.activeElement)) list.innerHTML = await answer.text();
  } finally {
    setTimeout(look, EVERY);
  }
}

setTimeout(look, EVERY);
