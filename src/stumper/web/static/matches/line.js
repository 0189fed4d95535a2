// The line to the server: a websocket, opened again whenever it breaks; where none can be opened, asking again and again.

import { address, call } from "../calling.js";

const WAITS = [250, 500, 1000, 2000, 3000];
const EVERY = 400; // between two questions where there is no websocket
const TRIES = 3; // handshakes that fail before one asks instead
const LATE = 10_000; // without any sign of the server, which pings every 3 s
const AGAIN = 15_000; // of asking, until a websocket is tried once more: the server may only have been away
const LAST = 20; // messages by which the server's clock is known
const NEVER = new Set([401, 403, 404]);

/** Follows the match; what comes goes to `view`, `changed`, `words`, and to `away` and `back` where the line breaks. */
export function open(page, { view, changed, words, away, back, gone }) {
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
