// What the model says, in a place of its own that never jumps: rows are filled anew, not made anew.

import { t } from "../calling.js";
import { byId, say } from "../elements.js";
import { fill, newRow } from "./guess_rows.js";

// `names` is how labels are said, {} for answers.
export function newVerdict({ rows, names }) {
  const where = {
    box: byId("verdict"),
    sign: byId("sign"),
    word: byId("word"),
    about: byId("about"),
    rows: byId("guesses"),
    news: byId("news"),
  };
  const lines = Array.from({ length: rows }, () => newRow());
  where.rows.replaceChildren(...lines.map((line) => line.row));
  let announced = null;
  let announcing = null;

  const named = (answer) => names[answer] ?? (answer || t("js.writing.no_answer"));

  function status(kind, word, about) {
    where.box.dataset.kind = kind;
    say(where.sign, SIGNS[kind]);
    say(where.word, word);
    say(where.about, about);
  }

  // Said once the hands rest, and only where it is news.
  function announce(text) {
    clearTimeout(announcing);
    if (text === announced) return;
    announcing = setTimeout(() => {
      announced = text;
      say(where.news, text);
    }, 700);
  }

  return {
    waiting() {
      status("unknown", t("js.writing.ask"), "");
    },
    thinking() {
      where.box.dataset.thinking = "";
      if (where.box.dataset.kind === "unknown") status("unknown", t("js.writing.thinking"), "");
    },
    // The text has changed since; without live answers somebody must ask.
    stale(isLive) {
      where.box.dataset.thinking = "";
      if (!isLive) status("unknown", t("js.writing.ask"), "");
    },
    show(told, isChanged) {
      delete where.box.dataset.thinking;
      const best = told.guesses[0];
      if (told.fault) {
        status("fault", t("js.writing.fault"), told.fault);
        announce(told.fault);
      } else if (best === undefined) {
        status("fooled", t("js.writing.no_answer"), "");
      } else if (told.fooled || !best.right) {
        const about = { answer: named(best.answer) };
        if (told.fooled && isChanged) {
          status("fooled", t("js.writing.fooled"), t("js.writing.fooled_about", about));
          announce(t("js.writing.live_fooled", about));
        } else {
          status("fooled", t("js.writing.wrong_already"), t("js.writing.wrong_already_about", about));
          announce(t("js.writing.wrong_already_about", about));
        }
      } else {
        status("right", t("js.writing.right"), t("js.writing.right_about", { answer: named(best.answer) }));
        announce(t("js.writing.live_right", { answer: named(best.answer) }));
      }
      if (!told.fault || told.guesses.length > 0) {
        lines.forEach((line, index) => fill(line, told.guesses[index], named));
      }
    },
    trouble(error, isTryingAgain) {
      delete where.box.dataset.thinking;
      if (error.status === 422) {
        status("fault", t("js.writing.fault"), error.sentence);
        announce(error.sentence);
        return;
      }
      const about = isTryingAgain ? t("js.writing.trying_again") : error.sentence;
      status("trouble", t("js.writing.model_trouble"), about);
    },
  };
}

const SIGNS = { unknown: "…", right: "✓", fooled: "✗", fault: "!", trouble: "!" };
