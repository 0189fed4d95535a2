"""The embedded reader on many passages: what it finds in each, and how strong that is beside other passages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from stumper.tasks.reading.question import Question
from stumper.text import normalise_answer
from stumper.types import Passage, Prediction
from stumper.victims.reader import Reader, read
from stumper.victims.spans import best_spans, strength

KEPT = 10_000  # readings that were asked for last: attacks on one passage leave the others as they were

Pair = tuple[str, str]  # a question and a passage's text


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a passage: spans with probabilities among those of this passage alone, and how strong the best
    of them is, which can be compared with other passages'. ``said`` is what each span says, however it is written."""

    spans: Prediction
    strength: float
    said: tuple[str, ...]

    @staticmethod
    def of(spans: Prediction, strength: float) -> "Reading":
        """The reading of these spans; what they say is worked out once, as it is compared in each attack."""
        said = tuple(normalise_answer(guess.answer) or guess.answer for guess in spans.guesses)
        return Reading(spans, strength, said)


@dataclass(frozen=True, slots=True)
class PassageReader:
    """Reads passages for questions, each pair once; those that were asked for last are kept."""

    reader: Reader
    _kept: dict[Pair, Reading] = field(default_factory=dict)

    def read(self, pairs: Sequence[Pair]) -> list[Reading]:
        """What is found for each pair; no reading depends on another. NUL and halves of characters are read as others,
        as no answer may hold them."""
        pairs = [(text, context.replace("\0", " ").encode(errors="replace").decode()) for text, context in pairs]
        found = {pair: kept for pair in pairs if (kept := self._kept.get(pair)) is not None}
        found |= self._read([pair for pair in dict.fromkeys(pairs) if pair not in found])
        for pair, reading in found.items():
            self._kept.pop(pair, None)  # what is asked for again goes last
            self._kept[pair] = reading
        for pair in list(self._kept)[: max(0, len(self._kept) - KEPT)]:
            self._kept.pop(pair, None)  # another thread may have let it go
        return [found[pair] for pair in pairs]

    def _read(self, pairs: Sequence[Pair]) -> dict[Pair, Reading]:
        cut = [self.reader.windows_of(Question(text, Passage("", context))) for text, context in pairs]
        found = {}
        for pair, rows, windows in zip(pairs, self.reader.scores(cut), cut, strict=True):
            scores = [row[:, 0] for row in rows], [row[:, 1] for row in rows], [window.offsets for window in windows]
            found[pair] = Reading.of(best_spans(*scores, pair[1]), strength(*scores))
        return found


@lru_cache(maxsize=1)
def passage_reader(weights: Path) -> PassageReader:
    """What reads with the weights of a folder, one for all systems of a process: several read the same passages."""
    return PassageReader(read(weights))
