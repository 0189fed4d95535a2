// The page on which a tossup is begun: its answer first, then its category, then from what.

import { address, call, state, t } from "../calling.js";
import { newKey } from "../writing/address.js";
import { byId, element, say } from "../writing/elements.js";
import { addresses } from "./address.js";
import { newFinding } from "./finding.js";

const SHOWN = 90; // characters of a question to start from
const paths = addresses(state().project);
const form = byId("new");
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
  from.append(...found.map(({ id, text }) =>
    element("option", { value: id, "data-past": true }, t("js.tossups.from", { id, text: `${text.slice(0, SHOWN)}…` }))));
}

function fail(sentence) {
  say(byId("trouble"), sentence);
  byId("trouble").hidden = false;
}

async function begin() {
  const answer = byId("answer").value.trim();
  if (answer === "") {
    fail(t("js.tossups.choose"));
    byId("answer").focus();
    return;
  }
  if (byId("category").value === "") {
    fail(t("js.tossups.choose_category"));
    byId("category").focus();
    return;
  }
  const body = {
    key, answer, answer_line: byId("line").value.trim(), category: byId("category").value, started_from: from.value,
  };
  try {
    const { id } = await call("POST", paths.begin, body);
    window.location.assign(address(paths.item(id)));
  } catch (error) {
    fail(error.sentence);
  }
}

newFinding({ field: byId("answer"), list: byId("answers"), said: byId("answer-said") }, {
  search: (typed, signal, isWhole) => call("GET", paths.answers(typed, isWhole), undefined, { signal }),
  onChosen: (answer) => void offer(answer),
});
async function discard(button) {
  const { discard: id, answer } = button.dataset;
  if (!window.confirm(t("js.tossups.discard", { answer }))) return;
  try {
    await call("DELETE", paths.one(id));
    button.closest("li").remove();
    from.querySelector(`option[value="${id}"]`)?.remove();
    byId("own-heading").focus();
  } catch (error) {
    fail(error.sentence);
  }
}

for (const button of document.querySelectorAll("[data-discard]")) button.addEventListener("click", () => discard(button));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void begin();
});
