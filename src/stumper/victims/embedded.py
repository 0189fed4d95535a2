"""What ships in the package and answers: a reader for questions, a retrieval with a verifier for claims; no torch, no
download."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.models.words import read_words
from stumper.types import Claim, Example, Passage, Prediction, Query, Question, Weight
from stumper.victims import reader
from stumper.victims.gradients import claim_saliency, question_saliency
from stumper.victims.reader import FILES, Reader, read
from stumper.victims.sessions import shipped, threads
from stumper.victims.systems import System, system
from stumper.victims.verifying import GRAPHS

__all__ = ["Embedded", "Reader", "load", "read"]
READER, VERIFIER = "reader.onnx", GRAPHS["transformer"]


@dataclass(frozen=True)
class Embedded:
    """Spans for questions, labels with evidence for claims. Weights and pages are read when they are first needed."""

    fingerprint: str
    weights: Path
    verifying: System

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, in order."""
        claims = [query for query in queries if isinstance(query, Claim)]
        questions = [query for query in queries if not isinstance(query, Claim)]
        verdicts = iter(self.verifying.predict(claims) if claims else ())
        answers = iter(self.reader.predict(questions) if questions else ())
        return [next(verdicts) if isinstance(query, Claim) else next(answers) for query in queries]

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        """Gradient x embedding of the words that ``saliency.leave_one_out`` takes out, in the same order.

        It is of the log probability of the answer; of a claim's label, for the sentence that speaks for all.
        """
        if isinstance(query, Claim):
            folder, decided = self.verifying.weights, self.verifying.decided_by(query)
            return claim_saliency(read_words(folder), folder / VERIFIER, query, decided, answer)
        assert isinstance(query, Question), "the embedded systems read questions and claims"
        return question_saliency(self.reader, self.weights / READER, query, answer)

    def passage(self, id: str) -> Passage | None:
        """The sentence of this id, as it is read for a claim; None where the pages do not have it."""
        return self.verifying.passage(id)

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where a claim's gold evidence that is to be found is not on the pages."""
        self.verifying.check_evidence(examples)

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
    verifying = system("transformer", "bm25", "" if is_weights else argument, folder if has_verifier else None)
    return Embedded(content_id(reader.fingerprint(weights), verifying.fingerprint), weights, verifying)
