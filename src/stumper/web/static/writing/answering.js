// @ts-check
// The model that one writes against: what it says of the text, what comes of fooling it, and the time that is left.

import { address, byId, call, element, state as fromServer, percent, say, t } from "../page.js";
import { render } from "../vendor/lit-html/lit-html.js";
import {
  addresses,
  furnish,
  guessRows,
  isPassing,
  labelChoices,
  newAsking,
  newHold,
  newKey,
  offerLogIn,
  opening,
} from "./desk.js";
import { marksOf, standing, watchPointer } from "./text.js";

/**
 * What the server says: of an item that is opened, and of a text that was put to the model.
 *
 * @typedef {{ text: string, start: number | null }} Standing
 * @typedef {{ id: string, title: string, text: string }} Source
 * @typedef {{ heading: string, lines: string[] }} Aside
 * @typedef {{
 *   question: string | null, title: string, paragraph: string | null, answers: Standing[], claim: string | null,
 *   label: string | null, evidence: Source[], text: string, asides: Aside[],
 * }} Original
 * @typedef {{ predictions: number, submissions: number, fooled: number }} Tries
 * @typedef {{ live: boolean, timer: number | null, labels: string[], attack_types: string[] }} Settings
 * @typedef {import("./desk.js").Opened & {
 *   item: { id: string, number: number, of: number }, example: Original, seconds_left: number | null, tries: Tries,
 *   practice: boolean, begun: boolean, done: boolean, previous: string | null, next: string | null, settings: Settings,
 * }} Opened
 * @typedef {import("./desk.js").Guess & { start: number | null, end: number | null }} Guess
 * @typedef {{
 *   fault: string | null, guesses: Guess[], score: number | null, right: number | null, right_before: number | null,
 *   score_before: number | null, fooled: boolean, evidence: Source[], attack_types: string[], answers: Standing[],
 *   seconds_left: number | null, tries: Tries, place: number | null,
 * }} Told
 * @typedef {Told & { accepted: boolean, submission: number, taken_back: number[] }} Submitted
 * @typedef {{ weights: import("./text.js").Weight[], agreement: number | null }} Weighed
 */

/**
 * What is put to the model, a submission on its way, and what is kept with the text: the kinds of change that were ticked.
 *
 * @typedef {{ text: string, label: string | null }} Asked
 * @typedef {Asked & { key: string, attack_types: string[] }} Action
 * @typedef {{ types: Record<string, boolean>, action: Action | null }} Own
 */

/**
 * @typedef {import("../page.js").Options} Options
 * @typedef {import("../page.js").Refusal} Refusal
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./desk.js").Page} Page
 * @typedef {import("./desk.js").Paths} Paths
 * @typedef {import("./desk.js").Submission} Submission
 */

/** @type {Own} */
const EMPTY = { types: {}, action: null };

/**
 * What the text begins with, and what is asked about it.
 *
 * @param {Opened} opened
 */
function begun({ example }) {
  const boxes = example.answers.map((answer) => standing(answer, example.text)).filter((range) => range !== null);
  return { original: example.text, label: example.label, boxes, question: example.question };
}

/**
 * @param {import("./desk.js").Parts<Opened>} parts
 * @returns {import("./desk.js").Beside}
 */
