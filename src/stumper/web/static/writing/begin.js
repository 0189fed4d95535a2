// The page on which a tossup is begun: its answer first, then its category, then from what.

import { address, call, state, t } from "../calling.js";
import { byId, element } from "../elements.js";
import { addresses, newKey } from "./address.js";
import { wireAsks } from "./asks.js";

const SHOWN = 90; // characters of a question to start from
const paths = addresses(state().project, true);
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
  if (!window.confirm(t("js.writing.tossups.discard", { answer }))) return;
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
