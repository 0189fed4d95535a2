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
