// What follows from what is in view, and what people, sides and the machine are called in it.

import { t } from "../calling.js";

/** The turn of whoever is to answer. */
export function openTurn(play) {
  return play?.turns.find((one) => one.right === null);
}

/** The side for which one plays. */
export function seat(view, page) {
  return view.sides.find((side) => side.seats.some((one) => one.person === page.person));
}

/** Whether somebody can still get the question, once a pause is over if there is one. */
export function isInPlay(view, play) {
  return (
    ["reading", "answering", "ruling"].includes(view.phase) ||
    (view.phase === "paused" && play !== undefined && !play.told)
  );
}

/** Who buzzed. */
export function named(turn, page) {
  if (turn.person === "machine") return machine(page);
  return turn.person === page.person ? `${turn.name} (${t("js.matches.you")})` : turn.name;
}

/** A side. */
export function sideNamed(side, page) {
  if (side.id === "machine") return machine(page);
  if (side.id === "people") return t("js.matches.people");
  return side.id === page.person ? `${side.name} (${t("js.matches.you")})` : side.name;
}

function machine(page) {
  return page.machine || t("js.matches.machine");
}
