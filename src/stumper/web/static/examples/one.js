// @ts-check
// One example: keys go to its neighbours, and its text is replayed change by change.

import { state, t } from "../page.js";
import { applied, toBrowser } from "../writing/text.js";
import { listen } from "./keys.js";

const PACE = 120; // milliseconds for a change, while it plays

listen({ j: follow("next"), k: follow("last"), u: follow("back") });
const step = /** @type {HTMLInputElement | null} */ (document.getElementById("step"));
if (step) replay(step);

/** @param {string} id */
function follow(id) {
  return () => document.getElementById(id)?.click();
}

/** @param {HTMLInputElement} step */
function replay(step) {
  const { original, changes } = state();
  const texts = [original];
  for (const change of changes) {
    const before = texts[texts.length - 1];
    texts.push(applied(before, { ...change, start: toBrowser(before, change.start) }));
  }
  const shown = /** @type {HTMLElement} */ (document.getElementById("replayed"));
  const at = /** @type {HTMLOutputElement} */ (document.getElementById("at"));
  const play = /** @type {HTMLButtonElement} */ (document.getElementById("play"));
  let timer = 0;
  const show = () => {
    const number = Number(step.value);
    const change = changes[number - 1];
    at.textContent = t("js.examples.step", { n: number, of: changes.length });
    if (!change) {
      shown.textContent = texts[number];
      return;
    }
    const text = texts[number];
    const start = toBrowser(texts[number - 1], change.start);
    const added = document.createElement(change.inserted ? "ins" : "del");
    added.className = change.inserted ? "added" : "removed";
    added.textContent = change.inserted || change.removed;
    shown.replaceChildren(text.slice(0, start), added, text.slice(start + change.inserted.length));
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = t("js.examples.play");
  };
  const tick = () => {
    if (Number(step.value) >= changes.length) return stop();
    step.value = String(Number(step.value) + 1);
    show();
  };
  step.addEventListener("input", () => {
    stop();
    show();
  });
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (Number(step.value) >= changes.length) step.value = "0";
    play.textContent = t("js.examples.pause");
    timer = setInterval(tick, PACE);
    show();
  });
  show();
}
