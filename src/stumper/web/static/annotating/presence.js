// Signs of life: while somebody is at work on an item, it stays theirs, and the time at work is counted.

import { call } from "../calling.js";

const EVERY = 12_000;
const IDLE = 60_000;

/** Tells the server that the assignment of `current()` is worked on, as long as something was done of late. */
export function watch(path, current) {
  let active = Date.now();
  for (const name of ["keydown", "pointerdown", "pointermove", "scroll"]) {
    addEventListener(name, () => (active = Date.now()), { passive: true, capture: true });
  }
  setInterval(() => {
    const assignment = current();
    if (assignment === null || document.hidden || Date.now() - active > IDLE) return;
    call("POST", path(assignment, "touch")).catch(() => {}); // the next one, or the response itself, says what is wrong
  }, EVERY);
}
