// What this browser remembers; where it may not, nothing is remembered and everything else works.

export function recall(key) {
  return tried(() => localStorage.getItem(key));
}

export function remember(key, value) {
  tried(() => localStorage.setItem(key, value));
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
