// @ts-check
// Reads the question aloud by the browser's own voice, clause by clause behind the words that are shown.

import { byId, drop, recall, remember, say, t } from "../page.js";

/**
 * What is needed of a view: `plays` are the questions that were begun, `text` is what has been read of the last.
 *
 * @typedef {{ plays: { number: number }[], phase: string, text: string, is_read: boolean }} View
 */

const KEY = "stumper.matches.aloud";
const LEAST = 6; // words without a comma that are said all the same, so that the voice keeps in step
const BEHIND = 10; // words that the voice may be behind before it hurries
const FASTEST = 1.5; // times its own speed: more is hard to follow
const COMING = 2000; // ms in which a browser that has voices tells of them
const LOST = 2000; // ms for an utterance, and as many for each of its words: some browsers never say that one has ended
const LONGEST = 130; // characters of a pronunciation guide with its brackets

// The guides that data sets are cleaned of (tasks/quizbowl/tossup_text.py), for questions that came another way; and marks
// of pictures, sounds and pauses.
const UNSAID = new RegExp(
  [
    String.raw`[(\[]\s*(?:like|pronounced|rhymes with|as in)?\s*[“"”][^()[\]“"”]{1,60}(?:[”"“][^()[\]]{0,60})?[)\]]`,
    String.raw`\[[A-Za-z]+(?:-[A-Za-z]+)+\]`,
    String.raw`[(\[](?=[^()[\]]*(?:[A-Z]{2,}-|- ?[A-Z]{2,}))[A-Za-z'’ -]{2,60}[)\]]`,
    String.raw`\[(?:image|sound|pause)\]`,
    String.raw`\(\s*[*+]\s*\)`,
  ].join("|"),
  "g",
);
const STOPS = /[,.;:?!—–][”"’')\]]*(?=\s|$)/g;

const synth = window.speechSynthesis;
let number = 0; // of the question that is followed
let told = 0; // characters of it that the voice was given
let began = 0; // where in it the word stands that is being said
let late = 0; // when what is being said must have ended
/** @type {SpeechSynthesisUtterance | null} */
let speaking = null;
/** @type {View | null} */
let latest = null;

const box = byId("aloud", HTMLInputElement);
box.checked = recall(KEY) !== null;
if (box.checked) lookForVoice();
box.addEventListener("change", () => {
  if (box.checked) remember(KEY, "1");
  else drop(KEY);
  note("");
  hush();
  if (!box.checked) return;
  told = latest?.text.length ?? 0;
  lookForVoice();
});
synth?.addEventListener?.("voiceschanged", () => voice() && note(""));
window.addEventListener("pagehide", hush);

/**
 * Says what has been shown and was not said yet, while the question is being read; is silent while it is not, as when
 * somebody has buzzed, and goes on with the word at which it stopped.
 *
 * @param {View} view
 */
export function follow(view) {
  const isFirst = latest === null;
  latest = view;
  const play = view.plays.at(-1);
  if (play === undefined) return;
  if (play.number !== number) {
    hush();
    number = play.number;
    told = isFirst ? view.text.length : 0; // whoever comes in the middle hears it from there
  }
  if (!box.checked) told = view.text.length;
  else if (view.phase === "reading") sayMore(view);
  else hush();
}

/** @param {View} view */
function sayMore(view) {
  const chosen = voice();
  if (!chosen) return;
  if (speaking && performance.now() < late) return;
  const rest = view.text.slice(told);
  const clause = clauseOf(rest, view.is_read);
  if (clause === "") return;
  const from = told;
  told += clause.length;
  if (clause.trim() === "") return sayMore(view);
  const words = counted(clause);
  const utterance = new SpeechSynthesisUtterance(clause);
  utterance.voice = chosen;
  utterance.lang = chosen.lang;
  utterance.rate = Math.min(FASTEST, Math.max(1, counted(rest) / BEHIND));
  utterance.onstart = () => note("");
  utterance.onboundary = (event) => {
    if (speaking === utterance) began = from + event.charIndex;
  };
  utterance.onend = () => over(utterance);
  utterance.onerror = (event) => {
    if (speaking !== utterance) return; // it was hushed
    note(t(event.error === "not-allowed" ? "js.matches.aloud.click" : "js.matches.aloud.failed"));
    over(utterance);
  };
  began = from;
  late = performance.now() + LOST * (1 + words);
  speaking = utterance;
  synth.speak(utterance);
}

/** @param {SpeechSynthesisUtterance} utterance */
function over(utterance) {
  if (speaking !== utterance) return;
  speaking = null;
  if (latest) follow(latest);
}

function hush() {
  if (speaking === null) return;
  speaking = null;
  told = began;
  synth.cancel();
}

/**
 * How the text goes on, up to the end of a clause, with blanks for what is not said: each character stays where it was.
 * "" where it is too little yet. A bracket that is still open may become a guide, so that it waits.
 *
 * @param {string} rest
 * @param {boolean} isRead
 */
function clauseOf(rest, isRead) {
  const open = rest.search(/[([][^()[\]]*$/);
  const isWaiting = open >= 0 && !isRead && rest.length - open < LONGEST;
  const whole = isWaiting ? rest.slice(0, open) : rest;
  const bare = whole.replace(UNSAID, (unsaid) => " ".repeat(unsaid.length));
  if (isRead) return bare;
  const stop = [...bare.matchAll(STOPS)].at(-1);
  if (stop) return bare.slice(0, stop.index + stop[0].length);
  return counted(bare) >= LEAST ? bare : "";
}

/** @param {string} text */
function counted(text) {
  return text.split(/\s+/).filter(Boolean).length;
}

// One that reads English, as the questions are: another would say them by the sounds of its own language.
function voice() {
  const found = synth?.getVoices().filter((one) => one.lang.toLowerCase().startsWith("en")) ?? [];
  return found.find((one) => one.default) ?? found.find((one) => one.localService) ?? found[0];
}

function lookForVoice() {
  if (voice()) return;
  setTimeout(() => box.checked && !voice() && note(t("js.matches.aloud.none")), synth ? COMING : 0);
}

/** @param {string} text */
function note(text) {
  const where = byId("aloud-note", HTMLElement);
  say(where, text);
  where.hidden = text === "";
}
