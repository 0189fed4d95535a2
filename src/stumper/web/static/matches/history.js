// The questions that are over as a score sheet, the newest first: each opens to who buzzed and what they said.

import { t } from "../calling.js";
import { byId, made } from "../elements.js";
import { withBuzzPoints } from "./points.js";
import { answerLine, oddities, outcome, signed, turnRows } from "./turns.js";
import { named, sideNamed } from "./view.js";

const shown = new Map(); // by number: what was told of it, and its row

/** Shows them, each anew where it has changed; the one in view above is left out until the next, or the end. */
export function showHistory(view, page, moving) {
  const plays = view.phase === "finished" ? view.plays : view.plays.slice(0, -1);
  const focused = document.activeElement?.dataset?.ruling;
  const sums = new Map(view.sides.map((side) => [side.id, 0]));
  const rows = plays.map((play) => {
    for (const turn of play.turns) sums.set(turn.side, (sums.get(turn.side) ?? 0) + turn.points);
    const score =
      sums.size === 2 ? [...sums.values()].map((points) => signed(points).replace("+", "")).join(" : ") : "";
    return known(play, score, page, moving);
  });
  byId("past").hidden = rows.length === 0;
  byId("score-of").textContent = sums.size === 2 ? view.sides.map((side) => sideNamed(side, page)).join(" : ") : "";
  const list = byId("history");
  const after = rows.reverse();
  if (after.some((row, place) => row !== list.children[place])) list.replaceChildren(...after);
  if (focused) list.querySelector(`[data-ruling="${focused}"]`)?.focus();
}

function known(play, score, page, moving) {
  const now = JSON.stringify([play, score]);
  const before = shown.get(play.number);
  if (before?.told === now) return before.row;
  const row = one(play, score, page, moving);
  row.firstChild.open = before?.row.firstChild.open ?? false;
  shown.set(play.number, { told: now, row });
  return row;
}

function one(play, score, page, moving) {
  const number = made("span", "soft place", String(play.number));
  number.setAttribute("aria-hidden", "true");
  const summary = made(
    "summary",
    "",
    made("span", "unseen", t("js.matches.which", { n: play.number })),
    number,
    made("span", "answer-was", play.answer || play.line || t("js.matches.unread")),
    made("span", "who", ...winner(play, page)),
    made("span", "number score", score),
  );
  const details = made("details", "", summary);
  if (play.set) details.append(made("p", "", made("span", "tag", setNamed(play.set))));
  if (play.text) details.append(made("p", "read", ...withBuzzPoints(play.text, play.turns, page)));
  details.append(...answerLine(play).map((line) => made("p", "aside", line)), ...oddities(play));
  details.append(play.turns.length ? turnRows(play, page, moving) : made("p", "soft", t("js.matches.nobody_buzzed")));
  return made("li", "", details);
}

// Who got it; where nobody did, how many were wrong.
function winner(play, page) {
  const right = play.turns.find((turn) => turn.right);
  if (right) return [`${named(right, page)} `, outcome({ ...right, ruled: false })];
  const wrong = play.turns.filter((turn) => turn.right === false).length;
  return [made("span", "soft", wrong ? t("js.matches.nobody_of", { n: wrong }) : t("js.matches.nobody_got"))];
}

function setNamed(set) {
  return set === "regular" || set === "adversarial" ? t(`js.matches.set.${set}`) : set;
}
