// @ts-check
// The machines that listen to a tossup: what each makes of it, and what comes of submitting it.

import { address, byId, call, confirmed, element, state as fromServer, percent, say, t } from "../page.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { addresses, furnish, guessRows, newAsking, newKey, offerLogIn, opening } from "./desk.js";
import { toBrowser, toServer } from "./text.js";

/**
 * What the server says: of a tossup that is opened, what a machine makes of a text, and what comes of submitting one.
 *
 * @typedef {{ start: number, end: number }} Span
 * @typedef {import("./desk.js").Guess} Guess
 * @typedef {{ characters: number, words: number, sentences: number }} Length
 * @typedef {{ characters: number, least_sentences: number, most_sentences: number }} Limits
 * @typedef {{
 *   machine: string, guesses: Guess[], rank: number | null, words: number, buzz: number | null, fault: string | null,
 * }} Said
 * @typedef {import("./desk.js").Opened & {
 *   answer: string, answer_line: string, category: string, revisions: number, original: string, machines: string[],
 *   known: (boolean | null)[], limits: Limits, live: boolean, submitted: string | null, said: Said[],
 * }} Opened
 * @typedef {{ id: string, title: string, text: string, right: boolean, shared: Span[], in_question: Span[] }} Source
 * @typedef {{ guesses: Guess[], rank: number | null, by: number | null, sources: Source[], fault: string | null }} Judged
 * @typedef {Judged & { sentence: number | null, length: Length }} Heard
 * @typedef {{ words: number, buzz: number | null, end: number | null, fault: string | null }} Place
 * @typedef {{ weights: import("./text.js").Weight[] }} Weighed
 * @typedef {{ kind: string, sentence: string, can_override: boolean }} Against
 * @typedef {{ accepted: boolean, id: string | null, against: Against[], said: Said[] }} Submitted
 */

/**
 * What a tossup asks for, and answers that are found.
 *
 * @typedef {{ answer: string, answer_line: string, category: string }} Asks
 * @typedef {{ answer: string, times: number, known: boolean }} Found
 * @typedef {{ answers: Found[], known: (boolean | null)[] }} AnswersFound
 */

/**
 * @typedef {import("../page.js").Refusal} Refusal
 * @typedef {import("./desk.js").Method} Method
 * @typedef {import("./desk.js").Paths} Paths
 */

const QUIET = 900; // until what a machine makes of it is announced
const SEEN = 0.15; // of the greatest weight, from which on a word is seen to be highlighted

/**
 * What the text begins with, about which nothing is asked.
 *
 * @param {Opened} opened
 * @returns {import("./desk.js").Begun}
 */
function begun({ original }) {
  return { original, label: null, boxes: [], question: null };
}

/**
 * @param {import("./desk.js").Parts<Opened>} parts
 * @returns {import("./desk.js").Beside}
 */
