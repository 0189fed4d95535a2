// An item is opened and given to its desk; where that fails, or somebody is logged out meanwhile, it is said.

import { address, t } from "../calling.js";
import { byId, element } from "../elements.js";

// `words` is where the page's own words are: "js.writing" or "js.writing.tossups".
export async function opening({ open, furnish, words }) {
  byId("trouble").hidden = true;
  let opened;
  try {
    opened = await open();
  } catch (error) {
    fail(error.sentence);
    return;
  }
  byId("loading").hidden = true;
  furnish(opened);

  function fail(sentence) {
    const again = element("button", { type: "button" }, t(`${words}.reload`));
    again.addEventListener("click", () => opening({ open, furnish, words }));
    byId("trouble").replaceChildren(t(`${words}.cannot_open`, { sentence }), " ", again);
    byId("trouble").hidden = false;
    byId("loading").hidden = true;
    again.focus();
  }
}

export function offerLogIn() {
  const link = element("a", { href: address("/log-in") }, t("js.writing.log_in"));
  byId("trouble").replaceChildren(t("js.writing.logged_out"), " ", link);
  byId("trouble").hidden = false;
}
