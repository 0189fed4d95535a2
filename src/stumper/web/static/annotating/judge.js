// @ts-check
// Verifying, judging and settling: a text, questions to answer yes or no, and a word why.

import { byId, element, made, state, t } from "../page.js";
import { changed, field, fill, listed, work } from "./queue.js";

/**
 * @typedef {import("./queue.js").Binding} Binding
 * @typedef {Record<string, boolean | null>} Answers
 * @typedef {{ grammatical: boolean, label_correct: boolean, on_task: boolean, note: string }} Opinion
 * @typedef {{ text: string, evidence: string, original: string, asked: string }} Text
 * @typedef {{ sentence: string, question: string, answers: string[], paragraph: string }} Sentence
 * @typedef {Text & { opinions: Opinion[] }} Disputed
 */

/**
 * Works a queue off whose items `show` fills into the page.
 *
 * @template I
 * @param {(item: I) => void} show
 */
function ask(show) {
  const form = byId("item", HTMLFormElement);
  const found = form.elements.namedItem("note");
  const note = found instanceof HTMLInputElement ? found : null;
  const asked = questions(form, () => changed(part));
  /** @type {import("./queue.js").Part<I, { answers: Answers, note: string }>} */
  const part = {
    show,
    restore(entered) {
      asked.restore(entered?.answers);
      if (note) note.value = entered?.note ?? "";
    },
    entered: () => ({ answers: asked.answers(), note: note?.value ?? "" }),
    response: () => (asked.complete() ? { ...asked.answers(), ...(note && { note: note.value.trim() }) } : null),
    focusOpen: asked.focusOpen,
    focus: () => field("item").focus(),
    bindings: bindings(asked, note),
  };
  note?.addEventListener("input", () => changed(part));
  work(part);
}

/**
 * @param {ReturnType<typeof questions>} asked
 * @param {HTMLInputElement | null} note
 */
function bindings(asked, note) {
  /** @type {Binding[]} */
  const known = [
    { keys: ["y", "1"], shown: ["y", "1"], does: t("js.annotating.keys.yes"), run: () => asked.say("yes") },
    { keys: ["n", "2"], shown: ["n", "2"], does: t("js.annotating.keys.no"), run: () => asked.say("no") },
    { keys: ["j", "ArrowDown"], shown: ["j", "↓"], does: t("js.annotating.keys.next"), run: asked.next },
    { keys: ["k", "ArrowUp"], shown: ["k", "↑"], does: t("js.annotating.keys.previous"), run: asked.previous },
    { keys: ["u"], shown: ["u"], does: t("js.annotating.keys.undo"), run: asked.undo },
  ];
  if (note === null) return known;
  return [...known, { keys: ["w"], shown: ["w"], does: t("js.annotating.keys.note"), run: () => note.focus() }];
}

// The yes-or-no questions of a page: one is current; answering it goes on to the next.

const NEXT = 1;
const PREVIOUS = -1;

/**
 * The questions are the fieldsets with `data-question` in the form; `changed` is called after each answer.
 *
 * @param {HTMLFormElement} form
 * @param {() => void} changed
 */
