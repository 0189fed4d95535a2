// When a match is over: who has won, and a line for each player.

import { t } from "../calling.js";
import { byId, made } from "../elements.js";
import { signed } from "./turns.js";
import { named, sideNamed } from "./view.js";

/** The final score in a sentence. */
export function verdict(view, page) {
  const ranked = [...view.sides].sort((a, b) => b.points - a.points);
  if (ranked.length === 0 || view.plays.length === 0) return t("js.matches.finished");
  const points = ranked.map((side) => signed(side.points).replace("+", ""));
  if (ranked.length === 1) return t("js.matches.won_alone", { name: sideNamed(ranked[0], page), points: points[0] });
  if (ranked[0].points === ranked[1].points) return t("js.matches.draw", { points: points[0] });
  return t("js.matches.won", { name: sideNamed(ranked[0], page), points: points[0], second: points[1] });
}

/** Shows it, once the match is over. */
export function showEnding(view, page) {
  byId("ending").hidden = view.phase !== "finished";
  if (view.phase !== "finished") return;
  const players = byId("players");
  const heads = [...players.tHead.rows[0].cells];
  const found = lines(view, page);
  const draw = () => {
    const compare = ORDERS[sorted.column];
    const order = [...found].sort((a, b) => (sorted.isRising ? compare(a, b) : compare(b, a)));
    players.tBodies[0].replaceChildren(...order.map(row));
    heads.forEach((head, column) => {
      if (column === sorted.column) head.setAttribute("aria-sort", sorted.isRising ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
  };
  heads.forEach((head, column) => {
    head.firstElementChild.onclick = () => {
      Object.assign(sorted, { isRising: sorted.column === column ? !sorted.isRising : column === 0, column });
      draw();
    };
  });
  draw();
}

const sorted = { column: 1, isRising: false }; // by points, the most first
const ORDERS = [
  (a, b) => a.name.localeCompare(b.name),
  ...["points", "right", "wrong"].map((key) => (a, b) => a[key] - b[key]),
  (a, b) => mean(a.shares) - mean(b.shares),
];

// Of all who buzzed or have a seat, the best first; what was never decided is left out.
function lines(view, page) {
  const found = new Map();
  const line = (person, name) => {
    if (!found.has(person)) found.set(person, { name, points: 0, right: 0, wrong: 0, shares: [] });
    return found.get(person);
  };
  for (const side of view.sides) for (const seat of side.seats) line(seat.person, named(seat, page));
  for (const play of view.plays) {
    for (const turn of play.turns.filter((one) => one.right !== null)) {
      const theirs = line(turn.person, named(turn, page));
      theirs.points += turn.points;
      theirs[turn.right ? "right" : "wrong"] += 1;
      if (play.length) theirs.shares.push(turn.words / play.length);
    }
  }
  return [...found.values()];
}

// Of nothing: behind all.
function mean(shares) {
  return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : 2;
}

function row({ name, points, right, wrong, shares }) {
  const read = shares.length ? (100 * mean(shares)).toFixed(1) : "–";
  const name_ = made("th", "", name);
  name_.scope = "row";
  return made(
    "tr",
    "",
    name_,
    ...[signed(points).replace("+", ""), right, wrong, read].map((text) => made("td", "number", String(text))),
  );
}
