// The questions so far, the newest first: who buzzed where, what they said, what it was worth; rulings of moderators.

import { t } from "../calling.js";
import { byId, button, made } from "./elements.js";
import { named } from "./names.js";

let shown = "";

/** Shows them, where anything has changed. */
export function showHistory(view, page, moving) {
  const now = JSON.stringify([view.plays, view.phase === "finished"]);
  if (now === shown) return;
  shown = now;
  const focused = document.activeElement?.dataset?.ruling;
  byId("history").replaceChildren(...view.plays.map((play) => one(play, page, moving)).reverse());
  if (focused) byId("history").querySelector(`[data-ruling="${focused}"]`)?.focus();
}

function one(play, page, moving) {
  const title = made("h3", "", t("js.matches.which", { n: play.number }));
  const row = made("li", "", title);
  if (play.set) row.querySelector("h3").append(" ", made("span", "tag", setNamed(play.set)));
  if (play.answer) row.append(made("p", "", t("js.matches.the_answer", { answer: play.answer })));
  if (play.text) row.append(folded(t("js.matches.read_text"), [play.text]));
  const line = answerLine(play);
  if (line.length) row.append(folded(t("js.matches.look_up"), line, !play.told || !play.answer));
  if (play.odd) row.append(made("p", "aside", play.odd));
  if (play.machine_out) {
    row.append(made("p", "aside", play.fault ? t("js.matches.machine_fault", { fault: play.fault }) : t("js.matches.machine_out")));
  }
  const turns = made("ul", "", ...play.turns.map((turn) => turnRow(turn, play, page, moving)));
  row.append(play.turns.length ? turns : made("p", "soft", play.told ? t("js.matches.nobody_buzzed") : ""));
  return row;
}

function answerLine(play) {
  const lists = ["accepts", "prompts", "rejects"].filter((list) => play[list].length);
  return [
    ...(play.line ? [t("js.matches.line", { line: play.line })] : []),
    ...lists.map((list) => t(`js.matches.${list}`, { answers: play[list].join("; ") })),
  ];
}

function folded(title, lines, isOpen = false) {
  const box = made("details", "aside", made("summary", "", title), ...lines.map((line) => made("p", "", line)));
  box.open = isOpen;
  return box;
}

function setNamed(set) {
  return set === "regular" || set === "adversarial" ? t(`js.matches.set.${set}`) : set;
}

function turnRow(turn, play, page, moving) {
  const name = named(turn, page);
  const said = turn.said.filter(Boolean).map((text) => `“${text}”`).join(" … ");
  const row = made("li", "", made("span", "", name), made("span", "soft", t("js.matches.after", { n: turn.words })));
  if (said) row.append(made("span", "said", said));
  if (turn.late) row.append(made("span", "soft", t("js.matches.late")));
  row.append(outcome(turn));
  if (turn.delay !== null) row.append(made("span", "soft", t("js.matches.delay", { n: Math.round(turn.delay * 1000) })));
  if (page.rules) {
    const values = { name, n: play.number };
    if (turn.right !== true) row.append(ruling(turn, true, t("js.matches.rule_right"), t("js.matches.rule_right_of", values), moving));
    if (turn.right !== false) row.append(ruling(turn, false, t("js.matches.rule_wrong"), t("js.matches.rule_wrong_of", values), moving));
  }
  return row;
}

function outcome(turn) {
  if (turn.right === null) return made("span", "tag", t("js.matches.open"));
  const points = turn.points > 0 ? `+${turn.points}` : String(turn.points).replace("-", "−");
  const words = [turn.right ? t("js.matches.right") : t("js.matches.wrong"), points];
  if (turn.power) words.push(t("js.matches.power"));
  if (turn.ruled) words.push(t("js.matches.ruled"));
  return made("span", `tag ${turn.right ? "kept" : "fooled"}`, `${turn.right ? "✓" : "✗"} ${words.join(" · ")}`);
}

function ruling(turn, right, text, label, moving) {
  const made = button(text, label, () => moving.rule(turn.buzz, right));
  made.dataset.ruling = `${turn.buzz}-${right}`;
  return made;
}
