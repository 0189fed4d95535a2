"""What ships in the package and answers: a reader for questions, a retrieval with a verifier for claims, a guesser for
tossups; no torch, no download."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.models.vocabulary import read_words
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Example, Passage, Prediction, Query, Weight
from stumper.victims import ledger, reader
from stumper.victims.gradients import claim_saliency, question_saliency
from stumper.victims.graphs import shipped, threads
from stumper.victims.guessing.guesser import Guesser
from stumper.victims.guessing.opening import guesser
from stumper.victims.reader import FILES, Reader, read
from stumper.victims.reader import GRAPH as READER
from stumper.victims.systems import System, system
from stumper.victims.verifying import GRAPHS

__all__ = ["Embedded", "Reader", "load", "read"]
VERIFIER = GRAPHS["transformer"]


@dataclass(frozen=True)
class Embedded:
    """Spans for questions, labels with evidence for claims, answers with past questions for tossups.

    Weights and pages are read when they are first needed.
    """

    tasks: ClassVar[Sequence[str]] = ("reading", "verification", "quizbowl")

    fingerprint: str
    weights: Path
    verifying: System
    guessing: Guesser

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, in order."""
        found: dict[type[Query], Iterator[Prediction]] = {}
        for kind, predict in self._by_kind().items():
            asked = [query for query in queries if isinstance(query, kind)]
            found[kind] = iter(predict(asked) if asked else ())
        return [next(found[type(query)]) for query in queries]

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        """Gradient x embedding of the words that ``saliency.leave_one_out`` takes out, in the same order.

        It is of the log probability of the answer; of a claim's label, for the sentence that speaks for all. In a
        tossup it is what each word adds to the answer's score.
        """
        if isinstance(query, Tossup):
            return self.guessing.saliency(query, answer)
        if isinstance(query, Claim):
            folder, decided = self.verifying.weights, self.verifying.decided_by(query)
            return claim_saliency(read_words(folder), folder / VERIFIER, query, decided, answer)
        assert isinstance(query, Question), "the embedded systems read questions, claims and tossups"
        return question_saliency(self.reader, self.weights / READER, query, answer)

    def passage(self, id: str) -> Passage | None:
        """The sentence of this id, as it is read for a claim, or the past question; None where there is neither."""
        return self.verifying.passage(id) if ":" in id else self.guessing.passage(id)

    @property
    def answers(self) -> Sequence[str]:
        """All that it can answer to a tossup."""
        return self.guessing.answers

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where a claim's gold evidence that is to be found is not on the pages."""
        self.verifying.check_evidence(examples)

    def has_seen(self, example: Example) -> bool:
        """Whether what answers such a query was trained or tuned on this one."""
        if isinstance(example.query, Claim):
            return self.verifying.has_seen(example)
        if isinstance(example.query, Tossup):
            return self.guessing.has_seen(example)
        return ledger.beside(self.weights / READER).has_seen(example)

    def _by_kind(self) -> Mapping[type[Query], Callable[[Sequence[Query]], list[Prediction]]]:
        """What answers each kind of query; the reader's weights are read when there is a question."""
        return {
            Claim: self.verifying.predict,
            Tossup: self.guessing.predict,
            Question: lambda queries: self.reader.predict(queries),
        }

    @cached_property
    def reader(self) -> Reader:
        """What answers questions."""
        return read(self.weights)


def load(argument: str, examples: Sequence[Example]) -> Embedded:
    """The embedded systems; ``argument`` names weights or pages in place of those that ship.

    It is a folder of a reader's or a transformer verifier's weights, or else pages to retrieve from, in a file or
    folder of FEVER's format or in the folder of an index. BadOption where it is neither.
    """
    threads()
    folder = Path(argument)
    has_reader, has_verifier = (bool(argument) and (folder / graph).is_file() for graph in (READER, VERIFIER))
    if argument and not (has_reader or has_verifier) and not folder.exists():
        raise BadOption(f"There is no {argument!r}. After 'embedded:' comes a folder of weights that "
                        "training/reader.py or training/verifier.py wrote, or pages to retrieve from.")  # fmt: skip
    if has_reader and (missing := [name for name in FILES if not (folder / name).is_file()]):
        raise BadOption(f"{argument!r} is no folder of a reader's weights: it has no {missing[0]}. Name one that "
                        "training/reader.py wrote, or say 'embedded' alone.")  # fmt: skip
    is_weights = has_reader or has_verifier
    weights = folder if has_reader else shipped()
    verifying = system("embedded", "" if is_weights else argument, folder if has_verifier else None)
    guessing = guesser("ensemble", "")
    seen = ledger.fingerprint(weights / READER)
    parts = reader.fingerprint(weights), seen, verifying.fingerprint, guessing.fingerprint
    return Embedded(content_id(*parts), weights, verifying, guessing)
