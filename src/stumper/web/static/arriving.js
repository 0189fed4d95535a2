// What the server still makes ready, told at the top of a page until it is there.

import { call } from "./page.js";

const EVERY = 1500;
const notice = document.getElementById("arriving");

async function look() {
  let standings;
  try {
    standings = await call("GET", "/api/v1/models");
  } catch {
    setTimeout(look, EVERY); // the server may be starting anew: what is shown stays
    return;
  }
  const isPending = standings.some((one) => one.state === "waiting" || one.state === "loading");
  const lines = standings.filter((one) => one.sentence).map(line);
  notice.querySelector("ul").replaceChildren(...lines);
  notice.hidden = lines.length === 0;
  if (document.querySelector("[data-fresh]")) await refresh();
  if (isPending) setTimeout(look, EVERY);
}

function line(one) {
  const made = document.createElement("li");
  made.textContent = one.sentence;
  return made;
}

/** The part of the page that may have changed is drawn anew, unless somebody is in the middle of it. */
async function refresh() {
  const old = document.querySelector("[data-fresh]");
  if (old.contains(document.activeElement)) return;
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = page.querySelector("[data-fresh]");
  if (found && found.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(found));
}

if (notice) setTimeout(look, EVERY);
