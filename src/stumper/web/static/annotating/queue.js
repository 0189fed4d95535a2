// One item of a queue at a time: fetched, shown, answered, recorded once, and then the next.

import { address, call, drop, keysUnder, recall, recalled, remember, state, t } from "../page.js";

const { project, kind, end } = state();
const api = `/api/v1/projects/${project}`;
const at = (assignment, what) => `${api}/assignments/${assignment}/${what}`;
const read = `stumper:read:${project}:${kind}`;
const form = document.getElementById("item");
const status = document.getElementById("status");
const leaving = document.getElementById("leave");

const QUICK = 400; // ms that nothing is said of waiting
const EVERY = 12_000; // ms between two signs of life
const IDLE = 60_000;
const UNDO = 10; // seconds, by the page; the server allows for the way

let assignment = null;
let turn = 0; // of the item, which goes back with the response
let progress = null;
let sent = null; // what was sent last and can still be taken back: {assignment, entered}

/**
 * Works the queue off. The part of a kind is `{show(item), restore(entered), entered(), response(), focusOpen(),
 * focus(), bindings}`; `response()` is null while something is missing.
 */
export function work(part) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(part);
  });
  document.getElementById("look-again").addEventListener("click", () => void next(part));
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
  document.getElementById("undo").addEventListener("click", () => void undo(part));
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

/** What is entered now is kept on this device. */
export function changed(part) {
  if (assignment !== null) keep(assignment, part.entered());
}

async function next(part) {
  assignment = null;
  const slow = setTimeout(() => showing("waiting"), QUICK);
  try {
    const item = await persistent("GET", `${api}/work/${kind}`);
    clearTimeout(slow);
    if (item === null) empty();
    else present(part, item);
  } catch (error) {
    clearTimeout(slow);
    refused(part, error);
  }
}

function present(part, item) {
  const isFirst = progress === null;
  assignment = item.assignment;
  turn = item.turn;
  part.show(item);
  part.restore(kept(assignment));
  progress = item.progress;
  showing("item");
  form.inert = false;
  if (!isFirst) part.focus();
}

function count({ done, left }) {
  document.getElementById("progress").textContent = t("js.annotating.progress", { done, left });
  const bar = document.getElementById("progress-bar");
  [bar.max, bar.value, bar.hidden] = [Math.max(1, done + left), done, false];
}

function empty() {
  if (end) return location.assign(address(end)); // whoever came by a link sees there what is left, or the code
  if (sent === null) status.textContent = "";
  showing("empty");
  form.inert = false;
  document.getElementById("empty-title").focus();
}

async function send(part) {
  const body = part.response();
  if (body === null) {
    status.textContent = t("js.annotating.incomplete");
    part.focusOpen();
    return;
  }
  await busily(part, async () => {
    const just = { assignment, entered: part.entered() };
    ({ progress } = await persistent("POST", at(assignment, "response"), { ...body, turn }));
    ended(t("js.annotating.recorded"));
    offerUndo(just);
    readInstructions();
    await next(part);
  });
}

// What was sent can be taken back for ten seconds; then it is the next item, as it was filled in.

const sentBox = document.getElementById("sent");
let offering = 0;

