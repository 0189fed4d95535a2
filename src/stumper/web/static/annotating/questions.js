// The yes-or-no questions of a page: one is current; answering it goes on to the next.

const NEXT = 1;
const PREVIOUS = -1;

/** The questions are the fieldsets with `data-question` in the form; `changed` is called after each answer. */
export function questions(form, changed) {
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
