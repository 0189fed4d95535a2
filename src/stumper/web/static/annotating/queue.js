// @ts-check
// One item of a queue at a time: fetched, shown, answered, recorded once, and then the next.

import {
  address,
  byId,
  call,
  drop,
  element,
  foldable,
  keysUnder,
  recall,
  recalled,
  remember,
  state,
  t,
} from "../page.js";

const { project, kind, end } = state();
const api = `/api/v1/projects/${project}`;
/** @type {(assignment: string | null, what: string) => string} */
const at = (assignment, what) => `${api}/assignments/${assignment}/${what}`;
const read = `stumper:read:${project}:${kind}`;
const form = byId("item", HTMLFormElement);
const status = byId("status", HTMLElement);
const stillOpen = byId("open", HTMLElement);
const leaving = byId("leave", HTMLButtonElement);

const ROOM = matchMedia("(min-width: 1000px)"); // as in annotating.css
const QUICK = 400; // ms that nothing is said of waiting
const EVERY = 12_000; // ms between two signs of life
const IDLE = 60_000;
const OPEN = 6_000; // ms that it is said that something is still open
const UNDO = 10; // seconds, by the page; the server allows for the way

/**
 * The part of a page that is a kind's own. `response` is null while something is missing; what `entered` gives is kept
 * and comes back to `restore`, which gets null where nothing was. A binding's `run` answers false where it did nothing;
 * the one that `sends` has Ctrl and Enter as well.
 *
 * @template [I=unknown] what the server tells of an item of this kind
 * @template [E=unknown] what is entered for it
 * @typedef {{
 *   show(item: I): void, restore(entered: E | null): void, entered(): E, response(): Record<string, unknown> | null,
 *   focusOpen(): void, focus(): void, bindings: Binding[],
 * }} Part
 */

/**
 * @typedef {{ keys: string[], shown: string[], does: string, sends?: boolean, run?: () => unknown }} Binding
 * @typedef {{ done: number, left: number }} Progress
 * @typedef {{ assignment: string, turn: number, progress: Progress }} Handed
 * @typedef {{ assignment: string, entered: unknown }} Sent
 * @typedef {import("../page.js").Refusal} Refusal
 */

/** @type {string | null} */
let assignment = null;
let closing = 0; // the timer of what says that something is open
let turn = 0; // of the item, which goes back with the response
/** @type {Progress | null} */
let progress = null;
/** @type {Sent | null} what was sent last and can still be taken back */
let sent = null;

/**
 * Works the queue off.
 *
 * @param {Part} part
 */
export function work(part) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(part);
  });
  byId("look-again", HTMLButtonElement).addEventListener("click", () => void next(part));
  leaving.addEventListener("click", () => void leave(part));
  const listening = () => !form.inert && !form.hidden;
  listen(listening, [
    ...part.bindings,
    {
      keys: ["Enter"],
      shown: ["Enter"],
      does: t("js.annotating.keys.send"),
      sends: true,
      run: () => form.requestSubmit(),
    },
    { keys: [], shown: ["Ctrl", "Enter"], does: t("js.annotating.keys.send-field") },
    { keys: ["l"], shown: ["l"], does: t("js.annotating.keys.leave"), run: () => leaving.focus() },
    { keys: [], shown: ["Ctrl", "z"], does: t("js.annotating.keys.undo-sent") },
  ]);
  byId("undo", HTMLButtonElement).addEventListener("click", () => void undo(part));
  addEventListener("keydown", (event) => {
    const asksUndo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!asksUndo || sent === null || typing(event.target)) return;
    event.preventDefault();
    void undo(part);
  });
  giveSigns();
  instructions();
  void next(part);
}

/**
 * What is entered now is kept on this device.
 *
 * @param {Part} part
 */
export function changed(part) {
  stillOpen.hidden = true;
  if (assignment !== null) keep(assignment, part.entered());
}

/** @param {Part} part */
async function next(part) {
  assignment = null;
  const slow = setTimeout(() => showing("waiting"), QUICK);
  try {
    /** @type {Handed | null} */
    const item = await persistent("GET", `${api}/work/${kind}`);
    clearTimeout(slow);
    if (item === null) empty();
    else present(part, item);
  } catch (error) {
    clearTimeout(slow);
    refused(part, error);
  }
}

/**
 * @param {Part} part
 * @param {Handed} item
 */
