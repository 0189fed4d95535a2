// What a tossup asks for is changed while one writes it: all is saved first, and the page is opened anew.

import { call } from "../calling.js";
import { byId, say } from "./elements.js";
import { wireAsks } from "./asks.js";

// `flush()` saves the draft.
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
