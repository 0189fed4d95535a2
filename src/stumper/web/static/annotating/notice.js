// The one place where the page says that something went wrong, what was kept, and what to do.

const box = document.getElementById("notice");
const sentence = document.getElementById("notice-sentence");
const counting = document.getElementById("notice-count");
const actions = document.getElementById("notice-actions");

/** Says the sentence, with a button for each action `{name, run}`. */
export function show(text, offered) {
  sentence.textContent = text;
  counting.textContent = "";
  actions.replaceChildren(...offered.map(button));
  box.hidden = false;
}

/** What changes every second is shown beside the sentence, and not read out. */
export function count(text) {
  counting.textContent = text;
}

export function hide() {
  box.hidden = true;
}

function button({ name, run }) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = name;
  element.addEventListener("click", run);
  return element;
}
