// @ts-check
// The page of a match: what the server tells is shown, and what one does is sent.

import { address, byId, call, confirmed, offerCopy, state, t } from "../page.js";
import { named, show, showMore, signed } from "./showing.js";
import { follow } from "./voice.js";

/**
 * @typedef {import("../page.js").Refusal} Refusal
 * @typedef {import("./showing.js").Page} Page
 * @typedef {import("./showing.js").Play} Play
 * @typedef {import("./showing.js").Seat} Seat
 * @typedef {import("./showing.js").View} View
 */

/**
 * What is told of the match: all of it, what has changed, or words that were read; and of a move, whether it was made.
 *
 * @typedef {Partial<View>} Changed
 * @typedef {{ number: number, after: number, words: number, more: string }} Words
 * @typedef {{ now?: number } & (
 *   | { kind: "ping", id: number }
 *   | ({ kind: "view" } & View)
 *   | ({ kind: "changed" } & Changed)
 *   | ({ kind: "words" } & Words)
 *   | { kind: "done", key: string }
 *   | { kind: "refused", key: string, sentence: string }
 * )} Message
 * @typedef {{ kind: string } & Record<string, unknown>} Move
 * @typedef {{ move: Move, isRuling: boolean, tell: (sentence: string) => void }} Waiting
 */

// The line to the server: a websocket, opened again whenever it breaks; where none can be opened, asking again and again.

const WAITS = [250, 500, 1000, 2000, 3000];
const EVERY = 400; // between two questions where there is no websocket
const TRIES = 3; // handshakes that fail before one asks instead
const LATE = 10_000; // without any sign of the server, which pings every 3 s
const AGAIN = 15_000; // of asking, until a websocket is tried once more: the server may only have been away
const LAST = 20; // messages by which the server's clock is known
const NEVER = new Set([401, 403, 404]);

/**
 * Follows the match; what comes goes to `view`, `changed`, `words`, and to `away` and `back` where the line breaks.
 *
 * @param {Page} page
 * @param {{
 *   view: (view: View) => void, changed: (changed: Changed) => void, words: (words: Words) => void,
 *   away: (isSlow: boolean) => void, back: () => void, gone: (sentence: string) => void,
 * }} told
 */
