// One item of a queue at a time: fetched, shown, answered, recorded once, and then the next.

import { address, call, state, t } from "../calling.js";
import { recall, remember } from "../device.js";
import { forget, keep, kept } from "./kept.js";
import { listen } from "./keys.js";
import * as notice from "./notice.js";
import { persistent } from "./sending.js";

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

let assignment = null;
let progress = null;

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
    { keys: ["Enter"], shown: ["Enter"], does: t("js.annotating.keys.send"), sends: true, run: () => form.requestSubmit() },
    { keys: [], shown: ["Ctrl", "Enter"], does: t("js.annotating.keys.send-field") },
    { keys: ["l"], shown: ["l"], does: t("js.annotating.keys.leave"), run: () => leaving.focus() },
  ]);
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
  status.textContent = "";
  showing("empty");
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
    ({ progress } = await persistent("POST", at(assignment, "response"), body));
    ended(t("js.annotating.recorded"));
    readInstructions();
    await next(part);
  });
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
  const other = { name: t("js.annotating.another"), run: () => (notice.hide(), void next(part)) };
  const reload = { name: t("js.annotating.reload"), run: () => location.reload() };
  const saying = `${error.sentence} ${t("js.annotating.kept")}`;
  if (error.status === 401 || error.status === 403) notice.show(saying, [reload]);
  else if (assignment === null) notice.show(error.sentence, [{ name: t("js.annotating.try-now"), run: other.run }]);
  else notice.show(saying, [other]);
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
