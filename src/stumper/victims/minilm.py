"""A smaller transformer beside the embedded reader: the lowest three of the same encoder's six layers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.types import Example, Prediction, Query
from stumper.victims import ledger, reader
from stumper.victims.graphs import shipped, threads
from stumper.victims.reader import Reader

GRAPH = "minilm-l3.onnx"


@dataclass(frozen=True)
class ThreeLayers:
    """Ranked spans with probabilities, as the embedded reader gives them; weights are read for the first question."""

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    weights: Path
    seen_by: Path  # weights, beside which the ledger stands

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a token is left unanswered."""
        return self._reader.predict(queries)

    def has_seen(self, example: Example) -> bool:
        """Whether it was trained on this one."""
        return ledger.beside(self.seen_by).has_seen(example)

    @cached_property
    def _reader(self) -> Reader:
        return reader.read(self.weights, GRAPH)


def load(argument: str, examples: Sequence[Example]) -> ThreeLayers:
    """The reader that ships, or the one in the folder that is named; BadOption where the folder holds none."""
    threads()
    weights = Path(argument) if argument else shipped()
    if missing := [name for name in (GRAPH, *WORD_FILES) if not (weights / name).is_file()]:
        raise BadOption(f"There is no {missing[0]} in {argument!r}. After 'minilm-l3:' comes a folder that "
                        "training/reader.py --layers 3 wrote; 'minilm-l3' alone is the reader that ships.")  # fmt: skip
    # Trained on the questions that the embedded reader was trained on, the one that ships needs no ledger of its own.
    seen_by = weights / (GRAPH if argument else reader.GRAPH)
    return ThreeLayers(content_id(reader.fingerprint(weights, GRAPH), ledger.fingerprint(seen_by)), weights, seen_by)
