import { fill } from "./dom.js";
import { ask } from "./opinions.js";
import { listed } from "./listed.js";

ask((item) => {
  fill("sentence", item.sentence);
  fill("question", item.question);
  fill("answers", listed(item.answers));
  fill("paragraph", item.paragraph);
});
