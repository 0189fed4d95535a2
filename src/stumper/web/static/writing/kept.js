// What is kept on this device of an item in hand, so that nothing of it depends on the server.

import { drop, keysUnder, recalled, remember } from "../device.js";

const PREFIX = "stumper.writing.";

export function readKept(assignment) {
  const kept = recalled(PREFIX + assignment);
  return kept && typeof kept.text === "string" && Array.isArray(kept.pending) ? kept : null;
}

// Whether it could be kept.
export function keep(assignment, state) {
  const text = JSON.stringify(state);
  return remember(PREFIX + assignment, text) || (forgetOthers(assignment) && remember(PREFIX + assignment, text));
}

// Whether there is more room now: the other items, but for those that hold what the server lacks, are forgotten.
function forgetOthers(assignment) {
  const others = keysUnder(PREFIX).filter((key) => key !== PREFIX + assignment);
  const sent = others.filter((key) => !readKept(key.slice(PREFIX.length))?.pending.length);
  for (const key of sent) drop(key);
  return sent.length > 0;
}
