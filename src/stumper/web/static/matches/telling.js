// What a screen reader says: what happens, once, and never word by word.

import { t } from "../calling.js";
import { byId } from "../elements.js";
import { named } from "./view.js";

let told = 0; // characters of the question that were read out

/** Says what has changed from one view to the next, once it is shown. */
export function tell(before, now, page) {
  if (before === null) return;
  const said = [];
  const play = now.plays.at(-1);
  if (now.plays.length > before.plays.length) {
    told = 0;
    said.push(t("js.matches.said_begun", { n: play.number }));
  }
  if (now.is_read && !before.is_read && now.phase === "reading") said.push(t("js.matches.said_read"));
  said.push(...turns(before, now, page));
  if (play?.told && !before.plays.at(-1)?.told && play.answer)
    said.push(t("js.matches.said_answer", { answer: play.answer }));
  const isNew = now.phase !== before.phase;
  if (isNew && ["paused", "finished"].includes(now.phase)) said.push(byId("phase").textContent);
  if (isNew && before.phase === "paused") said.push(t("js.matches.said_resumed"));
  if (said.length) byId("news").textContent = said.join(" ");
  tellMore(now);
}

/** Reads out each sentence once it is over, for whoever wants it. */
export function tellMore({ text, is_read: isRead }) {
  if (!byId("announce").checked) {
    told = text.length;
    return;
  }
  const rest = text.slice(told);
  const end = isRead ? rest.length : Math.max(...[". ", "? ", "! "].map((sign) => rest.lastIndexOf(sign))) + 1;
  if (end <= 0 || !rest.slice(0, end).trim()) return;
  const sentence = document.createElement("p");
  sentence.textContent = rest.slice(0, end);
  byId("sentences").replaceChildren(sentence);
  told += end;
}

function turns(before, now, page) {
  const said = [];
  const known = new Map(before.plays.flatMap((play) => play.turns).map((turn) => [turn.buzz, turn]));
  for (const turn of now.plays.flatMap((play) => play.turns)) {
    const earlier = known.get(turn.buzz);
    const name = named(turn, page);
    if (turn.right === null) {
      const isMine = turn.person === page.person;
      if (!earlier) said.push(t(isMine ? "js.matches.answering_you" : "js.matches.answering", { name }));
      else if (turn.said.length > earlier.said.length)
        said.push(t(isMine ? "js.matches.prompted_you" : "js.matches.prompted", { name }));
    } else if (earlier?.right !== turn.right) {
      const points = turn.points;
      if (turn.right) said.push(t("js.matches.said_right", { name, points }));
      else said.push(t(points ? "js.matches.said_wrong_lost" : "js.matches.said_wrong", { name, points }));
    }
  }
  return said;
}
