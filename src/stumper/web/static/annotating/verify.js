import { fill, listed } from "./item.js";
import { ask } from "./opinions.js";

ask((item) => {
  fill("sentence", item.sentence);
  fill("question", item.question);
  fill("answers", listed(item.answers));
  fill("paragraph", item.paragraph);
});
