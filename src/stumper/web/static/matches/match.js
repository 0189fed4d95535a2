// The page of a match: what the server tells is shown, and what one does is sent.

import { state, t } from "../calling.js";
import { byId } from "../elements.js";
import { tick } from "./clock.js";
import { open } from "./line.js";
import { listen } from "./moving.js";
import { show, showMore } from "./showing.js";
import { tell, tellMore } from "./telling.js";

const page = state();
let seen = null;

const line = open(page, { view, changed, words, away, back, gone });
const moving = listen(page, line, () => seen);

function view(next) {
  byId("loading").hidden = true;
  byId("match").hidden = false;
  const before = seen;
  seen = next;
  if (next.phase === "reading" && (before?.phase !== "reading" || next.plays.length !== before.plays.length))
    moving.goOn();
  show(seen, page, moving);
  tell(before, seen, page);
  tick(seen, line.now);
}

// Fields and questions that are as they were are not told again.
function changed({ plays = [], ...fields }) {
  const known = new Map([...seen.plays, ...plays].map((play) => [play.number, play]));
  view({ ...seen, ...fields, plays: [...known.values()] });
}

function words({ number, after, words: count, more }) {
  if (seen === null || number !== seen.number || count <= seen.words || after > seen.words) return;
  const fresh = more
    .match(/\s*\S+/g)
    .slice(seen.words - after)
    .join("");
  seen.words = count;
  seen.text += fresh;
  showMore(fresh);
  tellMore(seen);
}

function away(isSlow) {
  byId("trouble").textContent = t(isSlow ? "js.matches.slow_line" : "js.matches.away");
  byId("trouble").hidden = false;
  byId("match").toggleAttribute("data-away", !isSlow);
}

function back() {
  byId("trouble").hidden = true;
  byId("match").removeAttribute("data-away");
}

function gone(sentence) {
  byId("trouble").textContent = sentence || t("js.matches.gone");
  byId("trouble").hidden = false;
  byId("loading").hidden = true;
}
