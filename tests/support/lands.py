"""Forty lands with their capitals, a system that finds passages by shared words, and attacks on it, made by hand."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Edit, Example, Gold, Guess, Nothing, Passage, Perturbation, Prediction, Query, Verdict

CORPUS = tuple(Passage(f"p{i}", f"The capital of land {i} is town {i}.", f"Land {i}") for i in range(36))
QUESTIONS = tuple(
    Example(
        f"q{i}",
        OpenQuestion(f"What is the capital of land {i}?"),
        Gold(
            (Answer(f"town {i}"),),
            evidence_sets=(frozenset({f"p{i}"}),),
            passages=(Passage(f"p{i}", f"The capital of land {i} is town {i}.", f"Land {i}"),),
        ),
    )
    for i in range(40)  # of the last four no passage is in the corpus
)


class ByWords:
    """Retrieves the three passages that share the most words with a question, and answers with the end of the first."""

    fingerprint = "by-words-1"
    tasks = ("rag",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [self._said(query) for query in queries]

    def _said(self, query: Query) -> Prediction:
        assert isinstance(query, OpenQuestion)
        had = [one for one in (*query.added, *CORPUS) if one.id not in query.removed]
        asked = set(query.text.lower().strip("?").split())
        best = sorted(had, key=lambda one: -len(asked & set(one.text.lower().strip(".").split())))[:3]
        answer = best[0].text.strip(".").split(" is ")[-1]
        return Prediction((Guess(answer, 0.9),), 0.9, (best[0].id,), tuple(one.id for one in best))


Proposals = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]


@dataclass(frozen=True, slots=True)
class Sea:
    """Puts in what is said of a sea by the question's words; of every second question nothing."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        if int(example.id[1:]) % 2:
            return Nothing("an odd one")
        yield [added(example, f"What is the capital of land {example.id[1:]} by the sea is Venice.", example.gold)]
        return None


@dataclass(frozen=True, slots=True)
class Poison:
    """Wants Rome to be said."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    goal: ClassVar[str] = "target_given"
    searches: ClassVar[bool] = False

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        text = f"{example.query.text.strip('?')} is Rome."
        yield [added(example, text, replace(example.gold, rejects=("Rome",)))]
        return None


@dataclass(frozen=True, slots=True)
class Withheld:
    """Takes the gold passages out."""

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    goal: ClassVar[str] = "answered_anyway"
    searches: ClassVar[bool] = False

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        query = replace(example.query, removed=tuple(one.id for one in example.gold.passages))  # type: ignore[type-var]
        gold = replace(example.gold, answers=(), answerable=False)
        yield [Perturbation(example.id, query, gold, (Edit("passages", 0, 0, "", "withhold"),))]
        return None


def added(example: Example, text: str, gold: Gold) -> Perturbation:
    """The question with a passage of this text in the index."""
    query = example.query
    assert isinstance(query, OpenQuestion)
    passage = Passage(f"{example.id}+", text, "Added")
    return Perturbation(example.id, replace(query, added=(passage,)), gold, (Edit("passages", 0, 0, text, "added"),))
