// What comes of fooling the model: what it cost, the kinds of change, Submit, and what was submitted.

import { t } from "../calling.js";
import { byId, element, percent, say } from "../elements.js";
import { isPassing } from "./draft.js";

const RETRY = 2000;

// `send(body)` submits; `state` is kept by `store()`.
export function newFooled({ state, store, submissions, types, names, send, onSubmitted }) {
  const where = {
    box: byId("fooled"),
    cost: byId("cost"),
    bars: byId("cost-bars"),
    before: { meter: byId("before"), number: byId("before-number") },
    after: { meter: byId("after"), number: byId("after-number") },
    types: byId("types"),
    said: byId("submit-said"),
    list: byId("submissions"),
    empty: byId("no-submissions"),
    button: byId("submit"),
  };
  const boxes = types.map((type) =>
    choice(type, () => {
      state.types[type] = boxOf(type).checked;
      store();
    }),
  );
  where.types.replaceChildren(...boxes);
  const isLabel = Object.keys(names).length > 0;
  let isSubmitting = false;

  function boxOf(type) {
    return where.types.querySelector(`input[value="${CSS.escape(type)}"]`);
  }

  function ticked() {
    return types.filter((type) => boxOf(type).checked);
  }

  function bar(side, value) {
    side.meter.value = value;
    say(side.number, percent(value));
  }

  function list() {
    where.list.replaceChildren(...submissions.map((one) => entry(one, names)));
    where.empty.hidden = submissions.length > 0;
  }

  function busy(isBusy) {
    isSubmitting = isBusy;
    where.button.setAttribute("aria-disabled", String(isBusy));
  }

  // One key for one text: however often it is sent, it is counted once. It is kept, so that a reload sends it again.
  async function deliver() {
    busy(true);
    say(where.said, t("js.writing.submitting"));
    for (;;) {
      const action = state.action;
      try {
        const answer = await send(action);
        done(answer, action);
        break;
      } catch (error) {
        if (!isPassing(error)) {
          state.action = null;
          store();
          say(where.said, error.sentence);
          break;
        }
        say(where.said, t("js.writing.submitting_again"));
        await new Promise((go) => setTimeout(go, RETRY));
      }
    }
    busy(false);
  }

  function done(answer, action) {
    state.action = null;
    const isListed = submissions.some((one) => one.number === answer.submission); // by the page, made after it arrived
    if (answer.accepted && !isListed) {
      const best = answer.guesses[0]?.answer ?? null;
      submissions.push({ number: answer.submission, text: action.text, label: action.label, answer: best });
      state.types = {};
    }
    store();
    list();
    onSubmitted(answer, action);
  }

  list();

  return {
    // What the model said of a text that fools it and was not submitted yet; null hides all of it.
    show(told) {
      where.box.hidden = told === null;
      if (told === null) return;
      const [after, before] = [told.right, told.right_before];
      const kind = isLabel ? "cost_label" : "cost";
      where.bars.hidden = after === null || before === null;
      if (after === null) say(where.cost, "");
      else if (before === null) say(where.cost, t(`js.writing.${kind}_after`, { after: percent(after) }));
      else say(where.cost, t(`js.writing.${kind}`, { before: percent(before), after: percent(after) }));
      if (isLabel) where.cost.append(" ", t("js.writing.check_label", { label: names[state.label] }));
      if (after !== null && before !== null) {
        bar(where.before, before);
        bar(where.after, after);
      }
      for (const type of types) boxOf(type).checked = state.types[type] ?? told.attack_types.includes(type);
    },
    say(text) {
      say(where.said, text);
    },
    // What was said of an earlier text is over; what is on its way is not.
    quiet() {
      if (!isSubmitting) say(where.said, "");
    },
    submit(text, label, key) {
      if (isSubmitting) return;
      state.action = { key, text, label, attack_types: ticked() };
      store();
      deliver();
    },
    // What was on its way when the page went.
    resume() {
      if (state.action) deliver();
    },
  };
}

function choice(type, onChange) {
  const id = `type-${type}`;
  const box = element("input", { type: "checkbox", id, value: type, "aria-describedby": `${id}-about` });
  box.addEventListener("change", onChange);
  return element(
    "li",
    { class: "type" },
    box,
    element("label", { for: id }, words(`js.writing.type.${type}`, type)),
    element("span", { class: "about", id: `${id}-about`, role: "tooltip" }, words(`js.writing.type.${type}.about`, "")),
  );
}

// A type that has no words of its own is called as it is.
function words(key, otherwise) {
  try {
    return t(key);
  } catch {
    return otherwise;
  }
}

function entry({ number, text, answer }, names) {
  const named = answer === null ? t("js.writing.no_answer") : (names[answer] ?? answer);
  return element(
    "li",
    {},
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("span", { class: "tag fooled" }, "✗ ", t("js.writing.submission", { n: number })),
        " ",
        element("span", { class: "says" }, t("js.writing.fooled_about", { answer: named })),
      ),
      element("p", { class: "submitted-text" }, text),
    ),
  );
}
