"""What a retrieval-augmented system is asked."""

from dataclasses import dataclass

from stumper.types import Gold, Passage


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
