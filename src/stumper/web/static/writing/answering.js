// The model that one writes against: what it says of the text, what comes of fooling it, and the time that is left.

import { address, call, t } from "../calling.js";
import { byId, say } from "../elements.js";
import { newKey } from "./address.js";
import { newAsking } from "./asking.js";
import { labelChoices } from "./controls.js";
import { watchPointer } from "./editor.js";
import { newFooled } from "./fooled.js";
import { newHold } from "./hold.js";
import { drawEvidence, drawExample, drawPlace, drawTries } from "./item.js";
import { marksOf, standing } from "./marks.js";
import { offerLogIn } from "./opening.js";
import { newTimer } from "./timer.js";
import { newVerdict } from "./verdict.js";

const EMPTY = { types: {}, action: null };

// What the text begins with, and what is asked about it.
export function begun({ example }) {
  const boxes = example.answers.map((answer) => standing(answer, example.text)).filter((range) => range !== null);
  return { original: example.text, label: example.label, boxes, question: example.question };
}

export function newBeside({
  opened,
  page,
  paths,
  state,
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
  Object.assign(state, { ...EMPTY, ...state });
  let shown = null; // the newest verdict, and the text and label that it is of

  byId("compare").open = window.matchMedia("(min-width: 901px)").matches;
  drawExample(example, page.desk);
  drawPlace(opened, paths);
  drawTries(opened.tries);

  const verdict = newVerdict({ rows: settings.labels.length || 5, names: choices });
  const timer = newTimer(close);
  const hold = newHold(opened.done, {
    open: () => call("POST", paths.open(opened.item.id), {}),
    onOpened(answer) {
      timer.left = answer.seconds_left;
      byId("finished").hidden = true;
    },
  });
  byId("finished").hidden = hold.isAtWork;

  async function send(method, path, body, options) {
    await hold.take();
    return call(method, path, body, options);
  }

  const asking = newAsking({
    isLive: settings.live,
    isWeighing: () => byId("show-weights").checked,
    read: () => ({ text: editor.text, label: state.label }),
    predict: (asked, key, signal) =>
      key === null
        ? send("POST", paths.predict(opened.assignment), { ...asked, key }, { signal })
        : press(paths.predict(opened.assignment), { ...asked, key }, { signal }),
    weigh: (asked, answer, method, signal) =>
      call("POST", paths.weights(opened.assignment), { ...asked, answer, method }, { signal }),
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
    send: (body) => press(paths.submit(opened.assignment), body),
    onSubmitted: submitted,
  });

  function told(answer, asked) {
    timer.left = answer.seconds_left;
    shown = { answer, asked };
    drawTries(answer.tries);
    verdict.show(answer, asked.text !== original || asked.label !== example.label);
    if (asked.text === editor.text) editor.mark(marksOf(answer, asked.text));
    else verdict.stale(settings.live);
    if (retrieves) drawEvidence(answer.evidence, example.evidence);
    drawButtons();
  }

  function submitted(answer, action) {
    const isAnswered = answer.guesses.length > 0; // then the fault is of the submission, such as that it is no new text
    told(isAnswered ? { ...answer, fault: null } : answer, action);
    if (isCurrent()) asking.weighAgain(answer);
    if (!answer.accepted) fooled.say(answer.fault ?? t("js.writing.not_fooled"));
    else if (opened.practice) fooled.say(t("js.writing.submitted_practice"));
    else fooled.say(t("js.writing.submitted", { n: answer.submission }));
  }

  const isCurrent = () => shown !== null && shown.asked.text === editor.text && shown.asked.label === state.label;
  const isSame = () => editor.text === original && state.label === example.label;
  const isSubmitted = () => submissions.some((one) => one.text === editor.text && one.label === state.label);

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
    byId("writing").classList.add("over");
    byId("time-up").hidden = false;
    drawLabel();
    drawButtons();
  }

  function predict() {
    if (!timer.isUp) asking.press(newKey());
  }

  function submit() {
    if (timer.isUp) return;
    if (isSame()) fooled.say(t("js.writing.nothing_changed"));
    else if (isSubmitted()) fooled.say(t("js.writing.submitted_already"));
    else if (isCurrent() && !shown.answer.fooled) fooled.say(shown.answer.fault ?? t("js.writing.not_fooled"));
    else {
      asking.stop();
      fooled.submit(editor.text, state.label, newKey());
    }
  }

  async function finish() {
    byId("finish").disabled = true;
    asking.stop();
    say(byId("finish-said"), t("js.writing.finishing"));
    await draft.flush();
    try {
      await call("POST", paths.done(opened.assignment), {});
    } catch (error) {
      say(byId("finish-said"), error.sentence);
      byId("finish").disabled = false;
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
      return hold.isAtWork;
    },
    controls: {
      predict,
      submit,
      finish,
      showWeights(isOn) {
        if (isOn) {
          asking.weighAgain(isCurrent() ? shown.answer : null);
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
      timer.left = answer.seconds_left;
    },
    changed() {
      verdict.stale(settings.live);
      fooled.quiet();
      asking.changed();
    },
    replaced: drawLabel,
    // Which one thing is next: to ask, to submit, or to go on.
    drawButtons() {
      const isFooled = isCurrent() && shown.answer.fooled && !isSame() && !isSubmitted();
      const next = isFooled ? "submit" : isSubmitted() || timer.isUp ? "finish" : "predict";
      for (const id of ["predict", "submit", "finish"]) byId(id).classList.toggle("primary", id === next);
      for (const id of ["predict", "submit"]) byId(id).disabled = timer.isUp;
      byId("reset").disabled = timer.isUp || editor.text === original;
      fooled.show(isFooled ? shown.answer : null);
    },
    begin() {
      if (example.question !== null) watchPointer(byId("question"), weights.point);
      verdict.waiting();
      if (hold.isAtWork || opened.seconds_left === 0) timer.left = opened.seconds_left;
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
