// Elements of the page; texts are only ever set as text.

export function byId(id) {
  return document.getElementById(id);
}

/** An element of this name, class and text. */
export function made(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

/** A small button that does something. */
export function button(text, label, does) {
  const element = made("button", "small", text);
  element.type = "button";
  if (label) element.setAttribute("aria-label", label);
  element.addEventListener("click", does);
  return element;
}
