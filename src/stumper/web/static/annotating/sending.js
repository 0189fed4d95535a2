// A request that outlasts a server that does not answer: tried again, later and later, until it does.

import { call, t } from "../calling.js";
import * as notice from "./notice.js";

const PAUSES = [1, 2, 4, 8, 15];

/** What `call` answers. Where nobody does, the notice says so and when it is tried again; other errors are thrown. */
export async function persistent(method, path, body) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call(method, path, body);
      notice.hide();
      return answer;
    } catch (error) {
      if (!passing(error.status)) throw error;
      await pause(PAUSES[Math.min(tries, PAUSES.length - 1)], error);
    }
  }
}

/** No answer; too often; and what a proxy says while the server behind it starts again. */
function passing(status) {
  return [0, 429, 502, 503, 504].includes(status);
}

function pause(seconds, error) {
  return new Promise((resolve) => {
    let left = seconds;
    const over = () => {
      clearInterval(ticking);
      removeEventListener("online", over);
      resolve();
    };
    const ticking = setInterval(() => (--left > 0 ? tell() : over()), 1000);
    const tell = () => notice.count(t("js.annotating.trying-again", { seconds: left }));
    addEventListener("online", over);
    notice.show(error.status === 429 ? error.sentence : t("js.annotating.no-answer"), [
      { name: t("js.annotating.try-now"), run: over },
    ]);
    tell();
  });
}
