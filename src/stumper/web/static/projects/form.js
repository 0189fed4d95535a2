// @ts-check
// The form of a project: it shows what matters for what is ticked, what a file was taken for, and how the instructions
// will look.

import { byId, call, element, t } from "../page.js";

/** @typedef {import("../page.js").Refusal} Refusal */

const PAUSE = 300;
const MOST_TIMES = 5; // that the server is asked to look at a file, where it says that this comes too fast
const form = /** @type {HTMLFormElement} */ (document.querySelector(".project-form"));
const instructions = byId("instructions", HTMLTextAreaElement);
const preview = byId("preview", HTMLElement);
let waiting = 0;
/** @type {string | undefined} */
let task;
/** @type {AbortController | null} */
let asked = null;
/** @type {AbortController | null} */
let looked = null;
let isAwaited = false; // somebody has pressed the button while a file was read

form.addEventListener("change", showWhatMatters);
form.addEventListener("submit", (event) => {
  const seen = byId("seen");
  if (!seen?.hasAttribute("aria-busy") || !byId("data-own", HTMLInputElement).checked) return;
  event.preventDefault(); // what is sent names the file by the id that it has once it was read
  isAwaited = true;
  tell(seen, t("js.projects.waiting")).scrollIntoView({ block: "nearest" });
});
byId("seen")?.addEventListener("change", ({ target }) => {
  if (target instanceof Element && target.matches("[data-role]")) look(target.id);
});
byId("file")?.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.files?.length) {
    isAwaited = false;
    look("file");
  }
});
instructions.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(showPreview, PAUSE);
});
showWhatMatters();
showPreview();

function showWhatMatters() {
  // What there is to do with a file that is not here yet is not known.
  /** @type {HTMLElement | null} */
  const data = form.querySelector("[name=dataset]:checked");
  offerModels(data?.dataset.task);
  const told = form.dataset.works ?? data?.dataset.works;
  const works = told?.split(" ");
  /** @param {DOMStringMap} told */
  const suits = ({ work }) => works === undefined || work === undefined || works.includes(work);
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll("[data-group]");
  for (const box of boxes) {
    const choice = /** @type {HTMLElement} */ (box.parentElement);
    box.disabled = !suits(choice.dataset);
    choice.hidden = box.disabled;
  }
  const chosen = new Set([...boxes].filter((box) => box.matches(":checked:enabled")).map((box) => box.value));
  /** @type {NodeListOf<HTMLElement>} */
  const parts = form.querySelectorAll("[data-for], div[data-work]:not(.choice)");
  for (const part of parts) {
    const kinds = part.dataset.for;
    show(part, (kinds === undefined || kinds.split(" ").some((kind) => chosen.has(kind))) && suits(part.dataset));
  }
  const timer = /** @type {HTMLElement} */ (form.querySelector("[data-timer]"));
  if (!timer.parentElement?.hidden) show(timer, byId("timer_on", HTMLInputElement).checked);
  /** @type {HTMLElement | null} */
  const own = form.querySelector("[data-own]");
  if (own) show(own, byId("data-own", HTMLInputElement).checked);
}

/**
 * Offers the models that answer this task, undefined where it is not known. Where it has just been chosen and none of
 * those that are ticked answers it, the first that does is.
 *
 * @param {string | undefined} chosen
 */
function offerModels(chosen) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll("[name=victims]");
  for (const box of boxes) {
    const choice = /** @type {HTMLElement} */ (box.parentElement);
    box.disabled = chosen !== undefined && !(box.dataset.tasks?.split(" ") ?? [chosen]).includes(chosen);
    choice.hidden = box.disabled;
  }
  const suiting = [...boxes].filter((box) => !box.disabled);
  byId("no-victim", HTMLElement).hidden = suiting.length > 0;
  if (task !== undefined && chosen !== task && suiting.length > 0 && suiting.every((box) => !box.checked)) {
    suiting[0].checked = true;
  }
  task = chosen ?? task;
}

/**
 * Shows a part, or not. What is out of sight must not keep the form from being sent, and is sent all the same.
 *
 * @param {HTMLElement} part
 * @param {boolean} isShown
 */
function show(part, isShown) {
  part.hidden = !isShown;
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = part.querySelectorAll('input[type="number"]');
  for (const field of fields) {
    field.dataset.required ??= String(field.required);
    field.required = isShown && field.dataset.required === "true";
  }
}

