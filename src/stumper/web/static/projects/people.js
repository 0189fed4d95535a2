// Copies a new link.

import { t } from "../page.js";

const link = document.getElementById("link");
const copy = document.getElementById("copy");
if (link && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.value);
    copy.textContent = t("js.projects.copied");
  });
}
link?.addEventListener("focus", () => link.select());
