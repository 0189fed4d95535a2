// The machines that listen to a tossup: what each makes of it, and what comes of submitting it.

import { address, byId, call, confirmed, element, state as fromServer, percent, say, t } from "../page.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { addresses, furnish, guessRows, newAsking, newKey, offerLogIn, opening } from "./desk.js";
import { toBrowser, toServer } from "./text.js";

const QUIET = 900; // until what a machine makes of it is announced
const SEEN = 0.15; // of the greatest weight, from which on a word is seen to be highlighted

// What the text begins with, about which nothing is asked.
function begun({ original }) {
  return { original, label: null, boxes: [], question: null };
}

function newBeside({ opened, page, paths, state, editor, draft, weights, press, drawButtons }) {
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

// One machine that listens: what it guesses, and after which word it is right first, in a place that never jumps.

const ROWS = 5;
const LATE = 0.75; // of the words, from which on the machine is late
const SIGNS = {
  empty: "…",
  listening: "…",
  knows: "!",
  late: "~",
  stumped: "✗",
  unknowing: "–",
  fault: "!",
  unheard: "?",
};

// `ask` holds hear, weigh and place, each (body, signal); `read()` is the text; `on` hears heard(heard, text),
// weighed(weights, text), placed(place, text), trouble(error). `isShown()` says whether its marks are on the page.
function newMachine(name, number, { answer, isKnown, isLive, isWeighing, isShown, marked, read, ask, on }) {
  const panel = newPanel(name, number, answer, isKnown);
  const remembered = { heard: null, place: null, weights: null, text: null };

  const asking = newAsking({
    isLive,
    isWeighing: () => true,
    read: () => ({ text: read() }),
    predict: ({ text }, _key, signal) => ask.hear({ text, machine: name }, signal),
    // The quick weights, then the place; then, where there are no quick ones, those of leaving each word out.
    async weigh({ text }, guess, method, signal) {
      if (isShown() && isWeighing()) {
        const { weights } = await ask.weigh({ text, machine: name, answer: guess, method }, signal);
        if (weights.length > 0 && !signal.aborted) {
          remembered.weights = { weights };
          on.weighed(remembered.weights, text, method);
        } else if (method === "leave-one-out") {
          return null;
        }
      }
      if (method === "leave-one-out" && remembered.weights === null) return null;
      return ask.place({ text, machine: name, highlighted: isShown() ? marked() : [] }, signal);
    },
    on: {
      thinking: panel.thinking,
      verdict(heard, { text }) {
        Object.assign(remembered, { heard, text, place: null, weights: null });
        panel.heard(heard);
        on.heard(heard, text);
      },
      weights(place, { text }) {
        if (place === null) return;
        remembered.place = place;
        panel.placed(place, text, remembered.heard);
        on.placed(place, text);
      },
      unweighed: (error) => panel.trouble(error),
      trouble(error, isTryingAgain) {
        panel.trouble(error, isTryingAgain);
        on.trouble(error);
      },
    },
  });

  return {
    name,
    panel,
    asking,
    remembered,
    changed(text) {
      if (text.trim() === "") {
        asking.stop();
        panel.empty();
      } else {
        panel.stale();
        asking.changed();
      }
    },
    // As before, where it was kept from asking meanwhile.
    goOn(text) {
      if (remembered.text !== text) this.changed(text);
      else if (remembered.place === null) asking.weighAgain(remembered.heard);
    },
    // Nothing more is written: `said` is what it made of the text that was submitted, undefined where nothing.
    finish(said, text) {
      asking.stop();
      if (said === undefined) {
        panel.unheard();
        return;
      }
      const heard = { guesses: said.guesses, rank: said.rank, by: null, sources: [], fault: said.fault };
      panel.heard(heard);
      const end = said.buzz === null ? null : wordEnd(text, said.buzz);
      if (!said.fault) on.placed({ ...said, end }, text);
      panel.placed({ ...said, end }, text, heard);
    },
  };
}

// What the panel shows of a machine: `status` is one of SIGNS, in words, with what is about it, and in short.
function newPanel(name, number, answer, isKnown) {
  const box = element("article", { class: "machine" });
  const nothing = { kind: "empty", word: "", about: t("js.writing.tossups.empty"), short: "", best: "", rank: "" };
  let shown = { ...nothing, guesses: [], share: 0, isShown: false };

  function draw(changes) {
    shown = { ...shown, ...changes };
    box.dataset.kind = shown.kind;
    box.classList.toggle("shown", shown.isShown);
    render(panelOf(name, number, shown), box);
  }

  function keyed(kind, key, values = {}, short = "…") {
    draw({ kind, word: t(key), about: t(`${key}.about`, values), short });
  }

  function failed(sentence) {
    keyed("fault", "js.writing.tossups.fault", { sentence }, t("js.writing.tossups.short.fault"));
  }

  function rest() {
    delete box.dataset.thinking;
  }

  function empty() {
    rest();
    draw({ ...nothing, guesses: [], share: 0 });
  }

  empty();
  return {
    box,
    radio: box.querySelector("input"),
    empty,
    set shown(isShown) {
      draw({ isShown });
    },
    unheard() {
      empty();
      keyed("unheard", "js.writing.tossups.unheard", {}, t("js.writing.tossups.short.unheard"));
    },
    thinking() {
      box.dataset.thinking = "";
      if (shown.kind === "empty") draw({ about: t("js.writing.tossups.listening") });
    },
    stale() {
      box.dataset.thinking = "";
    },
    heard({ fault, guesses, rank, by, sentence }) {
      rest();
      if (fault) {
        draw({ best: "" });
        failed(fault);
        return;
      }
      const [best] = guesses;
      draw({ best: best ? `${best.right ? "✓" : "✗"} ${best.answer}` : "", guesses, rank: ranked(rank, isKnown) });
      if (best === undefined) keyed("listening", "js.writing.tossups.silent");
      else if (by === null) keyed("listening", "js.writing.tossups.looking");
      else {
        const about = t("js.writing.tossups.by.about", { n: sentence });
        draw({ kind: "knows", word: t("js.writing.tossups.knows"), about, short: "…" });
      }
    },
    placed(place, text, heard) {
      const { buzz, words } = place;
      if (place.fault) failed(place.fault);
      else if (buzz === null) {
        const kind = isKnown === false ? "unknowing" : "stumped";
        keyed(kind, `js.writing.tossups.${kind}`, { answer }, t(`js.writing.tossups.short.${kind}`));
      } else {
        const share = buzz / words;
        const values = { n: buzz, words, share: percent(share), word: bare(lastWord(text, place.end)) };
        const kind = share >= LATE ? "late" : "knows";
        const said = [t(`js.writing.tossups.${kind}.about`, values)];
        if (heard && !heard.fault && heard.rank !== 1) said.push(t("js.writing.tossups.wavers"));
        const short = t("js.writing.tossups.short.place", values);
        draw({ kind, word: t(`js.writing.tossups.${kind}`), about: said.join(" "), short });
      }
      draw({ share: buzz === null ? Number(isKnown !== false) : buzz / words });
      if (heard) draw({ rank: ranked(heard.rank, isKnown) });
    },
    trouble(error, isTryingAgain) {
      rest();
      if (!isTryingAgain) failed(error.sentence);
      else {
        const about = t("js.writing.tossups.machine_slow");
        draw({ kind: "fault", word: t("js.writing.tossups.fault"), about, short: t("js.writing.tossups.short.fault") });
      }
    },
  };
}

function panelOf(name, number, { kind, word, about, short, best, guesses, rank, share, isShown }) {
  const id = `machine-${number}`;
  const tag = number === 0 ? html`<span class="tag">${t("js.writing.tossups.first")}</span>` : "";
  return html`<h3 class="machine-name">
      <input type="radio" name="machine" id=${id} value=${name} title=${t("js.writing.tossups.show")} .checked=${isShown}>
      <label for=${id} title=${name}>${name}</label> ${tag}
      <span class="first">${best}</span> <span class="short">${short && `${SIGNS[kind]} ${short}`}</span>
    </h3>
    <div class="details">
      <p class="status" title="${word} ${about}"><span class="status-sign" aria-hidden="true">${SIGNS[kind]}</span>
        <strong>${word}</strong> <span class="about">${about}</span></p>
      <meter class="bar" min="0" max="1" .value=${share} aria-hidden="true"></meter>
      <ol class="guesses">${guessRows(guesses, ROWS)}</ol>
      <p class="hint rank">${rank}</p>
    </div>`;
}

function bare(word) {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || word;
}

function ranked(rank, isKnown) {
  if (rank !== null) return t("js.writing.tossups.rank", { n: rank });
  return isKnown === false ? "" : t("js.writing.tossups.rank.none");
}

// The character, as the server counts them, at which the word of this number ends.
function wordEnd(text, number) {
  const match = [...text.matchAll(/\S+/g)][number - 1];
  return toServer(text, match.index + match[0].length);
}

function lastWord(text, character) {
  return text.slice(0, toBrowser(text, character)).match(/\S+$/)?.[0] ?? "";
}

// How long a tossup is, beside the limits. Sentences are counted roughly until the server has counted them.

function newMeasure(where, limits) {
  function draw({ characters, words, sentences }) {
    const faults = [
      characters > limits.characters && "js.writing.tossups.too_long",
      sentences > limits.most_sentences && "js.writing.tossups.too_many",
      sentences < limits.least_sentences && words > 0 && "js.writing.tossups.too_few",
    ].filter(Boolean);
    const counted = t("js.writing.tossups.length", {
      characters,
      words,
      sentences,
      most: limits.characters,
      least: limits.least_sentences,
      longest: limits.most_sentences,
    });
    say(where, [counted, ...faults.map((key) => t(key))].join(" · "));
    where.classList.toggle("over", characters > limits.characters);
  }

  return {
    show(text) {
      draw({
        characters: [...text.trim()].length,
        words: (text.match(/\S+/g) ?? []).length,
        sentences: (text.match(/[.!?…]+["'”’)\]]*(?=\s|$)/gu) ?? []).length,
      });
    },
    exactly: draw,
  };
}

// What a guess goes back to: past questions and pages, with what the new question says in the same words.

function drawSources(where, sources) {
  const rows = sources.map(row);
  where.replaceChildren(
    ...(rows.length > 0 ? rows : [element("li", { class: "soft" }, t("js.writing.tossups.sources.none"))]),
  );
}

function row({ title, text, right, shared }) {
  const head = element("p", { class: "source-title" }, element("strong", {}, title));
  if (right) head.append(" ", element("span", { class: "tag fooled" }, "! ", t("js.writing.tossups.source.right")));
  return element("li", {}, head, element("p", { class: "source-text" }, ...marked(text, shared)));
}

function marked(text, spans) {
  const pieces = [];
  let at = 0;
  for (const span of spans) {
    const [start, end] = [toBrowser(text, span.start), toBrowser(text, span.end)];
    pieces.push(text.slice(at, start), element("mark", { class: "shared" }, text.slice(start, end)));
    at = end;
  }
  return [...pieces, text.slice(at)];
}

// The form of what a tossup asks for: its answer, the line that readers go by, and its category.

// `send({answer, answer_line, category})` hears of what was chosen, and throws where that cannot be; `onChosen(answer)` of
// an answer before that. What is wrong is said in `trouble`, until something is changed, as what the returned function
// is told.
function wireAsks(form, trouble, paths, { send, onChosen = () => {} }) {
  function fail(sentence) {
    say(trouble, sentence);
    trouble.hidden = false;
  }

  newFinding(
    { field: byId("answer"), list: byId("answers"), said: byId("answer-said") },
    {
      search: (typed, signal, isWhole) => call("GET", paths.answers(typed, isWhole), undefined, { signal }),
      onChosen,
    },
  );
  form.addEventListener("input", () => {
    trouble.hidden = true;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asks = chosen(fail);
    if (asks === null) return;
    try {
      await send(asks);
    } catch (error) {
      fail(error.sentence);
    }
  });
  return fail;
}

// The form on the page of a tossup: all is saved first by `flush()`, and the page is opened anew.
function wireRevising(paths, item, flush) {
  const form = byId("asks");

  wireAsks(form, byId("asks-trouble"), paths, {
    async send(asks) {
      await flush();
      await call("PUT", paths.answer(item), asks);
      window.location.reload();
    },
  });
  byId("asks-cancel").addEventListener("click", () => {
    form.reset();
    say(byId("answer-said"), "");
    byId("asks-trouble").hidden = true;
    byId("change").open = false;
  });
}

// Null where something is missing, which `fail(sentence)` says and the field of which has the focus.
function chosen(fail) {
  const missing = [
    ["answer", "js.writing.tossups.choose"],
    ["category", "js.writing.tossups.choose_category"],
  ].find(([id]) => byId(id).value.trim() === "");
  if (missing) {
    fail(t(missing[1]));
    byId(missing[0]).focus();
    return null;
  }
  return {
    answer: byId("answer").value.trim(),
    answer_line: byId("line").value.trim(),
    category: byId("category").value,
  };
}

// An answer is found as one types it: a list below the field, gone through with the arrow keys.

const PAUSE = 60; // milliseconds without a key until the server is asked

// `where` is {field, list, said}; `search(typed, signal, isWhole)` asks the server; `onChosen(answer)` hears of what stands in
// the field when somebody has chosen or left it.
function newFinding(where, { search, onChosen }) {
  let controller = new AbortController();
  let timer = null;
  let found = [];
  let current = -1;

  function close() {
    clearTimeout(timer);
    controller.abort();
    where.list.hidden = true;
    where.field.setAttribute("aria-expanded", "false");
    where.field.removeAttribute("aria-activedescendant");
    current = -1;
  }

  function draw() {
    where.list.replaceChildren(...found.map(option));
    where.list.hidden = found.length === 0;
    where.field.setAttribute("aria-expanded", String(found.length > 0));
  }

  function option(one, index) {
    const made = element(
      "li",
      { role: "option", id: `answer-${index}`, "aria-selected": "false" },
      element("span", { class: "said" }, one.answer),
      " ",
      element("span", { class: "soft" }, asked(one)),
    );
    made.addEventListener("mousedown", (event) => {
      event.preventDefault();
      choose(index);
    });
    return made;
  }

  function go(to) {
    if (found.length === 0) return;
    current = (to + found.length) % found.length;
    [...where.list.children].forEach((one, index) => one.setAttribute("aria-selected", String(index === current)));
    where.field.setAttribute("aria-activedescendant", `answer-${current}`);
    where.list.children[current].scrollIntoView({ block: "nearest" });
  }

  function choose(index) {
    where.field.value = found[index].answer;
    close();
    settled();
  }

  async function settled() {
    const typed = where.field.value.trim();
    if (typed === "") {
      say(where.said, "");
      return;
    }
    onChosen(typed);
    try {
      const { known } = await search(typed, null, true);
      if (where.field.value.trim() === typed) say(where.said, knowing(known));
    } catch (error) {
      say(where.said, error.sentence);
    }
  }

  async function look() {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    try {
      found = (await search(where.field.value, signal, false)).answers;
      if (signal.aborted) return;
      draw();
      const none = where.field.value.trim() === "" ? "" : t("js.writing.tossups.found_none");
      const some =
        found.length === 1 ? t("js.writing.tossups.found_one") : t("js.writing.tossups.found", { n: found.length });
      say(where.said, found.length > 0 ? some : none);
    } catch (error) {
      if (!signal.aborted) say(where.said, error.sentence);
    }
  }

  where.field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  where.field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (where.list.hidden) void look();
      else go(current + (event.key === "ArrowDown" ? 1 : current < 0 ? 0 : -1));
    } else if (event.key === "Enter" && !where.list.hidden && current >= 0) {
      event.preventDefault();
      choose(current);
    } else if (event.key === "Escape" && !where.list.hidden) {
      event.preventDefault();
      close();
    }
  });
  where.field.addEventListener("blur", () => {
    close();
    void settled();
  });
}

// `known` says of each machine whether it knows the answer; null where nobody can tell.
function knowing(known) {
  const number = known.filter((one) => one === true).length;
  if (known.length === 0 || (number === 0 && known.includes(null))) return "";
  if (number === 0) return t("js.writing.tossups.unknown");
  return number === known.length
    ? t("js.writing.tossups.known")
    : t("js.writing.tossups.known_some", { n: number, of: known.length });
}

function asked({ times, known }) {
  if (times === 0) return known ? t("js.writing.tossups.asked_never") : "";
  return times === 1 ? t("js.writing.tossups.asked_once") : t("js.writing.tossups.asked", { n: times });
}

const SHOWN = 90; // characters of a question to start from

// The page on which a tossup is begun: its answer first, then its category, then from what.
function begin(project) {
  const paths = addresses(project, true);
  const from = byId("from");
  const key = newKey();
  let asked = null;

  // The questions that ask for the answer can be started from.
  async function offer(answer) {
    if (answer === asked) return;
    asked = answer;
    const found = await call("GET", paths.past(answer)).catch(() => []);
    if (answer !== asked) return;
    for (const old of from.querySelectorAll("[data-past]")) old.remove();
    from.append(
      ...found.map(({ id, text }) =>
        element(
          "option",
          { value: id, "data-past": true },
          t("js.writing.tossups.from", { id, text: `${text.slice(0, SHOWN)}…` }),
        ),
      ),
    );
  }

  const fail = wireAsks(byId("new"), byId("trouble"), paths, {
    async send(asks) {
      const { id } = await call("POST", paths.begin, { key, ...asks, started_from: from.value });
      window.location.assign(address(paths.item(id)));
    },
    onChosen: (answer) => void offer(answer),
  });

  async function discard(button) {
    const { discard: id, answer } = button.dataset;
    if (!(await confirmed("discard-sure", t("js.writing.tossups.discard_sure", { answer })))) return;
    try {
      await call("DELETE", paths.one(id));
      button.closest("li").remove();
      from.querySelector(`option[value="${id}"]`)?.remove();
      byId("own-heading").focus();
    } catch (error) {
      fail(error.sentence);
    }
  }

  for (const button of document.querySelectorAll("[data-discard]"))
    button.addEventListener("click", () => discard(button));
}

const page = fromServer();

if (page.item === undefined) begin(page.project);
else {
  opening({
    open: () => call("POST", addresses(page.project, true).open(page.item), { looking: true }),
    furnish: (opened) => furnish(opened, page, { begun, newBeside }),
    words: "js.writing.tossups",
  });
}
