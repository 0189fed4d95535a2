// Single keys for what the page does, with a list of them; they never fire while somebody types.

import { t } from "../calling.js";
import { drop, recall, remember } from "../device.js";

const OFF = "stumper:keys-off";

/**
 * Listens for the bindings `{keys, shown, does, run}` while `listening()`; `run` answers false where it did nothing.
 * The one that `sends` has Ctrl and Enter as well.
 */
export function listen(listening, bindings) {
  const dialog = document.getElementById("keys");
  const switched = document.getElementById("keys-on");
  list(bindings, document.getElementById("keys-list"));
  switched.checked = recall(OFF) === null;
  switched.addEventListener("change", () => {
    if (switched.checked) drop(OFF);
    else remember(OFF, "1");
  });
  document.getElementById("keys-open").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (sends(event) && !dialog.open && listening()) {
      event.preventDefault();
      return bindings.find((one) => one.sends).run(event);
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.key === "Escape" && typing(event.target)) return event.target.blur();
    if (typing(event.target) || !switched.checked) return;
    if (event.key === "?") return dialog.showModal();
    if (event.key === "Enter" && event.target.closest("button, a, summary, [role=listbox]")) return;
    if (!listening()) return;
    const binding = bindings.find((one) => one.keys.includes(event.key));
    if (binding && binding.run(event) !== false) event.preventDefault();
  });
}

/** Ctrl and Enter, which work in fields, too, and where single keys are switched off. */
function sends(event) {
  const isPressed = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isPressed && !event.defaultPrevented && !event.target.closest("a");
}

function typing(element) {
  return element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])");
}

function list(bindings, into) {
  const always = [
    { shown: ["Esc"], does: t("js.annotating.keys.leave-field") },
    { shown: ["?"], does: t("js.annotating.keys.list") },
  ];
  for (const { shown, does } of [...bindings, ...always]) {
    const term = document.createElement("dt");
    for (const key of shown) {
      const box = document.createElement("kbd");
      box.textContent = key;
      term.append(box, " ");
    }
    const meaning = document.createElement("dd");
    meaning.textContent = does;
    into.append(term, meaning);
  }
}
