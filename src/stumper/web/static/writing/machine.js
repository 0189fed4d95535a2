// One machine that listens: what it guesses, and after which word it is right first, in a place that never jumps.

import { t } from "../calling.js";
import { element, percent, say } from "../elements.js";
import { newAsking } from "./asking.js";
import { toBrowser, toServer } from "./changes.js";
import { fill, newRow } from "./guess_rows.js";

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
export function newMachine(name, number, { answer, isKnown, isLive, isWeighing, isShown, marked, read, ask, on }) {
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

function newPanel(name, number, answer, isKnown) {
  const lines = Array.from({ length: ROWS }, () => newRow());
  const sign = element("span", { class: "status-sign", "aria-hidden": true });
  const word = element("strong");
  const about = element("span", { class: "about" });
  const bar = element("meter", { class: "bar", min: 0, max: 1, value: 0, "aria-hidden": true });
  const rank = element("p", { class: "hint rank" });
  const short = element("span", { class: "short" });
  const radio = element("input", { type: "radio", name: "machine", id: `machine-${number}`, value: name });
  radio.title = t("js.writing.tossups.show");
  const label = element("label", { for: `machine-${number}`, title: name }, name);
  const head = element("h3", { class: "machine-name" }, radio, label);
  if (number === 0) head.append(" ", element("span", { class: "tag" }, t("js.writing.tossups.first")));
  const first = element("span", { class: "first" });
  head.append(" ", first, " ", short);
  const status = element("p", { class: "status" }, sign, " ", word, " ", about);
  const guesses = element("ol", { class: "guesses" }, ...lines.map((line) => line.row));
  const details = element("div", { class: "details" }, status, bar, guesses, rank);
  const box = element("article", { class: "machine", "data-kind": "empty" }, head, details);

  function status_(kind, words, said, inShort) {
    box.dataset.kind = kind;
    say(sign, SIGNS[kind]);
    say(word, words);
    say(about, said);
    status.title = `${words} ${said}`;
    say(short, inShort === "" ? "" : `${SIGNS[kind]} ${inShort}`);
  }

  function keyed(kind, key, values = {}, inShort = "…") {
    status_(kind, t(key), t(`${key}.about`, values), inShort);
  }

  function failed(sentence) {
    keyed("fault", "js.writing.tossups.fault", { sentence }, t("js.writing.tossups.short.fault"));
  }

  function empty() {
    delete box.dataset.thinking;
    status_("empty", "", t("js.writing.tossups.empty"), "");
    lines.forEach((line) => fill(line, undefined));
    say(first, "");
    say(rank, "");
    bar.value = 0;
  }

  empty();
  return {
    box,
    radio,
    empty,
    set shown(isShown) {
      radio.checked = isShown;
      box.classList.toggle("shown", isShown);
    },
    unheard() {
      empty();
      keyed("unheard", "js.writing.tossups.unheard", {}, t("js.writing.tossups.short.unheard"));
    },
    thinking() {
      box.dataset.thinking = "";
      if (box.dataset.kind === "empty") say(about, t("js.writing.tossups.listening"));
    },
    stale() {
      box.dataset.thinking = "";
    },
    heard(heard) {
      delete box.dataset.thinking;
      if (heard.fault) {
        say(first, "");
        failed(heard.fault);
        return;
      }
      const [best] = heard.guesses;
      say(first, best ? `${best.right ? "✓" : "✗"} ${best.answer}` : "");
      lines.forEach((line, index) => fill(line, heard.guesses[index]));
      say(rank, ranked(heard.rank, isKnown));
      if (heard.guesses.length === 0) {
        keyed("listening", "js.writing.tossups.silent");
      } else if (heard.by !== null) {
        status_("knows", t("js.writing.tossups.knows"), t("js.writing.tossups.by.about", { n: heard.sentence }), "…");
      } else {
        keyed("listening", "js.writing.tossups.looking");
      }
    },
    placed(place, text, heard) {
      if (place.fault) failed(place.fault);
      else if (place.buzz === null && isKnown === false) {
        keyed("unknowing", "js.writing.tossups.unknowing", { answer }, t("js.writing.tossups.short.unknowing"));
      } else if (place.buzz === null)
        keyed("stumped", "js.writing.tossups.stumped", { answer }, t("js.writing.tossups.short.stumped"));
      else {
        const share = place.buzz / place.words;
        const values = {
          n: place.buzz,
          words: place.words,
          share: percent(share),
          word: bare(lastWord(text, place.end)),
        };
        const kind = share >= LATE ? "late" : "knows";
        const said = [t(`js.writing.tossups.${kind}.about`, values)];
        if (heard && !heard.fault && heard.rank !== 1) said.push(t("js.writing.tossups.wavers"));
        status_(kind, t(`js.writing.tossups.${kind}`), said.join(" "), t("js.writing.tossups.short.place", values));
      }
      bar.value = place.buzz === null ? Number(isKnown !== false) : place.buzz / place.words;
      if (heard) say(rank, ranked(heard.rank, isKnown));
    },
    trouble(error, isTryingAgain) {
      delete box.dataset.thinking;
      if (!isTryingAgain) failed(error.sentence);
      else
        status_(
          "fault",
          t("js.writing.tossups.fault"),
          t("js.writing.tossups.machine_slow"),
          t("js.writing.tossups.short.fault"),
        );
    },
  };
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

export function lastWord(text, character) {
  return text.slice(0, toBrowser(text, character)).match(/\S+$/)?.[0] ?? "";
}