function open(page, { view, changed, words, away, back, gone }) {
  /** @type {Map<string, Waiting>} */
  const waiting = new Map();
  /** @type {WebSocket | null} */
  let socket = null;
  let failed = 0;
  let offset = 0;
  /** @type {number[]} */
  let offsets = [];
  let heard = 0;
  let asking = 0;
  let number = -1; // of the view that was told last

  connect();
  setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN && performance.now() - heard > LATE) socket.close();
  }, 1000);

  function connect() {
    const at = new URL(address(page.socket), location.href);
    at.protocol = at.protocol.replace("http", "ws");
    let hasOpened = false;
    socket = new WebSocket(at);
    socket.addEventListener("open", () => {
      hasOpened = true;
      failed = 0;
      heard = performance.now();
      back();
      for (const { move } of waiting.values()) socket?.send(JSON.stringify(move));
    });
    socket.addEventListener("message", ({ data }) => take(JSON.parse(data)));
    socket.addEventListener("close", ({ code, reason }) => {
      if (code === 1008) return gone(reason);
      if (!hasOpened) failed += 1;
      if (failed >= TRIES) {
        asking = performance.now();
        postAll();
        return ask();
      }
      away(false);
      setTimeout(connect, WAITS[Math.min(failed, WAITS.length - 1)] * (0.75 + Math.random() / 2));
    });
  }

  /**
   * Where the server answers but websockets do not get through, in small steps; where it does not, the socket again.
   *
   * @returns {Promise<unknown>}
   */
  async function ask() {
    try {
      const since = number;
      takeReply(await call("GET", `${page.read}?since=${since}`), since);
      away(true);
      postAll();
    } catch (error) {
      const { status, sentence } = /** @type {Refusal} */ (error);
      if (NEVER.has(status)) return gone(sentence);
      away(false);
      failed = 1;
      return setTimeout(connect, WAITS[3]);
    }
    if (performance.now() - asking < AGAIN) return setTimeout(ask, EVERY);
    failed = TRIES - 1;
    connect();
  }

  /**
   * A reply may come late: after the websocket has opened, which tells everything, or after a newer one.
   *
   * @param {View} reply
   * @param {number} since
   */
  function takeReply(reply, since = -1) {
    if (socket?.readyState === WebSocket.OPEN || reply.number < number) return;
    take(reply.number === since ? { kind: "changed", ...reply } : { kind: "view", ...reply });
  }

  /** @param {Message} message */
  function take(message) {
    heard = performance.now();
    if (message.now !== undefined) clock(message.now);
    if (message.kind === "ping") socket?.send(JSON.stringify({ kind: "pong", id: message.id }));
    if (message.kind === "view" || message.kind === "changed") number = message.number ?? number;
    if (message.kind === "view") view(message);
    if (message.kind === "changed") changed(message);
    if (message.kind === "words") words(message);
    if (message.kind === "done") answered(message.key, "");
    if (message.kind === "refused") answered(message.key, message.sentence);
  }

  /**
   * Steadily counted, as the computer's own clock may jump; of the last few the largest came quickest.
   *
   * @param {number} now
   */
  function clock(now) {
    offsets = [...offsets.slice(-LAST), now - performance.now() / 1000];
    offset = Math.max(...offsets);
  }

  /**
   * @param {string} key
   * @param {string} sentence
   */
  function answered(key, sentence) {
    waiting.get(key)?.tell(sentence);
    waiting.delete(key);
  }

  return {
    /** The server's clock, in seconds. */
    now: () => performance.now() / 1000 + offset,
    isThere,
    /**
     * Sends a move, again after the line broke; "" once it was made, or why it could not be.
     *
     * @param {Move} move
     * @param {boolean} isRuling
     * @returns {Promise<string>}
     */
    send(move, isRuling) {
      const name = key();
      return new Promise((tell) => {
        const one = { move: { ...move, key: name }, isRuling, tell };
        if (socket?.readyState !== WebSocket.OPEN && isThere()) return post(name, one);
        waiting.set(name, one);
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(one.move));
      });
    },
  };

  /** Whether the server is known to be reached, by a websocket or by asking. */
  function isThere() {
    return socket?.readyState === WebSocket.OPEN || failed >= TRIES;
  }

  function postAll() {
    for (const [name, one] of waiting) post(name, one);
  }

  /**
   * Posts a move. Where nobody says whether it has come, a buzz waits to be sent again, as its key lets it count only
   * once; whoever did something else is told, and may do it again.
   *
   * @param {string} name
   * @param {Waiting} one
   */
  async function post(name, one) {
    waiting.delete(name);
    try {
      takeReply(await call("POST", one.isRuling ? page.rulings : page.moves, one.move));
      one.tell("");
    } catch (error) {
      const { status, sentence } = /** @type {Refusal} */ (error);
      if (one.move.kind !== "buzz" || (status !== 0 && status < 500)) return one.tell(sentence);
      waiting.set(name, one);
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(one.move)); // it was opened meanwhile
    }
  }
}

function key() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What one does: buzz with the space bar or the button, answer, take a seat, moderate.

const CLICKED = "summary, input[type=checkbox]";
const CONFIRMED = 1000; // milliseconds in which a buzz is answered where nothing is in its way
const READ = 5000; // milliseconds for which a lost buzz is told at least: the view of the next question may come right behind

/**
 * Listens to keys and buttons; `seen()` is what is in view.
 *
 * @param {Page} page
 * @param {ReturnType<typeof open>} line
 * @param {() => View | null} seen
 */
