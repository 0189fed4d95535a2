// @ts-check
// What is to be seen of a match, from what the server told.

import { holdSounds, marksIn, playLast, withMedia } from "../media.js";
import { button, byId, made, t } from "../page.js";

/**
 * What the server tells of a match; `delay` is in seconds, and `right` null while it is open.
 *
 * @typedef {"waiting" | "reading" | "answering" | "ruling" | "paused" | "over" | "finished"} Phase
 * @typedef {"" | "answer" | "silence" | "begins" | "next" | "ends"} Clock
 * @typedef {{ person: string, name: string, delay: number | null, out: boolean }} Seat
 * @typedef {{ id: string, name: string, points: number, seats: Seat[], out: boolean }} Side
 * @typedef {{
 *   buzz: number, person: string, name: string, side: string, words: number, delay: number | null, said: string[],
 *   right: boolean | null, late: boolean, ruled: boolean, power: boolean, points: number, giveaway: boolean,
 * }} Turn
 * @typedef {{ answer: string, probability: number | null }} Guess
 * @typedef {{
 *   number: number, set: string, turns: Turn[], told: boolean, answer: string, guesses: Guess[],
 *   machine_words: number | null, machine_out: boolean, fault: string, odd: string, line: string, accepts: string[],
 *   prompts: string[], rejects: string[], text: string, length: number,
 * }} Play
 * @typedef {{
 *   number: number, now: number, name: string, mode: "teams" | "alone" | "machine", phase: Phase, why: string, of: number,
 *   words: number, text: string, is_read: boolean, clock: Clock, ends: number | null, seconds: number, sides: Side[],
 *   watching: number, plays: Play[], is_moderator: boolean, skipped: string[],
 * }} View
 */

/**
 * What the server says of the page to whoever looks at it, and what one does there.
 *
 * @typedef {{
 *   person: string, read: string, socket: string, moves: string, rulings: string, guests?: string, plays: boolean,
 *   rules: boolean, machine: string, hosted: boolean, media: boolean,
 * }} Page
 * @typedef {{
 *   sit: (side: string) => unknown, leave: () => unknown, putOut: (one: Seat) => unknown,
 *   rule: (buzz: number, right: boolean) => unknown,
 * }} Moving
 */

const MARGIN = 8;
const LINE = 48; // as much further, so that it does not scroll at each word

/**
 * Shows the whole view.
 *
 * @param {View} view
 * @param {Page} page
 * @param {Moving} moving
 */
export function show(view, page, moving) {
  const match = byId("match", HTMLElement);
  if (match.dataset.phase !== view.phase) byId("before", HTMLDetailsElement).open = view.phase === "waiting";
  match.dataset.phase = view.phase;
  const play = view.plays.at(-1);
  const isOver = view.phase === "finished";
  byId("place", HTMLElement).textContent =
    play && !isOver ? t("js.matches.place", { n: play.number, of: view.of }) : "";
  byId("phase", HTMLElement).textContent = phase(view, page);
  byId("now", HTMLElement).dataset.turn = turnOf(view, page);
  showQuestion(view, page, play);
  byId("question", HTMLElement).hidden = isOver || view.phase === "waiting";
  showThis(view, page, play, moving);
  showSides(view, page, play, moving);
  showAnswering(view, page, play);
  showGuesses(isOver ? undefined : play);
  showPace(view, page);
  showModerating(view, page);
  showEnding(view, page);
  showHistory(view, page, moving);
}

/**
 * Where the file of each mark of a question is asked for, in a match that has some.
 *
 * @param {Page} page
 * @param {number | undefined} number
 * @returns {(place: number) => string | null}
 */
const filesOf = (page, number) => (place) => (page.media ? `${page.read}/media/${number}/${place}` : null);

/**
 * The text; once nobody can get it any more, with its buzz points.
 *
 * @param {View} view
 * @param {Page} page
 * @param {Play | undefined} play
 */