function newBeside({
  opened,
  page,
  paths,
  state: kept,
  original,
  editor,
  draft,
  weights,
  press,
  drawButtons,
  shownAnew,
}) {
  const { example, settings } = opened;
  const { choices, retrieves } = page.desk;
  const { submissions } = page;
  const state = Object.assign(kept, { ...EMPTY, ...kept });
  /** @type {{ answer: Told, asked: Asked } | null} the newest verdict, and the text and label that it is of */
  let shown = null;

  byId("compare", HTMLDetailsElement).open = window.matchMedia("(min-width: 901px)").matches;
  drawExample(example, page.desk);
  drawPlace(opened, paths);
  drawTries(opened.tries);

  const verdict = newVerdict({ rows: settings.labels.length || 5, names: choices });
  const timer = newTimer(close);
  let isBegun = opened.begun; // until then one only looks, and the time stands still
  const hold = newHold(opened.done, {
    open: () => /** @type {Promise<Opened>} */ (call("POST", paths.open(opened.item.id), {})),
    onOpened(answer) {
      timer.left = answer.seconds_left;
      byId("finished", HTMLElement).hidden = true;
    },
  });
  byId("finished", HTMLElement).hidden = hold.isAtWork;

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {Options} [options]
   * @returns {Promise<unknown>}
   */
  async function send(method, path, body, options) {
    await hold.take();
    return call(method, path, body, options);
  }

  const asking = newAsking({
    isLive: settings.live,
    isWeighing: () => byId("show-weights", HTMLInputElement).checked,
    /** @returns {Asked} */
    read: () => ({ text: editor.text, label: state.label }),
    predict: (asked, key, signal) =>
      /** @type {Promise<Told>} */ (
        key === null
          ? send("POST", paths.predict(opened.assignment), { ...asked, key }, { signal })
          : press(paths.predict(opened.assignment), { ...asked, key }, { signal })
      ),
    weigh: (asked, answer, method, signal) =>
      /** @type {Promise<Weighed>} */ (
        call("POST", paths.weights(opened.assignment), { ...asked, answer, method }, { signal })
      ),
    on: {
      thinking: verdict.thinking,
      verdict: told,
      weights(weighed, asked, method) {
        if (asked.text === editor.text) editor.mark({ weight: weights.show(weighed, asked, method) });
      },
      unweighed(error, asked) {
        if (asked.text === editor.text) weights.refuse(error.sentence);
      },
      trouble(error, isTryingAgain) {
        verdict.trouble(error, isTryingAgain);
        if (error.status === 401) offerLogIn();
      },
    },
  });
  const fooled = newFooled({
    state,
    store: draft.store,
    submissions,
    types: settings.attack_types,
    names: choices,
    send: (body) => /** @type {Promise<Submitted>} */ (press(paths.submit(opened.assignment), body)),
    onSubmitted: submitted,
  });

  /** @param {{ seconds_left: number | null }} answer */
  function keepTime(answer) {
    if (isBegun) timer.left = answer.seconds_left;
  }

  /**
   * @param {Told} answer
   * @param {Asked} asked
   */
  function told(answer, asked) {
    keepTime(answer);
    shown = { answer, asked };
    drawTries(answer.tries, isHopeless(answer));
    verdict.show(answer, asked.text !== original || asked.label !== example.label);
    if (asked.text === editor.text) editor.mark(marksOf(answer, asked.text));
    else verdict.stale(settings.live);
    if (retrieves) drawEvidence(answer.evidence, example.evidence);
    drawButtons();
  }

  /**
   * @param {Submitted} answer
   * @param {Action} action
   */
  function submitted(answer, action) {
    const isAnswered = answer.guesses.length > 0; // then the fault is of the submission, such as that it is no new text
    told(isAnswered ? { ...answer, fault: null } : answer, action);
    if (current()) asking.weighAgain(answer);
    const isRestated = submissions.some((one) => one.number !== answer.submission && isOfText(one) && one.taken_back);
    if (!answer.accepted)
      fooled.say(answer.fault ?? t(opened.practice ? "js.writing.not_fooled_practice" : "js.writing.not_fooled"));
    else if (opened.practice) fooled.say(t("js.writing.submitted_practice"));
    else if (isRestated) fooled.say(t("js.writing.restated", { n: answer.submission }), { isDone: true });
    else fooled.say(t("js.writing.submitted", { n: answer.submission }), { isDone: true });
  }

  // What the model said of the very text and label that are there now.
  const current = () =>
    shown !== null && shown.asked.text === editor.text && shown.asked.label === state.label ? shown.answer : null;
  const isSame = () => editor.text === original && state.label === example.label;
  const isOfText = (/** @type {Submission} */ one) => one.text === editor.text;
  const isThis = (/** @type {Submission} */ one) => isOfText(one) && one.label === state.label;
  // The submission of this text that says something else of it, and that the next one takes the place of.
  const before = () => submissions.find((one) => isOfText(one) && one.label !== state.label && !one.taken_back);
  const isSubmitted = () => submissions.some(isThis) && !before();
  const isTakenBack = () => isSubmitted() && submissions.some((one) => isThis(one) && one.taken_back);

  function drawLabel() {
    for (const choice of labelChoices()) {
      choice.checked = choice.value === state.label;
      choice.disabled = timer.isUp;
    }
  }

  function close() {
    draft.flush();
    asking.stop();
    editor.locked = true;
    byId("writing", HTMLElement).classList.add("over");
    byId("time-up", HTMLElement).hidden = false;
    drawLabel();
    drawButtons();
  }

  function predict() {
    if (!timer.isUp) asking.press(newKey());
  }

  function submit() {
    if (timer.isUp) return;
    const answer = current();
    if (isSame()) fooled.say(t("js.writing.nothing_changed"));
    else if (isTakenBack()) fooled.say(t("js.writing.submitted_back"));
    else if (isSubmitted()) fooled.say(t("js.writing.submitted_already"));
    else if (answer && isHopeless(answer)) fooled.say(t("js.writing.nothing_to_win"));
    else if (answer?.fault) fooled.say(answer.fault);
    else {
      asking.stop();
      fooled.submit(editor.text, state.label, newKey());
    }
  }

  async function finish() {
    const button = byId("finish", HTMLButtonElement);
    button.disabled = true;
    asking.stop();
    say(byId("finish-said", HTMLElement), t("js.writing.finishing"));
    await draft.flush();
    try {
      await call("POST", paths.done(opened.assignment), {});
    } catch (error) {
      say(byId("finish-said", HTMLElement), /** @type {Refusal} */ (error).sentence);
      button.disabled = false;
      return;
    }
    draft.stop();
    window.location.assign(address(opened.next === null ? paths.items : paths.item(opened.next)));
  }

  return {
    send,
    get isOver() {
      return timer.isUp;
    },
    get isAtWork() {
      return hold.isAtWork && isBegun;
    },
    controls: {
      predict,
      submit,
      finish,
      showWeights(isOn) {
        if (isOn) {
          asking.weighAgain(current());
        } else {
          weights.hide();
          editor.mark({ weight: [] });
        }
      },
      chooseLabel(label) {
        draft.labelled(label);
        shownAnew();
      },
    },
    saved(answer) {
      isBegun = true;
      keepTime(answer);
    },
    changed() {
      if (!isBegun) timer.left = opened.seconds_left;
      isBegun = true;
      verdict.stale(settings.live);
      fooled.quiet();
      asking.changed();
    },
    replaced: drawLabel,
    // Which one thing is next: to ask, to submit, or to go on.
    drawButtons() {
      const answer = current();
      const isWon = answer?.fooled && !isSame();
      const isOver = isSubmitted() || timer.isUp || (answer !== null && isHopeless(answer));
      const next = isWon && !isSubmitted() ? "submit" : isOver ? "finish" : "predict";
      for (const id of ["predict", "submit", "finish"]) byId(id, HTMLElement).classList.toggle("primary", id === next);
      for (const id of ["predict", "submit"]) byId(id, HTMLButtonElement).disabled = timer.isUp;
      byId("reset", HTMLButtonElement).disabled = timer.isUp || editor.text === original;
      fooled.show(isWon ? answer : null, isSubmitted(), before()?.label ?? null);
    },
    begin() {
      watchPointer(byId("question", HTMLElement), weights.point);
      verdict.waiting(settings.live && !hold.isAtWork);
      if (!isBegun) timer.waits(opened.seconds_left);
      else if (hold.isAtWork || opened.seconds_left === 0) timer.left = opened.seconds_left;
      drawLabel();
      drawButtons();
      if (!timer.isUp) {
        if (hold.isAtWork) asking.changed();
        fooled.resume();
        editor.focus();
      }
      draft.store();
    },
  };
}

