// Points and seats; and the button by which one buzzes, which whoever has a seat has.

import { t } from "../calling.js";
import { button, byId, made } from "../elements.js";
import { signed } from "./turns.js";
import { isInPlay, named, openTurn, seat, sideNamed } from "./view.js";

/** Shows them. */
export function showSides(view, page, play, moving) {
  const mine = seat(view, page);
  const maySit = page.plays && !isInPlay(view, play) && view.phase !== "finished";
  const turn = openTurn(play);
  byId("watching").textContent = view.watching ? t("js.matches.watching", { n: view.watching }) : "";
  if (!sidesHaveChanged(view, maySit, turn)) {
    showDelays(view);
    return showBuzz(view, page, play);
  }
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
    parts.push(button(t("js.matches.leave"), "", () => moving.leave()));
    parts.at(-1).classList.add("leave");
  }
  const hadFocus = byId("sides").contains(document.activeElement);
  const wasMine = byId("buzz").hidden === false;
  byId("sides").replaceChildren(...parts);
  showBuzz(view, page, play);
  if (hadFocus) (mine && !wasMine ? byId("buzz") : byId("sides").querySelector("button"))?.focus();
}

// Whether anything is to be seen there that was not. Delays change every few seconds: a button made anew with
// each of them would lose the finger that is on it.
function sidesHaveChanged(view, maySit, turn) {
  const shown = [view.sides, maySit, turn?.side, view.phase === "finished"];
  const now = JSON.stringify(shown, (key, value) => (key === "delay" ? undefined : value));
  const isNew = now !== byId("sides").dataset.shown;
  byId("sides").dataset.shown = now;
  return isNew;
}

// For whoever plays and has no seat yet it is the thing to do.
function sitting(label, isFirst, does) {
  const made = button(label, "", does);
  made.classList.toggle("primary", isFirst);
  return made;
}

const GUEST = "-guest"; // at the end of their ids, which moderators and members are told

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

function showDelays(view) {
  const lines = new Map([...document.querySelectorAll("[data-delay-of]")].map((line) => [line.dataset.delayOf, line]));
  for (const one of view.sides.flatMap((side) => side.seats)) showDelay(lines.get(one.person), one);
}

function showDelay(line, one) {
  const isThere = one.delay !== null;
  line.textContent = isThere ? t("js.matches.delay", { n: Math.round(one.delay * 1000) }) : t("js.matches.not_there");
  line.title = t(isThere ? "js.matches.delay.about" : "js.matches.not_there.about");
}

function showBuzz(view, page, play) {
  const mine = seat(view, page);
  const turn = openTurn(play);
  const isMyTurn = turn?.person === page.person && view.phase === "answering";
  byId("buzz").hidden = !mine || isMyTurn || view.phase === "finished";
  const isOut = mine?.seats.find((one) => one.person === page.person)?.out;
  const may = mine && view.phase === "reading" && !isOut && view.clock !== "begins";
  byId("buzz").setAttribute("aria-disabled", String(!may));
}