function offerUndo(just) {
  withdrawOffer();
  sent = just;
  keep(just.assignment, just.entered, true);
  let left = UNDO;
  const tell = () => {
    document.getElementById("sent-left").textContent = t("js.annotating.undo-left", { seconds: left });
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

async function undo(part) {
  if (sent === null || form.inert) return;
  const { assignment: taken, entered } = sent;
  withdrawOffer();
  form.inert = true;
  try {
    const { undone, progress: now } = await persistent("POST", at(taken, "undo"));
    if (assignment !== null) keep(assignment, part.entered());
    if (undone) keep(taken, entered);
    progress = now;
    await next(part);
    status.textContent = t(assignment === taken ? "js.annotating.undone" : "js.annotating.undone-settled");
  } catch (error) {
    form.inert = false;
    if (error.status === undefined) throw error;
    const close = { name: t("js.annotating.close"), run: hideNotice };
    showNotice(error.sentence, [close]);
  }
}

/** Others get this one; what was entered for it is dropped. */
async function leave(part) {
  await busily(part, async () => {
    await persistent("POST", at(assignment, "release"));
    ended(t("js.annotating.left"));
    await next(part);
  });
}

function ended(said) {
  forget(assignment);
  assignment = null;
  status.textContent = said;
}

/** Does something with the item, which cannot be changed meanwhile; says what went wrong. */
async function busily(part, act) {
  if (form.inert || assignment === null) return;
  const focused = document.activeElement;
  form.inert = true;
  try {
    await act();
  } catch (error) {
    form.inert = false;
    focused.focus();
    refused(part, error);
  }
}

function refused(part, error) {
  if (error.status === undefined) throw error;
  showing(assignment === null ? "nothing" : "item");
  const other = {
    name: t("js.annotating.another"),
    run() {
      hideNotice();
      void next(part);
    },
  };
  const reload = { name: t("js.annotating.reload"), run: () => location.reload() };
  const saying = `${error.sentence} ${t("js.annotating.kept")}`;
  if (error.status === 401 || error.status === 403) showNotice(saying, [reload]);
  else if (assignment === null) showNotice(error.sentence, [{ name: t("js.annotating.try-now"), run: other.run }]);
  else showNotice(saying, [other]);
}

function showing(what) {
  if (progress !== null && what !== "waiting") count(progress);
  for (const name of ["waiting", "item", "empty"]) document.getElementById(name).hidden = name !== what;
}

/** They are open until the first response; from then on, when somebody opens them. */
function instructions() {
  document.getElementById("how").open = recall(read) === null;
}

function readInstructions() {
  if (recall(read) === null) document.getElementById("how").open = false;
  remember(read, "1");
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

/** What `call` answers. Where nobody does, the notice says so and when it is tried again; other errors are thrown. */
async function persistent(method, path, body) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call(method, path, body);
      hideNotice();
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

/** What was entered for this assignment and not recorded yet, or null. */
function kept(assignment) {
  return recalled(PREFIX + assignment)?.entered ?? null;
}

/** Keeps what is entered; once it is sent, as long as it can be taken back, from another page, too. */
function keep(assignment, entered, isSent = false) {
  remember(PREFIX + assignment, JSON.stringify({ at: Date.now(), entered, isSent }));
}

/** Nothing is kept of it any more, nor of what was left a week ago or sent a minute ago. */
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
 * Listens for the bindings `{keys, shown, does, run}` while `listening()`; `run` answers false where it did nothing.
 * The one that `sends` has Ctrl and Enter as well.
 */
function listen(listening, bindings) {
  const dialog = document.getElementById("keys");
  const switched = document.getElementById("keys-on");
  list(bindings, document.getElementById("keys-list"));
  switched.checked = recall(OFF) === null;
  switched.addEventListener("change", () => {
    if (switched.checked) drop(OFF);
    else remember(OFF, "1");
  });
  document.getElementById("keys-open").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (sends(event) && !dialog.open && listening()) {
      event.preventDefault();
      return bindings.find((one) => one.sends).run(event);
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.key === "Escape" && typing(event.target)) return event.target.blur();
    if (typing(event.target) || !switched.checked) return;
    if (event.key === "?") return dialog.showModal();
    if (event.key === "Enter" && event.target.closest("button, a, summary, [role=listbox]")) return;
    if (!listening()) return;
    const binding = bindings.find((one) => one.keys.includes(event.key));
    if (binding && binding.run(event) !== false) event.preventDefault();
  });
}

/** Ctrl and Enter, which work in fields, too, and where single keys are switched off. */
function sends(event) {
  const isPressed = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isPressed && !event.defaultPrevented && !event.target.closest("a");
}

function typing(element) {
  return element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])");
}

function list(bindings, into) {
  const always = [
    { shown: ["Esc"], does: t("js.annotating.keys.leave-field") },
    { shown: ["?"], does: t("js.annotating.keys.list") },
  ];
  for (const { shown, does } of [...bindings, ...always]) {
    const term = document.createElement("dt");
    for (const key of shown) {
      const box = document.createElement("kbd");
      box.textContent = key;
      term.append(box, " ");
    }
    const meaning = document.createElement("dd");
    meaning.textContent = does;
    into.append(term, meaning);
  }
}

// The one place where the page says that something went wrong, what was kept, and what to do.

const box = document.getElementById("notice");
const sentence = document.getElementById("notice-sentence");
const counting = document.getElementById("notice-count");
const actions = document.getElementById("notice-actions");

/** Says the sentence, with a button for each action `{name, run}`. */
function showNotice(text, offered) {
  sentence.textContent = text;
  counting.textContent = "";
  actions.replaceChildren(...offered.map(offer));
  box.hidden = false;
}

/** What changes every second is shown beside the sentence, and not read out. */
function countDown(text) {
  counting.textContent = text;
}

function hideNotice() {
  box.hidden = true;
}

function offer({ name, run }) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = name;
  element.addEventListener("click", run);
  return element;
}

// What the page shows of an item: elements by their place in it.

/** The element that shows this field of the item. */
export function field(name) {
  return document.querySelector(`[data-field="${name}"]`);
}

/** Shows the text in its field; a field without one is hidden, with its label. */
export function fill(name, text) {
  const element = field(name);
  element.textContent = text ?? "";
  (element.closest("[data-part]") ?? element).hidden = !text;
}

/** The distinct texts in quotes, one after the other. */
export function listed(texts) {
  return [...new Set(texts)].map((text) => t("js.annotating.quoted", { text })).join(t("js.annotating.or"));
}