// What an item gives: its place among the others, what is asked and the answer, what stands beside it, the evidence.

/**
 * @param {Original} example
 * @param {Desk} desk
 */
function drawExample(example, { choices, retrieves }) {
  byId("asked", HTMLElement).hidden = example.question === null;
  say(byId("question", HTMLElement), example.question ?? "");
  if (example.label !== null) {
    say(byId("original-label", HTMLElement), t("js.writing.original_label", { label: choices[example.label] }));
  } else {
    const texts = [...new Set(example.answers.map((answer) => answer.text))];
    const marked = texts.map((text) => element("span", { class: "answer" }, text));
    const children = marked.flatMap((mark, index) => (index === 0 ? [mark] : ["  ", mark]));
    byId("answers", HTMLElement).replaceChildren(...children);
  }
  const asides = byId("asides", HTMLElement);
  asides.replaceChildren(...example.asides.map(aside));
  asides.hidden = example.asides.length === 0;
  if (!retrieves) return;
  byId("known", HTMLElement).replaceChildren(...example.evidence.map(source));
  byId("known-box", HTMLElement).hidden = example.evidence.length === 0;
}

/**
 * What the model found, the sentences that are known to matter said to be so.
 *
 * @param {Source[]} found
 * @param {Source[]} known
 */
function drawEvidence(found, known) {
  const ids = new Set(known.map((sentence) => sentence.id).filter(Boolean));
  const rows = found.map((sentence) => {
    const row = source(sentence);
    if (ids.has(sentence.id))
      row.append(" ", element("span", { class: "tag kept" }, "✓ ", t("js.writing.evidence_marked")));
    return row;
  });
  const nothing = element("li", {}, t("js.writing.nothing_found"));
  byId("found", HTMLElement).replaceChildren(...(rows.length > 0 ? rows : [nothing]));
}

