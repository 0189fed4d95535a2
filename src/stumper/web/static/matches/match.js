// The page of a match: what the server tells is shown, and what one does is sent.

import { address, byId, call, confirmed, offerCopy, state, t } from "../page.js";
import { named, show, showMore } from "./showing.js";
import { follow } from "./voice.js";

// The line to the server: a websocket, opened again whenever it breaks; where none can be opened, asking again and again.

const WAITS = [250, 500, 1000, 2000, 3000];
const EVERY = 400; // between two questions where there is no websocket
const TRIES = 3; // handshakes that fail before one asks instead
const LATE = 10_000; // without any sign of the server, which pings every 3 s
const AGAIN = 15_000; // of asking, until a websocket is tried once more: the server may only have been away
const LAST = 20; // messages by which the server's clock is known
const NEVER = new Set([401, 403, 404]);

/** Follows the match; what comes goes to `view`, `changed`, `words`, and to `away` and `back` where the line breaks. */
function open(page, { view, changed, words, away, back, gone }) {
  const waiting = new Map();
  let socket = null;
  let failed = 0;
  let offset = 0;
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
      for (const { move } of waiting.values()) socket.send(JSON.stringify(move));
    });
    socket.addEventListener("message", ({ data }) => take(JSON.parse(data)));
    socket.addEventListener("close", ({ code, reason }) => {
      if (code === 1008) return gone(reason);
      if (!hasOpened) failed += 1;
      if (failed >= TRIES) {
        asking = performance.now();
        for (const [name, { move, isRuling, tell }] of waiting) {
          waiting.delete(name);
          post(move, isRuling).then(tell);
        }
        return ask();
      }
      away(false);
      setTimeout(connect, WAITS[Math.min(failed, WAITS.length - 1)] * (0.75 + Math.random() / 2));
    });
  }

  // Where the server answers but websockets do not get through, in small steps; where it does not, the socket again.
  async function ask() {
    try {
      const since = number;
      takeReply(await call("GET", `${page.read}?since=${since}`), since);
      away(true);
    } catch (error) {
      if (NEVER.has(error.status)) return gone(error.sentence);
      away(false);
      failed = 1;
      return setTimeout(connect, WAITS[3]);
    }
    if (performance.now() - asking < AGAIN) return setTimeout(ask, EVERY);
    failed = TRIES - 1;
    connect();
  }

  // A reply may come late: after the websocket has opened, which tells everything, or after a newer one.
  function takeReply(reply, since = -1) {
    if (socket?.readyState === WebSocket.OPEN || reply.number < number) return;
    take({ kind: reply.number === since ? "changed" : "view", ...reply });
  }

  function take(message) {
    heard = performance.now();
    if (message.now !== undefined) clock(message.now);
    if (message.kind === "ping") socket.send(JSON.stringify({ kind: "pong", id: message.id }));
    if (message.kind === "view" || message.kind === "changed") number = message.number ?? number;
    if (message.kind === "view") view(message);
    if (message.kind === "changed") changed(message);
    if (message.kind === "words") words(message);
    if (message.kind === "done") answered(message.key, "");
    if (message.kind === "refused") answered(message.key, message.sentence);
  }

  // Steadily counted, as the computer's own clock may jump; of the last few the largest came quickest.
  function clock(now) {
    offsets = [...offsets.slice(-LAST), now - performance.now() / 1000];
    offset = Math.max(...offsets);
  }

  function answered(key, sentence) {
    waiting.get(key)?.tell(sentence);
    waiting.delete(key);
  }

  return {
    /** The server's clock, in seconds. */
    now: () => performance.now() / 1000 + offset,
    /** Sends a move, again after the line broke; "" once it was made, or why it could not be. */
    send(move, isRuling) {
      const keyed = { ...move, key: key() };
      if (socket?.readyState !== WebSocket.OPEN && failed >= TRIES) return post(keyed, isRuling);
      return new Promise((tell) => {
        waiting.set(keyed.key, { move: keyed, isRuling, tell });
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(keyed));
      });
    },
  };

  async function post(move, isRuling) {
    try {
      takeReply(await call("POST", isRuling ? page.rulings : page.moves, move));
      return "";
    } catch (error) {
      return error.sentence;
    }
  }
}

