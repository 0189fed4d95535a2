// Elements by their place in the item; texts are only ever set as text.

/** The element that shows this field of the item. */
export function field(name) {
  return document.querySelector(`[data-field="${name}"]`);
}

/** Shows the text in its field; a field without one is hidden, with its label. */
export function fill(name, text) {
  const element = field(name);
  element.textContent = text ?? "";
  (element.closest("[data-part]") ?? element).hidden = !text;
}

/** An element of this name, class and text. */
export function made(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}
