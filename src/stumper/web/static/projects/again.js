// @ts-check
// While something in a list is at work, how far it is comes anew every few seconds.

const EVERY = 3000;

/** @param {HTMLElement} list */
async function look(list) {
  if (!Number(list.querySelector("[data-running]")?.getAttribute("data-running"))) return;
  try {
    const answer = await fetch(list.dataset.again ?? "");
    if (answer.ok && !list.contains(document.activeElement)) list.innerHTML = await answer.text();
  } finally {
    setTimeout(() => look(list), EVERY);
  }
}

for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-again]"))) {
  setTimeout(() => look(list), EVERY);
}
