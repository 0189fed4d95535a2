// One tossup at work: what is typed, what the machines that listen make of it, and what comes of that.

import { call, t } from "../calling.js";
import { newKey } from "../writing/address.js";
import { toBrowser, toServer } from "../writing/changes.js";
import { newComparison } from "../writing/comparison.js";
import { wireComingAndGoing } from "../writing/controls.js";
import { newDraft } from "../writing/draft.js";
import { newEditor, watchPointer } from "../writing/editor.js";
import { byId, element, say } from "../writing/elements.js";
import { record, redo, undo } from "../writing/history.js";
import { readKept } from "../writing/kept.js";
import { offerLogIn } from "../writing/opening.js";
import { reconciled } from "../writing/reconcile.js";
import { newSaved } from "../writing/saved.js";
import { newWeights } from "../writing/weights.js";
import { addresses } from "./address.js";
import { lastWord, newMachine } from "./machine.js";
import { newMeasure } from "./measure.js";
import { wireRevising } from "./revise.js";
import { drawSources } from "./sources.js";

const PATIENCE = 2000; // milliseconds that submitting waits for the draft, so that the log of changes is whole by then
const QUIET = 900; // until what a machine makes of it is announced
const SEEN = 0.15; // of the greatest weight, from which on a word is seen to be highlighted

