// Elements made by script. Text is always set as text, so that nothing in it can become markup.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

// Sets the text only where it differs, so that nothing is drawn or announced anew without need.
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

export function percent(value) {
  return `${(100 * value).toFixed(1)}%`;
}