function key() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What one does: buzz with the space bar or the button, answer, take a seat, moderate.

const CLICKED = "summary, input[type=checkbox]";

/** Listens to keys and buttons; `seen()` is what is in view. */
function listen(page, line, seen) {
  const buzz = byId("buzz");
  let isUnderWay = false;
  let isAnswering = false;
  const current = () => (seen()?.plays.length ?? 0) - 1;

  async function send(move, isRuling = false) {
    const sentence = await line.send(move, isRuling);
    refuse(sentence);
    return sentence === "";
  }

  function refuse(sentence) {
    byId("refused").textContent = sentence;
    byId("refused").hidden = sentence === "";
  }

  async function press() {
    const view = seen();
    if (isUnderWay || view === null || buzz.hidden || buzz.getAttribute("aria-disabled") === "true") return;
    isUnderWay = true;
    await send({ kind: "buzz", tossup: current() });
    isUnderWay = false;
  }

  buzz.addEventListener("pointerdown", (event) => {
    if (event.button === 0) press();
  });
  buzz.addEventListener("click", press); // of a screen reader, or Enter
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || takesSpace(event.target)) return;
    if (byId("buzz").hidden) return;
    event.preventDefault();
    if (!event.repeat) press();
  });

  // Whoever clicks something else does not have the space bar pressed on it afterwards.
  document.addEventListener("click", (event) => {
    if (event.detail > 0 && !buzz.hidden)
      setTimeout(() => document.activeElement?.matches(CLICKED) && document.activeElement.blur());
  });

  byId("answering").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = byId("answer").value;
    const turn = seen()
      ?.plays.at(-1)
      ?.turns.find((one) => one.right === null);
    if (isAnswering || !text.trim() || !turn) return;
    isAnswering = true;
    if (await send({ kind: "answer", text, buzz: turn.buzz, said: turn.said.length })) byId("answer").value = "";
    isAnswering = false;
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

  for (const [id, right] of [
    ["rule-right", true],
    ["rule-wrong", false],
  ]) {
    byId(id)?.addEventListener("click", () => {
      const turn = seen()
        ?.plays.at(-1)
        ?.turns.find((one) => one.right === null);
      if (turn) send({ kind: "rule", buzz: turn.buzz, right }, true);
    });
  }

  return {
    /** What was refused is of no matter once something else is played. */
    goOn: () => refuse(""),
    sit: (side) => send({ kind: "sit", side }),
    leave: () => send({ kind: "leave" }),
    /** A guest can do nothing here any more. */
    putOut: async ({ person, name }) => {
      if (!(await confirmed("put-out-sure", t("js.matches.put_out_sure", { name })))) return;
      try {
        await call("DELETE", `${page.guests}/${person}`);
        refuse("");
        if (document.querySelector(".code")) location.reload(); // it has a new one
      } catch (error) {
        refuse(error.sentence);
      }
    },
    rule: (number, right) => send({ kind: "rule", buzz: number, right }, true),
  };
}

function takesSpace(element) {
  if (element.id === "buzz") return false;
  return element.matches("textarea, select, input, button, summary, [contenteditable]");
}

// What a screen reader says: what happens, once, and never word by word.

let told = 0; // characters of the question that were read out

/** Says what has changed from one view to the next, once it is shown. */
function tell(before, now, page) {
  if (before === null) return;
  const said = [];
  const play = now.plays.at(-1);
  if (now.plays.length > before.plays.length) {
    told = 0;
    said.push(t("js.matches.said_begun", { n: play.number }));
  }
  if (now.is_read && !before.is_read && now.phase === "reading") said.push(t("js.matches.said_read"));
  said.push(...turns(before, now, page));
  if (play?.told && !before.plays.at(-1)?.told && play.answer)
    said.push(t("js.matches.said_answer", { answer: play.answer }));
  const isNew = now.phase !== before.phase;
  if (isNew && ["paused", "finished"].includes(now.phase)) said.push(byId("phase").textContent);
  if (isNew && before.phase === "paused") said.push(t("js.matches.said_resumed"));
  if (said.length) byId("news").textContent = said.join(" ");
  tellMore(now);
}

