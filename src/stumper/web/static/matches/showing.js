// What is to be seen of a match, from what the server told.

import { t } from "../calling.js";
import { byId, made } from "../elements.js";
import { showEnding, verdict } from "./ending.js";
import { showHistory } from "./history.js";
import { withBuzzPoints } from "./points.js";
import { showSides } from "./sides.js";
import { answerLine, oddities, turnRows } from "./turns.js";
import { isInPlay, named, openTurn, seat } from "./view.js";

const MARGIN = 8;
const LINE = 48; // as much further, so that it does not scroll at each word

/** Shows the whole view. */
export function show(view, page, moving) {
  const match = byId("match");
  if (match.dataset.phase !== view.phase) byId("before").open = view.phase === "waiting";
  match.dataset.phase = view.phase;
  const play = view.plays.at(-1);
  const isOver = view.phase === "finished";
  byId("place").textContent = play && !isOver ? t("js.matches.place", { n: play.number, of: view.of }) : "";
  byId("phase").textContent = phase(view, page);
  byId("now").dataset.turn = turnOf(view, page);
  showQuestion(view, page, play);
  byId("question").hidden = isOver || view.phase === "waiting";
  showThis(view, page, play, moving);
  showSides(view, page, play, moving);
  showAnswering(view, page, play);
  showGuesses(isOver ? undefined : play);
  showPace(view, page);
  showModerating(view, page);
  showEnding(view, page);
  showHistory(view, page, moving);
}

// The text; once nobody can get it any more, with its buzz points.
function showQuestion(view, page, play) {
  const question = byId("question");
  const turns = play?.told ? play.turns.filter((turn) => turn.right !== null) : [];
  const key = JSON.stringify([view.text, turns]);
  if (turns.length && question.dataset.shown !== key) {
    question.dataset.shown = key;
    question.replaceChildren(...withBuzzPoints(view.text, turns, page));
  } else if (!turns.length && (question.dataset.shown || question.textContent !== view.text)) {
    delete question.dataset.shown;
    question.textContent = view.text;
  }
}

/** Shows words that were read just now, and keeps the last of them in view for whoever was following. */
export function showMore(more) {
  const question = byId("question");
  const followed = endOf(question) <= edge();
  question.append(more);
  if (followed && endOf(question) > edge())
    window.scrollBy({ top: endOf(question) - edge() + LINE, behavior: "instant" });
}

function endOf(element) {
  return element.getBoundingClientRect().bottom;
}

// Where what is acted by begins to cover the page: on a phone it stays at the foot.
function edge() {
  const acting = document.querySelector(".acting");
  return getComputedStyle(acting).position === "fixed"
    ? acting.getBoundingClientRect().top - MARGIN
    : window.innerHeight - MARGIN;
}

function phase(view, page) {
  const play = view.plays.at(-1);
  const turn = openTurn(play);
  const isMine = turn && turn.person === page.person;
  const name = turn ? named(turn, page) : "";
  switch (view.phase) {
    case "waiting":
      if (view.clock === "next") return t("js.matches.next_soon");
      if (page.rules) return t("js.matches.waiting_moderator");
      if (!page.plays) return t("js.matches.waiting");
      return t(seat(view, page) ? "js.matches.waiting_seated" : "js.matches.waiting_you");
    case "reading":
      if (view.clock === "begins") return t(play.turns.length ? "js.matches.goes_on" : "js.matches.begins");
      if (isOut(view, page)) return t("js.matches.reading_out");
      return t(view.is_read ? "js.matches.silence" : "js.matches.reading");
    case "answering":
      if (turn.said.length) return isMine ? t("js.matches.prompted_you") : t("js.matches.prompted", { name });
      return isMine ? t("js.matches.answering_you") : t("js.matches.answering", { name });
    case "ruling":
      return page.rules ? t("js.matches.ruling_you", { name }) : t("js.matches.ruling", { name });
    case "paused":
      return t(
        { server: "js.matches.paused_server", ruling: "js.matches.paused_ruling", player: "js.matches.paused_player" }[
          view.why
        ] ?? "js.matches.paused",
      );
    case "over":
      return ended(view, play, page);
    default:
      return verdict(view, page);
  }
}

function isOut(view, page) {
  return seat(view, page)?.seats.some((one) => one.person === page.person && one.out) ?? false;
}

function ended(view, play, page) {
  const right = play.turns.find((turn) => turn.right);
  const values = { name: right ? named(right, page) : "", points: right?.points };
  const said = right ? t("js.matches.got", values) : t("js.matches.got_nobody");
  const coming = { next: "js.matches.next_soon", ends: "js.matches.end_soon" }[view.clock];
  return coming ? `${said} ${t(coming)}` : said;
}

