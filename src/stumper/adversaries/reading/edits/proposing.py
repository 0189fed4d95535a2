"""How an edit comes to its candidates: in one batch, each once, no more than asked for."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Protocol

from stumper.errors import BadOption
from stumper.identity import query_id
from stumper.types import Example, Nothing, Perturbation, Verdict


class EditOf(Protocol):
    """An edit of a paragraph or a question: a frozen dataclass of its options with this one method."""

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The candidates, the most natural first; none where nothing can be done safely."""
        ...


def one_batch(
    edit: EditOf, example: Example, original: Verdict, rng: Random
) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
    """All candidates of an edit in one batch; the referee takes the worst."""
    if not (found := edit.proposals(example, rng)):
        return Nothing("this edit can be made nowhere so that it is sure what is right")
    yield found
    return None


def first(most: int, found: Iterable[Perturbation | None]) -> list[Perturbation]:
    """The first ``most`` candidates whose queries differ; a None is a candidate that lost an answer."""
    return list(islice(_new(found), most))


def at_least_one(adversary: str, option: str, value: int) -> None:
    """BadOption where an option that counts is less than 1."""
    if value < 1:
        raise BadOption(f"The option {option!r} of {adversary} is a number of 1 or more, not {value}.")


def _new(found: Iterable[Perturbation | None]) -> Iterator[Perturbation]:
    seen: set[str] = set()
    for perturbation in found:
        if perturbation is not None and (key := query_id(perturbation.query)) not in seen:
            seen.add(key)
            yield perturbation
