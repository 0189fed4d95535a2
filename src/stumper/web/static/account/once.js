// What is shown only once is copied by a press, or marked whole by a click.

import { t } from "../page.js";

for (const place of document.querySelectorAll(".once")) {
  const field = place.querySelector("input");
  const button = place.querySelector("button");
  field.addEventListener("focus", () => field.select());
  if (navigator.clipboard) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(field.value);
      button.textContent = t("js.account.copied");
    });
  }
}
