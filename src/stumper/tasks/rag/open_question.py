"""What a retrieval-augmented system is asked."""

from dataclasses import dataclass

from stumper.types import Gold, Passage, Query

UNTOLD = frozenset(("yes", "no", "true", "false"))  # answers that passages do not hold as words


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question with ``passages``, ranked, best first; None: the system finds some in an index of its own.

    Of that index ``added`` are passages that it holds for this question alone, ``removed`` the ids of those that it
    does without. A question with passages has neither.
    """

    text: str
    passages: tuple[Passage, ...] | None = None
    added: tuple[Passage, ...] = ()
    removed: tuple[str, ...] = ()


def gold_passages(gold: Gold) -> tuple[Passage, ...]:
    """The passages that together say the answer: of several such sets, those of the first whose words are known."""
    known = {passage.id: passage for passage in gold.passages}
    for ids in gold.evidence_sets:
        if ids <= known.keys():
            return tuple(passage for passage in gold.passages if passage.id in ids)
    return ()


def changes(before: OpenQuestion, after: OpenQuestion) -> tuple[tuple[Passage, ...], frozenset[str]]:
    """The passages that a variant puts in, and the ids of those of its original that it does without."""
    old, kept = before.passages or (), after.passages or ()
    new = tuple(one for one in (*kept, *after.added) if one not in old)
    return new, frozenset(one.id for one in old if one not in kept).union(after.removed)


def regiven(variant: Query, before: Query, now: Query) -> Query:
    """The variant of a question for that question where it is given other passages: those that the variant does without
    are taken from them, and those that it puts in stand behind them. One that gives passages to a question without any
    stays as it is: their order is what it is about."""
    assert isinstance(variant, OpenQuestion), "an open question"
    assert isinstance(before, OpenQuestion), "an open question"
    assert isinstance(now, OpenQuestion), "an open question"
    gives = before.passages is None and variant.passages is not None
    if gives or now.passages == before.passages or now.passages is None:
        return variant
    new, gone = changes(before, variant)
    kept = [one for one in now.passages if one.id not in gone]
    return OpenQuestion(variant.text, (*kept, *(one for one in new if one not in kept)))