/**
 * @param {Opened} opened
 * @param {Paths} paths
 */
function drawPlace(opened, paths) {
  byId("practice", HTMLElement).hidden = !opened.practice;
  say(
    byId("finish", HTMLElement),
    t(opened.practice ? "js.writing.begin" : opened.next ? "js.writing.done_next" : "js.writing.done"),
  );
  for (const [id, item] of Object.entries({ previous: opened.previous, next: opened.next })) {
    const link = byId(id, HTMLAnchorElement);
    if (item) link.href = address(paths.item(item));
    else link.removeAttribute("href");
    link.setAttribute("aria-disabled", String(!item));
  }
}

/**
 * Whether the model was wrong about the original, so that nothing counts.
 *
 * @param {Told} told
 */
function isHopeless(told) {
  return told.score_before === 0;
}

/**
 * @param {Tries} tries
 * @param {boolean} [countsNothing]
 */
function drawTries({ predictions }, countsNothing = false) {
  const some = predictions === 0 ? "tries_none" : predictions === 1 ? "tries_one" : "tries";
  const key = countsNothing && predictions === 0 ? "tries_nothing" : some;
  say(byId("tries", HTMLElement), t(`js.writing.${key}`, { n: predictions }));
}

/** @param {Aside} aside */
function aside({ heading, lines }) {
  return element(
    "div",
    { class: "beside" },
    element("h2", { class: "eyebrow" }, heading),
    element("ul", {}, ...lines.map((line) => element("li", {}, line))),
  );
}

/** @param {Source} source */
function source({ title, text }) {
  const children = title ? [element("cite", {}, title), " "] : [];
  return element("li", {}, ...children, text);
}

// What the model says, in a place of its own that never jumps: rows are filled anew, not made anew.

/**
 * The verdict; `names` is how labels are said, {} for answers.
 *
 * @param {{ rows: number, names: Record<string, string> }} said
 */
