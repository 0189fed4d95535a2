// The page on which one writes.

import { call, state as fromServer } from "../calling.js";
import { addresses } from "./address.js";
import { furnish } from "./desk.js";
import { opening } from "./opening.js";

const page = fromServer();

opening({
  open: () => call("POST", addresses(page.project, page.desk.composes).open(page.item), { looking: true }),
  furnish: (opened) => furnish(opened, page),
  words: page.desk.composes ? "js.writing.tossups" : "js.writing",
});
