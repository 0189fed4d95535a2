"""The control of passages: one more, as long as that of passage-sent, about something else."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.as_read import as_read
from stumper.adversaries.rag.mined import passages_in
from stumper.adversaries.rag.putting import Place, of_each, open_query, put
from stumper.adversaries.rag.sent_passages import sent_passages
from stumper.adversaries.reading.addsent.candidates import Wanted
from stumper.errors import BadOption
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.protocols import Control
from stumper.retrieval.corpus import of_dataset
from stumper.tasks.reading.squad import bundled
from stumper.text import sentences, tokens, words
from stumper.types import Example, Nothing, Passage, Perturbation

KIND = "passage benign"
LENGTH = 25  # words, where passage-sent makes nothing
NEAREST = 8  # passages, by length, that one is drawn from


@dataclass(frozen=True, slots=True)
class PassageBenign:
    """Adds a passage as long as passage-sent's that has nothing to do with the question.

    It is the first sentences of one of ``source``, a corpus; without it, of the bundled set of reading. It has no word
    of an answer or of a gold passage's title, and none of more than three letters of the question. ``length`` is in
    words.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "controls"
    control: ClassVar[Control] = "longer"
    searches: ClassVar[bool] = False

    source: Path | None = None
    length: int | None = None
    place: Place = "random"
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise BadOption(f"The option 'length' of passage-benign is a number of 1 or more, not {self.length}.")

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One proposal for each example."""
        beginnings = list(_beginnings(self._passages()))
        lengths = {} if self.length is not None else _lengths(examples, self.pipeline)
        usual = self.length or LENGTH
        return of_each(
            examples,
            rng,
            lambda example, chance: self._made(example, beginnings, lengths.get(example.id, usual), chance),
        )

    def _passages(self) -> Iterable[Passage]:
        return of_dataset(bundled()) if self.source is None else passages_in(self.source)

    def _made(
        self, example: Example, beginnings: Sequence["_Beginning"], length: int, rng: Random
    ) -> list[Perturbation] | Nothing:
        query, gold = open_query(example), example.gold
        near = {word for one in (*gold.answers,) for word in tokens(one.text)}
        near |= {word for one in gold.passages for word in tokens(one.title)}
        near |= {word for word in tokens(query.text) if len(word) > 3}
        near -= FUNCTION_WORDS
        behind = (*(query.passages or ()), *query.added, *gold.passages)
        unrelated = [
            one for one in beginnings if not one.words & near and not any(one.text in each.text for each in behind)
        ]
        if not unrelated:
            return Nothing("every passage of the source shares a word with the question, an answer or a gold passage")
        nearest = sorted(unrelated, key=lambda one: (abs(one.length - length), one.text))[:NEAREST]
        chosen = rng.choice(nearest)
        return [put(example, [Passage("", chosen.text, chosen.title)], (KIND, ""), rng, self.place)]


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The first sentences of a passage."""

    text: str
    title: str
    length: int  # words
    words: frozenset[str]


def _beginnings(passages: Iterable[Passage]) -> Iterator[_Beginning]:
    for passage in passages:
        for sentence in sentences(passage.text):
            text = passage.text[: sentence.end].strip()
            yield _Beginning(text, passage.title, len(words(text)), frozenset(tokens(f"{passage.title} {text}")))


def _lengths(examples: Sequence[Example], pipeline: str) -> dict[str, int]:
    """How many words passage-sent adds to each example of which it makes something."""
    reads = [read for example in examples if (read := as_read(example)) is not None]
    made = sent_passages(reads, Wanted(fakes=1), pipeline)
    return {
        read.example.id: len(words(found[0].passage.text)) for read, found in zip(reads, made, strict=True) if found
    }
