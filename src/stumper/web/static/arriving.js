// @ts-check
// What the server still makes ready, told at the top of a page until it is there.

import { byId, call, element } from "./page.js";

const EVERY = 1500;

/** @typedef {import("./page.js").Refusal} Refusal */
/** @typedef {{ state: string, sentence: string }} Standing */

// Whoever leaves, perhaps to be somebody else, is asked about no more: an answer that comes then is one to nobody.
let leaving = new AbortController();
let waiting = 0;
addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!event.defaultPrevented && form.getAttribute("method") !== "dialog") leaving.abort();
});
addEventListener("pagehide", () => leaving.abort());

/** @param {HTMLElement} notice */
async function look(notice) {
  if (leaving.signal.aborted) return;
  /** @type {Standing[]} */
  let standings;
  try {
    standings = await call("GET", "/api/v1/models", null, { signal: leaving.signal });
  } catch (error) {
    // The server may be starting anew: what is shown stays. Whoever is logged in no longer is told nothing more.
    if (/** @type {Refusal} */ (error).status !== 401) waiting = setTimeout(look, EVERY, notice);
    return;
  }
  const isPending = standings.some((one) => one.state === "waiting" || one.state === "loading");
  const lines = standings.filter((one) => one.sentence).map((one) => element("li", {}, one.sentence));
  notice.querySelector("ul")?.replaceChildren(...lines);
  notice.hidden = lines.length === 0;
  const old = document.querySelector("[data-fresh]");
  if (old) await refresh(old);
  if (isPending) waiting = setTimeout(look, EVERY, notice);
}

/**
 * The part of the page that may have changed is drawn anew, unless somebody is in the middle of it.
 *
 * @param {Element} old
 */
async function refresh(old) {
  const isUsed = () => old.contains(document.activeElement);
  if (isUsed()) return;
  const fresh = await fetched();
  if (fresh === null || isUsed()) return; // somebody may have come to it meanwhile
  const page = new DOMParser().parseFromString(fresh, "text/html");
  const found = page.querySelector("[data-fresh]");
  if (found && found.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(found));
}

/** The page as it is now; null where it does not come. */
async function fetched() {
  try {
    const response = await fetch(location.href, { credentials: "same-origin", signal: leaving.signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null; // what is shown stays
  }
}

const notice = byId("arriving");
if (notice) {
  waiting = setTimeout(look, EVERY, notice);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leaving = new AbortController();
    clearTimeout(waiting);
    look(notice);
  });
}
