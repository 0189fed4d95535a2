// What was taken out of a text and what was put in, word by word: [{kind: "kept" | "removed" | "added", text}].

const MOST = 1500; // words between the common beginning and end, beyond which the whole stretch counts as replaced

export function wordDiff(before, after) {
  const old = words(before);
  const now = words(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const pieces = [
    ...old.slice(0, head).map((text) => ({ kind: "kept", text })),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map((text) => ({ kind: "kept", text })),
  ];
  return joined(pieces);
}

export function changedWords(diff, kind) {
  const text = diff
    .filter((piece) => piece.kind === kind)
    .map((piece) => piece.text)
    .join(" ");
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
}

function words(text) {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

function middle(old, now) {
  if (old.length > MOST || now.length > MOST) return replaced(old, now);
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const pieces = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      pieces.push({ kind: "kept", text: old[i] });
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      pieces.push({ kind: "removed", text: old[i++] });
    } else {
      pieces.push({ kind: "added", text: now[j++] });
    }
  }
  return [...pieces, ...replaced(old.slice(i), now.slice(j))];
}

function replaced(old, now) {
  return [...old.map((text) => ({ kind: "removed", text })), ...now.map((text) => ({ kind: "added", text }))];
}

// Neighbours of one kind made one. A space alone between two changes is changed with them, so that the whole reads
// as one replacement instead of word by word.
function joined(pieces) {
  const runs = [];
  let removed = "";
  let added = "";
  const close = () => {
    if (removed) runs.push({ kind: "removed", text: removed });
    if (added) runs.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  pieces.forEach((piece, index) => {
    if (piece.kind === "removed") {
      removed += piece.text;
    } else if (piece.kind === "added") {
      added += piece.text;
    } else if (removed && added && /^\s+$/.test(piece.text) && isChanged(pieces[index + 1])) {
      removed += piece.text;
      added += piece.text;
    } else {
      close();
      const last = runs.at(-1);
      if (last?.kind === "kept") last.text += piece.text;
      else runs.push({ kind: "kept", text: piece.text });
    }
  });
  close();
  return runs;
}

function isChanged(piece) {
  return piece !== undefined && piece.kind !== "kept";
}
