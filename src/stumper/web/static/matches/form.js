// Shows of the form of a new match what matters for who plays and where the questions come from.

const choices = document.querySelectorAll('input[name="mode"], input[name="source"]');

function show() {
  const chosen = new Set([...choices].filter((one) => one.checked).map((one) => one.value));
  for (const part of document.querySelectorAll("[data-for]"))
    part.hidden = !part.dataset.for.split(" ").some((one) => chosen.has(one));
}

for (const choice of choices) choice.addEventListener("change", show);
show();
