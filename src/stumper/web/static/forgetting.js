// Whoever logs out, perhaps of a computer that others use, leaves none of their texts on it.

const TEXTS = ["stumper.writing.", "stumper:entered:"];

for (const form of document.querySelectorAll("form[data-forgets]")) {
  // Only once the page goes: until then what is being written is kept, lest the log-out fails.
  form.addEventListener("submit", () => window.addEventListener("pagehide", forget));
}

function forget() {
  try {
    const keys = Object.keys(localStorage).filter((key) => TEXTS.some((prefix) => key.startsWith(prefix)));
    for (const key of keys) localStorage.removeItem(key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // nothing could be kept here
  }
}
