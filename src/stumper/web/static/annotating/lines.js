// Where words stand on the lines of the page.

/** The first word of the line. */
export function lineStart(words, n) {
  return edge(words, n, -1);
}

/** The last word of the line. */
export function lineEnd(words, n) {
  return edge(words, n, 1);
}

/** The word nearest below; the text's last word on its last line. */
export function lineDown(words, n) {
  return nearest(words, n, words[lineEnd(words, n) + 1]) ?? words.length - 1;
}

/** The word nearest above; the text's first word on its first line. */
export function lineUp(words, n) {
  return nearest(words, n, words[lineStart(words, n) - 1]) ?? 0;
}

function edge(words, n, by) {
  let k = n;
  while (words[k + by]?.offsetTop === words[n].offsetTop) k += by;
  return k;
}

function nearest(words, n, onLine) {
  if (onLine === undefined) return null;
  const away = (word) => Math.abs(middle(word) - middle(words[n]));
  let best = null;
  words.forEach((word, k) => {
    if (word.offsetTop === onLine.offsetTop && (best === null || away(word) < away(words[best]))) best = k;
  });
  return best;
}

function middle(word) {
  return word.offsetLeft + word.offsetWidth / 2;
}
