"""From the text that a person wrote to a perturbation: where the gold answers stand now, and what was changed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim, Label
from stumper.tasks.verification.constraints import OPPOSITES
from stumper.text import Change, word_diff
from stumper.types import Answer, Edit, Example, Perturbation


def perturbed(
    example: Example, text: str, label: Label | None = None, kinds: Sequence[str] = ()
) -> Perturbation:  # fmt: skip
    """The example with this text for its paragraph, or of a claim for the claim itself.

    Of a question, each gold answer stands where its characters were kept, else at the nearest place where its words
    stand as whole words; one that is gone has no place. Of a claim, ``label`` is what its author says that it is now;
    None where it is as before. ``kinds`` are the types of attack that its author sees in it.
    """
    kind = " + ".join(kinds)
    query, gold = example.query, example.gold
    if isinstance(query, Question):
        changes = word_diff(query.context.text, text)
        moved = tuple(_moved(answer, query.context.text, text, changes) for answer in gold.answers)
        changed = replace(query, context=replace(query.context, text=text))
        return Perturbation(example.id, changed, replace(gold, answers=moved), tuple(_edits(changes, "context", kind)))
    assert isinstance(query, Claim), "people change paragraphs and claims"
    before = gold.answers[0].text
    after = label or before
    edits = _edits(word_diff(query.text, text), "claim", kind)
    swaps = OPPOSITES.get(before) == after
    return Perturbation(
        example.id,
        replace(query, text=text),
        replace(gold, answers=(Answer(after),)) if after != before else gold,
        tuple(replace(edit, swaps_label=swaps) for edit in edits),
    )


def original_text(example: Example) -> str:
    """The text that a person changes: the paragraph of a question, or the claim."""
    return example.query.context.text if isinstance(example.query, Question) else example.query.text


def _moved(answer: Answer, before: str, after: str, changes: Sequence[Change]) -> Answer:
    if answer.start is None or not before.startswith(answer.text, answer.start):
        return answer
    end = answer.start + len(answer.text)
    expected = 0
    for old_start, new_start, length in _kept(changes):
        if old_start <= answer.start and end <= old_start + length:
            return replace(answer, start=new_start + answer.start - old_start)
        if old_start <= answer.start:
            expected = new_start + min(answer.start - old_start, length)
    is_whole = _is_whole(before, answer.start, end)
    places = [
        place
        for place in _occurrences(after, answer.text)
        if not is_whole or _is_whole(after, place, place + len(answer.text))
    ]
    return replace(answer, start=min(places, key=lambda place: abs(place - expected), default=None))


def _kept(changes: Sequence[Change]) -> Iterator[tuple[int, int, int]]:
    """The stretches that were kept: where each stood, where it stands, and its length."""
    old = 0
    for change in changes:
        if change.kind == "kept":
            yield old, change.start, len(change.text)
        if change.kind != "added":
            old += len(change.text)


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    """Every place where it stands, those that overlap as well; none for ""."""
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the characters [start, end) cut no word in two."""
    return not any(
        0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum() for at in (start, end)
    )  # fmt: skip


def _edits(changes: Sequence[Change], field: str, kind: str) -> Iterator[Edit]:
    """What was put in the place of what, in order."""
    old = 0
    removed, added = "", ""
    for change in (*changes, Change("kept", "", 0)):
        match change.kind:
            case "removed":
                removed += change.text
            case "added":
                added += change.text
            case "kept":
                if removed or added:
                    yield Edit(field, old, old + len(removed), added, kind)
                old += len(removed) + len(change.text)
                removed, added = "", ""
