// Buttons, choices and keys, tied to what they do.

import { byId } from "../elements.js";

// A page has some of these; what is not named is not there.
export function wireControls({ undo, redo, reset, predict, submit, finish, showWeights, chooseLabel }) {
  for (const [id, action] of Object.entries({ undo, redo, reset, predict, submit, finish })) {
    if (action !== undefined) byId(id)?.addEventListener("click", action);
  }
  byId("open-instructions")?.addEventListener("click", () => byId("instructions").showModal());
  byId("show-weights").addEventListener("change", (event) => showWeights(event.target.checked));
  for (const choice of labelChoices()) choice.addEventListener("change", () => chooseLabel(choice.value));
  if (/Mac|iPhone|iPad/.test(navigator.platform)) nameKeysOfMac();
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
    const action = event.shiftKey ? submit : predict;
    if (action === undefined || byId("instructions")?.open) return;
    event.preventDefault();
    action();
  });
}

function nameKeysOfMac() {
  for (const key of document.querySelectorAll("#writing kbd")) key.textContent = key.textContent.replace("Ctrl", "⌘");
}

export function labelChoices() {
  return [...document.getElementsByName("label")];
}

// The page is left, hidden or shown again; the network is back.
export function wireComingAndGoing({ leave, again }) {
  window.addEventListener("online", again);
  window.addEventListener("pagehide", leave);
  for (const form of document.querySelectorAll("form[data-forgets]")) form.addEventListener("submit", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
    else again();
  });
}