function newVerdict({ rows, names }) {
  const where = {
    box: byId("verdict", HTMLElement),
    sign: byId("sign", HTMLElement),
    word: byId("word", HTMLElement),
    about: byId("about", HTMLElement),
    rows: byId("guesses", HTMLElement),
    news: byId("news", HTMLElement),
  };
  render(guessRows([], rows), where.rows);
  /** @type {string | null} */
  let announced = null;
  let announcing = 0;

  /** @param {string} answer */
  const named = (answer) => names[answer] ?? (answer || t("js.writing.no_answer"));

  /**
   * @param {keyof typeof SIGNS} kind
   * @param {string} word
   * @param {string} about
   */
  function status(kind, word, about) {
    where.box.dataset.kind = kind;
    say(where.sign, SIGNS[kind]);
    say(where.word, word);
    say(where.about, about);
  }

  /**
   * Said once the hands rest, and only where it is news.
   *
   * @param {string} text
   */
  function announce(text) {
    clearTimeout(announcing);
    if (text === announced) return;
    announcing = setTimeout(() => {
      announced = text;
      say(where.news, text);
    }, 700);
  }

  return {
    /** @param {boolean} answersAlone it answers without being asked, once there is something new */
    waiting(answersAlone) {
      status("unknown", t(answersAlone ? "js.writing.ask.live" : "js.writing.ask"), "");
    },
    thinking() {
      where.box.dataset.thinking = "";
      if (where.box.dataset.kind === "unknown") status("unknown", t("js.writing.thinking"), "");
    },
    /**
     * The text has changed since; without live answers somebody must ask.
     *
     * @param {boolean} isLive
     */
    stale(isLive) {
      where.box.dataset.thinking = "";
      if (!isLive) status("unknown", t("js.writing.ask"), "");
    },
    /**
     * @param {Told} told
     * @param {boolean} isChanged
     */
    show(told, isChanged) {
      delete where.box.dataset.thinking;
      const best = told.guesses[0];
      if (told.fault) {
        status("fault", t("js.writing.fault"), told.fault);
        announce(told.fault);
      } else if (best === undefined) {
        status("fooled", t("js.writing.no_answer"), "");
      } else if (told.fooled || !best.right || isHopeless(told)) {
        const about = { answer: named(best.answer) };
        if (told.fooled && isChanged) {
          status("won", t("js.writing.fooled"), t("js.writing.fooled_about", about));
          announce(t("js.writing.live_fooled", about));
        } else {
          const said = t(best.right ? "js.writing.right_too_late" : "js.writing.wrong_already_about", about);
          status("fooled", t("js.writing.wrong_already"), said);
          announce(said);
        }
      } else {
        status("right", t("js.writing.right"), t("js.writing.right_about", { answer: named(best.answer) }));
        announce(t("js.writing.live_right", { answer: named(best.answer) }));
      }
      if (!told.fault || told.guesses.length > 0) {
        render(guessRows(told.guesses, rows, named), where.rows);
      }
    },
    /**
     * @param {Refusal} error
     * @param {boolean} isTryingAgain
     */
    trouble(error, isTryingAgain) {
      delete where.box.dataset.thinking;
      if (error.status === 422) {
        status("fault", t("js.writing.fault"), error.sentence);
        announce(error.sentence);
        return;
      }
      const about = isTryingAgain ? t("js.writing.trying_again") : error.sentence;
      status("trouble", t("js.writing.model_trouble"), about);
    },
  };
}

const SIGNS = { unknown: "…", right: "✓", fooled: "✗", won: "✓", fault: "!", trouble: "!" };

// What comes of fooling the model: what it cost, the kinds of change, Submit, and what was submitted.

const RETRY = 2000;

/**
 * What comes of it; `send(body)` submits, and `state` is kept by `store()`.
 *
 * @param {{
 *   state: import("./text.js").Kept & Own, store: () => void, submissions: Submission[], types: string[],
 *   names: Record<string, string>, send: (body: Action) => Promise<Submitted>,
 *   onSubmitted: (answer: Submitted, action: Action) => void,
 * }} fooling
 */
