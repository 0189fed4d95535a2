// Who buzzed at a question, where, what they said, and what it was worth; moderators correct it there.

import { t } from "../calling.js";
import { button, made } from "../elements.js";
import { named } from "./view.js";

/** The buzzes at a question, in their order. */
export function turnRows(play, page, moving) {
  return made("ul", "turns", ...play.turns.map((turn) => row(turn, play, page, moving)));
}

/** What counts as right, as moderators are told, where it says more than the answer. */
export function answerLine(play) {
  const says = (texts) => texts.some((text) => text !== play.answer);
  const lists = ["accepts", "prompts", "rejects"].filter((list) => says(play[list]));
  return [
    ...(says([play.line || play.answer]) ? [t("js.matches.line", { line: play.line })] : []),
    ...lists.map((list) => t(`js.matches.${list}`, { answers: play[list].join("; ") })),
  ];
}

/** What is odd about a question, or the machine's failure. */
export function oddities(play) {
  const out = play.fault ? t("js.matches.machine_fault", { fault: play.fault }) : t("js.matches.machine_out");
  return [...(play.odd ? [play.odd] : []), ...(play.machine_out ? [out] : [])].map((text) => made("p", "aside", text));
}

/** Right or wrong, with a sign and a word. */
export function outcome(turn) {
  if (turn.right === null) return made("span", "tag", t("js.matches.open"));
  const wrong = turn.points < 0 ? t("js.matches.neg") : t("js.matches.wrong");
  const words = [turn.right ? t("js.matches.right") : wrong, signed(turn.points)];
  if (turn.power) words.push(t("js.matches.power"));
  if (turn.ruled) words.push(t("js.matches.ruled"));
  return made("span", `tag ${turn.right ? "kept" : "fooled"}`, `${turn.right ? "✓" : "✗"} ${words.join(" · ")}`);
}

/** Points with their sign. */
export function signed(points) {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

function row(turn, play, page, moving) {
  const name = named(turn, page);
  const said = turn.said
    .filter(Boolean)
    .map((text) => `“${text}”`)
    .join(" … ");
  const where = play.length
    ? t("js.matches.after_of", { n: turn.words, of: play.length })
    : t("js.matches.after", { n: turn.words });
  const line = made("li", "", made("span", "who", name), placed(where));
  if (said) line.append(made("span", "said", said));
  if (turn.late) line.append(made("span", "soft", t("js.matches.late")));
  line.append(outcome(turn));
  if (turn.delay !== null)
    line.append(made("span", "soft", t("js.matches.delay", { n: Math.round(turn.delay * 1000) })));
  if (page.rules) {
    const values = { name, n: play.number };
    if (turn.right !== true)
      line.append(ruling(turn, true, t("js.matches.rule_right"), t("js.matches.rule_right_of", values), moving));
    if (turn.right !== false)
      line.append(ruling(turn, false, t("js.matches.rule_wrong"), t("js.matches.rule_wrong_of", values), moving));
  }
  return line;
}

// After how many words: players call it the buzz point.
function placed(where) {
  const place = made("span", "soft", where);
  place.title = t("js.matches.buzz_point");
  return place;
}

function ruling(turn, right, text, label, moving) {
  const made = button(text, label, () => moving.rule(turn.buzz, right));
  made.dataset.ruling = `${turn.buzz}-${right}`;
  return made;
}
