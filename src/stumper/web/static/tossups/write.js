// The page on which one writes a tossup.

import { call, state as fromServer } from "../calling.js";
import { opening } from "../writing/opening.js";
import { addresses } from "./address.js";
import { furnish } from "./desk.js";

const page = fromServer();

opening({
  open: () => call("POST", addresses(page.project).open(page.item), {}),
  furnish: (opened) => furnish(opened, page),
  words: "js.tossups",
});