function listen(page, line, seen) {
  const buzz = byId("buzz", HTMLElement);
  let isUnderWay = false;
  let isOfBuzz = false; // what is said now is of a buzz that was not confirmed in time
  let saidAt = 0; // when it was last said what became of that buzz
  let answered = ""; // the turn, as far as it has come, to which an answer is under way
  const current = () => (seen()?.plays.length ?? 0) - 1;

  // The turn of whoever is to answer.
  const openTurn = () =>
    seen()
      ?.plays.at(-1)
      ?.turns.find((one) => one.right === null);

  /** @param {Move} move */
  async function send(move, isRuling = false) {
    const sentence = await line.send(move, isRuling);
    refuse(sentence);
    return sentence === "";
  }

  /** @param {string} sentence */
  function refuse(sentence) {
    isOfBuzz = false;
    byId("refused", HTMLElement).textContent = sentence;
    byId("refused", HTMLElement).hidden = sentence === "";
  }

  async function press() {
    const view = seen();
    if (isUnderWay || view === null || buzz.hidden || buzz.getAttribute("aria-disabled") === "true") return;
    isUnderWay = true;
    let isLate = false;
    const waits = setTimeout(
      () => {
        isLate = true;
        refuse(t("js.matches.buzz_unconfirmed"));
        isOfBuzz = true;
      },
      line.isThere() ? CONFIRMED : 0,
    );
    const sentence = await line.send({ kind: "buzz", tossup: current() }, false);
    clearTimeout(waits);
    refuse(sentence && isLate ? t("js.matches.buzz_lost", { why: sentence }) : sentence);
    isOfBuzz = isLate;
    saidAt = performance.now();
    isUnderWay = false;
  }

  buzz.addEventListener("pointerdown", (event) => {
    if (event.button === 0) press();
  });
  buzz.addEventListener("click", press); // of a screen reader, or Enter
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || takesSpace(event.target)) return;
    if (buzz.hidden) return;
    event.preventDefault();
    if (!event.repeat) press();
  });

  // Whoever clicks something else does not have the space bar pressed on it afterwards.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && !buzz.hidden)
      setTimeout(() => {
        const focused = document.activeElement;
        if (focused instanceof HTMLElement && focused.matches(CLICKED)) focused.blur();
      });
  });

  const answer = byId("answer", HTMLInputElement);
  byId("answering", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = answer.value;
    const turn = openTurn();
    if (!text.trim() || !turn) return;
    const move = { buzz: turn.buzz, said: turn.said.length };
    const asked = JSON.stringify(move);
    if (answered === asked) return;
    answered = asked;
    answer.value = ""; // now: that more is asked for may be told before it is told that this one came, and be answered
    if (await send({ kind: "answer", text, ...move })) return;
    if (answered !== asked) return;
    answered = "";
    const still = openTurn();
    if (still && still.buzz === move.buzz && still.said.length === move.said) answer.value ||= text;
  });

  for (const kind of ["begin", "pause", "resume", "skip", "finish"]) {
    byId(kind)?.addEventListener("click", async () => {
      if (kind === "finish" && !(await confirmed("finish-sure"))) return;
      send(kind === "finish" ? { kind } : { kind, tossup: current() + (kind === "begin" ? 1 : 0) }, true);
    });
  }

  for (const kind of ["hold", "ready", "pass", "stop"]) {
    byId(kind)?.addEventListener("click", async () => {
      if (kind === "stop" && !(await confirmed("finish-sure"))) return;
      send(kind === "stop" ? { kind } : { kind, tossup: current() });
    });
  }

  for (const [id, right] of Object.entries({ "rule-right": true, "rule-wrong": false })) {
    byId(id)?.addEventListener("click", () => {
      const turn = openTurn();
      if (turn) send({ kind: "rule", buzz: turn.buzz, right }, true);
    });
  }

  return {
    /**
     * What was refused is of no matter once something else is played; of a lost buzz, once the next question is and it
     * could be read.
     *
     * @param {boolean} isNext
     */
    goOn(isNext) {
      if (!isOfBuzz || (isNext && !isUnderWay && performance.now() - saidAt > READ)) refuse("");
    },
    sit: (/** @type {string} */ side) => send({ kind: "sit", side }),
    leave: () => send({ kind: "leave" }),
    /**
     * A guest can do nothing here any more.
     *
     * @param {Seat} guest
     */
    putOut: async ({ person, name }) => {
      if (!(await confirmed("put-out-sure", t("js.matches.put_out_sure", { name })))) return;
      try {
        await call("DELETE", `${page.guests}/${person}`);
        refuse("");
        if (document.querySelector(".code")) location.reload(); // it has a new one
      } catch (error) {
        refuse(/** @type {Refusal} */ (error).sentence);
      }
    },
    rule: (/** @type {number} */ number, /** @type {boolean} */ right) =>
      send({ kind: "rule", buzz: number, right }, true),
  };
}

