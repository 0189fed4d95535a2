import { fill } from "./item.js";
import { ask } from "./opinions.js";

ask((item) => {
  for (const name of ["text", "evidence", "original", "asked"]) fill(name, item[name]);
});
