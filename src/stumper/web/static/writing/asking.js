// Asking the model: by a press, which counts, and by itself whenever one pauses, which does not. One question is in
// flight at a time, and only the answer to the newest text is shown.

import { isPassing } from "./draft.js";

const PAUSE = [120, 400]; // milliseconds without a key until the model is asked: the least, and the most when it is busy
const LATEST = 3000; // for somebody who never pauses
const IDLE = 1000; // and until every word is left out in turn
const RETRY = 1500;

// `read()` is {text, label}; `predict(asked, key, signal)` and `weigh(asked, method, signal)` ask the server;
// `on` hears thinking(), verdict(verdict, asked), weights(weights, asked),
// unweighed(error, asked), trouble(error, isTryingAgain).
export function newAsking({ isLive, isWeighing, read, predict, weigh, on }) {
  let controller = new AbortController();
  let timer = null;
  let pressed = null;
  let isDue = false;
  let since = null; // the first change that it was not asked about
  let wait = PAUSE[0];

  // A busy server is asked less often: one waits about as long as its last answer took, or has been overdue.
  function took(milliseconds) {
    wait = Math.min(PAUSE[1], Math.max(PAUSE[0], milliseconds));
  }

  function stop() {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  }

  function later(wait) {
    clearTimeout(timer);
    timer = setTimeout(askLive, wait);
  }

  async function askLive() {
    const signal = stop();
    const asked = read();
    const began = performance.now();
    since = null;
    on.thinking();
    let isAnswered = false;
    signal.addEventListener("abort", () => isAnswered || took(Math.max(wait, performance.now() - began)));
    try {
      const verdict = await predict(asked, null, signal);
      if (signal.aborted) return;
      isAnswered = true;
      took(performance.now() - began);
      on.verdict(verdict, asked);
      await weighBoth(verdict, asked, signal);
    } catch (error) {
      if (signal.aborted) return;
      const isTryingAgain = isPassing(error) || error.status === 409;
      if (error.status !== 409) on.trouble(error, isTryingAgain);
      if (isTryingAgain) later(RETRY);
    }
  }

  async function weighBoth(verdict, asked, signal) {
    const answer = verdict.guesses[0]?.answer;
    if (!isWeighing() || verdict.fault || answer === undefined) return;
    try {
      for (const method of ["gradient", "leave-one-out"]) {
        const weighed = await patiently(() => weigh(asked, answer, method, signal), signal);
        on.weights(weighed, asked, method);
        await pause(IDLE, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === undefined) throw error;
      if (error.status === 409 && error.kind !== "superseded") on.unweighed(error, asked);
    }
  }

  // A request that was given up may reach the server after the one that replaced it, and then wins there.
  async function patiently(attempt, signal) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || error.kind !== "superseded") throw error;
      await pause(RETRY, signal);
      return attempt();
    }
  }

  // The press is answered however long it takes, and counted once.
  async function askPressed(key) {
    const signal = stop();
    const asked = read();
    on.thinking();
    for (;;) {
      try {
        const verdict = await predict(asked, key, null);
        on.verdict(verdict, asked);
        if (!signal.aborted) weighBoth(verdict, asked, signal);
        return;
      } catch (error) {
        on.trouble(error, isPassing(error));
        if (!isPassing(error)) return;
        await pause(RETRY, null);
      }
    }
  }

  return {
    changed() {
      if (pressed) {
        isDue = true;
        return;
      }
      stop();
      since ??= performance.now();
      if (isLive) later(Math.max(0, Math.min(wait, since + LATEST - performance.now())));
    },
    async press(key) {
      if (pressed) return;
      pressed = askPressed(key);
      await pressed;
      pressed = null;
      if (isDue && isLive) later(0);
      isDue = false;
    },
    weighAgain(verdict) {
      if (!pressed && verdict) weighBoth(verdict, read(), stop());
    },
    stop() {
      stop();
    },
  };
}

function pause(milliseconds, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}
