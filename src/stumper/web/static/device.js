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
