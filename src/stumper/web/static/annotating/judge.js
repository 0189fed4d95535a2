import { fill } from "./dom.js";
import { ask } from "./opinions.js";

ask((item) => {
  for (const name of ["text", "evidence", "original", "asked"]) fill(name, item[name]);
});
