// @ts-check
// What the server still makes ready, told at the top of a page until it is there.

import { byId, call, element } from "./page.js";

const EVERY = 1500;

/** @typedef {{ state: string, sentence: string }} Standing */

/** @param {HTMLElement} notice */
async function look(notice) {
  /** @type {Standing[]} */
  let standings;
  try {
    standings = await call("GET", "/api/v1/models");
  } catch {
    setTimeout(look, EVERY, notice); // the server may be starting anew: what is shown stays
    return;
  }
  const isPending = standings.some((one) => one.state === "waiting" || one.state === "loading");
  const lines = standings.filter((one) => one.sentence).map((one) => element("li", {}, one.sentence));
  notice.querySelector("ul")?.replaceChildren(...lines);
  notice.hidden = lines.length === 0;
  const old = document.querySelector("[data-fresh]");
  if (old) await refresh(old);
  if (isPending) setTimeout(look, EVERY, notice);
}

/**
 * The part of the page that may have changed is drawn anew, unless somebody is in the middle of it.
 *
 * @param {Element} old
 */
async function refresh(old) {
  if (old.contains(document.activeElement)) return;
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = page.querySelector("[data-fresh]");
  if (found && found.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(found));
}

const notice = byId("arriving");
if (notice) setTimeout(look, EVERY, notice);
