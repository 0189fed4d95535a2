// @ts-check
// Keys of the pages of examples: one letter each, never while somebody types or holds another key down.

/**
 * Does what belongs to a key; "?" opens what the keys are.
 * @param {Record<string, () => void>} does
 */
export function listen(does) {
  const help = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
  /** @type {Record<string, () => void>} */
  const all = { ...does, "?": () => help.showModal() };
  document.getElementById("show-keys")?.addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || isTyping(event.target)) return;
    const act = all[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=range]), select, textarea");
}