function present(part, item) {
  const isFirst = progress === null;
  assignment = item.assignment;
  stillOpen.hidden = true;
  turn = item.turn;
  part.show(item);
  part.restore(kept(item.assignment));
  progress = item.progress;
  showing("item");
  form.inert = false;
  if (!isFirst) part.focus();
}

/** @param {Progress} progress */
function count({ done, left }) {
  byId("progress", HTMLElement).textContent = t("js.annotating.progress", { done, left });
  const bar = byId("progress-bar", HTMLProgressElement);
  [bar.max, bar.value, bar.hidden] = [Math.max(1, done + left), done, false];
}

function empty() {
  if (end) return location.assign(address(end)); // whoever came by a link sees there what is left, or the code
  status.textContent = sent === null ? "" : t("js.annotating.recorded-last");
  showing("empty");
  form.inert = false;
  byId("empty-title", HTMLElement).focus();
}

/** @param {Part} part */
async function send(part) {
  const body = part.response();
  if (body === null) {
    status.textContent = t("js.annotating.incomplete");
    stillOpen.hidden = false;
    clearTimeout(closing);
    closing = setTimeout(() => (stillOpen.hidden = true), OPEN);
    part.focusOpen();
    return;
  }
  await busily(part, async (assignment) => {
    const just = { assignment, entered: part.entered() };
    /** @type {{ progress: Progress }} */
    const counted = await persistent("POST", at(assignment, "response"), { ...body, turn });
    progress = counted.progress;
    ended(t("js.annotating.recorded"));
    offerUndo(just);
    readInstructions();
    await next(part);
  });
}

// What was sent can be taken back for ten seconds; then it is the next item, as it was filled in.

const sentBox = byId("sent", HTMLElement);
let offering = 0;

/** @param {Sent} just */
function offerUndo(just) {
  withdrawOffer();
  sent = just;
  keep(just.assignment, just.entered, true);
  let left = UNDO;
  const tell = () => {
    byId("sent-left", HTMLElement).textContent = t("js.annotating.undo-left", { seconds: left });
  };
  tell();
  sentBox.hidden = false;
  offering = setInterval(() => (--left > 0 ? tell() : withdrawOffer()), 1000);
}

function withdrawOffer() {
  clearInterval(offering);
  if (sent !== null) forget(sent.assignment);
  sent = null;
  sentBox.hidden = true;
}

/** @param {Part} part */
async function undo(part) {
  if (sent === null || form.inert) return;
  const { assignment: taken, entered } = sent;
  withdrawOffer();
  form.inert = true;
  try {
    /** @type {{ undone: boolean, progress: Progress }} */
    const { undone, progress: now } = await persistent("POST", at(taken, "undo"));
    if (assignment !== null) keep(assignment, part.entered());
    if (undone) keep(taken, entered);
    progress = now;
    await next(part);
    status.textContent = t(assignment === taken ? "js.annotating.undone" : "js.annotating.undone-settled");
  } catch (error) {
    form.inert = false;
    const refusal = refusalOf(error);
    const close = { name: t("js.annotating.close"), run: hideNotice };
    showNotice(refusal.sentence, [close]);
  }
}

/**
 * Others get this one; what was entered for it is dropped.
 *
 * @param {Part} part
 */
async function leave(part) {
  await busily(part, async (assignment) => {
    await persistent("POST", at(assignment, "release"));
    ended(t("js.annotating.left"));
    await next(part);
  });
}

/** @param {string} said */
function ended(said) {
  if (assignment !== null) forget(assignment);
  assignment = null;
  status.textContent = said;
}

/**
 * Does something with the item, which cannot be changed meanwhile; says what went wrong.
 *
 * @param {Part} part
 * @param {(assignment: string) => Promise<void>} act
 */
async function busily(part, act) {
  if (form.inert || assignment === null) return;
  const focused = document.activeElement;
  form.inert = true;
  try {
    await act(assignment);
  } catch (error) {
    form.inert = false;
    if (focused instanceof HTMLElement) focused.focus();
    refused(part, error);
  }
}

/**
 * What a call was refused with; anything else that was thrown is thrown on.
 *
 * @param {unknown} error
 * @returns {Refusal}
 */
function refusalOf(error) {
  const refusal = /** @type {Refusal} */ (error);
  if (refusal.status === undefined) throw error;
  return refusal;
}

/**
 * @param {Part} part
 * @param {unknown} thrown
 */
