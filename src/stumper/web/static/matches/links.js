// Copies a link, and selects it where one clicks it; the page of a new one is loaded again without making another.

import { t } from "../page.js";

for (const copy of document.querySelectorAll("[data-copies]")) {
  const link = document.getElementById(copy.dataset.copies);
  link.addEventListener("focus", () => link.select());
  if (!navigator.clipboard) continue;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.value);
    copy.textContent = t("js.matches.copied");
  });
}

const made = document.querySelector("[data-page]");
if (made) history.replaceState(null, "", made.dataset.page);
