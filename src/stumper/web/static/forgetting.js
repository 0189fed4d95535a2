// Whoever logs out, perhaps of a computer that others use, leaves none of their texts on it.

import { drop, keysUnder } from "./device.js";

const TEXTS = ["stumper.writing.", "stumper:entered:"];

for (const form of document.querySelectorAll("form[data-forgets]")) {
  // Only once the page goes: until then what is being written is kept, lest the log-out fails.
  form.addEventListener("submit", () => window.addEventListener("pagehide", forget));
}

function forget() {
  for (const key of TEXTS.flatMap(keysUnder)) drop(key);
}
