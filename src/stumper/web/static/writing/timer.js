// The time left for an item: what the server last said, counted down from there.

import { t } from "../calling.js";
import { byId, say } from "../elements.js";

const SHORT = 30;

// Without a limit nothing is shown.
export function newTimer(onUp) {
  const where = { box: byId("timer"), time: byId("time"), news: byId("news") };
  let ends = null;
  let isShort = false;
  let isUp = false;

  function tick() {
    if (ends === null || isUp) return;
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    const values = { minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, "0") };
    say(where.time, t("js.writing.time", values));
    where.box.hidden = false;
    if (left <= SHORT && !isShort && left > 0) say(where.news, t("js.writing.half_minute"));
    isShort = left <= SHORT;
    where.box.classList.toggle("short", isShort);
    if (left === 0) {
      isUp = true;
      onUp();
    }
  }

  setInterval(tick, 250);

  return {
    set left(seconds) {
      ends = seconds === null ? null : performance.now() + 1000 * seconds;
      tick();
    },
    get isUp() {
      return isUp;
    },
  };
}
