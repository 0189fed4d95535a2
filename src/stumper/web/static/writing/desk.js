// @ts-check
// What one has in hands: what is typed, kept and compared, beside the model that answers or the machines that listen.

import { address, byId, drop, element, keysUnder, percent, recalled, remember, say, t } from "../page.js";
import { html } from "../vendor/lit-html/lit-html.js";
import {
  changeBetween,
  newComparison,
  newEditor,
  newWeights,
  reconciled,
  record,
  redo,
  toServer,
  undo,
  watchPointer,
} from "./text.js";

const PATIENCE = 2000; // milliseconds that a press waits for the draft, so that the log of changes is whole by then

/**
 * What the server says: of the page, and of an item that is opened; each kind of item has more.
 *
 * @typedef {{ field: string, beside: string, choices: Record<string, string>, retrieves: boolean, composes: boolean }} Desk
 * @typedef {{ number: number, text: string, label: string | null, answer: string | null,
 *   taken_back?: boolean }} Submission
 * @typedef {{ project: string, item: string, desk: Desk, submissions: Submission[] }} Page
 * @typedef {{ revision: number, text: string, label: string | null }} Draft
 * @typedef {{ assignment: string, draft: Draft | null, changes: number }} Opened
 * @typedef {{ revision: number, saved_at: number, changes: number, seconds_left: number | null }} DraftKept
 */

/**
 * @typedef {import("../page.js").Options} Options
 * @typedef {import("../page.js").Refusal} Refusal
 * @typedef {import("./text.js").Change} Change
 * @typedef {import("./text.js").History} History
 * @typedef {import("./text.js").Kept} Kept
 * @typedef {import("./text.js").Range} Range
 * @typedef {import("./text.js").Served} Served
 * @typedef {ReturnType<typeof addresses>} Paths
 */

/**
 * What a kind of item begins with, what stands beside its text, and what that is given.
 *
 * @typedef {{ original: string, label: string | null, boxes: Range[], question: string | null }} Begun
 * @typedef {{
 *   predict?: () => void, submit: () => void, finish?: () => void,
 *   showWeights: (isOn: boolean) => void, chooseLabel?: (label: string) => void,
 * }} Controls
 * @typedef {{
 *   send: (method: string, path: string, body: unknown, options?: Options) => Promise<unknown>,
 *   readonly isOver: boolean, readonly isAtWork: boolean, controls: Controls, saved: (answer: DraftKept) => void,
 *   changed: () => void, replaced: () => void, drawButtons: () => void, begin: () => void,
 * }} Beside
 */

/**
 * @template {Opened} O
 * @typedef {{
 *   opened: O, page: Page, paths: Paths, state: Kept, original: string, editor: ReturnType<typeof newEditor>,
 *   draft: ReturnType<typeof newDraft>, weights: ReturnType<typeof newWeights>,
 *   press: (path: string, body: unknown, options?: Options) => Promise<unknown>,
 *   drawButtons: () => void, shownAnew: () => void,
 * }} Parts
 */

/**
 * A desk for what was opened; `kind` is of a model that answers or of machines that listen.
 *
 * @template {Opened} O
 * @param {O} opened
 * @param {Page} page
 * @param {{ begun: (opened: O) => Begun, newBeside: (parts: Parts<O>) => Beside }} kind
 */