function newFooled({ state, store, submissions, types, names, send, onSubmitted }) {
  const where = {
    box: byId("fooled", HTMLElement),
    cost: byId("cost", HTMLElement),
    place: byId("place-of-fooling", HTMLElement),
    bars: byId("cost-bars", HTMLElement),
    before: { meter: byId("before", HTMLMeterElement), number: byId("before-number", HTMLElement) },
    after: { meter: byId("after", HTMLMeterElement), number: byId("after-number", HTMLElement) },
    types: byId("types", HTMLElement),
    asked: byId("types-box", HTMLElement),
    said: byId("submit-said", HTMLElement),
    list: byId("submissions", HTMLElement),
    empty: byId("no-submissions", HTMLElement),
    button: byId("submit", HTMLElement),
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

  /** @param {string} type */
  function boxOf(type) {
    return /** @type {HTMLInputElement} */ (where.types.querySelector(`input[value="${CSS.escape(type)}"]`));
  }

  function ticked() {
    return types.filter((type) => boxOf(type).checked);
  }

  /**
   * @param {{ meter: HTMLMeterElement, number: HTMLElement }} side
   * @param {number} value
   */
  function bar(side, value) {
    side.meter.value = value;
    say(side.number, percent(value));
  }

  function list() {
    where.list.replaceChildren(...submissions.map((one) => entry(one, names)));
    where.empty.hidden = submissions.length > 0;
  }

  /** @param {boolean} isBusy */
  function busy(isBusy) {
    isSubmitting = isBusy;
    where.button.setAttribute("aria-disabled", String(isBusy));
  }

  // One key for one text: however often it is sent, it is counted once. It is kept, so that a reload sends it again.
  async function deliver() {
    busy(true);
    say(where.said, t("js.writing.submitting"));
    for (;;) {
      const action = /** @type {Action} */ (state.action);
      try {
        const answer = await send(action);
        done(answer, action);
        break;
      } catch (thrown) {
        const error = /** @type {Refusal} */ (thrown);
        if (!isPassing(error)) {
          state.action = null;
          store();
          say(where.said, error.sentence);
          break;
        }
        say(where.said, error.kind === "unanswered" ? error.sentence : t("js.writing.submitting_again"));
        await new Promise((go) => setTimeout(go, RETRY));
      }
    }
    busy(false);
  }

  /**
   * @param {Submitted} answer
   * @param {Action} action
   */
  function done(answer, action) {
    state.action = null;
    const isListed = submissions.some((one) => one.number === answer.submission); // by the page, made after it arrived
    if (answer.accepted && !isListed) {
      const best = answer.guesses[0]?.answer ?? null;
      submissions.push({ number: answer.submission, text: action.text, label: action.label, answer: best });
      state.types = {};
    }
    for (const one of submissions) one.taken_back = answer.taken_back.includes(one.number);
    store();
    list();
    onSubmitted(answer, action);
  }

  list();

  return {
    /**
     * What the model said of a text that fools it, with what is asked about it until it is submitted; null hides it.
     *
     * @param {Told | null} told
     * @param {boolean} isSubmitted
     * @param {string | null} stated what was said of this text when it was submitted, which is another label
     */
    show(told, isSubmitted, stated) {
      where.box.hidden = told === null;
      if (told === null) return;
      where.asked.hidden = isSubmitted;
      say(where.place, told.place === null ? "" : placed(told.place, isSubmitted));
      const [after, before] = [told.right, told.right_before];
      const kind = isLabel ? "cost_label" : "cost";
      where.bars.hidden = after === null || before === null;
      if (after === null) say(where.cost, t("js.writing.cost_unknown"));
      else if (before === null) say(where.cost, t(`js.writing.${kind}_after`, { after: percent(after) }));
      else say(where.cost, t(`js.writing.${kind}`, { before: percent(before), after: percent(after) }));
      if (after !== null && before !== null && before > after)
        where.cost.append(" ", t("js.writing.cost_lost", { points: points(before - after) }));
      if (isLabel && !isSubmitted)
        where.cost.append(" ", t("js.writing.check_label", { label: names[state.label ?? ""] }));
      if (stated !== null) where.cost.append(" ", t("js.writing.restating", { label: names[stated] }));
      if (after !== null && before !== null) {
        bar(where.before, before);
        bar(where.after, after);
      }
      for (const type of types) boxOf(type).checked = state.types[type] ?? told.attack_types.includes(type);
    },
    /**
     * @param {string} text
     * @param {{ isDone?: boolean }} [options]
     */
    say(text, { isDone = false } = {}) {
      say(where.said, text);
      where.said.classList.toggle("is-done", isDone);
    },
    // What was said of an earlier text is over; what is on its way is not.
    quiet() {
      if (!isSubmitting) this.say("");
    },
    /**
     * @param {string} text
     * @param {string | null} label
     * @param {string} key
     */
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

/**
 * Which one somebody is, or would be, of those who fooled it on this item.
 *
 * @param {number} place
 * @param {boolean} isSubmitted
 */
function placed(place, isSubmitted) {
  const kind = place <= 10 ? place : new Intl.PluralRules("en", { type: "ordinal" }).select(place);
  const named = t(`js.writing.nth.${kind}`, { n: place });
  return t(isSubmitted ? "js.writing.place" : "js.writing.place_would_be", { nth: named });
}

/** @param {number} share */
function points(share) {
  return (100 * share).toFixed(1);
}

/**
 * @param {string} type
 * @param {() => void} onChange
 */
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

/**
 * A type that has no words of its own is called as it is.
 *
 * @param {string} key
 * @param {string} otherwise
 */
function words(key, otherwise) {
  try {
    return t(key);
  } catch {
    return otherwise;
  }
}

/**
 * @param {Submission} submission
 * @param {Record<string, string>} names
 */
function entry({ number, text, answer, taken_back }, names) {
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
        taken_back
          ? element("span", { class: "tag" }, t("js.writing.submission_back", { n: number }))
          : element("span", { class: "tag kept" }, "✓ ", t("js.writing.submission", { n: number })),
        " ",
        element("span", { class: "says" }, t("js.writing.fooled_about", { answer: named })),
      ),
      element("p", { class: "submitted-text" }, text),
    ),
  );
}

