// An answer is found as one types it: a list below the field, gone through with the arrow keys.

import { t } from "../calling.js";
import { element, say } from "../elements.js";

const PAUSE = 60; // milliseconds without a key until the server is asked

// `where` is {field, list, said}; `search(typed, signal, isWhole)` asks the server; `onChosen(answer)` hears of what stands in
// the field when somebody has chosen or left it.
export function newFinding(where, { search, onChosen }) {
  let controller = new AbortController();
  let timer = null;
  let found = [];
  let current = -1;

  function close() {
    clearTimeout(timer);
    controller.abort();
    where.list.hidden = true;
    where.field.setAttribute("aria-expanded", "false");
    where.field.removeAttribute("aria-activedescendant");
    current = -1;
  }

  function draw() {
    where.list.replaceChildren(...found.map(option));
    where.list.hidden = found.length === 0;
    where.field.setAttribute("aria-expanded", String(found.length > 0));
  }

  function option(one, index) {
    const made = element(
      "li",
      { role: "option", id: `answer-${index}`, "aria-selected": "false" },
      element("span", { class: "said" }, one.answer),
      " ",
      element("span", { class: "soft" }, asked(one)),
    );
    made.addEventListener("mousedown", (event) => {
      event.preventDefault();
      choose(index);
    });
    return made;
  }

  function go(to) {
    if (found.length === 0) return;
    current = (to + found.length) % found.length;
    [...where.list.children].forEach((one, index) => one.setAttribute("aria-selected", String(index === current)));
    where.field.setAttribute("aria-activedescendant", `answer-${current}`);
    where.list.children[current].scrollIntoView({ block: "nearest" });
  }

  function choose(index) {
    where.field.value = found[index].answer;
    close();
    settled();
  }

  async function settled() {
    const typed = where.field.value.trim();
    if (typed === "") {
      say(where.said, "");
      return;
    }
    onChosen(typed);
    try {
      const { known } = await search(typed, null, true);
      if (where.field.value.trim() === typed) say(where.said, knowing(known));
    } catch (error) {
      say(where.said, error.sentence);
    }
  }

  async function look() {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    try {
      found = (await search(where.field.value, signal, false)).answers;
      if (signal.aborted) return;
      draw();
      const none = where.field.value.trim() === "" ? "" : t("js.writing.tossups.found_none");
      const some =
        found.length === 1 ? t("js.writing.tossups.found_one") : t("js.writing.tossups.found", { n: found.length });
      say(where.said, found.length > 0 ? some : none);
    } catch (error) {
      if (!signal.aborted) say(where.said, error.sentence);
    }
  }

  where.field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  where.field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (where.list.hidden) void look();
      else go(current + (event.key === "ArrowDown" ? 1 : current < 0 ? 0 : -1));
    } else if (event.key === "Enter" && !where.list.hidden && current >= 0) {
      event.preventDefault();
      choose(current);
    } else if (event.key === "Escape" && !where.list.hidden) {
      event.preventDefault();
      close();
    }
  });
  where.field.addEventListener("blur", () => {
    close();
    void settled();
  });
}

// `known` says of each machine whether it knows the answer; null where nobody can tell.
function knowing(known) {
  const number = known.filter((one) => one === true).length;
  if (known.length === 0 || (number === 0 && known.includes(null))) return "";
  if (number === 0) return t("js.writing.tossups.unknown");
  return number === known.length
    ? t("js.writing.tossups.known")
    : t("js.writing.tossups.known_some", { n: number, of: known.length });
}

function asked({ times, known }) {
  if (times === 0) return known ? t("js.writing.tossups.asked_never") : "";
  return times === 1 ? t("js.writing.tossups.asked_once") : t("js.writing.tossups.asked", { n: times });
}
