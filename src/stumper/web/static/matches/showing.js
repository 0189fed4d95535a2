// What is to be seen of a match, from what the server told.

import { t } from "../calling.js";
import { byId, button, made } from "./elements.js";
import { showHistory } from "./history.js";
import { named, sideNamed } from "./names.js";

const IN_PLAY = new Set(["reading", "answering", "ruling", "paused"]);

/** Shows the whole view. */
export function show(view, page, moving) {
  byId("match").dataset.phase = view.phase;
  const play = view.plays.at(-1);
  byId("place").textContent = play ? t("js.matches.place", { n: play.number, of: view.of }) : "";
  byId("phase").textContent = phase(view, page);
  if (byId("question").textContent !== view.text) byId("question").textContent = view.text;
  showTold(view, play);
  showSides(view, page, play, moving);
  showAnswering(view, page, play);
  showGuesses(play);
  showModerating(view, page);
  showHistory(view, page, moving);
}

/** Shows words that were read just now. */
export function showMore(more) {
  byId("question").append(more);
}

function phase(view, page) {
  const turn = view.plays.at(-1)?.turns.find((one) => one.right === null);
  const isMine = turn && turn.person === page.person;
  const name = turn ? named(turn, page) : "";
  switch (view.phase) {
    case "waiting":
      if (page.rules) return t("js.matches.waiting_moderator");
      return t(page.plays && !seat(view, page) ? "js.matches.waiting_you" : "js.matches.waiting");
    case "reading":
      if (view.clock === "begins") return t("js.matches.begins");
      return t(view.is_read ? "js.matches.silence" : "js.matches.reading");
    case "answering":
      if (turn.said.length) return isMine ? t("js.matches.prompted_you") : t("js.matches.prompted", { name });
      return isMine ? t("js.matches.answering_you") : t("js.matches.answering", { name });
    case "ruling":
      return t("js.matches.ruling", { name });
    case "paused":
      return t({ server: "js.matches.paused_server", ruling: "js.matches.paused_ruling" }[view.why] ?? "js.matches.paused");
    case "over":
      return t(view.clock === "next" ? "js.matches.next_soon" : "js.matches.over");
    default:
      return t("js.matches.finished");
  }
}

function showTold(view, play) {
  const said = play?.answer ? t("js.matches.the_answer", { answer: play.answer }) : "";
  const isUnread = play?.told && !play.answer;
  byId("told").textContent = isUnread ? t("js.matches.no_answer_line") : said;
  byId("told").hidden = byId("told").textContent === "";
}

function seat(view, page) {
  return view.sides.find((side) => side.seats.some((one) => one.person === page.person));
}

function showSides(view, page, play, moving) {
  const mine = seat(view, page);
  const maySit = page.plays && !IN_PLAY.has(view.phase) && view.phase !== "finished";
  const turn = play?.turns.find((one) => one.right === null);
  const parts = view.sides.map((side) => {
    const box = made("div", `a-side${turn && turn.side === side.id ? " turn" : ""}`);
    const total = made("span", "total", String(side.points).replace("-", "−"));
    total.setAttribute("aria-label", t("js.matches.points", { n: side.points }));
    total.setAttribute("role", "img");
    box.append(made("h3", "", made("span", "", sideNamed(side, page)), total));
    if (side.out) box.append(made("p", "aside", t("js.matches.out")));
    if (view.mode !== "alone" && side.id !== "machine") box.append(seats(side, page));
    if (maySit && side !== mine && side.id !== "machine" && view.mode !== "alone") {
      const label = view.mode === "teams" ? t("js.matches.sit_in", { name: side.name }) : t("js.matches.sit");
      box.append(button(label, "", () => moving.sit(side.id)));
    }
    return box;
  });
  if (maySit && view.mode === "alone" && !mine) parts.push(button(t("js.matches.sit"), "", () => moving.sit("")));
  if (mine && maySit) parts.push(button(t("js.matches.leave"), "", () => moving.leave()));
  const hadFocus = byId("sides").contains(document.activeElement);
  const wasMine = byId("buzz").hidden === false;
  byId("sides").replaceChildren(...parts);
  showBuzz(view, page, play);
  if (hadFocus) (mine && !wasMine ? byId("buzz") : byId("sides").querySelector("button"))?.focus();
  byId("watching").textContent = view.watching ? t("js.matches.watching", { n: view.watching }) : "";
}

function seats(side, page) {
  const list = made("ul", "");
  for (const one of side.seats) {
    const row = made("li", "", made("span", "", one.person === page.person ? `${one.name} (${t("js.matches.you")})` : one.name));
    if (one.delay !== null) {
      const delay = made("span", "soft", t("js.matches.delay", { n: Math.round(one.delay * 1000) }));
      delay.title = t("js.matches.delay.about");
      row.append(delay);
    }
    list.append(row);
  }
  if (!side.seats.length) list.append(made("li", "soft", t("js.matches.nobody")));
  return list;
}

function showBuzz(view, page, play) {
  const mine = seat(view, page);
  const turn = play?.turns.find((one) => one.right === null);
  const isMyTurn = turn?.person === page.person && view.phase === "answering";
  byId("buzz").hidden = !mine || isMyTurn || view.phase === "finished";
  const may = mine && view.phase === "reading" && !mine.out && view.clock !== "begins";
  byId("buzz").setAttribute("aria-disabled", String(!may));
}

function showAnswering(view, page, play) {
  const turn = play?.turns.find((one) => one.right === null);
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
  const sure = play?.machine_words === null ? t("js.matches.machine_never_sure") : t("js.matches.machine_sure", { n: play?.machine_words });
  const fault = play?.fault ? t("js.matches.machine_fault", { fault: play.fault }) : t("js.matches.machine_out");
  byId("sure").textContent = play?.machine_out ? fault : sure;
  byId("guess-list").replaceChildren(
    ...guesses.map(({ answer, probability }) => {
      const row = made("li", "", made("span", "", answer));
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

function showModerating(view, page) {
  if (!page.rules) return;
  const isOver = view.phase === "finished";
  const isLast = view.plays.length === view.of;
  byId("begin").textContent = t(view.plays.length === 0 ? "js.matches.begin" : isLast ? "js.matches.last" : "js.matches.next");
  byId("begin").hidden = !["waiting", "over"].includes(view.phase);
  byId("pause").hidden = !["reading", "answering"].includes(view.phase);
  byId("resume").hidden = view.phase !== "paused";
  byId("skip").hidden = !IN_PLAY.has(view.phase);
  byId("finish").hidden = isOver || (isLast && view.phase === "over");
  byId("files").hidden = !isOver;
  byId("skipped").hidden = !view.skipped.length;
  byId("skipped-list").replaceChildren(...view.skipped.map((reason) => made("li", "", reason)));
}