/** @param {EventTarget | null} element */
function takesSpace(element) {
  if (!(element instanceof Element) || element.id === "buzz") return false;
  return element.matches("textarea, select, input, button, summary, [contenteditable]");
}

// What a screen reader says: what happens, once, and never word by word.

let told = 0; // characters of the question that were read out

/**
 * Says what has changed from one view to the next, once it is shown.
 *
 * @param {View | null} before
 * @param {View} now
 * @param {Page} page
 */
function tell(before, now, page) {
  if (before === null) return;
  /** @type {string[]} */
  const said = [];
  const play = now.plays.at(-1);
  if (play && now.plays.length > before.plays.length) {
    told = 0;
    said.push(t("js.matches.said_begun", { n: play.number }));
  }
  if (now.is_read && !before.is_read && now.phase === "reading") said.push(t("js.matches.said_read"));
  said.push(...turns(before, now, page));
  if (play?.told && !before.plays.at(-1)?.told && play.answer)
    said.push(t("js.matches.said_answer", { answer: play.answer }));
  const isNew = now.phase !== before.phase;
  if (isNew && ["paused", "finished"].includes(now.phase)) said.push(byId("phase", HTMLElement).textContent);
  if (isNew && before.phase === "paused") said.push(t("js.matches.said_resumed"));
  if (said.length) byId("news", HTMLElement).textContent = said.join(" ");
  tellMore(now);
}

/**
 * Reads out each sentence once it is over, for whoever wants it.
 *
 * @param {View} view
 */
function tellMore({ text, is_read: isRead }) {
  if (!byId("announce", HTMLInputElement).checked) {
    told = text.length;
    return;
  }
  const rest = text.slice(told);
  const end = isRead ? rest.length : Math.max(...[". ", "? ", "! "].map((sign) => rest.lastIndexOf(sign))) + 1;
  if (end <= 0 || !rest.slice(0, end).trim()) return;
  const sentence = document.createElement("p");
  sentence.textContent = rest.slice(0, end);
  byId("sentences", HTMLElement).replaceChildren(sentence);
  told += end;
}

/**
 * @param {View} before
 * @param {View} now
 * @param {Page} page
 */
function turns(before, now, page) {
  /** @type {string[]} */
  const said = [];
  const known = new Map(before.plays.flatMap((play) => play.turns).map((turn) => [turn.buzz, turn]));
  for (const turn of now.plays.flatMap((play) => play.turns)) {
    const earlier = known.get(turn.buzz);
    const name = named(turn, page);
    if (turn.right === null) {
      const isMine = turn.person === page.person;
      if (!earlier) said.push(t(isMine ? "js.matches.answering_you" : "js.matches.answering", { name }));
      else if (turn.said.length > earlier.said.length)
        said.push(t(isMine ? "js.matches.prompted_you" : "js.matches.prompted", { name }));
    } else if (earlier?.right !== turn.right) {
      const points = turn.points;
      if (turn.right) said.push(t("js.matches.said_right", { name, points }));
      else
        said.push(t(points ? "js.matches.said_wrong_lost" : "js.matches.said_wrong", { name, points: signed(points) }));
    }
  }
  return said;
}

