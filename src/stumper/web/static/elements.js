// Elements of the page, and such as are made by script. Text is always set as text, so that nothing in it is markup.

export function byId(id) {
  return document.getElementById(id);
}

/** An element with these attributes, without those that are false, null or undefined. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** An element of this class, "" for none. */
export function made(tag, className, ...children) {
  return element(tag, { class: className || null }, ...children);
}

/** A small button that does something. */
export function button(text, label, does) {
  const made = element("button", { type: "button", class: "small", "aria-label": label || null }, text);
  made.addEventListener("click", does);
  return made;
}

/** Sets the text only where it differs, so that nothing is drawn or announced anew without need. */
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

export function percent(value) {
  return `${(100 * value).toFixed(1)}%`;
}
