// Elements of the page, and such as are made by script. Text is always set as text, so that nothing in it is markup.

export function byId(id) {
  return document.getElementById(id);
}

/** An element with these attributes, without those that are false, null or undefined. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** An element of this class, "" for none. */
export function made(tag, className, ...children) {
  return element(tag, { class: className || null }, ...children);
}

/** A small button that does something. */
export function button(text, label, does) {
  const made = element("button", { type: "button", class: "small", "aria-label": label || null }, text);
  made.addEventListener("click", does);
  return made;
}

/** Sets the text only where it differs, so that nothing is drawn or announced anew without need. */
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

export function percent(value) {
  return `${(100 * value).toFixed(1)}%`;
}

// Calls of the API, the words of the page, and the page's state.

const TIMEOUT = 20_000;
const base = document.querySelector('meta[name="base"]').content;
const csrf = document.querySelector('meta[name="csrf-token"]').content;

/** The answer to a call of `path` (such as "/api/v1/…"), null where there is none (204).
 *  Throws {status, sentence, kind, body}: status 0 where no answer came; an AbortError where `signal` aborted it. */
export async function call(method, path, body, { signal, keepalive } = {}) {
  const late = AbortSignal.timeout(TIMEOUT);
  const response = await fetched(method, path, body, { late, signal, keepalive });
  if (response.status === 204) return null;
  const said = await parsed(response, { late, signal });
  if (!response.ok) {
    throw { status: response.status, sentence: said.sentence, kind: said.kind, body: said };
  }
  return said;
}

/** The address of a path of this site, as a browser must ask for it. */
export function address(path) {
  return base + path;
}

/** The words of a key that begins with "js.", their {values} filled in. */
export function t(key, values = {}) {
  const text = words()[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** What the server put into the page for its script. */
export function state() {
  return JSON.parse(document.getElementById("state").textContent);
}

async function fetched(method, path, body, { late, signal, keepalive }) {
  const headers = { Accept: "application/json", "X-CSRF-Token": csrf };
  if (body !== undefined && body !== null) headers["Content-Type"] = "application/json";
  try {
    return await fetch(address(path), {
      method,
      headers,
      body: body === undefined || body === null ? undefined : JSON.stringify(body),
      signal: either(late, signal),
      keepalive: keepalive === true,
      credentials: "same-origin",
    });
  } catch (error) {
    throw failed(error, { late, signal });
  }
}

async function parsed(response, { late, signal }) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw { status: response.status, sentence: t("js.shared.broken"), kind: "broken" };
    throw failed(error, { late, signal });
  }
}

function failed(error, { late, signal }) {
  if (signal?.aborted) return error;
  const key = late.aborted ? "js.shared.too_slow" : "js.shared.offline";
  return { status: 0, sentence: t(key), kind: "offline" };
}

function either(late, signal) {
  return signal ? AbortSignal.any([late, signal]) : late;
}

let known = null;

function words() {
  known ??= JSON.parse(document.getElementById("words").textContent);
  return known;
}

// What this browser remembers; where it may not, nothing is remembered and everything else works.

export function recall(key) {
  return tried(() => localStorage.getItem(key));
}

/** What was remembered as JSON; null where nothing was, or somebody else's. */
export function recalled(key) {
  try {
    return JSON.parse(recall(key));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Whether it could be kept. */
export function remember(key, value) {
  const isKept = () => {
    localStorage.setItem(key, value);
    return true;
  };
  return tried(isKept) ?? false;
}

export function drop(key) {
  tried(() => localStorage.removeItem(key));
}

/** All keys that begin so. */
export function keysUnder(prefix) {
  return tried(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];
}

function tried(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof DOMException) return null; // forbidden, or full
    throw error;
  }
}

// Whoever logs out, perhaps of a computer that others use, leaves none of their texts on it.

const TEXTS = ["stumper.writing.", "stumper:entered:"];

for (const form of document.querySelectorAll("form[data-forgets]")) {
  // Only once the page goes: until then what is being written is kept, lest the log-out fails.
  form.addEventListener("submit", () => window.addEventListener("pagehide", forget));
}

function forget() {
  for (const key of TEXTS.flatMap(keysUnder)) drop(key);
}
