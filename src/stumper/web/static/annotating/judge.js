// Verifying, judging and settling: a text, questions to answer yes or no, and a word why.

import { made, state, t } from "../page.js";
import { changed, field, fill, listed, work } from "./queue.js";

/** Works a queue off whose items `show` fills into the page. */
function ask(show) {
  const form = document.getElementById("item");
  const note = form.elements.namedItem("note");
  const asked = questions(form, () => changed(part));
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

function bindings(asked, note) {
  const known = [
    { keys: ["y", "1"], shown: ["y", "1"], does: t("js.annotating.keys.yes"), run: () => asked.say("yes") },
    { keys: ["n", "2"], shown: ["n", "2"], does: t("js.annotating.keys.no"), run: () => asked.say("no") },
    { keys: ["j", "ArrowDown"], shown: ["j", "↓"], does: t("js.annotating.keys.next"), run: asked.next },
    { keys: ["k", "ArrowUp"], shown: ["k", "↑"], does: t("js.annotating.keys.previous"), run: asked.previous },
    { keys: ["u"], shown: ["u"], does: t("js.annotating.keys.undo"), run: asked.undo },
  ];
  const why = { keys: ["w"], shown: ["w"], does: t("js.annotating.keys.note"), run: () => note.focus() };
  return note ? [...known, why] : known;
}

// The yes-or-no questions of a page: one is current; answering it goes on to the next.

const NEXT = 1;
const PREVIOUS = -1;

/** The questions are the fieldsets with `data-question` in the form; `changed` is called after each answer. */
function questions(form, changed) {
  const all = [...form.querySelectorAll("fieldset[data-question]")];
  const submit = form.querySelector("[type=submit]");
  const answered = [];
  let current = 0;

  all.forEach((field, n) => {
    field.addEventListener("change", () => note(n));
    field.addEventListener("focusin", () => go(n));
  });
  submit.addEventListener("focus", () => go(all.length));

  function go(n) {
    current = n;
    all.forEach((field, k) => field.toggleAttribute("data-current", k === n));
  }

  function note(n) {
    if (!answered.includes(n)) answered.push(n);
    changed();
  }

  function focus(n) {
    go(n);
    const stop = n < all.length ? (all[n].querySelector("input:checked") ?? all[n].querySelector("input")) : submit;
    stop.focus({ preventScroll: true });
    (stop.closest("fieldset") ?? stop).scrollIntoView({ block: "nearest" }); // no further than needed: the text stays
  }

  function say(word) {
    if (current >= all.length) return false;
    const n = current;
    all[n].querySelector(`input[data-says="${word}"]`).checked = true;
    note(n);
    focus(n + 1);
    return true;
  }

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
    /** All as it was entered, or all open. */
    restore(answers) {
      answered.length = 0;
      all.forEach((field, n) => {
        const value = answers?.[field.dataset.question] ?? null;
        for (const input of field.querySelectorAll("input")) input.checked = input.value === String(value);
        if (value !== null) answered.push(n);
      });
      go(
        Math.max(
          0,
          all.findIndex((field) => chosen(field) === null),
        ),
      );
    },
    focusOpen: () =>
      focus(
        Math.max(
          0,
          all.findIndex((field) => chosen(field) === null),
        ),
      ),
    say,
    next: () => move(NEXT),
    previous: () => move(PREVIOUS),
    /** The last answer is taken back; false where there is none. */
    undo() {
      if (answered.length === 0) return false;
      const n = answered.pop();
      for (const input of all[n].querySelectorAll("input")) input.checked = false;
      changed();
      focus(n);
      return true;
    },
  };
}

function chosen(field) {
  const input = field.querySelector("input:checked");
  return input === null ? null : input.value === "true";
}

// Settling what judges disagree about: the same questions, with what they said side by side.

const ASKED = ["grammatical", "label_correct", "on_task"];

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

function heads(judges) {
  const names = Array.from({ length: judges }, (_, n) => heading("col", t("js.annotating.judge", { n: n + 1 })));
  field("judges").replaceChildren(document.createElement("td"), ...names, document.createElement("td"));
}

function row(name, said) {
  const element = document.createElement("tr");
  const differ = new Set(said).size > 1;
  element.classList.toggle("differ", differ);
  element.append(
    heading("row", t(`js.annotating.said.${name}`)),
    ...said.map((yes) => made("td", yes ? "said-yes" : "said-no", t(yes ? "js.annotating.yes" : "js.annotating.no"))),
    made("td", "", differ ? t("js.annotating.differ") : ""),
  );
  return element;
}

function notes(opinions) {
  if (opinions.every((one) => !one.note)) return [];
  const element = document.createElement("tr");
  const said = opinions.map((one) => made("td", "", one.note));
  element.append(heading("row", t("js.annotating.said.note")), ...said, made("td", "", ""));
  return [element];
}

function heading(scope, text) {
  const element = made("th", "", text);
  element.scope = scope;
  return element;
}

const SHOWS = {
  judge: showText,
  verify: showSentence,
  adjudicate(item) {
    showText(item);
    showSaid(item);
  },
};

ask(SHOWS[state().kind]);

function showText(item) {
  for (const name of ["text", "evidence", "original", "asked"]) fill(name, item[name]);
}

function showSentence(item) {
  fill("sentence", item.sentence);
  fill("question", item.question);
  fill("answers", listed(item.answers));
  fill("paragraph", item.paragraph);
}
