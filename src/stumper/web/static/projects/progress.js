// @ts-check
// Keeps the progress up to date, quietly: nothing is replaced while nothing has changed or nobody looks.

import { byId, t } from "../page.js";

const EVERY = 10_000;
const queues = byId("queues", HTMLElement);
const stale = byId("stale", HTMLElement);

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);

async function refresh() {
  if (document.hidden) return;
  try {
    const response = await fetch(queues.dataset.path ?? "", {
      credentials: "same-origin",
      signal: AbortSignal.timeout(EVERY),
    });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    put(await response.text());
    stale.hidden = true;
  } catch {
    stale.textContent = t("js.projects.stale");
    stale.hidden = false;
  }
}

// Section by section, so that what is looked at or scrolled stays where it is.
/** @param {string} html */
function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const [before, after] = [[...queues.children], [...fresh.children]];
  if (before.length !== after.length) {
    queues.replaceChildren(...after);
    return;
  }
  before.forEach((part, place) => {
    if (part.outerHTML !== after[place].outerHTML) part.replaceWith(after[place]);
  });
}
