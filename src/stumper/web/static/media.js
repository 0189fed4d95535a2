// @ts-check
// Pictures and sounds of a question, each where its mark stands in the text; the mark is shown where the file is not there.

import { address, element, made, t } from "./page.js";

const MARKS = /(?<!\S)\[(?:image|sound)\](?!\S)/g;

/**
 * A piece of the text of a question as what is shown of it; `before` marks stand in the text before it. `whereOf` tells
 * where the file of a mark is asked for, by the mark's place in the whole text; null of one that has none.
 *
 * @param {string} text
 * @param {(place: number) => string | null} whereOf
 * @param {number} before
 * @returns {(Node | string)[]}
 */
export function withMedia(text, whereOf, before = 0) {
  const found = [...text.matchAll(MARKS)];
  /** @type {(Node | string)[]} */
  const pieces = [];
  let at = 0;
  for (const [place, mark] of found.entries()) {
    const where = whereOf(before + place);
    if (where === null) continue;
    const shown = made("span", "medium-mark", mark[0]);
    pieces.push(text.slice(at, mark.index), shown, medium(shown, where));
    at = mark.index + mark[0].length;
  }
  return [...pieces, text.slice(at)];
}

/**
 * How many marks of pictures and sounds stand in the text.
 *
 * @param {string} text
 */
export function marksIn(text) {
  return [...text.matchAll(MARKS)].length;
}

/**
 * Plays what has just come, where the browser lets pages play; else there is the button to begin it.
 *
 * @param {Element} where
 */
export function playLast(where) {
  const sound = [...where.querySelectorAll("audio")].at(-1);
  if (sound) play(sound);
}

/**
 * Sounds stop while nothing is read, as when somebody has buzzed, and go on where they stopped.
 *
 * @param {Element} where
 * @param {boolean} isRead
 */
export function holdSounds(where, isRead) {
  for (const sound of where.querySelectorAll("audio")) {
    if (!isRead && !sound.paused) {
      sound.pause();
      sound.dataset.held = "";
    } else if (isRead && sound.dataset.held !== undefined) {
      delete sound.dataset.held;
      play(sound);
    }
  }
}

// A browser refuses before anything was clicked; a sound that is stopped, or is not there, never began.
const REFUSALS = ["NotAllowedError", "AbortError", "NotSupportedError"];

/** @param {HTMLAudioElement} sound */
function play(sound) {
  sound.play().catch((error) => {
    if (!REFUSALS.includes(error.name)) throw error;
  });
}

// No name of the file is told, which may say the answer.
/**
 * @param {HTMLElement} mark
 * @param {string} path
 */
function medium(mark, path) {
  const isPicture = mark.textContent === "[image]";
  const shown = isPicture
    ? element("img", { class: "medium", alt: t("js.shared.picture"), src: address(path) })
    : element("audio", {
        class: "medium",
        controls: true,
        preload: "auto",
        "aria-label": t("js.shared.sound"),
        src: address(path),
      });
  shown.addEventListener(isPicture ? "load" : "loadedmetadata", () => mark.classList.add("unseen"));
  shown.addEventListener("error", () => shown.remove());
  return shown;
}
