// @ts-check
// Tagging: any of the reasons why a tossup is hard, or none of them.

import { withMedia } from "../media.js";
import { byId, made, percent, t } from "../page.js";
import { changed, field, fileOf, fill, work } from "./queue.js";

const NONE = "none";
/** @type {NodeListOf<HTMLInputElement>} */
const found = byId("item", HTMLFormElement).querySelectorAll('#tags input[type="checkbox"]');
const boxes = [...found];
const note = byId("note", HTMLInputElement);
const slider = byId("tag-step", HTMLInputElement);

/**
 * @typedef {{ answer: string, probability: number | null, is_right: boolean }} Guess
 * @typedef {{ title: string, text: string, shared: [number, number][] }} Clue
 * @typedef {{ machine: string, guesses: Guess[], clues: Clue[] }} Said
 * @typedef {{ text: string, heard: { machine: string, guess: Guess | null }[] }} Step
 * @typedef {{ text: string, media: boolean[], answer_line: string, said: Said[], steps: Step[] }} Tossup
 */

/** @type {Step[]} */
let steps = [];

/**
 * One machine: its guesses, then the clues that they go back to, with what the question shares marked.
 *
 * @param {Said} said
 */
function machineSaid({ machine, guesses, clues }) {
  const heads = made(
    "p",
    "",
    made("strong", "", machine),
    " ",
    guesses.map(guessed).join(" · ") || t("js.annotating.tag.nothing"),
  );
  return [heads, ...clues.map(clueShown)];
}

/** @param {Guess} guess */
function guessed({ answer, probability, is_right }) {
  const share = probability === null ? "" : ` ${percent(probability)}`;
  return `${is_right ? "✓" : "✗"} ${answer}${share}`;
}

/** @param {Clue} clue */
function clueShown({ title, text, shared }) {
  const quote = made("blockquote", "clue", made("strong", "", `${title}: `));
  let at = 0;
  for (const [start, end] of shared) {
    quote.append(text.slice(at, start), made("mark", "", text.slice(start, end)));
    at = end;
  }
  quote.append(text.slice(at));
  return quote;
}

// A text on the way, with the words that are new since the text before it.
function showStep() {
  const number = Number(slider.value);
  const step = steps[number - 1];
  if (!step) return;
  const place = t("js.annotating.tag.step", { number, of: steps.length });
  field("step-number").textContent = place;
  slider.setAttribute("aria-valuetext", place);
  const words = step.text.split(" ");
  const [first, last] = number > 1 ? fresh(steps[number - 2].text.split(" "), words) : [0, 0];
  const parts = [words.slice(0, first), words.slice(first, last), words.slice(last)].map((some) => some.join(" "));
  field("step-text").replaceChildren(parts[0], " ", parts[1] && made("ins", "", parts[1]), " ", parts[2]);
  const said = step.heard.map(
    ({ machine, guess }) => `${machine}: ${guess ? guessed(guess) : t("js.annotating.tag.nothing")}`,
  );
  field("step-guess").textContent = said.join(" · ");
}

/**
 * Where the words begin and end that do not stand at the beginning or the end of what was before.
 *
 * @param {string[]} before
 * @param {string[]} after
 */
function fresh(before, after) {
  let first = 0;
  while (first < Math.min(before.length, after.length) && before[first] === after[first]) first += 1;
  let behind = 0;
  const most = Math.min(before.length, after.length) - first;
  while (behind < most && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind += 1;
  return [first, after.length - behind];
}

const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);

/** @type {import("./queue.js").Part<Tossup, { phenomena: string[], note: string }>} */
const part = {
  show(item) {
    field("text").replaceChildren(...withMedia(item.text, (place) => (item.media[place] ? fileOf(place) : null)));
    fill("answer_line", item.answer_line);
    field("said").replaceChildren(...item.said.flatMap(machineSaid));
    byId("tag-said", HTMLElement).hidden = item.said.length === 0;
    steps = item.steps;
    byId("tag-steps", HTMLElement).hidden = steps.length < 2;
    slider.max = String(Math.max(1, steps.length));
    slider.value = slider.max;
    showStep();
  },
  restore(entered) {
    for (const box of boxes) box.checked = entered?.phenomena?.includes(box.value) ?? false;
    note.value = entered?.note ?? "";
  },
  entered: () => ({ phenomena: ticked(), note: note.value }),
  response() {
    const phenomena = ticked();
    if (phenomena.length === 0) return null;
    return { phenomena: phenomena.filter((name) => name !== NONE), note: note.value.trim() };
  },
  focusOpen: () => boxes[0].focus(),
  focus: () => field("item").focus(),
  bindings: boxes.map((box, index) => {
    const key = String(box.value === NONE ? 0 : index + 1);
    const does = t(box.value === NONE ? "js.annotating.keys.tag-none" : "js.annotating.keys.tag");
    return { keys: [key], shown: [key], does, run: () => tick(box) };
  }),
};

/** @param {HTMLInputElement} box */
function tick(box) {
  box.checked = !box.checked;
  settle(box);
}

/**
 * None of them excludes the others.
 *
 * @param {HTMLInputElement} box
 */
function settle(box) {
  if (box.checked) {
    for (const other of boxes) if ((other.value === NONE) !== (box.value === NONE)) other.checked = false;
  }
  changed(part);
}

for (const box of boxes) box.addEventListener("change", () => settle(box));
slider.addEventListener("input", showStep);
note.addEventListener("input", () => changed(part));
work(part);
