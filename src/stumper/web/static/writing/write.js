// The page on which one writes against the model.

import { call, state as fromServer } from "../calling.js";
import { addresses } from "./address.js";
import { furnish } from "./desk.js";
import { opening } from "./opening.js";

const page = fromServer();

opening({
  open: () => call("POST", addresses(page.project).open(page.item), { looking: true }),
  furnish: (opened) => furnish(opened, page),
  words: "js.writing",
});