function newBeside({ opened, page, paths, state, editor, draft, weights, press, drawButtons }) {
  const { assignment } = opened;
  const key = { text: "", key: "" };
  let isOver = opened.submitted !== null;
  let announcing = 0;
  /** @type {Machine | null} */
  let shown = null;
  /** @type {Span[]} */
  let highlights = [];
  const measure = newMeasure(byId("length", HTMLElement), opened.limits);
  const machines = opened.machines.map((name, number) =>
    newMachine(name, number, {
      answer: opened.answer,
      isKnown: opened.known[number],
      isLive: opened.live,
      isWeighing: () => byId("show-weights", HTMLInputElement).checked,
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
          if (shown?.name === name && text === editor.text) drawSources(byId("sources", HTMLElement), heard.sources);
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
  byId("machines", HTMLElement).replaceChildren(...machines.map(({ panel }) => panel.box));
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll(".model-side, .more, .machine-marks");
  for (const part of parts) part.hidden = !opened.live;
  for (const machine of machines) machine.panel.radio.addEventListener("change", () => choose(machine));
  wireRevising(paths, page.item, draft.flush);
  if (opened.submitted !== null) state.text = opened.submitted;
  editor.locked = isOver;
  byId("finished", HTMLElement).hidden = !isOver;
  byId("change", HTMLElement).hidden = isOver;

  /** @param {Machine} machine */
  function show(machine) {
    shown = machine;
    for (const one of machines) one.panel.shown = one === machine;
  }

  /**
   * Another machine's marks and sources are on the page.
   *
   * @param {Machine} machine
   */
  function choose(machine) {
    show(machine);
    clearHighlights();
    const { heard, weights: known, text } = machine.remembered;
    drawSources(byId("sources", HTMLElement), heard !== null && text === editor.text ? heard.sources : []);
    if (known !== null && text === editor.text) highlight(known, text, "gradient");
    else if (!isOver) machine.changed(editor.text);
  }

  /**
   * @param {Weighed} weighed
   * @param {string} text
   * @param {Method} method
   */
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
    byId("against", HTMLElement).hidden = true;
    say(byId("submit-said", HTMLElement), "");
    if (!isOver) for (const machine of machines) machine.changed(editor.text);
    if (editor.text.trim() === "") byId("sources", HTMLElement).replaceChildren();
  }

  /**
   * @param {string} machine
   * @param {Place} place
   */
  function announce(machine, place) {
    clearTimeout(announcing);
    if (place.fault) return;
    const { buzz, words } = place;
    const never = "js.writing.tossups.said.never";
    const text =
      buzz === null ? t(never, { machine }) : t("js.writing.tossups.said.place", { machine, n: buzz, words });
    announcing = setTimeout(() => say(byId("news", HTMLElement), text), QUIET);
  }

  async function submit() {
    if (isOver) return;
    if (editor.text.trim() === "") {
      say(byId("submit-said", HTMLElement), t("js.writing.tossups.nothing"));
      return;
    }
    if (key.text !== editor.text) Object.assign(key, { text: editor.text, key: newKey() });
    byId("submit", HTMLButtonElement).disabled = true;
    for (const machine of machines) machine.asking.stop();
    say(byId("submit-said", HTMLElement), t("js.writing.tossups.submitting"));
    try {
      const body = {
        key: key.key,
        text: editor.text,
        reason: byId("reason", HTMLInputElement).value.trim(),
        revisions: opened.revisions,
      };
      const answer = /** @type {Submitted} */ (await press(paths.submit(assignment), body));
      if (answer.accepted) accepted(answer);
      else refused(answer.against);
    } catch (thrown) {
      const error = /** @type {Refusal} */ (thrown);
      say(byId("submit-said", HTMLElement), error.sentence);
      if (error.status === 401) offerLogIn();
    }
    drawButtons();
    if (!isOver) for (const machine of machines) machine.goOn(editor.text);
  }

  /** @param {Submitted} answer */
  function accepted({ said }) {
    isOver = true;
    draft.stop();
    editor.locked = true;
    byId("against", HTMLElement).hidden = true;
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
    say(byId("submit-said", HTMLElement), sentences.join(" "));
    byId("finished", HTMLElement).hidden = false;
    byId("change", HTMLElement).hidden = true;
  }

  /**
   * The machines show what they made of the text that was submitted, not of one before it.
   *
   * @param {Said[]} said
   */
  function finish(said) {
    for (const machine of machines)
      machine.finish(
        said.find((one) => one.machine === machine.name),
        editor.text,
      );
  }

  /** @param {Against[]} against */
  function refused(against) {
    const lines = against.map(({ sentence }) => element("li", {}, sentence));
    byId("against-list", HTMLElement).replaceChildren(...lines);
    byId("against", HTMLElement).hidden = false;
    const isReasonable = against.every((one) => one.can_override);
    byId("reason-box", HTMLElement).hidden = !against.some((one) => one.can_override);
    say(
      byId("submit-said", HTMLElement),
      isReasonable ? t("js.writing.tossups.reason_needed") : t("js.writing.tossups.against"),
    );
    if (isReasonable) byId("reason", HTMLElement).focus();
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
        if (isOn && !isOver) shown?.changed(editor.text);
        else clearHighlights();
      },
    },
    saved() {},
    changed,
    replaced() {},
    drawButtons() {
      byId("submit", HTMLButtonElement).disabled = isOver;
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

/**
 * The word after which the machine is right first.
 *
 * @param {Place} place
 * @param {string} text
 * @param {number} number
 */
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

/** @typedef {ReturnType<typeof newMachine>} Machine */

/**
 * A machine; `read()` is the text, and `isShown()` says whether its marks are on the page.
 *
 * @param {string} name
 * @param {number} number
 * @param {{
 *   answer: string, isKnown: boolean | null, isLive: boolean, isWeighing: () => boolean, isShown: () => boolean,
 *   marked: () => Span[], read: () => string,
 *   ask: {
 *     hear: (body: unknown, signal: AbortSignal | null) => Promise<Heard>,
 *     weigh: (body: unknown, signal: AbortSignal) => Promise<Weighed>,
 *     place: (body: unknown, signal: AbortSignal) => Promise<Place>,
 *   },
 *   on: {
 *     heard: (heard: Heard, text: string) => void, weighed: (weighed: Weighed, text: string, method: Method) => void,
 *     placed: (place: Place, text: string) => void, trouble: (error: Refusal) => void,
 *   },
 * }} how
 */
function newMachine(name, number, { answer, isKnown, isLive, isWeighing, isShown, marked, read, ask, on }) {
  const panel = newPanel(name, number, answer, isKnown);
  /** @type {{ heard: Heard | null, place: Place | null, weights: Weighed | null, text: string | null }} */
  const remembered = { heard: null, place: null, weights: null, text: null };

  const asking = newAsking({
    isLive,
    isWeighing: () => true,
    read: () => ({ text: read() }),
    predict: ({ text }, _key, signal) => ask.hear({ text, machine: name }, signal),
    /**
     * The quick weights, then the place; then, where there are no quick ones, those of leaving each word out.
     *
     * @param {{ text: string }} asked
     * @param {string} guess
     * @param {Method} method
     * @param {AbortSignal} signal
     */
    async weigh({ text }, guess, method, signal) {
      if (isShown() && isWeighing()) {
        const { weights } = await ask.weigh({ text, machine: name, answer: guess, method }, signal);
        if (weights.length > 0 && !signal.aborted) {
          remembered.weights = { weights };
          if (isShown() && isWeighing()) on.weighed(remembered.weights, text, method); // and was not switched off
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
    /** @param {string} text */
    changed(text) {
      if (text.trim() === "") {
        asking.stop();
        panel.empty();
      } else {
        panel.stale();
        asking.changed();
      }
    },
    /**
     * As before, where it was kept from asking meanwhile.
     *
     * @param {string} text
     */
    goOn(text) {
      if (remembered.text !== text) this.changed(text);
      else if (remembered.place === null) asking.weighAgain(remembered.heard);
    },
    /**
     * Nothing more is written: `said` is what it made of the text that was submitted, undefined where nothing.
     *
     * @param {Said | undefined} said
     * @param {string} text
     */
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

/**
 * What the panel shows of a machine: one of SIGNS, in words, with what is about it, and in short.
 *
 * @typedef {{
 *   kind: keyof typeof SIGNS, word: string, about: string, short: string, best: string, rank: string, guesses: Guess[],
 *   share: number, isShown: boolean,
 * }} Shown
 */

/**
 * @param {string} name
 * @param {number} number
 * @param {string} answer
 * @param {boolean | null} isKnown
 */
function newPanel(name, number, answer, isKnown) {
  const box = element("article", { class: "machine" });
  /** @type {Shown} */
  let shown = {
    kind: "empty",
    word: "",
    about: t("js.writing.tossups.empty"),
    short: "",
    best: "",
    rank: "",
    guesses: [],
    share: 0,
    isShown: false,
  };
  const nothing = shown;

  /** @param {Partial<Shown>} changes */
  function draw(changes) {
    shown = { ...shown, ...changes };
    box.dataset.kind = shown.kind;
    box.classList.toggle("shown", shown.isShown);
    render(panelOf(name, number, shown), box);
  }

  /**
   * @param {Shown["kind"]} kind
   * @param {string} key
   * @param {Record<string, string | number>} values
   */
  function keyed(kind, key, values = {}, short = "…") {
    draw({ kind, word: t(key), about: t(`${key}.about`, values), short });
  }

  /** @param {string} sentence */
  function failed(sentence) {
    keyed("fault", "js.writing.tossups.fault", { sentence }, t("js.writing.tossups.short.fault"));
  }

  function rest() {
    delete box.dataset.thinking;
  }

  function empty() {
    rest();
    draw({ ...nothing, isShown: shown.isShown });
  }

  empty();
  return {
    box,
    radio: /** @type {HTMLInputElement} */ (box.querySelector("input")),
    empty,
    /** @param {boolean} isShown */
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
    /** @param {Judged & { sentence?: number | null }} heard */
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
        const about = t("js.writing.tossups.by.about", { n: sentence ?? "" });
        draw({ kind: "knows", word: t("js.writing.tossups.knows"), about, short: "…" });
      }
    },
    /**
     * @param {Place} place
     * @param {string} text
     * @param {Judged | null} heard
     */
    placed(place, text, heard) {
      const { buzz, words } = place;
      if (place.fault) failed(place.fault);
      else if (buzz === null) {
        const kind = isKnown === false ? "unknowing" : "stumped";
        keyed(kind, `js.writing.tossups.${kind}`, { answer }, t(`js.writing.tossups.short.${kind}`));
      } else {
        const share = buzz / words;
        const values = { n: buzz, words, share: percent(share), word: bare(lastWord(text, place.end ?? 0)) };
        const kind = share >= LATE ? "late" : "knows";
        const said = [t(`js.writing.tossups.${kind}.about`, values)];
        if (heard && !heard.fault && heard.rank !== 1) said.push(t("js.writing.tossups.wavers"));
        const short = t("js.writing.tossups.short.place", values);
        draw({ kind, word: t(`js.writing.tossups.${kind}`), about: said.join(" "), short });
      }
      draw({ share: buzz === null ? Number(isKnown !== false) : buzz / words });
      if (heard) draw({ rank: ranked(heard.rank, isKnown) });
    },
    /**
     * @param {Refusal} error
     * @param {boolean} [isTryingAgain]
     */
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

/**
 * @param {string} name
 * @param {number} number
 * @param {Shown} shown
 */
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

/** @param {string} word */
function bare(word) {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || word;
}

/**
 * @param {number | null} rank
 * @param {boolean | null} isKnown
 */
function ranked(rank, isKnown) {
  if (rank !== null) return t("js.writing.tossups.rank", { n: rank });
  return isKnown === false ? "" : t("js.writing.tossups.rank.none");
}

/**
 * The character, as the server counts them, at which the word of this number ends.
 *
 * @param {string} text
 * @param {number} number
 */
function wordEnd(text, number) {
  const match = [...text.matchAll(/\S+/g)][number - 1];
  return toServer(text, match.index + match[0].length);
}

/**
 * @param {string} text
 * @param {number} character
 */
function lastWord(text, character) {
  return text.slice(0, toBrowser(text, character)).match(/\S+$/)?.[0] ?? "";
}

// How long a tossup is, beside the limits. Sentences are counted roughly until the server has counted them.

/**
 * @param {Element} where
 * @param {Limits} limits
 */
function newMeasure(where, limits) {
  /** @param {Length} length */
  function draw({ characters, words, sentences }) {
    const faults = [
      characters > limits.characters && "js.writing.tossups.too_long",
      sentences > limits.most_sentences && "js.writing.tossups.too_many",
      sentences < limits.least_sentences && words > 0 && "js.writing.tossups.too_few",
    ].filter((fault) => fault !== false);
    const counted = t("js.writing.tossups.length", {
      characters: characters.toLocaleString("en"),
      words,
      sentences,
      most: limits.characters.toLocaleString("en"),
      least: limits.least_sentences,
      longest: limits.most_sentences,
    });
    say(where, [counted, ...faults.map((key) => t(key))].join(" · "));
    where.classList.toggle("over", characters > limits.characters);
  }

  return {
    /** @param {string} text */
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

/**
 * @param {Element} where
 * @param {Source[]} sources
 */
function drawSources(where, sources) {
  const rows = sources.map(row);
  where.replaceChildren(
    ...(rows.length > 0 ? rows : [element("li", { class: "soft" }, t("js.writing.tossups.sources.none"))]),
  );
}

/** @param {Source} source */
function row({ title, text, right, shared }) {
  const head = element("p", { class: "source-title" }, element("strong", {}, title));
  if (right) head.append(" ", element("span", { class: "tag fooled" }, "! ", t("js.writing.tossups.source.right")));
  return element("li", {}, head, element("p", { class: "source-text" }, ...marked(text, shared)));
}

/**
 * @param {string} text
 * @param {Span[]} spans
 */
function marked(text, spans) {
  /** @type {(Node | string)[]} */
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

/**
 * The form; `send` hears of what was chosen, and throws where that cannot be; `onChosen` of an answer before that. What is
 * wrong is said in `trouble`, until something is changed, as what the returned function is told.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement} trouble
 * @param {Paths} paths
 * @param {{ send: (asks: Asks) => Promise<void>, onChosen?: (answer: string) => void }} listeners
 */
function wireAsks(form, trouble, paths, { send, onChosen = () => {} }) {
  /** @param {string} sentence */
  function fail(sentence) {
    say(trouble, sentence);
    trouble.hidden = false;
  }

  newFinding(
    {
      field: byId("answer", HTMLInputElement),
      list: byId("answers", HTMLElement),
      said: byId("answer-said", HTMLElement),
    },
    {
      search: (typed, signal, isWhole) =>
        /** @type {Promise<AnswersFound>} */ (call("GET", paths.answers(typed, isWhole), undefined, { signal })),
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
      fail(/** @type {Refusal} */ (error).sentence);
    }
  });
  return fail;
}

/**
 * The form on the page of a tossup: all is saved first by `flush()`, and the page is opened anew.
 *
 * @param {Paths} paths
 * @param {string} item
 * @param {() => Promise<void>} flush
 */
function wireRevising(paths, item, flush) {
  const form = byId("asks", HTMLFormElement);

  wireAsks(form, byId("asks-trouble", HTMLElement), paths, {
    async send(asks) {
      await flush();
      await call("PUT", paths.answer(item), asks);
      window.location.reload();
    },
  });
  byId("asks-cancel", HTMLElement).addEventListener("click", () => {
    form.reset();
    say(byId("answer-said", HTMLElement), "");
    byId("asks-trouble", HTMLElement).hidden = true;
    byId("change", HTMLDetailsElement).open = false;
  });
}

/**
 * Null where something is missing, which `fail(sentence)` says and the field of which has the focus.
 *
 * @param {(sentence: string) => void} fail
 * @returns {Asks | null}
 */
function chosen(fail) {
  const answer = byId("answer", HTMLInputElement);
  const category = byId("category", HTMLSelectElement);
  const missing = [
    { field: answer, key: "js.writing.tossups.choose" },
    { field: category, key: "js.writing.tossups.choose_category" },
  ].find(({ field }) => field.value.trim() === "");
  if (missing) {
    fail(t(missing.key));
    missing.field.focus();
    return null;
  }
  return {
    answer: answer.value.trim(),
    answer_line: byId("line", HTMLInputElement).value.trim(),
    category: category.value,
  };
}

// An answer is found as one types it: a list below the field, gone through with the arrow keys.

const PAUSE = 60; // milliseconds without a key until the server is asked

/**
 * The list; `search` asks the server, and `onChosen` hears of what stands in the field when somebody has chosen or left it.
 *
 * @param {{ field: HTMLInputElement, list: HTMLElement, said: HTMLElement }} where
 * @param {{
 *   search: (typed: string, signal: AbortSignal | null, isWhole: boolean) => Promise<AnswersFound>,
 *   onChosen: (answer: string) => void,
 * }} how
 */
function newFinding(where, { search, onChosen }) {
  let controller = new AbortController();
  let timer = 0;
  /** @type {Found[]} */
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

  /**
   * @param {Found} one
   * @param {number} index
   */
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

  /** @param {number} to */
  function go(to) {
    if (found.length === 0) return;
    current = (to + found.length) % found.length;
    [...where.list.children].forEach((one, index) => one.setAttribute("aria-selected", String(index === current)));
    where.field.setAttribute("aria-activedescendant", `answer-${current}`);
    where.list.children[current].scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index */
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
      say(where.said, /** @type {Refusal} */ (error).sentence);
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
      if (!signal.aborted) say(where.said, /** @type {Refusal} */ (error).sentence);
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

/**
 * `known` says of each machine whether it knows the answer; null where nobody can tell.
 *
 * @param {(boolean | null)[]} known
 */
function knowing(known) {
  const number = known.filter((one) => one === true).length;
  if (known.length === 0 || (number === 0 && known.includes(null))) return "";
  if (number === 0) return t("js.writing.tossups.unknown");
  return number === known.length
    ? t("js.writing.tossups.known")
    : t("js.writing.tossups.known_some", { n: number, of: known.length });
}

/** @param {Found} found */
function asked({ times, known }) {
  if (times === 0) return known ? t("js.writing.tossups.asked_never") : "";
  return times === 1 ? t("js.writing.tossups.asked_once") : t("js.writing.tossups.asked", { n: times });
}

const SHOWN = 90; // characters of a question to start from

/**
 * The page on which a tossup is begun: its answer first, then its category, then from what.
 *
 * @param {string} project
 */
function begin(project) {
  const paths = addresses(project, true);
  const from = byId("from", HTMLSelectElement);
  const key = newKey();
  /** @type {string | null} */
  let asked = null;

  /**
   * The questions that ask for the answer can be started from.
   *
   * @param {string} answer
   */
  async function offer(answer) {
    if (answer === asked) return;
    asked = answer;
    /** @type {{ id: string, text: string }[]} */
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

  const fail = wireAsks(byId("new", HTMLFormElement), byId("trouble", HTMLElement), paths, {
    async send(asks) {
      /** @type {{ id: string }} */
      const { id } = await call("POST", paths.begin, { key, ...asks, started_from: from.value });
      window.location.assign(address(paths.item(id)));
    },
    onChosen: (answer) => void offer(answer),
  });

  /** @param {HTMLElement} button */
  async function discard(button) {
    const { discard: id = "", answer = "" } = button.dataset;
    if (!(await confirmed("discard-sure", t("js.writing.tossups.discard_sure", { answer })))) return;
    try {
      await call("DELETE", paths.one(id));
      button.closest("li")?.remove();
      from.querySelector(`option[value="${id}"]`)?.remove();
      byId("own-heading", HTMLElement).focus();
    } catch (error) {
      fail(/** @type {Refusal} */ (error).sentence);
    }
  }

  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll("[data-discard]");
  for (const button of buttons) button.addEventListener("click", () => discard(button));
}

/** @type {import("./desk.js").Page | { project: string, item?: undefined }} */
const page = fromServer();

if (page.item === undefined) begin(page.project);
else {
  opening({
    open: () =>
      /** @type {Promise<Opened>} */ (call("POST", addresses(page.project, true).open(page.item), { looking: true })),
    furnish: (opened) => furnish(opened, page, { begun, newBeside }),
    words: "js.writing.tossups",
  });
}
