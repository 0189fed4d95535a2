"""The second control: a true-sounding sentence that has nothing to do with the question."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.insertion import Place, inserted
from stumper.datasets import open_dataset
from stumper.errors import BadOption
from stumper.protocols import Control
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.text import sentences, tokens, words
from stumper.types import Example, Nothing, Perturbation, Verdict

NEAREST = 20  # sentences, by length, that one is drawn from


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    title: str
    length: int  # words
    tokens: frozenset[str]


@dataclass(frozen=True)
class AddBenign:
    """Adds a sentence of about ``length`` words from another article, of ``source`` or of the bundled set.

    It shares no word of a gold answer, and no more than common words with the question, so a drop is the effect of
    a longer paragraph alone.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "controls"
    control: ClassVar[Control] = "longer"
    searches: ClassVar[bool] = False

    source: Path | None = None
    place: Place = "append"
    length: int = 10

    def __post_init__(self) -> None:
        if self.length < 1:
            raise BadOption(f"The option 'length' of add-benign is a number of 1 or more, not {self.length}.")

    @cached_property
    def sentences(self) -> tuple[_Sentence, ...]:
        """The whole sentences of the source, each once."""
        examples = bundled() if self.source is None else open_dataset(self.source)
        contexts = {e.query.context.text: e.query.context.title for e in examples if isinstance(e.query, Question)}
        found = {
            stretch.text: _Sentence(stretch.text, title, len(words(stretch.text)), frozenset(tokens(stretch.text)))
            for text, title in contexts.items()
            for stretch in sentences(text)
        }
        return tuple(found.values())

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """One batch of one sentence; none where every sentence touches the example."""
        assert isinstance(example.query, Question), "a sentence is added to a question's paragraph"
        context = example.query.context
        forbidden = {token for answer in example.gold.answers for token in tokens(answer.text)}
        asked = {token for token in tokens(example.query.text) if len(token) > 3}
        unrelated = [
            sentence
            for sentence in self.sentences
            if sentence.title != context.title
            and sentence.text not in context.text
            and not sentence.tokens & forbidden
            and not sentence.tokens & asked
        ]
        unrelated.sort(key=lambda sentence: (abs(sentence.length - self.length), sentence.text))
        if not unrelated:
            return Nothing("every sentence of the source shares a word with the question, an answer or the article")
        benign = inserted(example, rng.choice(unrelated[:NEAREST]).text, self.place)
        yield [benign]
        return benign