export function furnish(opened, page, kind) {
  const paths = addresses(page.project, page.desk.composes);
  const { original, label, boxes, question } = kind.begun(opened);
  const begun = { revision: 0, text: original, label, ...opened.draft, changes: opened.changes };
  const { state, isReplaced } = reconciled(readKept(opened.assignment), begun);

  byId("desk", HTMLElement).hidden = false;
  const saved = newSaved(byId("saved", HTMLElement));
  const comparison = newComparison(original, boxes);
  const weights = newWeights({ ...page.desk, question });
  const editor = newEditor(byId("text", HTMLTextAreaElement), byId("copy", HTMLElement), {
    onChange(change) {
      record(state.history, change, Date.now());
      edited(change);
    },
    onUndo: () => step(undo),
    onRedo: () => step(redo),
  });
  const draft = newDraft(opened.assignment, state, {
    put: (body, options) =>
      /** @type {Promise<DraftKept>} */ (beside.send("PUT", paths.draft(opened.assignment), body, options)),
    isAtWork: () => beside.isAtWork,
    on: {
      ...saved,
      saved(answer) {
        saved.saved();
        beside.saved(answer);
      },
      refused(error) {
        saved.refused(error.sentence);
        if (error.status === 401) offerLogIn();
      },
      conflict: rebase,
    },
  });
  // What stands beside the text: the model that answers, or the machines that listen.
  const beside = kind.newBeside({
    opened,
    page,
    paths,
    state,
    original,
    editor,
    draft,
    weights,
    press,
    drawButtons,
    shownAnew,
  });

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {Options} [options]
   */
  async function press(path, body, options) {
    await Promise.race([draft.flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
    return beside.send("POST", path, body, options);
  }

  /**
   * Whatever changed the text, it is kept, compared, and put to the model.
   *
   * @param {Change} change
   */
  function edited(change) {
    draft.changed(state.text, change, editor.text);
    shownAnew();
  }

  function shownAnew() {
    comparison.show(editor.text);
    beside.changed();
    drawButtons();
  }

  /** @param {(history: History) => Change | null} direction */
  function step(direction) {
    if (beside.isOver) return;
    const change = direction(state.history);
    if (change !== null) {
      editor.change(change);
      edited(change);
    }
    editor.focus();
  }

  function reset() {
    const change = changeBetween(editor.text, original, original.length);
    record(state.history, change, Date.now(), { whole: true });
    editor.change(change);
    edited(change);
    editor.focus();
  }

  /**
   * The server has a newer draft than the one that ours was made from: perhaps ours, perhaps from elsewhere.
   *
   * @param {Served} newer
   */
  function rebase(newer) {
    const now = reconciled(state, newer);
    const isOther = now.state.text !== editor.text || now.state.label !== state.label;
    Object.assign(state, now.state);
    draft.store();
    draft.soon();
    if (now.isReplaced) saved.elsewhere();
    if (!isOther) return;
    editor.text = state.text;
    beside.replaced();
    shownAnew();
  }

  function drawButtons() {
    byId("undo", HTMLButtonElement).disabled = beside.isOver || state.history.undo.length === 0;
    byId("redo", HTMLButtonElement).disabled = beside.isOver || state.history.redo.length === 0;
    beside.drawButtons();
  }

  wireControls({ undo: () => step(undo), redo: () => step(redo), reset, ...beside.controls });
  wireComingAndGoing({ leave: draft.leave, again: draft.again });
  followKeyboard();
  watchPointer(byId("text", HTMLElement), weights.point);
  editor.text = state.text;
  if (!beside.isOver && (state.pending.length > 0 || state.isLabelUnsent)) draft.soon();
  else if (opened.draft) saved.saved();
  if (isReplaced) saved.elsewhere();
  comparison.show(editor.text);
  drawButtons();
  beside.begin();
}

// An item is opened and given to its desk; where that fails, or somebody is logged out meanwhile, it is said.

/**
 * Opens an item; `words` is where the page's own words are: "js.writing" or "js.writing.tossups".
 *
 * @template O
 * @param {{ open: () => Promise<O>, furnish: (opened: O) => void, words: string }} item
 */
export async function opening({ open, furnish, words }) {
  const trouble = byId("trouble", HTMLElement);
  const loading = byId("loading", HTMLElement);
  trouble.hidden = true;
  let opened;
  try {
    opened = await open();
  } catch (error) {
    fail(/** @type {Refusal} */ (error).sentence);
    return;
  }
  loading.hidden = true;
  furnish(opened);

  /** @param {string} sentence */
  function fail(sentence) {
    const again = element("button", { type: "button" }, t(`${words}.reload`));
    again.addEventListener("click", () => opening({ open, furnish, words }));
    trouble.replaceChildren(t(`${words}.cannot_open`, { sentence }), " ", again);
    trouble.hidden = false;
    loading.hidden = true;
    again.focus();
  }
}

export function offerLogIn() {
  const link = element("a", { href: address("/log-in") }, t("js.writing.log_in"));
  const trouble = byId("trouble", HTMLElement);
  trouble.replaceChildren(t("js.writing.logged_out"), " ", link);
  trouble.hidden = false;
}

/**
 * The addresses of one project's writing: of examples that are changed, or of tossups that are composed.
 *
 * @param {string} project
 * @param {boolean} composes
 */
export function addresses(project, composes) {
  const api = `/api/v1/projects/${project}`;
  const pages = `/projects/${project}/${composes ? "tossups" : "write"}`;
  /** @type {(what: string) => (assignment: string) => string} */
  const held = (what) => (assignment) => `${api}/assignments/${assignment}/${composes ? "tossup/" : ""}${what}`;
  return {
    open: (/** @type {string} */ item) => `${api}/${composes ? "tossups" : "items"}/${item}/open`,
    draft: held("draft"),
    predict: held("predict"),
    hear: held("hear"),
    place: held("place"),
    weights: held("weights"),
    submit: held("submit"),
    done: held("done"),
    answers: (/** @type {string} */ typed, /** @type {boolean} */ isWhole) =>
      `${api}/tossups/answers?typed=${encodeURIComponent(typed)}&whole=${isWhole}`,
    past: (/** @type {string} */ answer) => `${api}/tossups/past?answer=${encodeURIComponent(answer)}`,
    begin: `${api}/tossups`,
    one: (/** @type {string} */ item) => `${api}/tossups/${item}`,
    answer: (/** @type {string} */ item) => `${api}/tossups/${item}/answer`,
    items: pages,
    item: (/** @type {string} */ item) => `${pages}/${item}`,
  };
}

// A name for one press of a button.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Buttons, choices and keys, tied to what they do.

/**
 * A page has some of these; what is not named is not there.
 *
 * @param {Controls & { undo: () => void, redo: () => void, reset: () => void }} controls
 */
function wireControls({ undo, redo, reset, predict, submit, finish, showWeights, chooseLabel }) {
  for (const [id, action] of Object.entries({ undo, redo, reset, predict, submit, finish })) {
    if (action !== undefined) byId(id)?.addEventListener("click", action);
  }
  byId("open-instructions")?.addEventListener("click", () => byId("instructions", HTMLDialogElement).showModal());
  const weights = byId("show-weights", HTMLInputElement);
  weights.addEventListener("change", () => showWeights(weights.checked));
  for (const choice of labelChoices()) choice.addEventListener("change", () => chooseLabel?.(choice.value));
  if (/Mac|iPhone|iPad/.test(navigator.platform)) nameKeysOfMac();
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
    const action = event.shiftKey ? submit : predict;
    const instructions = byId("instructions");
    if (action === undefined || (instructions instanceof HTMLDialogElement && instructions.open)) return;
    event.preventDefault();
    action();
  });
}