function showQuestion(view, page, play) {
  const question = byId("question", HTMLElement);
  const turns = play?.told ? play.turns.filter((turn) => turn.right !== null) : [];
  const key = JSON.stringify([view.text, turns]);
  if (turns.length && question.dataset.shown !== key) {
    question.dataset.shown = key;
    question.replaceChildren(...withBuzzPoints(view.text, turns, page, play?.number));
  } else if (!turns.length && (question.dataset.shown || question.textContent !== view.text)) {
    delete question.dataset.shown;
    question.replaceChildren(...withMedia(view.text, filesOf(page, play?.number)));
  }
  holdSounds(question, view.phase === "reading");
}

/**
 * Shows words that were read just now, and keeps the last of them in view for whoever was following.
 *
 * @param {string} more
 * @param {View} view
 * @param {Page} page
 */
export function showMore(more, view, page) {
  const question = byId("question", HTMLElement);
  const followed = endOf(question) <= edge();
  const marks = marksIn(more);
  question.append(...withMedia(more, filesOf(page, view.plays.at(-1)?.number), marksIn(view.text) - marks));
  if (marks) playLast(question);
  if (followed && endOf(question) > edge())
    window.scrollBy({ top: endOf(question) - edge() + LINE, behavior: "instant" });
}

/** @param {Element} element */
function endOf(element) {
  return element.getBoundingClientRect().bottom;
}

// Where what is acted by begins to cover the page: on a phone it stays at the foot.
function edge() {
  const acting = /** @type {Element} */ (document.querySelector(".acting"));
  return getComputedStyle(acting).position === "fixed"
    ? acting.getBoundingClientRect().top - MARGIN
    : window.innerHeight - MARGIN;
}

/** @type {Record<string, string>} */
const PAUSED = {
  server: "js.matches.paused_server",
  ruling: "js.matches.paused_ruling",
  player: "js.matches.paused_player",
};

/**
 * @param {View} view
 * @param {Page} page
 */
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
      if (view.clock === "begins") return t(play?.turns.length ? "js.matches.goes_on" : "js.matches.begins");
      if (isOut(view, page)) return t("js.matches.reading_out");
      return t(view.is_read ? "js.matches.silence" : "js.matches.reading");
    case "answering":
      if (turn?.said.length) return isMine ? t("js.matches.prompted_you") : t("js.matches.prompted", { name });
      return isMine ? t("js.matches.answering_you") : t("js.matches.answering", { name });
    case "ruling":
      return page.rules ? t("js.matches.ruling_you", { name }) : t("js.matches.ruling", { name });
    case "paused":
      return t(PAUSED[view.why] ?? "js.matches.paused");
    case "over":
      return ended(view, play, page);
    default:
      return verdict(view, page);
  }
}

/**
 * @param {View} view
 * @param {Page} page
 */
function isOut(view, page) {
  return seat(view, page)?.seats.some((one) => one.person === page.person && one.out) ?? false;
}

/** @type {Partial<Record<Clock, string>>} */
const COMING = { next: "js.matches.next_soon", ends: "js.matches.end_soon" };

/**
 * @param {View} view
 * @param {Play | undefined} play
 * @param {Page} page
 */
function ended(view, play, page) {
  const right = play?.turns.find((turn) => turn.right);
  const said = right
    ? t("js.matches.got", { name: named(right, page), points: right.points })
    : t("js.matches.got_nobody");
  const coming = COMING[view.clock];
  return coming ? `${said} ${t(coming)}` : said;
}

/**
 * Whose turn it is, for the colour of the line that says so.
 *
 * @param {View} view
 * @param {Page} page
 */
function turnOf(view, page) {
  const turn = openTurn(view.plays.at(-1));
  if (!["answering", "ruling"].includes(view.phase) || !turn) return "";
  return turn.person === page.person && view.phase === "answering" ? "mine" : "anothers";
}

/**
 * @param {View} view
 * @param {Page} page
 * @param {Play | undefined} play
 * @param {Moving} moving
 */
