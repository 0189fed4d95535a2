// What is kept here and what the server has, made one state.

import { applied, changeBetween, inverse } from "./changes.js";
import { fits, newHistory, record } from "./history.js";

// `server` is {revision, text, label, changes}: its text, after that many changes. What is kept goes on from there where
// the changes that the server lacks lead from its text to ours. Else somebody wrote elsewhere: theirs is newer and is
// shown, and ours is one step of undo away; `isReplaced` says so where ours held something unsent.
export function reconciled(kept, server) {
  if (kept === null) return { state: { ...fresh(server), history: newHistory() }, isReplaced: false };
  const history = fits(kept.history, kept.text) ? kept.history : newHistory();
  if (textAfter(kept, server.changes) === server.text) {
    const pending = kept.pending.filter((change) => change.number > server.changes);
    const label = kept.isLabelUnsent ? kept.label : server.label;
    return { state: { ...kept, label, revision: server.revision, pending, history }, isReplaced: false };
  }
  record(history, changeBetween(kept.text, server.text, server.text.length), 0, { whole: true });
  return { state: { ...kept, ...fresh(server), history }, isReplaced: kept.pending.length > 0 };
}

// `made` counts the changes; `pending` are those that the server may lack.
function fresh(server) {
  return {
    text: server.text,
    label: server.label,
    isLabelUnsent: false,
    revision: server.revision,
    made: server.changes,
    pending: [],
  };
}

// Our text as it was after so many changes; null where that cannot be told any more.
function textAfter(kept, changes) {
  const undone = kept.pending.filter((change) => change.number > changes);
  if (undone.length !== kept.made - changes) return null;
  return undone.reverse().reduce((text, change) => applied(text, inverse(change)), kept.text);
}