function questions(form, changed) {
  const all = /** @type {HTMLFieldSetElement[]} */ ([...form.querySelectorAll("fieldset[data-question]")]);
  const submit = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  /** @type {number[]} */
  const answered = [];
  let current = 0;

  all.forEach((field, n) => {
    field.addEventListener("change", () => note(n));
    field.addEventListener("focusin", () => go(n));
  });
  submit.addEventListener("focus", () => go(all.length));

  /** @param {number} n */
  function go(n) {
    current = n;
    all.forEach((field, k) => field.toggleAttribute("data-current", k === n));
  }

  /** @param {number} n */
  function note(n) {
    if (!answered.includes(n)) answered.push(n);
    changed();
  }

  function firstOpen() {
    return Math.max(
      0,
      all.findIndex((field) => chosen(field) === null),
    );
  }

  /** @param {number} n */
  function focus(n) {
    go(n);
    const stop = n < all.length ? (checked(all[n]) ?? inputs(all[n])[0]) : submit;
    stop.focus({ preventScroll: true });
    (stop.closest("fieldset") ?? stop).scrollIntoView({ block: "nearest" }); // no further than needed: the text stays
  }

  /** @param {"yes" | "no"} word */
  function say(word) {
    if (current >= all.length) return false;
    const n = current;
    for (const input of inputs(all[n])) if (input.dataset.says === word) input.checked = true;
    note(n);
    focus(n + 1);
    return true;
  }

  /** @param {number} by */
  function move(by) {
    const to = current + by;
    if (to < 0 || to > all.length) return false;
    focus(to);
    return true;
  }

  return {
    /** `{name: true | false | null}`; null is still open. */
    answers: () => Object.fromEntries(all.map((field) => [field.dataset.question, chosen(field)])),
    complete: () => all.every((field) => chosen(field) !== null),
    /**
     * All as it was entered, or all open.
     *
     * @param {Answers | undefined} answers
     */
    restore(answers) {
      answered.length = 0;
      all.forEach((field, n) => {
        const value = answers?.[field.dataset.question ?? ""] ?? null;
        for (const input of inputs(field)) input.checked = input.value === String(value);
        if (value !== null) answered.push(n);
      });
      go(firstOpen());
    },
    focusOpen: () => focus(firstOpen()),
    say,
    next: () => move(NEXT),
    previous: () => move(PREVIOUS),
    /** The last answer is taken back; false where there is none. */
    undo() {
      const n = answered.pop();
      if (n === undefined) return false;
      for (const input of inputs(all[n])) input.checked = false;
      changed();
      focus(n);
      return true;
    },
  };
}

/**
 * Yes, no, or null while it is open.
 *
 * @param {HTMLFieldSetElement} field
 */
function chosen(field) {
  const input = checked(field);
  return input === undefined ? null : input.value === "true";
}

/** @param {HTMLFieldSetElement} field */
function checked(field) {
  return inputs(field).find((input) => input.checked);
}

/** @param {HTMLFieldSetElement} field */
function inputs(field) {
  return [...field.querySelectorAll("input")];
}

// Settling what judges disagree about: the same questions, with what they said side by side.

/** @type {("grammatical" | "label_correct" | "on_task")[]} */
const ASKED = ["grammatical", "label_correct", "on_task"];

/** @param {Disputed} item */
function showSaid(item) {
  heads(item.opinions.length);
  const rows = ASKED.map((name) =>
    row(
      name,
      item.opinions.map((one) => one[name]),
    ),
  );
  field("said").replaceChildren(...rows, ...notes(item.opinions));
}

/** @param {number} judges */
function heads(judges) {
  const names = Array.from({ length: judges }, (_, n) => heading("col", t("js.annotating.judge", { n: n + 1 })));
  field("judges").replaceChildren(element("td"), ...names, element("td"));
}

/**
 * @param {string} name
 * @param {boolean[]} said
 */
function row(name, said) {
  const differ = new Set(said).size > 1;
  return made(
    "tr",
    differ ? "differ" : "",
    heading("row", t(`js.annotating.said.${name}`)),
    ...said.map((yes) => made("td", yes ? "said-yes" : "said-no", t(yes ? "js.annotating.yes" : "js.annotating.no"))),
    made("td", "", differ ? t("js.annotating.differ") : ""),
  );
}

/** @param {Opinion[]} opinions */
function notes(opinions) {
  if (opinions.every((one) => !one.note)) return [];
  const said = opinions.map((one) => element("td", {}, one.note));
  return [element("tr", {}, heading("row", t("js.annotating.said.note")), ...said, element("td"))];
}

/**
 * @param {"row" | "col"} scope
 * @param {string} text
 */
function heading(scope, text) {
  return element("th", { scope }, text);
}

/** @type {Record<string, () => void>} */
const QUEUES = {
  judge: () => ask(showText),
  verify: () => ask(showSentence),
  adjudicate: () => ask(showDisputed),
};

QUEUES[state().kind]();

/** @param {Text} item */
function showText(item) {
  fill("text", item.text);
  fill("evidence", item.evidence);
  fill("original", item.original);
  fill("asked", item.asked);
}

/** @param {Disputed} item */
function showDisputed(item) {
  showText(item);
  showSaid(item);
}

/** @param {Sentence} item */
function showSentence(item) {
  fill("sentence", item.sentence);
  fill("question", item.question);
  fill("answers", listed(item.answers));
  fill("paragraph", item.paragraph);
}