function showThis(view, page, play, moving) {
  const isShown = play !== undefined && view.phase !== "finished";
  byId("this-question", HTMLElement).hidden = !isShown;
  if (!isShown) return;
  const turns = byId("turns", HTMLElement);
  const said = play.answer ? t("js.matches.the_answer", { answer: play.answer }) : "";
  byId("told", HTMLElement).textContent = play.told && !play.answer ? t("js.matches.no_answer_line") : said;
  byId("told", HTMLElement).hidden = byId("told", HTMLElement).textContent === "";
  const now = JSON.stringify(play);
  if (now === turns.dataset.shown) return;
  turns.dataset.shown = now;
  const focused = document.activeElement?.getAttribute("data-ruling");
  const lines = answerLine(play).map((line) => made("p", "aside", line));
  turns.replaceChildren(turnRows(play, page, moving), ...lines, ...oddities(play));
  if (focused) focusRuling(turns, focused);
}

/**
 * Where a button to rule was made anew, the new one has the focus.
 *
 * @param {Element} where
 * @param {string} focused
 */
function focusRuling(where, focused) {
  /** @type {HTMLElement | null} */
  const button = where.querySelector(`[data-ruling="${focused}"]`);
  button?.focus();
}

/**
 * @param {View} view
 * @param {Page} page
 * @param {Play | undefined} play
 */
function showAnswering(view, page, play) {
  const turn = openTurn(play);
  const isMine = view.phase === "answering" && turn?.person === page.person;
  const wasHidden = byId("answering", HTMLElement).hidden;
  byId("answering", HTMLElement).hidden = !isMine;
  if (isMine && wasHidden) {
    const answer = byId("answer", HTMLInputElement);
    answer.value = "";
    answer.focus();
  } else if (!isMine && !wasHidden && !byId("buzz", HTMLElement).hidden) {
    byId("buzz", HTMLElement).focus();
  }
}

