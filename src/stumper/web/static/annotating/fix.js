// @ts-check
// Mending a machine's sentence; the made-up answer has to stay in it.

import { byId, made, t } from "../page.js";
import { wordDiff } from "../writing/text.js";
import { changed, field, fill, listed, work } from "./queue.js";

const editor = byId("sentence", HTMLTextAreaElement);
const again = byId("start-again", HTMLButtonElement);
/** @typedef {{ sentence: string, question: string, fake_answer: string, answers: string[], paragraph: string }} Raw */

/** @type {Raw} */
let item;

/** @type {import("./queue.js").Part<Raw, { text: string }>} */
const part = {
  show(next) {
    item = next;
    fill("raw", item.sentence);
    fill("question", item.question);
    fill("fake", item.fake_answer);
    fill("answers", listed(item.answers));
    fill("paragraph", item.paragraph);
  },
  restore(entered) {
    editor.value = entered?.text ?? item.sentence;
    look();
  },
  entered: () => ({ text: editor.value }),
  response: () => (fault() ? null : { text: mended() }),
  focusOpen: () => editor.focus(),
  focus: () => editor.focus(),
  bindings: [
    { keys: ["e"], shown: ["e"], does: t("js.annotating.keys.edit"), run: () => editor.focus() },
    { keys: ["o"], shown: ["o"], does: t("js.annotating.keys.original"), run: startAgain },
  ],
};

editor.addEventListener("input", () => {
  look();
  changed(part);
});
editor.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault(); // it is one sentence
});
again.addEventListener("click", startAgain);
work(part);

function mended() {
  return editor.value.replace(/\s+/g, " ").trim();
}

function fault() {
  const text = mended().toLowerCase();
  if (!text) return "empty";
  return item.fake_answer && !text.includes(item.fake_answer.toLowerCase()) ? "fake-missing" : null;
}

function look() {
  const wrong = fault();
  const hint = field("hint");
  hint.textContent = t(`js.annotating.${wrong ?? "fake-there"}`, { answer: item.fake_answer });
  hint.classList.toggle("wrong", wrong !== null);
  editor.setAttribute("aria-invalid", String(wrong !== null));
  again.disabled = editor.value === item.sentence;
  field("changes").replaceChildren(...wordDiff(item.sentence, mended()).map(piece));
  byId("changes", HTMLElement).hidden = mended() === item.sentence;
}

/** @type {Record<string, "ins" | "del" | "span">} */
const TAGS = { added: "ins", removed: "del", kept: "span" };

/** @param {{ kind: string, text: string }} piece */
function piece({ kind, text }) {
  return made(TAGS[kind], kind === "kept" ? "" : kind, text);
}

/** The machine's sentence is back; the browser's own undo brings the other one again. */
function startAgain() {
  editor.focus();
  editor.select();
  document.execCommand("insertText", false, item.sentence);
}
