// @ts-check
// Elements of the page, and such as are made by script. Text is always set as text, so that nothing in it is markup.

/**
 * The element of this id: null where there is none; where it must be of a kind, an error says that it is not.
 *
 * @overload
 * @param {string} id
 * @returns {HTMLElement | null}
 */
/**
 * @template {HTMLElement} E
 * @overload
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
/**
 * @param {string} id
 * @param {new () => HTMLElement} [kind]
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (kind !== undefined && !(found instanceof kind)) throw new Error(`#${id} is no ${kind.name}`);
  return found;
}

/**
 * An element with these attributes, without those that are false, null or undefined.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * An element of this class, "" for none.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} className
 * @param {(Node | string)[]} children
 */
export function made(tag, className, ...children) {
  return element(tag, { class: className || null }, ...children);
}

/**
 * A small button that does something.
 *
 * @param {string} text
 * @param {string} label
 * @param {(event: MouseEvent) => void} does
 */
export function button(text, label, does) {
  const made = element("button", { type: "button", class: "small", "aria-label": label || null }, text);
  made.addEventListener("click", does);
  return made;
}

/**
 * Sets the text only where it differs, so that nothing is drawn or announced anew without need.
 *
 * @param {Element} where
 * @param {string} text
 */
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

/**
 * Marks the field's whole text at a click, and copies it at a press of the button, which then says so; the button is
 * there where the browser can copy.
 *
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} button
 * @param {string} said
 */
export function offerCopy(field, button, said) {
  field.addEventListener("focus", () => field.select());
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = said;
  });
}

/** @param {number} value */
export function percent(value) {
  return `${(100 * value).toFixed(1)}%`;
}

// Calls of the API, the words of the page, and the page's state.

const TIMEOUT = 20_000;
const base = told("base");
const csrf = told("csrf-token");

/**
 * What a call throws: `status` is 0 where no answer came, `body` is all that was answered.
 *
 * @typedef {{ status: number, sentence: string, kind: string, body?: unknown }} Refusal
 * @typedef {{ signal?: AbortSignal | null, keepalive?: boolean }} Options
 * @typedef {{ late: AbortSignal, signal?: AbortSignal | null }} Signals
 */

/**
 * The answer to a call of `path` (such as "/api/v1/…"), null where there is none (204). Throws a Refusal, or an
 * AbortError where `signal` aborted it.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Options} [options]
 */
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

/**
 * The address of a path of this site, as a browser must ask for it.
 *
 * @param {string} path
 */
export function address(path) {
  return base + path;
}

/**
 * The words of a key that begins with "js.", their {values} filled in.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = words()[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** What the server put into the page for its script. */
export function state() {
  return embedded("state");
}

/** @param {string} name */
function told(name) {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

/** @param {string} id */
function embedded(id) {
  return JSON.parse(byId(id, HTMLScriptElement).text);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Options & Signals} options
 */
async function fetched(method, path, body, { late, signal, keepalive }) {
  /** @type {Record<string, string>} */
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

/**
 * @param {Response} response
 * @param {Signals} signals
 */
async function parsed(response, { late, signal }) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw { status: response.status, sentence: t("js.shared.broken"), kind: "broken" };
    throw failed(error, { late, signal });
  }
}

/**
 * @param {unknown} error
 * @param {Signals} signals
 */
function failed(error, { late, signal }) {
  if (signal?.aborted) return error;
  const key = late.aborted ? "js.shared.too_slow" : "js.shared.offline";
  return { status: 0, sentence: t(key), kind: "offline" };
}

/**
 * @param {AbortSignal} late
 * @param {AbortSignal | null | undefined} signal
 */
function either(late, signal) {
  return signal ? AbortSignal.any([late, signal]) : late;
}

/** @type {Record<string, string> | null} */
let known = null;

/** @returns {Record<string, string>} */
function words() {
  known ??= embedded("words");
  return /** @type {Record<string, string>} */ (known);
}

// What this browser remembers; where it may not, nothing is remembered and everything else works.

/** @param {string} key */
export function recall(key) {
  return tried(() => localStorage.getItem(key));
}

/**
 * What was remembered as JSON; null where nothing was, or somebody else's.
 *
 * @param {string} key
 */
export function recalled(key) {
  try {
    return JSON.parse(recall(key) ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Whether it could be kept.
 *
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  const isKept = () => {
    localStorage.setItem(key, value);
    return true;
  };
  return tried(isKept) ?? false;
}

/** @param {string} key */
export function drop(key) {
  tried(() => localStorage.removeItem(key));
}

/**
 * All keys that begin so.
 *
 * @param {string} prefix
 */
export function keysUnder(prefix) {
  return tried(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];
}

/**
 * @template T
 * @param {() => T} act
 * @returns {T | null}
 */
function tried(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof DOMException) return null; // forbidden, or full
    throw error;
  }
}

// Instructions that somebody has folded stay folded, and those that they have unfolded stay open.

/**
 * Ties instructions to what is remembered of them under this key; they are open or not where nothing is.
 *
 * @param {HTMLDetailsElement} part
 * @param {string} key
 * @param {boolean} isOpen
 */
export function foldable(part, key, isOpen) {
  const said = recall(key);
  part.open = said === null ? isOpen : said === "open";
  part.querySelector("summary")?.addEventListener("click", () => remember(key, part.open ? "folded" : "open"));
}

/** @type {NodeListOf<HTMLDetailsElement>} */
const folding = document.querySelectorAll("details[data-folds]");
for (const part of folding) foldable(part, `stumper:read:${part.dataset.folds}`, part.open);

// A form that ends in a dialog is sent only from there. Escape and the other button leave everything as it is, and the
// browser gives the focus back. Other listeners hear of the form only once it is sent.

document.addEventListener("submit", (event) => askFirst(event), true);

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.matches("[data-cancel]")) target.closest("dialog")?.close();
});

/**
 * Whether somebody chooses to go on in the dialog of this id, which no form ends in; its title may name what it is about.
 *
 * @param {string} id
 * @param {string} [title]
 * @returns {Promise<boolean>}
 */
export function confirmed(id, title) {
  const dialog = byId(id, HTMLDialogElement);
  if (title !== undefined) byId(`${id}-title`, HTMLHeadingElement).textContent = title;
  dialog.returnValue = ""; // Escape leaves what was chosen the last time
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** @param {SubmitEvent} event */
function askFirst(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const dialog = form.querySelector("dialog.confirm");
  if (!(dialog instanceof HTMLDialogElement) || dialog.contains(event.submitter)) return;
  event.preventDefault();
  event.stopPropagation();
  dialog.showModal();
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
