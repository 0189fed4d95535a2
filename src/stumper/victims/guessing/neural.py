"""What dan and rnn share: the folder of a fitted guesser, and from its scores to guesses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from stumper.datasets.documents import json_object
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, file_fingerprint
from stumper.models.guesser_words import FILE, GuesserWords, read_words
from stumper.types import Guess, Prediction
from stumper.victims import ledger
from stumper.victims.graphs import session, shipped, threads
from stumper.victims.guessing.choosing import Floats, shares

Kind = Literal["dan", "rnn"]
Item = TypeVar("Item")
GRAPH, DESCRIPTION = "guesser.onnx", "guesser.json"
FILES = (GRAPH, FILE, DESCRIPTION)
MOST_GUESSES = 10  # guesses of a prediction
FEATURES = ("score", "score, read", "none", "none, read")  # of an answer; "read" is the log of how many words were
VERSION = 2  # of everything between the weights and the prediction


@dataclass(frozen=True, slots=True)
class Fitted:
    """A guesser's weights, ready; ``choice`` has those by which scores become probabilities, one of each feature."""

    fingerprint: str
    graph: Path
    answers: tuple[str, ...]
    choice: Floats
    words: GuesserWords
    session: ort.InferenceSession


def opened(kind: Kind, argument: str) -> Fitted:
    """The guesser that stands in a folder, or the one that ships where none is named.

    BadOption where the folder holds no guesser, or one of another kind.
    """
    threads()
    folder = Path(argument) if argument else shipped() / kind
    if missing := [name for name in FILES if not (folder / name).is_file()]:
        raise BadOption(f"{argument!r} is no folder of a {kind}: it has no {missing[0]}. Name one that "
                        f"'training/guessers.py --kind {kind}' wrote, or say {kind!r} alone.")  # fmt: skip
    said = _described(folder / DESCRIPTION)
    if said.kind != kind:
        raise BadOption(f"In {argument!r} is a guesser of kind {said.kind!r}. Say '{said.kind}:{argument}'.")
    fingerprint = content_id(VERSION, [file_fingerprint(folder / name) for name in FILES],
                             ledger.fingerprint(folder / GRAPH))  # fmt: skip
    return Fitted(fingerprint, folder / GRAPH, said.answers, said.choice, read_words(folder / FILE),
                  session(folder / GRAPH))  # fmt: skip


def ranked(fitted: Fitted, scores: NDArray[np.float32], text: str) -> Prediction:
    """The likeliest answers by their scores after a text, best first; ties by the order of the answers.

    What the probabilities lack to 1 is that of an answer that the guesser cannot give, and of those not named.
    """
    chances = shares(fitted.choice, choices(scores, len(text.split())))[:-1]
    best = np.argsort(-chances, kind="stable")[:MOST_GUESSES]
    guesses = tuple(Guess(fitted.answers[place], float(chances[place])) for place in best)
    return Prediction(guesses, min(1.0, float(chances[best].sum())))


def choices(scores: NDArray[np.float32], read: int) -> Floats:
    """A row of ``FEATURES`` after so many words for each answer, and a last one for "none of them"."""
    rows = np.zeros((len(scores) + 1, len(FEATURES)))
    rows[:-1, 0] = scores
    rows[-1, 2] = 1.0
    rows[:, 1::2] = rows[:, ::2] * np.log1p(read)
    return rows


def filled(items: Sequence[Item], rows: int) -> Iterator[Sequence[Item]]:
    """All items in batches of as many rows, the last filled up with its last item: so none depends on its batch."""
    for begin in range(0, len(items), rows):
        batch = items[begin : begin + rows]
        yield [*batch, *[batch[-1]] * (rows - len(batch))]


@dataclass(frozen=True, slots=True)
class _Said:
    kind: str
    answers: tuple[str, ...]
    choice: Floats


def _described(path: Path) -> _Said:
    try:
        said = json_object(path)
        choice = np.array(said["choice"], np.float64)
        if choice.shape != (len(FEATURES),):
            raise ValueError("its choice is of other features")
        return _Said(said["kind"], tuple(said["answers"]), choice)
    except (BadData, ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadOption(
            f"{path} describes no guesser ({error}). Write the folder again with training/guessers.py."
        ) from error
