// The form of a project: it shows what matters for what is ticked, what a file was taken for, and how the instructions
// will look.

import { call, t } from "../page.js";

const PAUSE = 300;
const form = document.querySelector(".project-form");
const instructions = document.getElementById("instructions");
const preview = document.getElementById("preview");
let waiting = null;
let asked = null;

const seen = document.getElementById("seen");
let looked = null;

form.addEventListener("change", showWhatMatters);
seen?.addEventListener("change", ({ target }) => {
  if (target.matches("[data-role]")) look(target.id);
});
document.getElementById("file")?.addEventListener("change", ({ target }) => {
  if (target.files.length) look("file");
});
instructions.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(showPreview, PAUSE);
});
showWhatMatters();
showPreview();

function showWhatMatters() {
  // What there is to do with a file that is not here yet is not known.
  const told = form.dataset.works ?? form.querySelector("[name=dataset]:checked")?.dataset.works;
  const works = told?.split(" ");
  const suits = ({ work }) => works === undefined || work === undefined || works.includes(work);
  for (const box of form.querySelectorAll("[data-group]")) {
    box.disabled = !suits(box.parentElement.dataset);
    box.parentElement.hidden = box.disabled;
  }
  const chosen = new Set([...form.querySelectorAll("[data-group]:checked:enabled")].map((box) => box.value));
  for (const part of form.querySelectorAll("[data-for], div[data-work]:not(.choice)")) {
    const kinds = part.dataset.for;
    show(part, (kinds === undefined || kinds.split(" ").some((kind) => chosen.has(kind))) && suits(part.dataset));
  }
  const timer = form.querySelector("[data-timer]");
  if (!timer.parentElement.hidden) show(timer, document.getElementById("timer_on").checked);
  const own = form.querySelector("[data-own]");
  if (own) show(own, document.getElementById("data-own").checked);
}

// What is out of sight must not keep the form from being sent, and is sent all the same.
function show(part, isShown) {
  part.hidden = !isShown;
  for (const field of part.querySelectorAll('input[type="number"]')) {
    field.dataset.required ??= String(field.required);
    field.required = isShown && field.dataset.required === "true";
  }
}

// The file is sent once, and kept: what is said of its columns needs no more than its id.
async function look(focused) {
  looked?.abort();
  looked = new AbortController();
  const sent = new FormData(form);
  if (focused === "file") for (const field of ["kept", "map"]) sent.delete(field);
  else sent.delete("file");
  seen.setAttribute("aria-busy", "true");
  if (focused === "file") seen.textContent = t("js.projects.looking");
  try {
    const answer = await fetch(seen.dataset.look, { method: "POST", body: sent, signal: looked.signal });
    const told = new DOMParser().parseFromString(await answer.text(), "text/html");
    seen.replaceChildren(...(told.querySelector("main") ?? told.body).childNodes);
  } catch (error) {
    if (error.name === "AbortError") return; // outdated by what was chosen since
    seen.textContent = t("js.projects.not_read");
  }
  seen.removeAttribute("aria-busy");
  document.getElementById("file").value = "";
  const own = document.getElementById("data-own");
  const works = seen.querySelector("[data-works]")?.dataset.works;
  if (works) own.dataset.works = works;
  else delete own.dataset.works; // what there is to do with it is not known
  document.getElementById(focused)?.focus();
  showWhatMatters();
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
    const { html } = await call("POST", "/api/v1/markdown", { text }, { signal: asked.signal });
    preview.innerHTML = html; // rendered by the server, which lets no tags through
    preview.hidden = false;
  } catch (error) {
    if (error.status === undefined) return; // outdated by what was typed since
    preview.textContent = error.sentence;
    preview.hidden = false;
  }
}
