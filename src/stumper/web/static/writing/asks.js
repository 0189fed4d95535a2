// The form of what a tossup asks for: its answer, the line that readers go by, and its category.

import { call, t } from "../calling.js";
import { byId, say } from "../elements.js";
import { newFinding } from "./finding.js";

// `send({answer, answer_line, category})` hears of what was chosen, and throws where that cannot be; `onChosen(answer)` of
// an answer before that. What is wrong is said in `trouble`, until something is changed, as what the returned function
// is told.
export function wireAsks(form, trouble, paths, { send, onChosen = () => {} }) {
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
export function wireRevising(paths, item, flush) {
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
