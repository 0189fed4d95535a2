// What one does: buzz with the space bar or the button, answer, take a seat, moderate.

import { call, t } from "../calling.js";
import { byId } from "../elements.js";

const CLICKED = "summary, input[type=checkbox]";

/** Listens to keys and buttons; `seen()` is what is in view. */
export function listen(page, line, seen) {
  const buzz = byId("buzz");
  let isUnderWay = false;
  let isAnswering = false;
  const current = () => (seen()?.plays.length ?? 0) - 1;

  async function send(move, isRuling = false) {
    const sentence = await line.send(move, isRuling);
    refuse(sentence);
    return sentence === "";
  }

  function refuse(sentence) {
    byId("refused").textContent = sentence;
    byId("refused").hidden = sentence === "";
  }

  async function press() {
    const view = seen();
    if (isUnderWay || view === null || buzz.hidden || buzz.getAttribute("aria-disabled") === "true") return;
    isUnderWay = true;
    await send({ kind: "buzz", tossup: current() });
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

  // Whoever clicks something else does not have the space bar pressed on it afterwards.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && !buzz.hidden)
      setTimeout(() => document.activeElement?.matches(CLICKED) && document.activeElement.blur());
  });

  byId("answering").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = byId("answer").value;
    const turn = seen()
      ?.plays.at(-1)
      ?.turns.find((one) => one.right === null);
    if (isAnswering || !text.trim() || !turn) return;
    isAnswering = true;
    if (await send({ kind: "answer", text, buzz: turn.buzz, said: turn.said.length })) byId("answer").value = "";
    isAnswering = false;
  });

  for (const kind of ["begin", "pause", "resume", "skip", "finish"]) {
    byId(kind)?.addEventListener("click", () => {
      if (kind === "finish" && !window.confirm(t("js.matches.finish_sure"))) return;
      send(kind === "finish" ? { kind } : { kind, tossup: current() + (kind === "begin" ? 1 : 0) }, true);
    });
  }

  for (const kind of ["hold", "ready", "pass", "stop"]) {
    byId(kind)?.addEventListener("click", () => {
      if (kind === "stop" && !window.confirm(t("js.matches.finish_sure"))) return;
      send(kind === "stop" ? { kind } : { kind, tossup: current() });
    });
  }

  for (const [id, right] of [
    ["rule-right", true],
    ["rule-wrong", false],
  ]) {
    byId(id)?.addEventListener("click", () => {
      const turn = seen()
        ?.plays.at(-1)
        ?.turns.find((one) => one.right === null);
      if (turn) send({ kind: "rule", buzz: turn.buzz, right }, true);
    });
  }

  return {
    /** What was refused is of no matter once something else is played. */
    goOn: () => refuse(""),
    sit: (side) => send({ kind: "sit", side }),
    leave: () => send({ kind: "leave" }),
    /** A guest can do nothing here any more. */
    putOut: async ({ person, name }) => {
      if (!window.confirm(t("js.matches.put_out_sure", { name }))) return;
      try {
        await call("DELETE", `${page.guests}/${person}`);
        refuse("");
        if (document.querySelector(".code")) location.reload(); // it has a new one
      } catch (error) {
        refuse(error.sentence);
      }
    },
    rule: (number, right) => send({ kind: "rule", buzz: number, right }, true),
  };
}

function takesSpace(element) {
  if (element.id === "buzz") return false;
  return element.matches("textarea, select, input, button, summary, [contenteditable]");
}