// The buttons stay above a keyboard on the screen: where the browser draws it over the page, so high they stand.
function followKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const place = () => {
    const isZoomed = view.scale > 1.01; // then a part of the page is looked at, and nothing covers it
    const covered = isZoomed ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop);
    document.documentElement.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  };
  view.addEventListener("resize", place);
  view.addEventListener("scroll", place);
}

function nameKeysOfMac() {
  for (const key of document.querySelectorAll("#writing kbd")) key.textContent = key.textContent.replace("Ctrl", "⌘");
}

export function labelChoices() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = document.querySelectorAll("input[name=label]");
  return [...choices];
}

/**
 * The page is left, hidden or shown again; the network is back.
 *
 * @param {{ leave: () => void, again: () => void }} listeners
 */
function wireComingAndGoing({ leave, again }) {
  window.addEventListener("online", again);
  window.addEventListener("pagehide", leave);
  for (const form of document.querySelectorAll("form[data-forgets]")) form.addEventListener("submit", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
    else again();
  });
}

// An item that is done stays so while one looks at it; the first thing that is done to it opens it again.

/**
 * The hold of an item: `open()` takes it in hand and says what the server answers; `onOpened(answer)` hears of it.
 *
 * @template A
 * @param {boolean} isDone
 * @param {{ open: () => Promise<A>, onOpened: (answer: A) => void }} how
 */
