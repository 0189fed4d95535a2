// Whether what one writes is saved, in a line that is always there.

import { t } from "../calling.js";
import { say } from "../elements.js";

export function newSaved(where) {
  let at = null;
  let since = null; // the save that is under way; only a slow one is worth a word

  function show(kind, text) {
    where.dataset.kind = kind;
    say(where, text);
  }

  function tick() {
    if (where.dataset.kind !== "saved" || at === null) return;
    const seconds = Math.round((performance.now() - at) / 1000);
    if (seconds < 2) show("saved", t("js.writing.saved_now"));
    else if (seconds < 60) show("saved", t("js.writing.saved", { n: seconds }));
    else show("saved", t("js.writing.saved_minutes", { n: Math.floor(seconds / 60) }));
  }

  setInterval(tick, 1000);

  return {
    saving() {
      clearTimeout(since);
      since = setTimeout(() => show("saving", t("js.writing.saving")), 600);
    },
    saved() {
      clearTimeout(since);
      at = performance.now();
      if (where.dataset.kind !== "elsewhere") where.dataset.kind = "saved";
      tick();
    },
    away() {
      clearTimeout(since);
      show("away", t("js.writing.on_device"));
    },
    refused(sentence) {
      clearTimeout(since);
      show("away", t("js.writing.on_device_refused", { sentence }));
    },
    unkept() {
      show("away", t("js.writing.not_saved"));
    },
    elsewhere() {
      clearTimeout(since);
      show("elsewhere", t("js.writing.elsewhere"));
      setTimeout(() => {
        where.dataset.kind = "saved";
        tick();
      }, 12_000);
    },
  };
}
