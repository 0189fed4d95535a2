// @ts-check
// The list of examples: keys go through it, and the order is changed at once. Filters begin folded on a narrow screen.

import { listen } from "./keys.js";

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".examples a.open")]);
const seek = /** @type {HTMLInputElement} */ (document.getElementById("q"));
const sort = /** @type {HTMLSelectElement} */ (document.getElementById("sort"));
const filters = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.filters"));

if (filters && matchMedia("(max-width: 800px)").matches) filters.open = false;
sort.addEventListener("change", () => sort.form?.requestSubmit());
seek.addEventListener("keydown", (event) => {
  if (event.key === "Escape") seek.blur();
});
listen({
  "/": () => seek.select(),
  f: filter,
  j: () => go(1),
  k: () => go(-1),
});

function filter() {
  if (!filters) return;
  filters.open = true;
  filters.querySelector("a")?.focus();
}

/** @param {number} by */
function go(by) {
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const place = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  const link = links[Math.max(0, Math.min(links.length - 1, place))];
  link?.focus();
  link?.closest("li")?.scrollIntoView({ block: "nearest" });
}
