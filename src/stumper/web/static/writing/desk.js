// What one has in hands: what is typed, kept and compared, beside the model that answers or the machines that listen.

import { byId } from "../elements.js";
import { addresses } from "./address.js";
import * as answering from "./answering.js";
import { changeBetween } from "./changes.js";
import { newComparison } from "./comparison.js";
import { wireComingAndGoing, wireControls } from "./controls.js";
import { newDraft } from "./draft.js";
import { newEditor, watchPointer } from "./editor.js";
import { record, redo, undo } from "./history.js";
import { readKept } from "./kept.js";
import * as listening from "./listening.js";
import { offerLogIn } from "./opening.js";
import { reconciled } from "./reconcile.js";
import { newSaved } from "./saved.js";
import { newWeights } from "./weights.js";

const PATIENCE = 2000; // milliseconds that a press waits for the draft, so that the log of changes is whole by then

// `page` is what the server says of it: {project, item, desk: {field, choices, retrieves, composes}, submissions}.
export function furnish(opened, page) {
  const kind = page.desk.composes ? listening : answering;
  const paths = addresses(page.project, page.desk.composes);
  const { original, label, boxes, question } = kind.begun(opened);
  const begun = { revision: 0, text: original, label, ...opened.draft, changes: opened.changes };
  const { state, isReplaced } = reconciled(readKept(opened.assignment), begun);

  byId("desk").hidden = false;
  const saved = newSaved(byId("saved"));
  const comparison = newComparison(original, boxes);
  const weights = newWeights({ field: page.desk.field, question });
  const editor = newEditor(byId("text"), byId("copy"), {
    onChange(change) {
      record(state.history, change, Date.now());
      edited(change);
    },
    onUndo: () => step(undo),
    onRedo: () => step(redo),
  });
  const draft = newDraft(opened.assignment, state, {
    put: (body, options) => beside.send("PUT", paths.draft(opened.assignment), body, options),
    isAtWork: () => beside.isAtWork,
    on: {
      ...saved,
      saved(answer) {
        saved.saved();
        beside.saved(answer);
      },
      refused(error) {
        saved.refused(error.sentence);
        if (error.status === 401) offerLogIn();
      },
      conflict: rebase,
    },
  });
  // What stands beside the text, as `answering` and `listening` say.
  const beside = kind.newBeside({
    opened,
    page,
    paths,
    state,
    original,
    editor,
    draft,
    weights,
    press,
    drawButtons,
    shownAnew,
  });

  async function press(path, body, options) {
    await Promise.race([draft.flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
    return beside.send("POST", path, body, options);
  }

  // Whatever changed the text, it is kept, compared, and put to the model.
  function edited(change) {
    draft.changed(state.text, change, editor.text);
    shownAnew();
  }

  function shownAnew() {
    comparison.show(editor.text);
    beside.changed();
    drawButtons();
  }

  function step(direction) {
    if (beside.isOver) return;
    const change = direction(state.history);
    if (change !== null) {
      editor.change(change);
      edited(change);
    }
    editor.focus();
  }

  function reset() {
    const change = changeBetween(editor.text, original, original.length);
    record(state.history, change, Date.now(), { whole: true });
    editor.change(change);
    edited(change);
    editor.focus();
  }

  // The server has a newer draft than the one that ours was made from: perhaps ours, perhaps from elsewhere.
  function rebase(newer) {
    const now = reconciled(state, newer);
    const isOther = now.state.text !== editor.text || now.state.label !== state.label;
    Object.assign(state, now.state);
    draft.store();
    draft.soon();
    if (now.isReplaced) saved.elsewhere();
    if (!isOther) return;
    editor.text = state.text;
    beside.replaced();
    shownAnew();
  }

  function drawButtons() {
    byId("undo").disabled = beside.isOver || state.history.undo.length === 0;
    byId("redo").disabled = beside.isOver || state.history.redo.length === 0;
    beside.drawButtons();
  }

  wireControls({ undo: () => step(undo), redo: () => step(redo), reset, ...beside.controls });
  wireComingAndGoing({ leave: draft.leave, again: draft.again });
  watchPointer(byId("text"), weights.point);
  editor.text = state.text;
  if (!beside.isOver && (state.pending.length > 0 || state.isLabelUnsent)) draft.soon();
  else if (opened.draft) saved.saved();
  if (isReplaced) saved.elsewhere();
  comparison.show(editor.text);
  drawButtons();
  beside.begin();
}