/** Reads out each sentence once it is over, for whoever wants it. */
function tellMore({ text, is_read: isRead }) {
  if (!byId("announce").checked) {
    told = text.length;
    return;
  }
  const rest = text.slice(told);
  const end = isRead ? rest.length : Math.max(...[". ", "? ", "! "].map((sign) => rest.lastIndexOf(sign))) + 1;
  if (end <= 0 || !rest.slice(0, end).trim()) return;
  const sentence = document.createElement("p");
  sentence.textContent = rest.slice(0, end);
  byId("sentences").replaceChildren(sentence);
  told += end;
}

function turns(before, now, page) {
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
      else said.push(t(points ? "js.matches.said_wrong_lost" : "js.matches.said_wrong", { name, points }));
    }
  }
  return said;
}

// A calm clock: whole seconds and a thin bar, by the server's time.

const SHORT = 3; // seconds left to answer from which on it shows that they are few
let running = null;

/** Runs the clock that is in view. */
function tick({ clock: kind, ends, seconds }, now) {
  clearInterval(running);
  const clock = byId("clock");
  const bar = byId("left");
  clock.hidden = ends === null;
  bar.hidden = ends === null;
  clock.classList.remove("short");
  if (ends === null) return;
  const shown = () => {
    const left = Math.max(0, ends - now());
    byId("seconds").textContent = t("js.matches.seconds", { n: Math.ceil(left) });
    bar.value = seconds > 0 ? Math.min(1, left / seconds) : 0;
    clock.classList.toggle("short", kind === "answer" && left <= SHORT);
    if (left === 0) clearInterval(running);
  };
  shown();
  running = setInterval(shown, 100);
}

// The links that moderators hand out: copied, and selected where one clicks them; the page of a new one is loaded again
// without making another.

for (const copy of document.querySelectorAll("[data-copies]"))
  offerCopy(byId(copy.dataset.copies, HTMLInputElement), copy, t("js.matches.copied"));

const newPage = document.querySelector("[data-page]")?.dataset.page;
if (newPage) history.replaceState(null, "", newPage);

const page = state();
let seen = null;

const line = open(page, { view, changed, words, away, back, gone });
const moving = listen(page, line, () => seen);

function view(next) {
  byId("loading").hidden = true;
  byId("match").hidden = false;
  const before = seen;
  seen = next;
  if (next.phase === "reading" && (before?.phase !== "reading" || next.plays.length !== before.plays.length))
    moving.goOn();
  show(seen, page, moving);
  tell(before, seen, page);
  follow(seen);
  tick(seen, line.now);
}

// Fields and questions that are as they were are not told again.
function changed({ plays = [], ...fields }) {
  const known = new Map([...seen.plays, ...plays].map((play) => [play.number, play]));
  view({ ...seen, ...fields, plays: [...known.values()] });
}

function words({ number, after, words: count, more }) {
  if (seen === null || number !== seen.number || count <= seen.words || after > seen.words) return;
  const fresh = more
    .match(/\s*\S+/g)
    .slice(seen.words - after)
    .join("");
  seen.words = count;
  seen.text += fresh;
  showMore(fresh, seen, page);
  tellMore(seen);
  follow(seen);
}

function away(isSlow) {
  byId("trouble").textContent = t(isSlow ? "js.matches.slow_line" : "js.matches.away");
  byId("trouble").hidden = false;
  byId("match").toggleAttribute("data-away", !isSlow);
}

function back() {
  byId("trouble").hidden = true;
  byId("match").removeAttribute("data-away");
}

function gone(sentence) {
  byId("trouble").textContent = sentence || t("js.matches.gone");
  byId("trouble").hidden = false;
  byId("loading").hidden = true;
}
