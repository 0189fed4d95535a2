"""The passages that answer, taken away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.mined import passages_in, passages_of
from stumper.adversaries.rag.putting import of_each, open_query, taken_away
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.tasks.rag.open_question import UNTOLD
from stumper.tasks.rag.retrieved import is_among
from stumper.text import normalise_answer, says_answer, tokens
from stumper.types import Example, Nothing, Passage, Perturbation

KIND = "passage withhold"
SHARE = 0.6  # of a question's words beside the answer in a passage: it may answer


@dataclass(frozen=True, slots=True)
class PassageWithhold:
    """Takes all passages away that say the answer: who abstains is right then, and whoever answers is wrong.

    These are the gold ones, and others at hand that have an answer beside most words of the question: of the data set,
    and of ``corpus``, a file or folder as in ``rag:PATH``.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    changes: ClassVar[Sequence[str]] = ("removed",)
    searches: ClassVar[bool] = False
    goal: ClassVar[str] = "answered_anyway"

    corpus: Path | None = None

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One proposal for each example."""
        passages = [*passages_of(examples), *passages_in(self.corpus)]
        said = {one: _Said.of(one) for one in dict.fromkeys(passages)}
        at_hand = list({one.id: said[one] for one in passages}.values())
        return of_each(examples, rng, lambda example, _: _made(example, at_hand, said))


@dataclass(frozen=True, slots=True)
class _Said:
    """A passage with its words."""

    passage: Passage
    words: frozenset[str]

    @staticmethod
    def of(passage: Passage) -> "_Said":
        return _Said(passage, frozenset(tokens(f"{passage.title} {passage.text}")))


def _made(example: Example, known: Sequence[_Said], said: Mapping[Passage, _Said]) -> list[Perturbation] | Nothing:
    gold = example.gold
    if gold.answerable is False or not gold.answers:
        return Nothing("the question has no answer that could be taken away")
    ids = [id for ids in gold.evidence_sets for id in sorted(ids)]
    if not ids:
        return Nothing("the data does not say which passages answer")
    given = open_query(example).passages
    at_hand = known if given is None else [said.get(one) or _Said.of(one) for one in given]
    others = [one.id for one in _answering(at_hand, example) if one.id not in ids]
    if given is not None:
        others += [one.id for one in given if any(is_among(each, (one.text, one.id)) for each in gold.passages)]
        if not {*ids, *others} & {one.id for one in given}:
            return Nothing("no gold passage is among those that are given")
    return [taken_away(example, (*ids, *others), replace(gold, answers=(), answerable=False), (KIND, "gold passages"))]


def _answering(at_hand: Sequence[_Said], example: Example) -> Iterator[Passage]:
    """The passages that may answer as well: they have an answer, and most words of the question."""
    asked = frozenset(tokens(example.query.text)) - FUNCTION_WORDS
    answers = [one.text for one in example.gold.answers if normalise_answer(one.text) not in UNTOLD]
    for one in at_hand if asked else ():
        passage = one.passage
        if len(asked & one.words) >= SHARE * len(asked) and says_answer(f"{passage.title} {passage.text}", answers):
            yield passage
