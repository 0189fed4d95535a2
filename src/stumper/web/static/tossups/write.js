// The page on which one writes a tossup: opens the item and gives it to the desk.

import { call, state as fromServer, t } from "../calling.js";
import { addresses } from "./address.js";
import { furnish } from "./desk.js";
import { byId, element } from "../writing/elements.js";

const page = fromServer();

async function open() {
  byId("trouble").hidden = true;
  let opened;
  try {
    opened = await call("POST", addresses(page.project).open(page.item), {});
  } catch (error) {
    fail(error.sentence);
    return;
  }
  byId("loading").hidden = true;
  furnish(opened, page);
}

function fail(sentence) {
  const again = element("button", { type: "button" }, t("js.tossups.reload"));
  again.addEventListener("click", open);
  byId("trouble").replaceChildren(t("js.tossups.cannot_open", { sentence }), " ", again);
  byId("trouble").hidden = false;
  byId("loading").hidden = true;
  again.focus();
}

open();