export function newHold(isDone, { open, onOpened }) {
  /** @type {Promise<void> | null} */
  let opening = isDone ? null : Promise.resolve();
  let isAtWork = !isDone;

  async function opened() {
    try {
      onOpened(await open());
      isAtWork = true;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  return {
    get isAtWork() {
      return isAtWork;
    },
    // It is in hand from here on.
    take() {
      opening ??= opened();
      return opening;
    },
  };
}

// What is kept on this device of an item in hand, so that nothing of it depends on the server.

const PREFIX = "stumper.writing.";

/**
 * @param {string} assignment
 * @returns {Kept | null}
 */
function readKept(assignment) {
  const kept = recalled(PREFIX + assignment);
  return kept && typeof kept.text === "string" && Array.isArray(kept.pending) ? kept : null;
}

/**
 * Whether it could be kept.
 *
 * @param {string} assignment
 * @param {Kept} state
 */
function keep(assignment, state) {
  const text = JSON.stringify(state);
  return remember(PREFIX + assignment, text) || (forgetOthers(assignment) && remember(PREFIX + assignment, text));
}

/**
 * Whether there is more room now: the other items, but for those that hold what the server lacks, are forgotten.
 *
 * @param {string} assignment
 */
function forgetOthers(assignment) {
  const others = keysUnder(PREFIX).filter((key) => key !== PREFIX + assignment);
  const sent = others.filter((key) => !readKept(key.slice(PREFIX.length))?.pending.length);
  for (const key of sent) drop(key);
  return sent.length > 0;
}

// The draft on its way to the server: kept here at once, sent soon after, and sent again until it has arrived.

const SOON = 400; // milliseconds from the last change to its sending
const LATEST = 3000; // and from the first that is not sent, for somebody who never pauses
const PULSE = 10_000; // a sign of life where nothing changes, so that server and page agree on the time
const MOST_CHANGES = 2000; // changes in one sending
const BACKOFF = [1000, 2000, 4000, 8000, 15_000];

/**
 * A draft; `put` sends, `isAtWork()` is false while one only looks, and `on` hears of a `conflict` where a newer draft came
 * from elsewhere.
 *
 * @param {string} assignment
 * @param {Kept} state
 * @param {{
 *   put: (body: unknown, options: Options) => Promise<DraftKept>,
 *   isAtWork: () => boolean,
 *   on: {
 *     saving: () => void, saved: (answer: DraftKept) => void, away: () => void, refused: (error: Refusal) => void,
 *     unkept: () => void, conflict: (server: Served) => void,
 *   },
 * }} how
 */
function newDraft(assignment, state, { put, isAtWork, on }) {
  let timer = 0;
  let isSending = false;
  let failures = 0;
  let isOver = false;
  let lastSent = performance.now();
  /** @type {number | null} */
  let firstUnsent = null;

  const isDirty = () => state.pending.length > 0 || state.isLabelUnsent;

  function store() {
    if (!keep(assignment, state)) on.unkept();
  }

  /** @param {number} wait */
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
    const changes = state.pending.slice(0, MOST_CHANGES).map(({ number, at, from, removed, inserted }) => ({
      number,
      at,
      start: from,
      removed,
      inserted,
    }));
    return { revision: state.revision, text: state.text, label: state.label, changes };
  }

  /** @param {Options} options */
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
      recover(/** @type {Refusal} */ (error));
    } finally {
      isSending = false;
    }
  }

  /** @param {Refusal} error */
  function recover(error) {
    if (error.kind === "stale") {
      const { draft, changes } = /** @type {{ draft: Draft, changes: number }} */ (error.body);
      on.conflict({ ...draft, changes });
    } else if (isPassing(error)) retry();
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
    /**
     * A change that was made to the text, which was `before` until then.
     *
     * @param {string} before
     * @param {Change} change
     * @param {string} text
     */
    changed(before, change, text) {
      const from = toServer(before, change.start);
      state.made += 1;
      state.pending.push({ ...change, number: state.made, at: Date.now() / 1000, from });
      state.text = text;
      store();
      changedNow();
    },
    /** @param {string} label */
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
      for (let before = -1; isDirty() && state.revision !== before; ) {
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

/**
 * Whether it may go by itself: no network, too many requests, a server that is being restarted.
 *
 * @param {Refusal} error
 */
export function isPassing(error) {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

// Whether what one writes is saved, in a line that is always there.

/** @param {HTMLElement} where */
function newSaved(where) {
  /** @type {number | null} */
  let at = null;
  let since = 0; // the save that is under way; only a slow one is worth a word

  /**
   * @param {string} kind
   * @param {string} text
   */
  function show(kind, text) {
    where.dataset.kind = kind;
    say(where, text);
  }

  function tick() {
    if (where.dataset.kind !== "saved" || at === null) return;
    const seconds = Math.round((performance.now() - at) / 1000);
    if (seconds < 2) show("saved", t("js.writing.saved_now"));
    else if (seconds < 60) show("saved", t("js.writing.saved", { n: seconds }));
    else show("saved", t("js.writing.saved_minutes", { n: Math.floor(seconds / 60) }));
  }

  setInterval(tick, 1000);

  return {
    saving() {
      clearTimeout(since);
      since = setTimeout(() => show("saving", t("js.writing.saving")), 600);
    },
    saved() {
      clearTimeout(since);
      at = performance.now();
      if (where.dataset.kind !== "elsewhere") where.dataset.kind = "saved";
      tick();
    },
    away() {
      clearTimeout(since);
      show("away", t("js.writing.on_device"));
    },
    /** @param {string} sentence */
    refused(sentence) {
      clearTimeout(since);
      show("away", t("js.writing.on_device_refused", { sentence }));
    },
    unkept() {
      show("away", t("js.writing.not_saved"));
    },
    elsewhere() {
      clearTimeout(since);
      show("elsewhere", t("js.writing.elsewhere"));
      setTimeout(() => {
        where.dataset.kind = "saved";
        tick();
      }, 12_000);
    },
  };
}

// Asking the model: by a press, which counts, and by itself whenever one pauses, which does not. One question is in
// flight at a time, and only the answer to the newest text is shown.

const PAUSE = [120, 400]; // milliseconds without a key until the model is asked: the least, and the most when it is busy
const LONGEST = 3000; // for somebody who never pauses
const IDLE = 1000; // and until every word is left out in turn
const RETRY = 1500;

/**
 * @typedef {{ guesses: { answer: string }[], fault: string | null }} Verdict
 * @typedef {"gradient" | "leave-one-out"} Method
 */

/**
 * Asks; `read()` is what is asked about, and `predict` and `weigh` ask the server.
 *
 * @template A
 * @template {Verdict} V
 * @template W
 * @param {{
 *   isLive: boolean, isWeighing: () => boolean, read: () => A,
 *   predict: (asked: A, key: string | null, signal: AbortSignal | null) => Promise<V>,
 *   weigh: (asked: A, answer: string, method: Method, signal: AbortSignal) => Promise<W>,
 *   on: {
 *     thinking: () => void, verdict: (verdict: V, asked: A) => void,
 *     weights: (weighed: W, asked: A, method: Method) => void, unweighed: (error: Refusal, asked: A) => void,
 *     trouble: (error: Refusal, isTryingAgain: boolean) => void,
 *   },
 * }} how
 */
export function newAsking({ isLive, isWeighing, read, predict, weigh, on }) {
  let controller = new AbortController();
  let timer = 0;
  /** @type {Promise<void> | null} */
  let pressed = null;
  let isDue = false;
  /** @type {number | null} the first change that it was not asked about */
  let since = null;
  let wait = PAUSE[0];

  /**
   * A busy server is asked less often: one waits about as long as its last answer took, or has been overdue.
   *
   * @param {number} milliseconds
   */
  function took(milliseconds) {
    wait = Math.min(PAUSE[1], Math.max(PAUSE[0], milliseconds));
  }

  function stop() {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    return controller.signal;
  }

  /** @param {number} wait */
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
    } catch (thrown) {
      if (signal.aborted) return;
      const error = /** @type {Refusal} */ (thrown);
      const isTryingAgain = isPassing(error) || error.status === 409;
      if (error.status !== 409) on.trouble(error, isTryingAgain);
      if (isTryingAgain) later(RETRY);
    }
  }

  /**
   * @param {V} verdict
   * @param {A} asked
   * @param {AbortSignal} signal
   */
  async function weighBoth(verdict, asked, signal) {
    const answer = verdict.guesses[0]?.answer;
    if (!isWeighing() || verdict.fault || answer === undefined) return;
    try {
      for (const method of /** @type {Method[]} */ (["gradient", "leave-one-out"])) {
        const weighed = await patiently(() => weigh(asked, answer, method, signal), signal);
        if (!isWeighing()) return; // they were switched off meanwhile
        on.weights(weighed, asked, method);
        await pause(IDLE, signal);
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const error = /** @type {Refusal} */ (thrown);
      if (error.status === undefined) throw thrown;
      if (error.status === 409 && error.kind !== "superseded") on.unweighed(error, asked);
    }
  }

  /**
   * A request that was given up may reach the server after the one that replaced it, and then wins there.
   *
   * @param {() => Promise<W>} attempt
   * @param {AbortSignal} signal
   */
  async function patiently(attempt, signal) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || /** @type {Refusal} */ (error).kind !== "superseded") throw error;
      await pause(RETRY, signal);
      return attempt();
    }
  }

  /**
   * The press is answered however long it takes, and counted once.
   *
   * @param {string} key
   */
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
      } catch (thrown) {
        const error = /** @type {Refusal} */ (thrown);
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
      if (isLive) later(Math.max(0, Math.min(wait, since + LONGEST - performance.now())));
    },
    /** @param {string} key */
    async press(key) {
      if (pressed) return;
      pressed = askPressed(key);
      await pressed;
      pressed = null;
      if (isDue && isLive) later(0);
      isDue = false;
    },
    /** @param {V | null} verdict */
    weighAgain(verdict) {
      if (!pressed && verdict) weighBoth(verdict, read(), stop());
    },
    stop() {
      stop();
    },
  };
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | null} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}

