// One item at work: what is typed, what the model says of it, and what comes of that, tied together.

import { address, call, t } from "../calling.js";
import { addresses, newKey } from "./address.js";
import { newAsking } from "./asking.js";
import { changeBetween } from "./changes.js";
import { newComparison } from "./comparison.js";
import { labelChoices, wireComingAndGoing, wireControls } from "./controls.js";
import { newDraft } from "./draft.js";
import { newEditor, watchPointer } from "./editor.js";
import { byId, say } from "./elements.js";
import { newFooled } from "./fooled.js";
import { record, redo, undo } from "./history.js";
import { newHold } from "./hold.js";
import { drawEvidence, drawExample, drawPlace, drawTries } from "./item.js";
import { readKept } from "./kept.js";
import { marksOf, standing } from "./marks.js";
import { offerLogIn } from "./opening.js";
import * as places from "./places.js";
import { reconciled } from "./reconcile.js";
import { newSaved } from "./saved.js";
import { newTimer } from "./timer.js";
import { newVerdict } from "./verdict.js";
import { newWeights } from "./weights.js";

const EMPTY = { types: {}, action: null };
const PATIENCE = 2000; // milliseconds that a press waits for the draft, so that the log of changes is whole by then

export function furnish(opened, { project, submissions }) {
  const paths = addresses(project);
  const { example, settings } = opened;
  const original = example.text;
  const begun = { revision: 0, text: original, label: example.label, ...opened.draft, changes: opened.changes };
  const { state, isReplaced } = reconciled(readKept(opened.assignment), begun);
  Object.assign(state, { ...EMPTY, ...state });
  let shown = null; // the newest verdict, and the text and label that it is of

  byId("desk").hidden = false;
  byId("compare").open = window.matchMedia("(min-width: 901px)").matches;
  drawExample(example, settings);
  drawPlace(opened, paths);
  drawTries(opened.tries);

  const saved = newSaved(byId("saved"));
  const verdict = newVerdict(places.verdict(), { rows: settings.labels.length || 5, names: settings.choices });
  const boxes = example.answers.map((answer) => standing(answer, original)).filter((range) => range !== null);
  const comparison = newComparison(places.comparison(), original, boxes);
  const weights = newWeights(places.weights(), {
    field: settings.field,
    question: example.question,
  });
  const timer = newTimer(places.timer(), close);
  const editor = newEditor(byId("text"), byId("copy"), {
    onChange(change) {
      record(state.history, change, Date.now());
      edited(change);
    },
    onUndo: () => step(undo),
    onRedo: () => step(redo),
  });
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

  async function press(path, body, options) {
    await Promise.race([draft.flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
    return send("POST", path, body, options);
  }

  const draft = newDraft(opened.assignment, state, {
    put: (body, options) => send("PUT", paths.draft(opened.assignment), body, options),
    isAtWork: () => hold.isAtWork,
    on: {
      ...saved,
      saved(answer) {
        saved.saved();
        timer.left = answer.seconds_left;
      },
      refused(error) {
        saved.refused(error.sentence);
        if (error.status === 401) offerLogIn();
      },
      conflict: rebase,
    },
  });
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
  const fooled = newFooled(places.fooled(), {
    state,
    store: draft.store,
    submissions,
    types: settings.attack_types,
    names: settings.choices,
    send: (body) => press(paths.submit(opened.assignment), body),
    onSubmitted: submitted,
  });

  // Whatever changed the text, it is kept, compared, and put to the model.
  function edited(change) {
    draft.changed(state.text, change, editor.text);
    shownAnew();
  }

  function shownAnew() {
    comparison.show(editor.text);
    verdict.stale(settings.live);
    fooled.quiet();
    drawButtons();
    asking.changed();
  }

  function step(direction) {
    if (timer.isUp) return;
    const change = direction(state.history);
    if (change !== null) {
      editor.change(change);
      edited(change);
    }
    editor.focus();
  }

  function reset() {
    const change = changeBetween(editor.text, original, original.length);
    record(state.history, change, Date.now(), { whole: true });
    editor.change(change);
    edited(change);
    editor.focus();
  }

  // The server has a newer draft than the one that ours was made from: perhaps ours, perhaps from elsewhere.
  function rebase(newer) {
    const now = reconciled(state, newer);
    const isOther = now.state.text !== editor.text || now.state.label !== state.label;
    Object.assign(state, now.state);
    draft.store();
    draft.soon();
    if (now.isReplaced) saved.elsewhere();
    if (!isOther) return;
    editor.text = state.text;
    drawLabel();
    shownAnew();
  }

  function told(answer, asked) {
    timer.left = answer.seconds_left;
    shown = { answer, asked };
    drawTries(answer.tries);
    verdict.show(answer, asked.text !== original || asked.label !== example.label);
    if (asked.text === editor.text) editor.mark(marksOf(answer, asked.text));
    else verdict.stale(settings.live);
    if (settings.retrieves) drawEvidence(answer.evidence, example.evidence);
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

  // Which one thing is next: to ask, to submit, or to go on.
  function drawButtons() {
    const isFooled = isCurrent() && shown.answer.fooled && !isSame() && !isSubmitted();
    const next = isFooled ? "submit" : isSubmitted() || timer.isUp ? "finish" : "predict";
    for (const id of ["predict", "submit", "finish"]) byId(id).classList.toggle("primary", id === next);
    for (const id of ["predict", "submit"]) byId(id).disabled = timer.isUp;
    byId("undo").disabled = timer.isUp || state.history.undo.length === 0;
    byId("redo").disabled = timer.isUp || state.history.redo.length === 0;
    byId("reset").disabled = timer.isUp || editor.text === original;
    fooled.show(isFooled ? shown.answer : null);
  }

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

  wireControls({
    undo: () => step(undo),
    redo: () => step(redo),
    reset,
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
  });
  wireComingAndGoing({ leave: draft.leave, again: draft.again });
  watchPointer(byId("text"), weights.point);
  if (example.question !== null) watchPointer(byId("question"), weights.point);

  editor.text = state.text;
  verdict.waiting();
  if (state.pending.length > 0 || state.isLabelUnsent) draft.soon();
  else if (opened.draft) saved.saved();
  if (isReplaced) saved.elsewhere();
  if (hold.isAtWork || opened.seconds_left === 0) timer.left = opened.seconds_left;
  drawLabel();
  drawButtons();
  comparison.show(state.text);
  if (!timer.isUp) {
    if (hold.isAtWork) asking.changed();
    fooled.resume();
    editor.focus();
  }
  draft.store();
}
