// What follows from what is in view.

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
  return ["reading", "answering", "ruling"].includes(view.phase) || (view.phase === "paused" && play !== undefined && !play.told);
}