// The time left for an item: what the server last said, counted down from there.

const SHORT = 30;

/**
 * Without a limit nothing is shown.
 *
 * @param {() => void} onUp
 */
function newTimer(onUp) {
  const where = {
    box: byId("timer", HTMLElement),
    time: byId("time", HTMLElement),
    of: byId("time-of", HTMLElement),
    news: byId("news", HTMLElement),
  };
  /** @type {number | null} */
  let ends = null;
  let isShort = false;
  let isUp = false;

  function tick() {
    if (ends === null || isUp) return;
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    draw(left, t("js.writing.time_left"));
    if (left <= SHORT && !isShort && left > 0) say(where.news, t("js.writing.half_minute"));
    isShort = left <= SHORT;
    where.box.classList.toggle("short", isShort);
    if (left === 0) {
      isUp = true;
      onUp();
    }
  }

  /**
   * @param {number} left
   * @param {string} of
   */
  function draw(left, of) {
    const values = { minutes: Math.floor(left / 60), seconds: String(left % 60).padStart(2, "0") };
    say(where.time, t("js.writing.time", values));
    say(where.of, of);
    where.box.hidden = false;
  }

  setInterval(tick, 250);

  return {
    /**
     * So much there is from the first change on; null where there is no limit.
     *
     * @param {number | null} seconds
     */
    waits(seconds) {
      if (seconds !== null) draw(Math.ceil(seconds), t("js.writing.time_waits"));
    },
    /** @param {number | null} seconds */
    set left(seconds) {
      ends = seconds === null ? null : performance.now() + 1000 * seconds;
      tick();
    },
    get isUp() {
      return isUp;
    },
  };
}

/** @type {Page} */
const page = fromServer();

opening({
  open: () =>
    /** @type {Promise<Opened>} */ (call("POST", addresses(page.project, false).open(page.item), { looking: true })),
  furnish: (opened) => furnish(opened, page, { begun, newBeside }),
  words: "js.writing",
});
