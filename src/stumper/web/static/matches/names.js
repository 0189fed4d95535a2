// What people, sides and the machine are called.

import { t } from "../calling.js";

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
