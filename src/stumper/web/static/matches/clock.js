// A calm clock: whole seconds and a thin bar, by the server's time.

import { t } from "../calling.js";
import { byId } from "../elements.js";

const SHORT = 3; // seconds left to answer from which on it shows that they are few
let running = null;

/** Runs the clock that is in view. */
export function tick({ clock: kind, ends, seconds }, now) {
  clearInterval(running);
  const clock = byId("clock");
  const bar = byId("left");
  clock.hidden = ends === null;
  bar.hidden = ends === null;
  clock.classList.remove("short");
  if (ends === null) return;
  const shown = () => {
    const left = Math.max(0, ends - now());
    byId("seconds").textContent = t("js.matches.seconds", { n: Math.ceil(left) });
    bar.value = seconds > 0 ? Math.min(1, left / seconds) : 0;
    clock.classList.toggle("short", kind === "answer" && left <= SHORT);
    if (left === 0) clearInterval(running);
  };
  shown();
  running = setInterval(shown, 100);
}