export function furnish(opened, { project, item }) {
  const paths = addresses(project);
  const { original, assignment } = opened;
  const begun = { revision: 0, text: original, label: null, ...opened.draft, changes: opened.changes };
  const { state, isReplaced } = reconciled(readKept(assignment), begun);
  let isOver = opened.submitted !== null;
  let announcing = null;

  byId("desk").hidden = false;
  const saved = newSaved(byId("saved"));
  const measure = newMeasure(byId("length"), opened.limits);
  const comparison = newComparison({ text: byId("compared"), count: byId("count"), choices: [] }, original, []);
  const weights = newWeights(
    { pointed: byId("pointed"), how: byId("how"), rows: byId("weights"), question: null },
    { field: "tossup", question: null },
  );
  const editor = newEditor(byId("text"), byId("copy"), {
    onChange(change) {
      record(state.history, change, Date.now());
      edited(change);
    },
    onUndo: () => step(undo),
    onRedo: () => step(redo),
  });
  const draft = newDraft(assignment, state, {
    put: (body, options) => call("PUT", paths.draft(assignment), body, options),
    isAtWork: () => !isOver,
    on: {
      ...saved,
      refused(error) {
        saved.refused(error.sentence);
        if (error.status === 401) offerLogIn();
      },
      conflict: rebase,
    },
  });
  let shown = null;
  let highlights = [];
  const machines = opened.machines.map((name, number) => newMachine(name, number, {
    answer: opened.answer,
    isKnown: opened.known[number],
    isLive: opened.live,
    isWeighing: () => byId("show-weights").checked,
    isShown: () => shown?.name === name,
    marked: () => highlights,
    read: () => editor.text,
    ask: {
      hear: (body, signal) => call("POST", paths.hear(assignment), body, { signal }),
      weigh: (body, signal) => call("POST", paths.weights(assignment), body, { signal }),
      place: (body, signal) => call("POST", paths.place(assignment), body, { signal }),
    },
    on: {
      heard(heard, text) {
        if (text === editor.text) measure.exactly(heard.length);
        if (shown?.name === name && text === editor.text) drawSources(byId("sources"), heard.sources);
      },
      weighed(weighed, text, method) {
        if (text === editor.text) highlight(weighed, text, method);
      },
      placed(place, text) {
        if (text !== editor.text) return;
        editor.mark({ [`buzz-${number}`]: buzzMark(place, text, number) });
        if (number === 0) announce(name, place);
      },
      trouble(error) {
        if (error.status === 401) offerLogIn();
      },
    },
  }));
  show(machines[0]);
  byId("machines").replaceChildren(...machines.map(({ panel }) => panel.box));
  for (const part of document.querySelectorAll(".model-side, .more, .machine-marks")) part.hidden = !opened.live;
  for (const machine of machines) machine.panel.radio.addEventListener("change", () => choose(machine));

  function show(machine) {
    shown = machine;
    for (const one of machines) one.panel.shown = one === machine;
  }

  // Another machine's marks and sources are on the page.
  function choose(machine) {
    show(machine);
    clearHighlights();
    const { heard, weights: known, text } = machine.remembered;
    drawSources(byId("sources"), heard !== null && text === editor.text ? heard.sources : []);
    if (known !== null && text === editor.text) highlight(known, text, "gradient");
    else if (!isOver) machine.changed(editor.text);
  }

  function highlight(weighed, text, method) {
    const ranges = weights.show(weighed, { text }, method);
    editor.mark({ weight: ranges });
    highlights = ranges.filter((range) => range.share >= SEEN)
      .map(({ start, end }) => ({ start: toServer(text, start), end: toServer(text, end) }));
  }

  function clearHighlights() {
    weights.hide();
    highlights = [];
    editor.mark({ weight: [] });
  }

  function edited(change) {
    draft.changed(state.text, change, editor.text);
    shownAnew();
  }

  function shownAnew() {
    comparison.show(editor.text);
    measure.show(editor.text);
    byId("against").hidden = true;
    say(byId("submit-said"), "");
    drawButtons();
    if (!isOver) for (const machine of machines) machine.changed(editor.text);
    if (editor.text.trim() === "") byId("sources").replaceChildren();
  }

  function step(direction) {
    if (isOver) return;
    const change = direction(state.history);
    if (change !== null) {
      editor.change(change);
      edited(change);
    }
    editor.focus();
  }

  // The server has a newer draft than the one that ours was made from: perhaps ours, perhaps from elsewhere.
  function rebase(newer) {
    const now = reconciled(state, newer);
    const isOther = now.state.text !== editor.text;
    Object.assign(state, now.state);
    draft.store();
    draft.soon();
    if (now.isReplaced) saved.elsewhere();
    if (!isOther) return;
    editor.text = state.text;
    shownAnew();
  }

  function drawButtons() {
    byId("undo").disabled = isOver || state.history.undo.length === 0;
    byId("redo").disabled = isOver || state.history.redo.length === 0;
    byId("submit").disabled = isOver;
  }

  function announce(machine, place) {
    clearTimeout(announcing);
    if (place.fault) return;
    const key = place.buzz === null ? "js.tossups.said.never" : "js.tossups.said.place";
    const text = t(key, { machine, n: place.buzz, words: place.words });
    announcing = setTimeout(() => say(byId("news"), text), QUIET);
  }

  const key = { text: null, key: null };

  async function submit() {
    if (isOver) return;
    if (editor.text.trim() === "") {
      say(byId("submit-said"), t("js.tossups.nothing"));
      return;
    }
    if (key.text !== editor.text) Object.assign(key, { text: editor.text, key: newKey() });
    byId("submit").disabled = true;
    for (const machine of machines) machine.asking.stop();
    say(byId("submit-said"), t("js.tossups.submitting"));
    try {
      await Promise.race([draft.flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
      const body = {
        key: key.key, text: editor.text, reason: byId("reason").value.trim(), revisions: opened.revisions,
      };
      const answer = await call("POST", paths.submit(assignment), body);
      if (answer.accepted) accepted(answer);
      else refused(answer.against);
    } catch (error) {
      say(byId("submit-said"), error.sentence);
      if (error.status === 401) offerLogIn();
    }
    drawButtons();
    if (!isOver) for (const machine of machines) machine.goOn(editor.text);
  }

  function accepted({ said }) {
    isOver = true;
    draft.stop();
    editor.locked = true;
    byId("against").hidden = true;
    finish(said);
    const heard = said.filter(({ fault }) => !fault);
    const values = { n: heard.filter(({ buzz }) => buzz === null).length, of: machines.length };
    const isTold = opened.live && values.n > 0;
    const isBeyond = opened.known.length > 0 && opened.known.every((one) => one === false);
    const key = isTold && isBeyond ? "js.tossups.submitted.beyond" : isTold ? "js.tossups.submitted.stumps" : "js.tossups.submitted";
    const sentences = [t(key, values)];
    if (opened.live && heard.length < machines.length) {
      sentences.push(t("js.tossups.submitted.unheard", { n: machines.length - heard.length, of: machines.length }));
    }
    say(byId("submit-said"), sentences.join(" "));
    byId("finished").hidden = false;
    byId("change").hidden = true;
  }

  // The machines show what they made of the text that was submitted, not of one before it.
  function finish(said) {
    for (const machine of machines) machine.finish(said.find((one) => one.machine === machine.name), editor.text);
  }

  function refused(against) {
    const lines = against.map(({ sentence }) => element("li", {}, sentence));
    byId("against-list").replaceChildren(...lines);
    byId("against").hidden = false;
    const isReasonable = against.every((one) => one.can_override);
    byId("reason-box").hidden = !against.some((one) => one.can_override);
    say(byId("submit-said"), isReasonable ? t("js.tossups.reason_needed") : t("js.tossups.against"));
    if (isReasonable) byId("reason").focus();
  }

  byId("undo").addEventListener("click", () => step(undo));
  byId("redo").addEventListener("click", () => step(redo));
  byId("submit").addEventListener("click", submit);
  byId("show-weights").addEventListener("change", (event) => {
    if (event.target.checked && !isOver) shown.changed(editor.text);
    else clearHighlights();
  });
  document.addEventListener("keydown", (event) => {
    const isPress = event.key === "Enter" && event.shiftKey && (event.ctrlKey || event.metaKey);
    if (!isPress || event.isComposing || event.repeat) return;
    event.preventDefault();
    void submit();
  });
  wireComingAndGoing({ leave: draft.leave, again: draft.again });
  watchPointer(byId("text"), weights.point);
  wireRevising(paths, item, draft.flush);

  if (isOver) state.text = opened.submitted;
  editor.text = state.text;
  editor.locked = isOver;
  byId("finished").hidden = !isOver;
  byId("change").hidden = isOver;
  if (!isOver && (state.pending.length > 0)) draft.soon();
  else if (opened.draft) saved.saved();
  if (isReplaced) saved.elsewhere();
  shownAnew();
  if (isOver) {
    draft.stop();
    finish(opened.said);
  } else {
    editor.focus();
    draft.store();
  }
}

// The word after which the machine is right first.
function buzzMark(place, text, number) {
  if (place.end === null) return [];
  const end = toBrowser(text, place.end);
  return [{ start: end - lastWord(text, place.end).length, end, kind: number === 0 ? "buzz" : "buzz-other" }];
}