/**
 * Asks what the file is taken for; `focused` is the id of what was chosen. The file is sent once, and kept: what is said
 * of its columns needs no more than its id. Until something else is known, all that is known of a file stays.
 *
 * @param {string} focused
 */
async function look(focused) {
  const seen = byId("seen", HTMLElement);
  looked?.abort();
  looked = new AbortController();
  const sent = new FormData(form);
  if (focused === "file") for (const field of ["kept", "map"]) sent.delete(field);
  else sent.delete("file");
  seen.setAttribute("aria-busy", "true");
  const before = seen.querySelector("[name=kept]") && /** @type {HTMLElement} */ (seen.querySelector(".seen"));
  if (focused === "file") {
    tell(seen, t("js.projects.looking"));
    if (before) before.inert = true; // a column of the file before would break off the look at this one
  }
  /** @type {NodeListOf<ChildNode> | null} */
  let told = null;
  try {
    const answer = await lookedAt(/** @type {string} */ (seen.dataset.look), sent, looked.signal);
    if (!before || !mayPass(answer.status)) told = await shownBy(answer);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // outdated by what was chosen since
  }
  seen.removeAttribute("aria-busy");
  byId("file", HTMLInputElement).value = "";
  if (told) {
    seen.replaceChildren(...told);
    know(seen);
    byId(focused)?.focus();
  } else if (before) {
    before.inert = false;
    tell(seen, t(focused === "file" ? "js.projects.not_looked_new" : "js.projects.not_looked"), true);
  } else seen.textContent = t("js.projects.not_read");
  showWhatMatters();
  if (isAwaited && told && byId("data-own", HTMLInputElement).dataset.works) form.requestSubmit();
  isAwaited = false;
}

/**
 * What is answered to a look at the file; asked again, as late as the server says, where this comes too fast.
 *
 * @param {string} address
 * @param {FormData} sent
 * @param {AbortSignal} signal
 */
async function lookedAt(address, sent, signal) {
  for (let times = 1; ; times += 1) {
    const answer = await fetch(address, { method: "POST", body: sent, signal });
    if (answer.status !== 429 || times === MOST_TIMES) return answer;
    const seconds = Number(answer.headers.get("Retry-After")) || 1;
    await new Promise((go) => setTimeout(go, 1000 * seconds));
    signal.throwIfAborted();
  }
}

/**
 * Whether a later look may be answered otherwise: the server is busy, or something in it has failed.
 *
 * @param {number} status
 */
function mayPass(status) {
  return status === 429 || status >= 500;
}

/**
 * What an answer shows: what the file is taken for, or why it is not looked at. Null where it shows nothing.
 *
 * @param {Response} answer
 */
async function shownBy(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.querySelector("main") ?? page.body;
  return main.textContent?.trim() ? main.childNodes : null;
}

/**
 * Takes down what there is to do with the file, which is not known where it fits no task.
 *
 * @param {HTMLElement} seen
 */
function know(seen) {
  const own = byId("data-own", HTMLInputElement);
  /** @type {HTMLElement | null} */
  const suiting = seen.querySelector("[data-works]");
  for (const name of ["works", "task"]) {
    const told = suiting?.dataset[name];
    if (told) own.dataset[name] = told;
    else delete own.dataset[name];
  }
}

/**
 * The notice, before what is known of the file, in place of the one before.
 *
 * @param {HTMLElement} seen
 * @param {string} sentence
 * @param {boolean} isWarning
 */
function tell(seen, sentence, isWarning = false) {
  document.getElementById("look-told")?.remove();
  const looks = isWarning ? { class: "notice warning", role: "alert" } : { class: "notice", role: "status" };
  const notice = element("p", { id: "look-told", ...looks }, sentence);
  seen.prepend(notice);
  return notice;
}

async function showPreview() {
  asked?.abort();
  asked = new AbortController();
  const text = instructions.value;
  if (!text.trim()) {
    preview.hidden = true;
    return;
  }
  try {
    /** @type {{ html: string }} */
    const { html } = await call("POST", "/api/v1/markdown", { text }, { signal: asked.signal });
    preview.innerHTML = html; // rendered by the server, which lets no tags through
    preview.hidden = false;
  } catch (error) {
    const refusal = /** @type {Refusal} */ (error);
    if (refusal.status === undefined) return; // outdated by what was typed since
    preview.textContent = refusal.sentence;
    preview.hidden = false;
  }
}
