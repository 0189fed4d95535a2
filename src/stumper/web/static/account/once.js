// @ts-check
// What is shown only once is copied by a press, or marked whole by a click.

import { offerCopy, t } from "../page.js";

for (const place of document.querySelectorAll(".once")) {
  const [field, button] = [place.querySelector("input"), place.querySelector("button")];
  if (field && button) offerCopy(field, button, t("js.account.copied"));
}
