// The draft on its way to the server: kept here at once, sent soon after, and sent again until it has arrived.

import { toServer } from "./changes.js";
import { keep } from "./kept.js";

const SOON = 400; // milliseconds from the last change to its sending
const LATEST = 3000; // and from the first that is not sent, for somebody who never pauses
const PULSE = 10_000; // a sign of life where nothing changes, so that server and page agree on the time
const MOST = 2000; // changes in one sending
const BACKOFF = [1000, 2000, 4000, 8000, 15_000];

// `put(body, options)` sends; `isAtWork()` is false while one only looks; `on` hears saving(), saved(answer), away(),
// refused(error), unkept(), and conflict(server) where a newer draft came from elsewhere.
export function newDraft(assignment, state, { put, isAtWork, on }) {
  let timer = null;
  let isSending = false;
  let failures = 0;
  let isOver = false;
  let lastSent = performance.now();
  let firstUnsent = null;

  const isDirty = () => state.pending.length > 0 || state.isLabelUnsent;

  function store() {
    if (!keep(assignment, state)) on.unkept();
  }

  function schedule(wait) {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => send(), wait);
  }

  function changedNow() {
    firstUnsent ??= performance.now();
    if (failures === 0) schedule(Math.max(0, Math.min(SOON, firstUnsent + LATEST - performance.now())));
  }

  function body() {
    const changes = state.pending.slice(0, MOST).map(({ number, at, from, removed, inserted }) => ({
      number,
      at,
      start: from,
      removed,
      inserted,
    }));
    return { revision: state.revision, text: state.text, label: state.label, changes };
  }

  async function send(options = {}) {
    clearTimeout(timer);
    if (isSending || isOver) return;
    isSending = true;
    lastSent = performance.now();
    firstUnsent = null;
    const sent = body();
    const upTo = sent.changes.at(-1)?.number ?? 0;
    const label = state.label;
    if (isDirty()) on.saving();
    try {
      const answer = await put(sent, options);
      failures = 0;
      state.revision = answer.revision;
      state.pending = state.pending.filter((change) => change.number > upTo);
      if (state.label === label) state.isLabelUnsent = false;
      store();
      on.saved(answer);
      if (isDirty()) schedule(SOON);
    } catch (error) {
      recover(error);
    } finally {
      isSending = false;
    }
  }

  function recover(error) {
    if (error.kind === "stale") on.conflict({ ...error.body.draft, changes: error.body.changes });
    else if (isPassing(error)) retry();
    else on.refused(error);
  }

  function retry() {
    on.away();
    schedule(BACKOFF[Math.min(failures, BACKOFF.length - 1)]);
    failures += 1;
  }

  const pulse = setInterval(() => {
    const isQuiet = performance.now() - lastSent > PULSE && failures === 0;
    if (isQuiet && isAtWork() && document.visibilityState === "visible") send();
  }, 1000);

  return {
    // A change that was made to the text, which was `before` until then.
    changed(before, change, text) {
      const from = toServer(before, change.start);
      state.made += 1;
      state.pending.push({ ...change, number: state.made, at: Date.now() / 1000, from });
      state.text = text;
      store();
      changedNow();
    },
    labelled(label) {
      state.label = label;
      state.isLabelUnsent = true;
      store();
      changedNow();
    },
    store,
    // What was reconciled with the server goes to it.
    soon() {
      schedule(SOON);
    },
    again() {
      if (failures > 0) send();
    },
    // Everything is sent, or is known not to be.
    async flush() {
      for (let tries = 0; tries < 20 && isSending; tries += 1) await new Promise((done) => setTimeout(done, 50));
      for (let before = null; isDirty() && state.revision !== before; ) {
        before = state.revision;
        await send();
      }
    },
    // The page may be going away: a sending that outlives it.
    leave() {
      if (isOver || !isDirty()) return;
      if (isSending) put(body(), { keepalive: true }).catch(() => {});
      else send({ keepalive: true });
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      clearInterval(pulse);
    },
  };
}

// Whether it may go by itself: no network, too many requests, a server that is being restarted.
export function isPassing(error) {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}
