// What one does: buzz with the space bar or the button, answer, take a seat, moderate.

import { byId } from "./elements.js";

/** Listens to keys and buttons; `seen()` is what is in view. */
export function listen(page, line, seen) {
  const buzz = byId("buzz");
  let isUnderWay = false;

  async function send(move, isRuling = false) {
    const sentence = await line.send(move, isRuling);
    byId("refused").textContent = sentence;
    byId("refused").hidden = sentence === "";
    return sentence === "";
  }

  async function press() {
    const view = seen();
    if (isUnderWay || view === null || buzz.hidden || buzz.getAttribute("aria-disabled") === "true") return;
    isUnderWay = true;
    await send({ kind: "buzz", tossup: view.plays.length - 1 });
    isUnderWay = false;
  }

  buzz.addEventListener("pointerdown", (event) => {
    if (event.button === 0) press();
  });
  buzz.addEventListener("click", press); // of a screen reader, or Enter
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || takesSpace(event.target)) return;
    if (byId("buzz").hidden) return;
    event.preventDefault();
    if (!event.repeat) press();
  });

  byId("answering").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = byId("answer").value;
    if (text.trim() && (await send({ kind: "answer", text }))) byId("answer").value = "";
  });

  const begin = () => send({ kind: "begin" }, true);
  const moderated = { begin, pause: "pause", resume: "resume", skip: "skip", finish: "finish" };
  for (const [id, kind] of Object.entries(moderated)) {
    byId(id)?.addEventListener("click", typeof kind === "string" ? () => send({ kind }, true) : kind);
  }

  return {
    sit: (side) => send({ kind: "sit", side }),
    leave: () => send({ kind: "leave" }),
    rule: (number, right) => send({ kind: "rule", buzz: number, right }, true),
  };
}

function takesSpace(element) {
  if (element.id === "buzz") return false;
  return element.matches("textarea, select, input, button, summary, [contenteditable]");
}
