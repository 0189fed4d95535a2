"""What every change of an open question, or of the passages behind it, must keep to."""

from dataclasses import replace

from stumper.constraints import same_example
from stumper.protocols import Constraint
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.retrieved import has_gold
from stumper.types import Example, Passage, Perturbation

LONGEST_PASSAGE = 20_000  # characters


def one_side(example: Example, perturbation: Perturbation) -> str | None:
    """Either the question is said otherwise, or the passages behind it are others."""
    before, after = _open(example.query), _open(perturbation.query)
    if before.text == after.text or replace(after, text=before.text) == before:
        return None
    return "the question and its passages must not change together"


def given_or_found(example: Example, perturbation: Perturbation) -> str | None:
    """Passages that were given stay given: nothing is added to an index, or taken out, beside them."""
    after = _open(perturbation.query)
    if after.passages is not None and (after.added or after.removed):
        return "passages are given, so that none can be added to an index or taken out of it"
    return None


def answers_follow(example: Example, perturbation: Perturbation) -> str | None:
    """The right answers stay what they are, but for answers that are not to be given; or there is none any more."""
    before, after = example.gold, perturbation.gold
    if before.answerable is not False and after.answerable is False and not after.answers:
        return _taken_away(example, perturbation)
    if replace(after, rejects=before.rejects, passages=before.passages, evidence_sets=before.evidence_sets) != before:
        return "the right answers must stay as they are"
    return None


def _taken_away(example: Example, perturbation: Perturbation) -> str | None:
    """The fault of a question that was to have no answer any more, while passages that say it still stand."""
    query = _open(perturbation.query)
    if query.text != _open(example.query).text:  # it asks for something else
        return None
    if query.passages is None:
        ids = frozenset[str]().union(*example.gold.evidence_sets) - {*query.removed}
    else:
        ids = frozenset(passage.id for passage in query.passages)
    if has_gold(example.gold, [*ids, *(passage.text for passage in (*query.added, *(query.passages or ())))]):
        return "passages that say the answer still stand, so that the question has one"
    return None


def passages_are_whole(example: Example, perturbation: Perturbation) -> str | None:
    """No passage is empty or too long, and no two have one id."""
    query = _open(perturbation.query)
    passages = (*(query.passages or ()), *query.added)
    ids = [passage.id for passage in passages]
    if len(set(ids)) < len(ids):
        return "two passages have one id"
    for passage in passages:
        if not passage.text.strip():
            return f"the passage {passage.id!r} is empty"
        if (fault := too_long(passage)) is not None:
            return fault
    return None


def too_long(passage: Passage) -> str | None:
    """That a passage is longer than any may be; None where it is not."""
    if len(passage.text) <= LONGEST_PASSAGE:
        return None
    return f"the passage {passage.id!r} is longer than {LONGEST_PASSAGE:,} characters (it has {len(passage.text):,})"


def _open(query: object) -> OpenQuestion:
    assert isinstance(query, OpenQuestion), "an open question"
    return query


CONSTRAINTS: tuple[Constraint, ...] = (same_example, one_side, given_or_found, answers_follow, passages_are_whole)