// A calm clock: whole seconds and a thin bar, by the server's time.

const SHORT = 3; // seconds left to answer from which on it shows that they are few
let running = 0;

/**
 * Runs the clock that is in view.
 *
 * @param {View} view
 * @param {() => number} now
 */
function tick({ clock: kind, ends, seconds }, now) {
  clearInterval(running);
  const clock = byId("clock", HTMLElement);
  const bar = byId("left", HTMLProgressElement);
  clock.hidden = ends === null;
  bar.hidden = ends === null;
  clock.classList.remove("short");
  if (ends === null) return;
  const shown = () => {
    const left = Math.max(0, ends - now());
    byId("seconds", HTMLElement).textContent = t("js.matches.seconds", { n: Math.ceil(left) });
    bar.value = seconds > 0 ? Math.min(1, left / seconds) : 0;
    clock.classList.toggle("short", kind === "answer" && left <= SHORT);
    if (left === 0) clearInterval(running);
  };
  shown();
  running = setInterval(shown, 100);
}

// The links that moderators hand out: copied, and selected where one clicks them; the page of a new one is loaded again
// without making another.

/** @type {NodeListOf<HTMLButtonElement>} */
const copies = document.querySelectorAll("[data-copies]");
for (const copy of copies)
  offerCopy(byId(/** @type {string} */ (copy.dataset.copies), HTMLInputElement), copy, t("js.matches.copied"));

const newPage = document.querySelector("[data-page]")?.getAttribute("data-page");
if (newPage) history.replaceState(null, "", newPage);

/** @type {Page} */
const page = state();
/** @type {View | null} */
let seen = null;

const line = open(page, { view, changed, words, away, back, gone });
const moving = listen(page, line, () => seen);

/** @param {View} next */
function view(next) {
  byId("loading", HTMLElement).hidden = true;
  byId("match", HTMLElement).hidden = false;
  const before = seen;
  seen = next;
  const isNext = next.plays.length !== before?.plays.length;
  if (next.phase === "reading" && (before?.phase !== "reading" || isNext)) moving.goOn(isNext);
  show(seen, page, moving);
  tell(before, seen, page);
  follow(seen);
  tick(seen, line.now);
}

/**
 * Fields and questions that are as they were are not told again.
 *
 * @param {Changed} changed
 */
function changed({ plays = [], ...fields }) {
  if (seen === null) return;
  const known = new Map([...seen.plays, ...plays].map((play) => [play.number, play]));
  view({ ...seen, ...fields, plays: [...known.values()] });
}

/** @param {Words} told */
function words({ number, after, words: count, more }) {
  if (seen === null || number !== seen.number || count <= seen.words || after > seen.words) return;
  const all = more.match(/\s*\S+/g) ?? [];
  const fresh = all.slice(seen.words - after).join("");
  seen.words = count;
  seen.text += fresh;
  showMore(fresh, seen, page);
  tellMore(seen);
  follow(seen);
}

/** @param {boolean} isSlow */
function away(isSlow) {
  byId("trouble", HTMLElement).textContent = t(isSlow ? "js.matches.slow_line" : "js.matches.away");
  byId("trouble", HTMLElement).hidden = false;
  byId("match", HTMLElement).toggleAttribute("data-away", !isSlow);
}

function back() {
  byId("trouble", HTMLElement).hidden = true;
  byId("match", HTMLElement).removeAttribute("data-away");
}

/** @param {string} sentence */
function gone(sentence) {
  byId("trouble", HTMLElement).textContent = sentence || t("js.matches.gone");
  byId("trouble", HTMLElement).hidden = false;
  byId("loading", HTMLElement).hidden = true;
}