// Whose turn it is, for the colour of the line that says so.
function turnOf(view, page) {
  const turn = openTurn(view.plays.at(-1));
  if (!["answering", "ruling"].includes(view.phase) || !turn) return "";
  return turn.person === page.person && view.phase === "answering" ? "mine" : "anothers";
}

function showThis(view, page, play, moving) {
  const isShown = play !== undefined && view.phase !== "finished";
  byId("this-question").hidden = !isShown;
  if (!isShown) return;
  const said = play.answer ? t("js.matches.the_answer", { answer: play.answer }) : "";
  byId("told").textContent = play.told && !play.answer ? t("js.matches.no_answer_line") : said;
  byId("told").hidden = byId("told").textContent === "";
  const now = JSON.stringify(play);
  if (now === byId("turns").dataset.shown) return;
  byId("turns").dataset.shown = now;
  const focused = document.activeElement?.dataset?.ruling;
  const lines = answerLine(play).map((line) => made("p", "aside", line));
  byId("turns").replaceChildren(turnRows(play, page, moving), ...lines, ...oddities(play));
  if (focused) byId("turns").querySelector(`[data-ruling="${focused}"]`)?.focus();
}

function showAnswering(view, page, play) {
  const turn = openTurn(play);
  const isMine = view.phase === "answering" && turn?.person === page.person;
  const wasHidden = byId("answering").hidden;
  byId("answering").hidden = !isMine;
  if (isMine && wasHidden) {
    byId("answer").value = "";
    byId("answer").focus();
  } else if (!isMine && !wasHidden && !byId("buzz").hidden) {
    byId("buzz").focus();
  }
}

function showGuesses(play) {
  const guesses = play?.guesses ?? [];
  byId("guesses").hidden = !guesses.length && !play?.machine_out;
  const sure =
    play?.machine_words === null
      ? t("js.matches.machine_never_sure")
      : t("js.matches.machine_sure", { n: play?.machine_words });
  const fault = play?.fault ? t("js.matches.machine_fault", { fault: play.fault }) : t("js.matches.machine_out");
  byId("sure").textContent = play?.machine_out ? fault : sure;
  byId("guess-list").replaceChildren(
    ...guesses.map(({ answer, probability }) => {
      const isRight = answer === play.answer;
      const row = made("li", isRight ? "kept" : "", made("span", "", isRight ? `✓ ${answer}` : answer));
      if (probability !== null) {
        const bar = made("meter", "bar");
        bar.value = probability;
        bar.setAttribute("aria-hidden", "true");
        row.append(bar, made("span", "number", `${(100 * probability).toFixed(1)}%`));
      }
      return row;
    }),
  );
}

// What whoever plays may do beside answering: stop the countdown, and where nobody moderates, what a moderator does.
function showPace(view, page) {
  if (!byId("hold")) return;
  const plays = seat(view, page) !== undefined;
  byId("hold").hidden = !plays || page.rules || view.phase !== "over" || !["next", "ends"].includes(view.clock);
  byId("ready").hidden = !plays || page.rules || view.phase !== "paused" || view.why !== "player";
  byId("pass").hidden = !plays || page.hosted || page.rules || !["reading", "ruling"].includes(view.phase);
  byId("stop").hidden = !plays || page.hosted || page.rules || !["over", "paused"].includes(view.phase);
}

function showModerating(view, page) {
  if (!page.rules) return;
  const play = view.plays.at(-1);
  const isOver = view.phase === "finished";
  const isLast = view.plays.length === view.of;
  byId("begin").textContent = t(
    view.plays.length === 0 ? "js.matches.begin" : isLast ? "js.matches.last" : "js.matches.next",
  );
  byId("begin").hidden = !["waiting", "over"].includes(view.phase);
  byId("pause").hidden =
    !["reading", "answering", "ruling"].includes(view.phase) && !["next", "ends"].includes(view.clock);
  byId("resume").hidden = view.phase !== "paused";
  for (const id of ["rule-right", "rule-wrong"]) byId(id).hidden = view.phase !== "ruling";
  byId("skip").hidden = !isInPlay(view, play);
  byId("finish").hidden = isOver || (isLast && view.phase === "over");
  byId("skipped").hidden = !view.skipped.length;
  byId("skipped-list").replaceChildren(...view.skipped.map((reason) => made("li", "", reason)));
}
