"""How much each word of a query matters to an answer, for any victim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stumper.protocols import Explainer, Victim
from stumper.registry import task_of
from stumper.text import normalise_answer, words
from stumper.types import Guess, Prediction, Query, Weight
from stumper.victims.contract import checked


def explain(victim: Victim, query: Query, answer: str) -> list[Weight]:
    """The victim's own saliency where it is an ``Explainer``, else leave-one-out."""
    return victim.saliency(query, answer) if isinstance(victim, Explainer) else leave_one_out(victim, query, answer)


def leave_one_out(victim: Victim, query: Query, answer: str) -> list[Weight]:
    """Per word of the query, in order, the drop in the probability of the answer when the word is taken out.

    Equal answers are those that are equal when normalised. A victim without probabilities is sure of its best guess.
    A word of the answer itself counts like any other: without it the answer may not be there to give. One batch;
    BrokenVictim where the predictions cannot be believed.
    """
    found = cuts(query)
    queries = [query, *(cut.query for cut in found)]
    before, *after = checked(type(victim).__name__, queries, victim.predict(queries))
    return drops(found, before, after, answer)


def drops(cuts: Sequence["Cut"], before: Prediction, after: Sequence[Prediction], answer: str) -> list[Weight]:
    """Leave-one-out of predictions that are there: ``before`` of the whole query, ``after`` one a cut, in order."""
    wanted = normalise_answer(answer)
    whole = _probability(before, wanted)
    return [
        Weight(cut.field, cut.start, cut.end, whole - _probability(prediction, wanted))
        for cut, prediction in zip(cuts, after, strict=True)
    ]


def cuts(query: Query) -> list["Cut"]:
    """The query without each of its words in turn."""
    return list(_cuts(query))


@dataclass(frozen=True, slots=True)
class Cut:
    """A query without the characters [start, end) of a field, and without one space beside them."""

    field: str
    start: int
    end: int
    query: Query


def _cuts(query: Query) -> Iterator[Cut]:
    wire = task_of(query).wire
    for field, text in wire.fields(query).items():
        for start, end, rest in _without_each_word(text):
            yield Cut(field, start, end, wire.with_field(query, field, rest))


def _without_each_word(text: str) -> Iterator[tuple[int, int, str]]:
    for word in words(text):
        first, last = word.start, word.end
        if text[last : last + 1] == " ":
            last += 1
        elif text[first - 1 : first] == " ":
            first -= 1
        yield word.start, word.end, text[:first] + text[last:]


def _probability(prediction: Prediction, wanted: str) -> float:
    return sum(
        _belief(rank, guess)
        for rank, guess in enumerate(prediction.guesses)
        if normalise_answer(guess.answer) == wanted
    )


def _belief(rank: int, guess: Guess) -> float:
    if guess.probability is None:
        return 1.0 if rank == 0 else 0.0
    return guess.probability
