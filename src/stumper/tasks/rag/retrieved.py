"""Whether what a system retrieved or cited is a certain passage: by its id, or by its words where it names none."""

from collections.abc import Sequence

from stumper.tasks.rag.open_question import OpenQuestion
from stumper.text import normalise_answer
from stumper.types import Gold, Passage, Prediction

LONGEST_ID = 3  # words: of more it is a text
SHARE = 0.5  # of a passage that a part of it must hold at least, to be taken for it


def retrieved(query: OpenQuestion, prediction: Prediction) -> tuple[str, ...]:
    """What the system had before it for a question, each passage once: what it was given, else what it says."""
    if query.passages is not None:
        return tuple(passage.id for passage in query.passages)
    return tuple(dict.fromkeys(prediction.retrieved or ()))


def tells(query: OpenQuestion, prediction: Prediction) -> bool:
    """Whether it is known what the system had before it, be it nothing: it was given that, or says it."""
    return query.passages is not None or prediction.retrieved is not None


def strays(query: OpenQuestion, gold: Gold, prediction: Prediction) -> tuple[str, ...]:
    """The ids that a system returned as retrieved which no passage has that was given or added for the question, or of
    a system that finds its own answers it. What is no id but a text is none of them."""
    passages = (*(query.passages or ()), *query.added)
    known = {one.id for one in passages}
    if query.passages is None:
        known |= frozenset[str]().union(*gold.evidence_sets).union(one.id for one in gold.passages)
    ids = [one for one in prediction.retrieved or () if one not in known]
    return tuple(one for one in ids if is_id(one) and not any(is_among(passage, [one]) for passage in passages))


def is_id(name: str) -> bool:
    """Whether what names a passage is no text of it."""
    return len(name.split()) <= LONGEST_ID


def named_by(query: OpenQuestion, prediction: Prediction) -> tuple[str, ...]:
    """The ids and texts by which a passage may be known among what was ``retrieved``."""
    return (*retrieved(query, prediction), *(passage.text for passage in query.passages or ()))


def is_among(passage: Passage, named: Sequence[str]) -> bool:
    """Whether a passage is named: by its id, or by a text that holds all its words or is half of it at least."""
    if passage.id in named:
        return True
    own = normalise_answer(passage.text)
    return bool(own) and any(
        f" {own} " in f" {said} " or (said in own and len(said) >= SHARE * len(own)) for said in _texts(named)
    )


def has_gold(gold: Gold, named: Sequence[str]) -> bool:
    """Whether the passages of one of the gold sets are all named; False where the data has no such set."""
    known = {passage.id: passage for passage in gold.passages}
    return any(all(is_among(known.get(id, Passage(id, "")), named) for id in ids) for ids in gold.evidence_sets)


def _texts(named: Sequence[str]) -> list[str]:
    """Those of the names that are texts rather than ids."""
    return [normalise_answer(one) for one in named if not is_id(one)]
