// What was entered stays on this device until it is recorded: a reload, a crash or a session that
// ends loses nothing. Logging out forgets it.

import { drop, keysUnder, recalled, remember } from "../device.js";

const PREFIX = "stumper:entered:";
const WEEK = 7 * 24 * 3600 * 1000;

/** What was entered for this assignment and not recorded yet, or null. */
export function kept(assignment) {
  return recalled(PREFIX + assignment)?.entered ?? null;
}

/** Keeps what is entered. */
export function keep(assignment, entered) {
  remember(PREFIX + assignment, JSON.stringify({ at: Date.now(), entered }));
}

/** Nothing is kept of it any more, nor of what was left a week ago. */
export function forget(assignment) {
  drop(PREFIX + assignment);
  for (const key of keysUnder(PREFIX)) {
    if (Date.now() - (recalled(key)?.at ?? 0) > WEEK) drop(key);
  }
}