function refused(part, thrown) {
  const error = refusalOf(thrown);
  showing(assignment === null ? "nothing" : "item");
  const other = {
    name: t("js.annotating.another"),
    run() {
      hideNotice();
      void next(part);
    },
  };
  const word = error.status === 401 ? "js.annotating.log-in" : "js.annotating.reload";
  const reload = { name: t(word), run: () => location.reload() }; // who is logged out is led to log in, and back here
  const saying = `${error.sentence} ${t("js.annotating.kept")}`;
  if (error.status === 401 || error.status === 403) showNotice(saying, [reload]);
  else if (assignment === null) showNotice(error.sentence, [{ name: t("js.annotating.try-now"), run: other.run }]);
  else showNotice(saying, [other]);
}

/** @param {"waiting" | "item" | "empty" | "nothing"} what */
function showing(what) {
  if (progress !== null && what !== "waiting") count(progress);
  for (const name of ["waiting", "item", "empty"]) byId(name, HTMLElement).hidden = name !== what;
}

/** Where there is room beside the work they are open until the first response; else when somebody opens them. */
function instructions() {
  const how = byId("how", HTMLDetailsElement);
  how.classList.toggle("unread", recall(read) === null);
  foldable(how, read, ROOM.matches);
}

function readInstructions() {
  const how = byId("how", HTMLDetailsElement);
  how.classList.remove("unread");
  if (recall(read) !== null) return;
  how.open = false;
  remember(read, "folded");
}

/** While somebody is at work on an item, as something was done of late, it stays theirs, and the time is counted. */
function giveSigns() {
  let active = Date.now();
  for (const name of ["keydown", "pointerdown", "pointermove", "scroll"]) {
    addEventListener(name, () => (active = Date.now()), { passive: true, capture: true });
  }
  setInterval(() => {
    if (assignment === null || document.hidden || Date.now() - active > IDLE) return;
    call("POST", at(assignment, "touch")).catch(() => {}); // the next one, or the response itself, says what is wrong
  }, EVERY);
}

// A request that outlasts a server that does not answer: tried again, later and later, until it does.

const PAUSES = [1, 2, 4, 8, 15];

/**
 * What `call` answers. Where nobody does, the notice says so and when it is tried again; other errors are thrown.
 *
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
async function persistent(method, path, body) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call(method, path, body);
      hideNotice();
      return answer;
    } catch (thrown) {
      const error = /** @type {Refusal} */ (thrown);
      if (!passing(error.status)) throw thrown;
      await pause(PAUSES[Math.min(tries, PAUSES.length - 1)], error);
    }
  }
}

/**
 * No answer; too often; and what a proxy says while the server behind it starts again.
 *
 * @param {number} status
 */
function passing(status) {
  return [0, 429, 502, 503, 504].includes(status);
}

/**
 * @param {number} seconds
 * @param {Refusal} error
 * @returns {Promise<void>}
 */
function pause(seconds, error) {
  return new Promise((resolve) => {
    let left = seconds;
    const over = () => {
      clearInterval(ticking);
      removeEventListener("online", over);
      resolve();
    };
    const ticking = setInterval(() => (--left > 0 ? tell() : over()), 1000);
    const tell = () => countDown(t("js.annotating.trying-again", { seconds: left }));
    addEventListener("online", over);
    showNotice(error.status === 429 ? error.sentence : t("js.annotating.no-answer"), [
      { name: t("js.annotating.try-now"), run: over },
    ]);
    tell();
  });
}

// What was entered stays on this device until it is recorded: a reload, a crash or a session that
// ends loses nothing. Logging out forgets it.

const PREFIX = "stumper:entered:";
const WEEK = 7 * 24 * 3600 * 1000;
const MINUTE = 60 * 1000;

/**
 * What was entered for this assignment and not recorded yet, or null.
 *
 * @param {string} assignment
 */
function kept(assignment) {
  return recalled(PREFIX + assignment)?.entered ?? null;
}

/**
 * Keeps what is entered; once it is sent, as long as it can be taken back, from another page, too.
 *
 * @param {string} assignment
 * @param {unknown} entered
 */
function keep(assignment, entered, isSent = false) {
  remember(PREFIX + assignment, JSON.stringify({ at: Date.now(), entered, isSent }));
}

/**
 * Nothing is kept of it any more, nor of what was left a week ago or sent a minute ago.
 *
 * @param {string} assignment
 */
