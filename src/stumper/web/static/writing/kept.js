// What is kept on this device of an item in hand, so that nothing of it depends on the server.

const PREFIX = "stumper.writing.";

export function readKept(assignment) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + assignment));
    return kept && typeof kept.text === "string" && Array.isArray(kept.pending) ? kept : null;
  } catch {
    return null;
  }
}

// Whether it could be kept.
export function keep(assignment, state) {
  const text = JSON.stringify(state);
  return stored(assignment, text) || (forgetOthers(assignment) && stored(assignment, text));
}

function stored(assignment, text) {
  try {
    localStorage.setItem(PREFIX + assignment, text);
    return true;
  } catch {
    return false;
  }
}

// Whether there is more room now: the other items, but for those that hold what the server lacks, are forgotten.
function forgetOthers(assignment) {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + assignment);
    const sent = others.filter((key) => !readKept(key.slice(PREFIX.length))?.pending.length);
    for (const key of sent) localStorage.removeItem(key);
    return sent.length > 0;
  } catch {
    return false;
  }
}