// A guess in a row of its own that never jumps: its sign, what was said, and its share.

/** @typedef {{ answer: string, probability: number | null, right: boolean }} Guess */

/**
 * A row for each guess, and empty ones for the rest, so that nothing below them moves.
 *
 * @param {Guess[]} guesses
 * @param {number} rows
 * @param {(answer: string) => string} named
 */
export function guessRows(guesses, rows, named = (answer) => answer) {
  return Array.from({ length: rows }, (_, index) => guessRow(guesses[index], named));
}

/**
 * @param {Guess | undefined} guess
 * @param {(answer: string) => string} named
 */
function guessRow(guess, named) {
  if (guess === undefined) return html`<li class="guess-row empty"></li>`;
  const { answer, probability, right } = guess;
  const rightness = ` (${t(right ? "js.writing.guess_right" : "js.writing.guess_wrong")}) `;
  return html`<li class="guess-row ${right ? "right" : ""}" title=${named(answer)}>
    <span class="sign" aria-hidden="true">${right ? "✓" : "✗"}</span>
    <span class="said">${named(answer)}</span><span class="unseen">${rightness}</span>
    <span class="track" aria-hidden="true"><span class="fill" .style=${`width: ${100 * (probability ?? 0)}%`}></span></span>
    <span class="share">${probability === null ? "" : percent(probability)}</span>
  </li>`;
}
