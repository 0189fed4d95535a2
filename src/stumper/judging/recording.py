"""Judgements on their way into the store, where none that is there is lost unless its annotator wants it."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.errors import BadData
from stumper.store import Store
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class Recorded:
    """How many judgements were new, how many were there just so, and how many took the place of another."""

    new: int
    known: int
    replaced: int


def record(store: Store, judgements: Sequence[Judgement], replaces: bool = False) -> Recorded:
    """The judgements are in the store, beside all that was there.

    One that says something else than the same annotator said before takes its place where ``replaces`` is true; else it
    raises BadData, and nothing is recorded.
    """
    ids = [judgement.perturbation_id for judgement in judgements]
    before = {(found.perturbation_id, found.annotator): found for found in store.judgements(ids)}
    known = [before.get((judgement.perturbation_id, judgement.annotator)) for judgement in judgements]
    changed = [new for new, old in zip(judgements, known, strict=True) if old not in (None, new)]
    if changed and not replaces:
        raise BadData(
            f"{changed[0].annotator!r} judged {len(changed)} of these {len(judgements)} otherwise before, the first "
            f"being {changed[0].perturbation_id}. Name another --annotator, or replace what was said with --replace."
        )
    store.put_judgements(judgements)
    new = known.count(None)
    return Recorded(new, len(judgements) - new - len(changed), len(changed))
