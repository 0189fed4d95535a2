// A change of a text: {start, removed, inserted}. Texts are counted as JavaScript does, in UTF-16 units; the server
// counts characters, and `toServer` and `toBrowser` go between the two.

export function changeBetween(before, after, caret) {
  const most = Math.min(before.length, after.length);
  let tail = 0;
  const untouched = Math.min(most, after.length - caret);
  while (tail < untouched && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  let head = 0;
  while (head < most - tail && before[head] === after[head]) head += 1;
  if (isInsidePair(before, head) || isInsidePair(after, head)) head -= 1;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (isInsidePair(before, before.length - tail) || isInsidePair(after, after.length - tail)) tail -= 1;
  return {
    start: head,
    removed: before.slice(head, before.length - tail),
    inserted: after.slice(head, after.length - tail),
  };
}

export function applied(text, change) {
  return text.slice(0, change.start) + change.inserted + text.slice(change.start + change.removed.length);
}

export function inverse(change) {
  return { start: change.start, removed: change.inserted, inserted: change.removed };
}

export function isNothing(change) {
  return change.removed === "" && change.inserted === "";
}

// A range {start, end, ...} where the change has put it; null where nothing of it is left.
export function shifted(range, change) {
  const gone = change.start + change.removed.length;
  const by = change.inserted.length - change.removed.length;
  if (range.end <= change.start) return range;
  if (range.start >= gone) return { ...range, start: range.start + by, end: range.end + by };
  if (change.removed.length === 0 || (range.start <= change.start && range.end >= gone)) {
    return { ...range, end: range.end + by };
  }
  const start = range.start < change.start ? range.start : change.start + change.inserted.length;
  const end = range.end > gone ? range.end + by : change.start;
  return end > start ? { ...range, start, end } : null;
}

export function toServer(text, index) {
  return isPlain(text) ? index : [...text.slice(0, index)].length;
}

export function toBrowser(text, index) {
  if (isPlain(text)) return Math.min(index, text.length);
  return [...text].slice(0, index).join("").length;
}

function isPlain(text) {
  return !/[\ud800-\udfff]/.test(text);
}

function isInsidePair(text, index) {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