function forget(assignment) {
  drop(PREFIX + assignment);
  for (const key of keysUnder(PREFIX)) {
    const { at, isSent } = recalled(key) ?? { at: 0 };
    if (Date.now() - at > (isSent ? MINUTE : WEEK)) drop(key);
  }
}

// Single keys for what the page does, with a list of them; they never fire while somebody types.

const OFF = "stumper:keys-off";

/**
 * Listens for the bindings while `listening()`.
 *
 * @param {() => boolean} listening
 * @param {Binding[]} bindings
 */
function listen(listening, bindings) {
  const dialog = byId("keys", HTMLDialogElement);
  const switched = byId("keys-on", HTMLInputElement);
  list(bindings, byId("keys-list", HTMLElement));
  switched.checked = recall(OFF) === null;
  switched.addEventListener("change", () => {
    if (switched.checked) drop(OFF);
    else remember(OFF, "1");
  });
  byId("keys-open", HTMLButtonElement).addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (sends(event) && !dialog.open && listening()) {
      event.preventDefault();
      return void bindings.find((one) => one.sends)?.run?.();
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && typing(target)) return target.blur();
    if (typing(target) || !switched.checked) return;
    if (event.key === "?") return dialog.showModal();
    if (event.key === "Enter" && target.closest("button, a, summary, [role=listbox]")) return;
    if (!listening()) return;
    const binding = bindings.find((one) => one.keys.includes(event.key));
    if (binding?.run && binding.run() !== false) event.preventDefault();
  });
}

/**
 * Ctrl and Enter, which work in fields, too, and where single keys are switched off.
 *
 * @param {KeyboardEvent} event
 */
function sends(event) {
  const isPressed = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isPressed && !event.defaultPrevented && !(/** @type {Element} */ (event.target).closest("a"));
}

/** @param {EventTarget | null} target */
function typing(target) {
  return /** @type {Element} */ (target).matches(
    "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])",
  );
}

/**
 * @param {Binding[]} bindings
 * @param {HTMLElement} into
 */
function list(bindings, into) {
  const always = [
    { shown: ["Esc"], does: t("js.annotating.keys.leave-field") },
    { shown: ["?"], does: t("js.annotating.keys.list") },
  ];
  for (const { shown, does } of [...bindings, ...always]) {
    const keys = shown.flatMap((key) => [element("kbd", {}, key), " "]);
    into.append(element("dt", {}, ...keys), element("dd", {}, does));
  }
}

// The one place where the page says that something went wrong, what was kept, and what to do.

const box = byId("notice", HTMLElement);
const sentence = byId("notice-sentence", HTMLElement);
const counting = byId("notice-count", HTMLElement);
const actions = byId("notice-actions", HTMLElement);

/** @typedef {{ name: string, run: () => void }} Action */

/**
 * Says the sentence, with a button for each action.
 *
 * @param {string} text
 * @param {Action[]} offered
 */
function showNotice(text, offered) {
  sentence.textContent = text;
  counting.textContent = "";
  actions.replaceChildren(...offered.map(offer));
  box.hidden = false;
}

/**
 * What changes every second is shown beside the sentence, and not read out.
 *
 * @param {string} text
 */
function countDown(text) {
  counting.textContent = text;
}

function hideNotice() {
  box.hidden = true;
}

/** @param {Action} action */
function offer({ name, run }) {
  const made = element("button", { type: "button" }, name);
  made.addEventListener("click", run);
  return made;
}

// What the page shows of an item: elements by their place in it.

/**
 * The element that shows this field of the item.
 *
 * @param {string} name
 */
export function field(name) {
  return /** @type {HTMLElement} */ (document.querySelector(`[data-field="${name}"]`));
}

/**
 * Shows the text in its field; a field without one is hidden, with its label.
 *
 * @param {string} name
 * @param {string | null | undefined} text
 */
export function fill(name, text) {
  const shown = field(name);
  shown.textContent = text ?? "";
  /** @type {HTMLElement} */ (shown.closest("[data-part]") ?? shown).hidden = !text;
}

/**
 * Where the file of a mark in the text in hands is asked for.
 *
 * @param {number} place
 */
export const fileOf = (place) => at(assignment, `media/${place}`);

/**
 * The distinct texts in quotes, one after the other.
 *
 * @param {string[]} texts
 */
export function listed(texts) {
  return [...new Set(texts)].map((text) => t("js.annotating.quoted", { text })).join(t("js.annotating.or"));
}