/** @param {Play | undefined} play */
function showGuesses(play) {
  const guesses = play?.guesses ?? [];
  byId("guesses", HTMLElement).hidden = !guesses.length && !play?.machine_out;
  const words = play?.machine_words ?? null;
  const sure = words === null ? t("js.matches.machine_never_sure") : t("js.matches.machine_sure", { n: words });
  const fault = play?.fault ? t("js.matches.machine_fault", { fault: play.fault }) : t("js.matches.machine_out");
  byId("sure", HTMLElement).textContent = play?.machine_out ? fault : sure;
  byId("guess-list", HTMLElement).replaceChildren(
    ...guesses.map(({ answer, probability }) => {
      const isRight = answer === play?.answer;
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

/**
 * What whoever plays may do beside answering: stop the countdown, and where nobody moderates, what a moderator does.
 *
 * @param {View} view
 * @param {Page} page
 */
function showPace(view, page) {
  if (!byId("hold")) return;
  const plays = seat(view, page) !== undefined;
  byId("hold", HTMLElement).hidden =
    !plays || page.rules || view.phase !== "over" || !["next", "ends"].includes(view.clock);
  byId("ready", HTMLElement).hidden = !plays || page.rules || view.phase !== "paused" || view.why !== "player";
  byId("pass", HTMLElement).hidden = !plays || page.hosted || page.rules || !["reading", "ruling"].includes(view.phase);
  byId("stop", HTMLElement).hidden = !plays || page.hosted || page.rules || !["over", "paused"].includes(view.phase);
}

/**
 * @param {View} view
 * @param {Page} page
 */
function showModerating(view, page) {
  if (!page.rules) return;
  const play = view.plays.at(-1);
  const isOver = view.phase === "finished";
  const isLast = view.plays.length === view.of;
  byId("begin", HTMLElement).textContent = t(
    view.plays.length === 0 ? "js.matches.begin" : isLast ? "js.matches.last" : "js.matches.next",
  );
  byId("begin", HTMLElement).hidden = !["waiting", "over"].includes(view.phase);
  byId("pause", HTMLElement).hidden =
    !["reading", "answering", "ruling"].includes(view.phase) && !["next", "ends"].includes(view.clock);
  byId("resume", HTMLElement).hidden = view.phase !== "paused";
  for (const id of ["rule-right", "rule-wrong"]) byId(id, HTMLElement).hidden = view.phase !== "ruling";
  byId("skip", HTMLElement).hidden = !isInPlay(view, play);
  byId("finish", HTMLElement).hidden = isOver || (isLast && view.phase === "over");
  byId("skipped", HTMLElement).hidden = !view.skipped.length;
  byId("skipped-list", HTMLElement).replaceChildren(...view.skipped.map((reason) => made("li", "", reason)));
}

// Points and seats; and the button by which one buzzes, which whoever has a seat has.

/**
 * Shows them.
 *
 * @param {View} view
 * @param {Page} page
 * @param {Play | undefined} play
 * @param {Moving} moving
 */
export function showSides(view, page, play, moving) {
  const mine = seat(view, page);
  const maySit = page.plays && !isInPlay(view, play) && view.phase !== "finished";
  const turn = openTurn(play);
  byId("watching", HTMLElement).textContent = view.watching ? t("js.matches.watching", { n: view.watching }) : "";
  if (!sidesHaveChanged(view, maySit, turn)) {
    showDelays(view);
    return showBuzz(view, page, play);
  }
  /** @type {HTMLElement[]} */
  const parts = view.sides.map((side) => {
    const isTurn = turn?.side === side.id && view.phase !== "finished";
    const box = made("div", `a-side${isTurn ? " turn" : ""}`);
    const total = made("span", "total", signed(side.points).replace("+", ""));
    total.setAttribute("aria-label", t("js.matches.points", { n: side.points }));
    total.setAttribute("role", "img");
    const state = isTurn ? t("js.matches.answers") : side.out ? t("js.matches.out") : "";
    const name = made("span", "side-name", sideNamed(side, page), " ");
    if (side.id === "machine") name.append(made("span", "tag", t("js.matches.a_machine")), " ");
    if (state) name.append(made("span", `tag${side.out ? " fooled" : ""}`, state));
    box.append(made("h3", "", name, total));
    if (side.id !== "machine") box.append(seats(side, page, view.mode === "alone", moving));
    if (maySit && side !== mine && side.id !== "machine" && view.mode !== "alone") {
      const label = view.mode === "teams" ? t("js.matches.sit_in", { name: side.name }) : t("js.matches.sit");
      const sit = sitting(label, !mine && !page.rules, () => moving.sit(side.id));
      sit.classList.toggle("leave", mine !== undefined);
      box.append(sit);
    }
    return box;
  });
  if (maySit && view.mode === "alone" && !mine)
    parts.push(sitting(t("js.matches.sit"), !page.rules, () => moving.sit("")));
  if (mine && maySit) {
    const leave = button(t("js.matches.leave"), "", () => moving.leave());
    leave.classList.add("leave");
    parts.push(leave);
  }
  const hadFocus = byId("sides", HTMLElement).contains(document.activeElement);
  const wasMine = byId("buzz", HTMLElement).hidden === false;
  byId("sides", HTMLElement).replaceChildren(...parts);
  showBuzz(view, page, play);
  if (hadFocus)
    (mine && !wasMine ? byId("buzz", HTMLElement) : byId("sides", HTMLElement).querySelector("button"))?.focus();
}

/**
 * Whether anything is to be seen there that was not. Delays change every few seconds: a button made anew with each of
 * them would lose the finger that is on it.
 *
 * @param {View} view
 * @param {boolean} maySit
 * @param {Turn | undefined} turn
 */
function sidesHaveChanged(view, maySit, turn) {
  const shown = [view.sides, maySit, turn?.side, view.phase === "finished"];
  const now = JSON.stringify(shown, (key, value) => (key === "delay" ? undefined : value));
  const isNew = now !== byId("sides", HTMLElement).dataset.shown;
  byId("sides", HTMLElement).dataset.shown = now;
  return isNew;
}

/**
 * For whoever plays and has no seat yet it is the thing to do.
 *
 * @param {string} label
 * @param {boolean} isFirst
 * @param {() => void} does
 */
function sitting(label, isFirst, does) {
  const made = button(label, "", does);
  made.classList.toggle("primary", isFirst);
  return made;
}

const GUEST = "-guest"; // at the end of their ids, which moderators and members are told

/**
 * @param {Side} side
 * @param {Page} page
 * @param {boolean} isAlone
 * @param {Moving} moving
 */
function seats(side, page, isAlone, moving) {
  const list = made("ul", "");
  for (const one of side.seats) {
    const row = made("li", "", made("span", "", isAlone ? "" : named(one, page)));
    if (one.out && !side.out) row.append(made("span", "tag fooled", t("js.matches.out")));
    if (one.person.endsWith(GUEST)) row.append(made("span", "tag", t("js.matches.guest")));
    if (one.person.endsWith(GUEST) && page.rules) {
      row.append(
        button(t("js.matches.put_out"), t("js.matches.put_out_of", { name: one.name }), () => moving.putOut(one)),
      );
    }
    const line = made("span", "soft");
    line.dataset.delayOf = one.person;
    showDelay(line, one);
    row.append(line);
    list.append(row);
  }
  if (!side.seats.length) list.append(made("li", "soft", t("js.matches.nobody")));
  return list;
}

/** @param {View} view */
function showDelays(view) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll("[data-delay-of]");
  const lines = new Map([...found].map((line) => [line.dataset.delayOf, line]));
  for (const one of view.sides.flatMap((side) => side.seats)) {
    const line = lines.get(one.person);
    if (line) showDelay(line, one);
  }
}

/**
 * A delay in words; "" where it is not known, or so short that nobody need be told.
 *
 * @param {number | null} delay
 * @returns {string}
 */
function delayed(delay) {
  const n = delay === null ? 0 : Math.round(delay * 1000);
  return n ? t("js.matches.delay", { n }) : "";
}

/**
 * @param {HTMLElement} line
 * @param {Seat} one
 */
function showDelay(line, { delay }) {
  const isThere = delay !== null;
  line.textContent = isThere ? delayed(delay) : t("js.matches.not_there");
  line.title = t(isThere ? "js.matches.delay.about" : "js.matches.not_there.about");
}

/**
 * @param {View} view
 * @param {Page} page
 * @param {Play | undefined} play
 */
function showBuzz(view, page, play) {
  const mine = seat(view, page);
  const turn = openTurn(play);
  const isMyTurn = turn?.person === page.person && view.phase === "answering";
  byId("buzz", HTMLElement).hidden = !mine || isMyTurn || view.phase === "finished";
  const isOut = mine?.seats.find((one) => one.person === page.person)?.out;
  const may = mine && view.phase === "reading" && !isOut && view.clock !== "begins";
  byId("buzz", HTMLElement).setAttribute("aria-disabled", String(!may));
}

// Who buzzed at a question, where, what they said, and what it was worth; moderators correct it there.

/**
 * The buzzes at a question, in their order.
 *
 * @param {Play} play
 * @param {Page} page
 * @param {Moving} moving
 */
function turnRows(play, page, moving) {
  return made("ul", "turns", ...play.turns.map((turn) => row(turn, play, page, moving)));
}

const LISTS = /** @type {const} */ (["accepts", "prompts", "rejects"]);

/**
 * What counts as right, as moderators are told, where it says more than the answer.
 *
 * @param {Play} play
 */
function answerLine(play) {
  /** @param {string[]} texts */
  const says = (texts) => texts.some((text) => text !== play.answer);
  const lists = LISTS.filter((list) => says(play[list]));
  return [
    ...(says([play.line || play.answer]) ? [t("js.matches.line", { line: play.line })] : []),
    ...lists.map((list) => t(`js.matches.${list}`, { answers: play[list].join("; ") })),
  ];
}

/**
 * What is odd about a question, or the machine's failure.
 *
 * @param {Play} play
 */
function oddities(play) {
  const out = play.fault ? t("js.matches.machine_fault", { fault: play.fault }) : t("js.matches.machine_out");
  return [...(play.odd ? [play.odd] : []), ...(play.machine_out ? [out] : [])].map((text) => made("p", "aside", text));
}

/**
 * Right or wrong, with a sign and a word.
 *
 * @param {Turn} turn
 */
function outcome(turn) {
  if (turn.right === null) return made("span", "tag", t("js.matches.open"));
  const wrong = turn.points < 0 ? term("neg") : t("js.matches.wrong");
  const words = [turn.right ? t("js.matches.right") : wrong, signed(turn.points)];
  if (turn.power) words.push(term("power"));
  if (turn.giveaway) words.push(term("giveaway"));
  if (turn.ruled) words.push(t("js.matches.ruled"));
  const apart = words.flatMap((word, place) => (place ? [" · ", word] : [word]));
  return made("span", `tag ${turn.right ? "kept" : "fooled"}`, `${turn.right ? "✓" : "✗"} `, ...apart);
}

/**
 * A word of players, with what it means for whoever points at it.
 *
 * @param {string} word
 */
function term(word) {
  const found = made("span", "term", t(`js.matches.${word}`));
  found.title = t(`js.matches.${word}.about`);
  return found;
}

/**
 * Points with their sign.
 *
 * @param {number} points
 */
export function signed(points) {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

/**
 * @param {Turn} turn
 * @param {Play} play
 * @param {Page} page
 * @param {Moving} moving
 */
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
  const delay = delayed(turn.delay);
  if (delay) line.append(made("span", "soft", delay));
  if (page.rules) {
    const values = { name, n: play.number };
    if (turn.right !== true)
      line.append(ruling(turn, true, t("js.matches.rule_right"), t("js.matches.rule_right_of", values), moving));
    if (turn.right !== false)
      line.append(ruling(turn, false, t("js.matches.rule_wrong"), t("js.matches.rule_wrong_of", values), moving));
  }
  return line;
}

/**
 * After how many words: players call it the buzz point.
 *
 * @param {string} where
 */
function placed(where) {
  const place = made("span", "soft", where);
  place.title = t("js.matches.buzz_point.about");
  return place;
}

/**
 * @param {Turn} turn
 * @param {boolean} right
 * @param {string} text
 * @param {string} label
 * @param {Moving} moving
 */
function ruling(turn, right, text, label, moving) {
  const made = button(text, label, () => moving.rule(turn.buzz, right));
  made.dataset.ruling = `${turn.buzz}-${right}`;
  return made;
}

// The text of a question that is over, with a mark at each buzz point: who, and whether they were right.

/**
 * The text in pieces, a mark behind each word after which somebody buzzed.
 *
 * @param {string} text
 * @param {Turn[]} turns
 * @param {Page} page
 * @param {number | undefined} number
 */
function withBuzzPoints(text, turns, page, number) {
  /** @type {(Node | string)[]} */
  const pieces = [];
  /** @type {(piece: string, before: number) => (Node | string)[]} */
  const shown = (piece, before) => withMedia(piece, filesOf(page, number), marksIn(text.slice(0, before)));
  let at = 0;
  const ends = [...text.matchAll(/\S+/g)].map((match) => match.index + match[0].length);
  for (const turn of [...turns].sort((a, b) => a.words - b.words)) {
    const end = ends[Math.min(turn.words, ends.length) - 1] ?? 0;
    pieces.push(...shown(text.slice(at, end), at), mark(turn, page));
    at = end;
  }
  return [...pieces, ...shown(text.slice(at), at)];
}

/**
 * @param {Turn} turn
 * @param {Page} page
 */
function mark(turn, page) {
  const name = named(turn, page);
  const kind = turn.right ? "right" : turn.points < 0 ? "neg" : "wrong";
  const point = made(
    "span",
    `buzz-point${turn.right ? " kept" : ""}`,
    made("span", "unseen", " ["),
    `${turn.right ? "✓" : "✗"} ${name}`,
  );
  point.append(made("span", "unseen", ` ${t(`js.matches.${kind}`)}] `));
  point.title = t("js.matches.buzz_point.about");
  return point;
}

// The questions that are over as a score sheet, the newest first: each opens to who buzzed and what they said.

/** @type {Map<number, { told: string, row: HTMLLIElement, details: HTMLDetailsElement }>} by number */
const shown = new Map();

/**
 * Shows them, each anew where it has changed; the one in view above is left out until the next, or the end.
 *
 * @param {View} view
 * @param {Page} page
 * @param {Moving} moving
 */
function showHistory(view, page, moving) {
  const plays = view.phase === "finished" ? view.plays : view.plays.slice(0, -1);
  const focused = document.activeElement?.getAttribute("data-ruling");
  const sums = new Map(view.sides.map((side) => [side.id, 0]));
  const rows = plays.map((play) => {
    for (const turn of play.turns) sums.set(turn.side, (sums.get(turn.side) ?? 0) + turn.points);
    const score =
      sums.size === 2 ? [...sums.values()].map((points) => signed(points).replace("+", "")).join(" : ") : "";
    return known(play, score, page, moving);
  });
  byId("past", HTMLElement).hidden = rows.length === 0;
  byId("score-of", HTMLElement).textContent =
    sums.size === 2 ? view.sides.map((side) => sideNamed(side, page)).join(" : ") : "";
  const list = byId("history", HTMLElement);
  const after = rows.reverse();
  if (after.some((row, place) => row !== list.children[place])) list.replaceChildren(...after);
  if (focused) focusRuling(list, focused);
}

/**
 * @param {Play} play
 * @param {string} score
 * @param {Page} page
 * @param {Moving} moving
 */
function known(play, score, page, moving) {
  const now = JSON.stringify([play, score]);
  const before = shown.get(play.number);
  if (before?.told === now) return before.row;
  const details = one(play, score, page, moving);
  details.open = before?.details.open ?? false;
  const row = made("li", "", details);
  shown.set(play.number, { told: now, row, details });
  return row;
}

/**
 * @param {Play} play
 * @param {string} score
 * @param {Page} page
 * @param {Moving} moving
 */
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
  if (play.text) details.append(made("p", "read", ...withBuzzPoints(play.text, play.turns, page, play.number)));
  details.append(...answerLine(play).map((line) => made("p", "aside", line)), ...oddities(play));
  details.append(play.turns.length ? turnRows(play, page, moving) : made("p", "soft", t("js.matches.nobody_buzzed")));
  return details;
}

/**
 * Who got it; where nobody did, how many were wrong.
 *
 * @param {Play} play
 * @param {Page} page
 */
function winner(play, page) {
  const right = play.turns.find((turn) => turn.right);
  if (right) return [`${named(right, page)} `, outcome({ ...right, ruled: false })];
  const wrong = play.turns.filter((turn) => turn.right === false).length;
  return [made("span", "soft", wrong ? t("js.matches.nobody_of", { n: wrong }) : t("js.matches.nobody_got"))];
}

/** @param {string} set */
function setNamed(set) {
  return set === "regular" || set === "adversarial" ? t(`js.matches.set.${set}`) : set;
}

// When a match is over: who has won, and a line for each player.

/**
 * The final score in a sentence.
 *
 * @param {View} view
 * @param {Page} page
 */
function verdict(view, page) {
  const ranked = [...view.sides].sort((a, b) => b.points - a.points);
  if (ranked.length === 0 || view.plays.length === 0) return t("js.matches.finished");
  const points = ranked.map((side) => signed(side.points).replace("+", ""));
  if (ranked.length === 1) return t("js.matches.won_alone", { name: sideNamed(ranked[0], page), points: points[0] });
  if (ranked[0].points === ranked[1].points) return t("js.matches.draw", { points: points[0] });
  return t("js.matches.won", { name: sideNamed(ranked[0], page), points: points[0], second: points[1] });
}

/**
 * Shows it, once the match is over.
 *
 * @param {View} view
 * @param {Page} page
 */
function showEnding(view, page) {
  byId("ending", HTMLElement).hidden = view.phase !== "finished";
  if (view.phase !== "finished") return;
  const players = byId("players", HTMLTableElement);
  const heads = [.../** @type {HTMLTableSectionElement} */ (players.tHead).rows[0].cells];
  const found = lines(view, page);
  const draw = () => {
    const compare = ORDERS[sorted.column];
    const order = [...found].sort((a, b) => (sorted.isRising ? compare(a, b) : compare(b, a)));
    players.tBodies[0].replaceChildren(...order.map(standingOf));
    heads.forEach((head, column) => {
      if (column === sorted.column) head.setAttribute("aria-sort", sorted.isRising ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
  };
  heads.forEach((head, column) => {
    /** @type {HTMLElement} */ (head.firstElementChild).onclick = () => {
      Object.assign(sorted, { isRising: sorted.column === column ? !sorted.isRising : column === 0, column });
      draw();
    };
  });
  draw();
}

const sorted = { column: 1, isRising: false }; // by points, the most first
const COUNTS = /** @type {const} */ (["points", "right", "wrong", "power", "neg"]);
/** @typedef {Record<(typeof COUNTS)[number], number> & { name: string, shares: number[] }} Line */
/** @type {((a: Line, b: Line) => number)[]} */
const ORDERS = [
  (a, b) => a.name.localeCompare(b.name),
  ...COUNTS.map((key) => (/** @type {Line} */ a, /** @type {Line} */ b) => a[key] - b[key]),
  (a, b) => mean(a.shares) - mean(b.shares),
];

/**
 * Of all who buzzed or have a seat, the best first; what was never decided is left out.
 *
 * @param {View} view
 * @param {Page} page
 */
function lines(view, page) {
  /** @type {Map<string, Line>} */
  const found = new Map();
  /** @type {(person: string, name: string) => Line} */
  const line = (person, name) => {
    const theirs = found.get(person) ?? { name, points: 0, right: 0, wrong: 0, power: 0, neg: 0, shares: [] };
    found.set(person, theirs);
    return theirs;
  };
  for (const side of view.sides) for (const seat of side.seats) line(seat.person, named(seat, page));
  for (const play of view.plays) {
    for (const turn of play.turns.filter((one) => one.right !== null)) {
      const theirs = line(turn.person, named(turn, page));
      theirs.points += turn.points;
      theirs[turn.right ? "right" : "wrong"] += 1;
      if (turn.power) theirs.power += 1;
      if (turn.points < 0) theirs.neg += 1;
      if (play.length) theirs.shares.push(turn.words / play.length);
    }
  }
  return [...found.values()];
}

/**
 * Of nothing: behind all.
 *
 * @param {number[]} shares
 */
function mean(shares) {
  return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : 2;
}

/** @param {Line} line */
function standingOf({ name, points, right, wrong, power, neg, shares }) {
  const read = shares.length ? (100 * mean(shares)).toFixed(1) : "–";
  const name_ = made("th", "", name);
  name_.scope = "row";
  return made(
    "tr",
    "",
    name_,
    ...[signed(points).replace("+", ""), right, wrong, power, neg, read].map((text) =>
      made("td", "number", String(text)),
    ),
  );
}

// What follows from what is in view, and what people, sides and the machine are called in it.

/**
 * The turn of whoever is to answer.
 *
 * @param {Play | undefined} play
 */
function openTurn(play) {
  return play?.turns.find((one) => one.right === null);
}

/**
 * The side for which one plays.
 *
 * @param {View} view
 * @param {Page} page
 */
function seat(view, page) {
  return view.sides.find((side) => side.seats.some((one) => one.person === page.person));
}

/**
 * Whether somebody can still get the question, once a pause is over if there is one.
 *
 * @param {View} view
 * @param {Play | undefined} play
 */
function isInPlay(view, play) {
  return (
    ["reading", "answering", "ruling"].includes(view.phase) ||
    (view.phase === "paused" && play !== undefined && !play.told)
  );
}

/**
 * Who buzzed.
 *
 * @param {{ person: string, name: string }} turn
 * @param {Page} page
 */
export function named(turn, page) {
  if (turn.person === "machine") return machine(page);
  return turn.person === page.person ? `${turn.name} (${t("js.matches.you")})` : turn.name;
}

/**
 * A side.
 *
 * @param {Side} side
 * @param {Page} page
 */
function sideNamed(side, page) {
  if (side.id === "machine") return machine(page);
  if (side.id === "people") return t("js.matches.people");
  return side.id === page.person ? `${side.name} (${t("js.matches.you")})` : side.name;
}

/** @param {Page} page */
function machine(page) {
  return page.machine || t("js.matches.machine");
}
