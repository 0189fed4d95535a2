// @ts-check
// Shows of the form of a new match what matters for who plays and where the questions come from.

/** @type {NodeListOf<HTMLInputElement>} */
const choices = document.querySelectorAll('input[name="mode"], input[name="source"]');

/** @type {NodeListOf<HTMLElement>} */
const parts = document.querySelectorAll("[data-for]");

function show() {
  const chosen = new Set([...choices].filter((one) => one.checked).map((one) => one.value));
  for (const part of parts) part.hidden = !(part.dataset.for ?? "").split(" ").some((one) => chosen.has(one));
}

for (const choice of choices) choice.addEventListener("change", show);
show();
