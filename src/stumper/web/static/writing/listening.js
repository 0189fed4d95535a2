// The machines that listen to a tossup: what each makes of it, and what comes of submitting it.

import { call, t } from "../calling.js";
import { byId, element, say } from "../elements.js";
import { newKey } from "./address.js";
import { wireRevising } from "./asks.js";
import { toBrowser, toServer } from "./changes.js";
import { lastWord, newMachine } from "./machine.js";
import { newMeasure } from "./measure.js";
import { offerLogIn } from "./opening.js";
import { drawSources } from "./sources.js";

const QUIET = 900; // until what a machine makes of it is announced
const SEEN = 0.15; // of the greatest weight, from which on a word is seen to be highlighted

// What the text begins with, about which nothing is asked.
export function begun({ original }) {
  return { original, label: null, boxes: [], question: null };
}

export function newBeside({ opened, page, paths, state, editor, draft, weights, press, drawButtons }) {
  const { assignment } = opened;
  const key = { text: null, key: null };
  let isOver = opened.submitted !== null;
  let announcing = null;
  let shown = null;
  let highlights = [];
  const measure = newMeasure(byId("length"), opened.limits);
  const machines = opened.machines.map((name, number) =>
    newMachine(name, number, {
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
    }),
  );
  show(machines[0]);
  byId("machines").replaceChildren(...machines.map(({ panel }) => panel.box));
  for (const part of document.querySelectorAll(".model-side, .more, .machine-marks")) part.hidden = !opened.live;
  for (const machine of machines) machine.panel.radio.addEventListener("change", () => choose(machine));
  wireRevising(paths, page.item, draft.flush);
  if (isOver) state.text = opened.submitted;
  editor.locked = isOver;
  byId("finished").hidden = !isOver;
  byId("change").hidden = isOver;

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
    highlights = ranges
      .filter((range) => range.share >= SEEN)
      .map(({ start, end }) => ({ start: toServer(text, start), end: toServer(text, end) }));
  }

  function clearHighlights() {
    weights.hide();
    highlights = [];
    editor.mark({ weight: [] });
  }

  function changed() {
    measure.show(editor.text);
    byId("against").hidden = true;
    say(byId("submit-said"), "");
    if (!isOver) for (const machine of machines) machine.changed(editor.text);
    if (editor.text.trim() === "") byId("sources").replaceChildren();
  }

  function announce(machine, place) {
    clearTimeout(announcing);
    if (place.fault) return;
    const words = place.buzz === null ? "js.writing.tossups.said.never" : "js.writing.tossups.said.place";
    const text = t(words, { machine, n: place.buzz, words: place.words });
    announcing = setTimeout(() => say(byId("news"), text), QUIET);
  }

  async function submit() {
    if (isOver) return;
    if (editor.text.trim() === "") {
      say(byId("submit-said"), t("js.writing.tossups.nothing"));
      return;
    }
    if (key.text !== editor.text) Object.assign(key, { text: editor.text, key: newKey() });
    byId("submit").disabled = true;
    for (const machine of machines) machine.asking.stop();
    say(byId("submit-said"), t("js.writing.tossups.submitting"));
    try {
      const body = {
        key: key.key,
        text: editor.text,
        reason: byId("reason").value.trim(),
        revisions: opened.revisions,
      };
      const answer = await press(paths.submit(assignment), body);
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
    const words = `js.writing.tossups.submitted${isTold && isBeyond ? ".beyond" : isTold ? ".stumps" : ""}`;
    const sentences = [t(words, values)];
    if (opened.live && heard.length < machines.length) {
      const missing = { n: machines.length - heard.length, of: machines.length };
      sentences.push(t("js.writing.tossups.submitted.unheard", missing));
    }
    say(byId("submit-said"), sentences.join(" "));
    byId("finished").hidden = false;
    byId("change").hidden = true;
  }

  // The machines show what they made of the text that was submitted, not of one before it.
  function finish(said) {
    for (const machine of machines)
      machine.finish(
        said.find((one) => one.machine === machine.name),
        editor.text,
      );
  }

  function refused(against) {
    const lines = against.map(({ sentence }) => element("li", {}, sentence));
    byId("against-list").replaceChildren(...lines);
    byId("against").hidden = false;
    const isReasonable = against.every((one) => one.can_override);
    byId("reason-box").hidden = !against.some((one) => one.can_override);
    say(byId("submit-said"), isReasonable ? t("js.writing.tossups.reason_needed") : t("js.writing.tossups.against"));
    if (isReasonable) byId("reason").focus();
  }

  return {
    send: call,
    get isOver() {
      return isOver;
    },
    get isAtWork() {
      return !isOver;
    },
    controls: {
      submit,
      showWeights(isOn) {
        if (isOn && !isOver) shown.changed(editor.text);
        else clearHighlights();
      },
    },
    saved() {},
    changed,
    replaced() {},
    drawButtons() {
      byId("submit").disabled = isOver;
    },
    begin() {
      changed();
      if (isOver) {
        draft.stop();
        finish(opened.said);
      } else {
        editor.focus();
        draft.store();
      }
    },
  };
}

// The word after which the machine is right first.
function buzzMark(place, text, number) {
  if (place.end === null) return [];
  const end = toBrowser(text, place.end);
  return [{ start: end - lastWord(text, place.end).length, end, kind: number === 0 ? "buzz" : "buzz-other" }];
}
