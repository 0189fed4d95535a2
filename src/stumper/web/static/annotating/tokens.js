// A text as the pieces that an answer may begin and end with.

// A number with its points; a letter of a script that writes no spaces; a word; a sign.
const PIECE = new RegExp(
  [
    String.raw`\d+(?:[.,]\d+)*`,
    String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]`,
    String.raw`[\p{L}\p{M}\p{N}]+`,
    String.raw`[^\s\p{L}\p{M}\p{N}]`,
  ].join("|"),
  "gu",
);

/** Words, numbers and signs with their place: `{text, start, end}`, offsets as JavaScript counts. */
export function tokens(text) {
  return [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({
    text: piece,
    start: index,
    end: index + piece.length,
  }));
}

/** How many characters stand before this offset, as the server counts: a sign beyond the basic plane is one. */
export function characters(text, offset) {
  return [...text.slice(0, offset)].length;
}
