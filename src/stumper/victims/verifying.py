"""The embedded verifiers: what claim and evidence together make of the three labels, run by onnxruntime."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from stumper.arrays import read_arrays
from stumper.identity import content_id, file_fingerprint
from stumper.models.pairs import pair
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.models.vocabulary import Words, read_words
from stumper.models.word_pairs import Vectors, piece_vectors, read_vectors, word_pair
from stumper.retrieval import RankedSentence, Scorer
from stumper.tasks.verification.claim import Claim
from stumper.victims.graphs import session

Model = Literal["transformer", "da", "esim", "nsmn", "nsmn-selection", "hexaf", "enhanced-esim"]
GRAPHS: Mapping[Model, str] = {
    "transformer": "verifier.onnx",
    **{name: f"{name}.onnx" for name in ("da", "esim", "nsmn", "nsmn-selection", "hexaf", "enhanced-esim")},
}
PAD_TO = 16  # tokens; a claim's padded lengths depend on its own text and evidence alone, so no batch changes them
BATCH_TOKENS = 3072  # of one call of the session, padding included
ROWS = 2  # at least; a processor multiplies a single row in another order
VERSION = 1  # of everything between the weights and the probabilities

Tokens = tuple[Sequence[int] | Sequence[str], Sequence[int] | Sequence[str]]  # of the claim, and of its evidence
Feed = dict[str, npt.NDArray[np.generic]]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Verifier:
    """Probabilities of the labels for claims with their evidence, or what else its model gives."""

    fingerprint: str
    coder: "Pieces | WholeWords"
    session: ort.InferenceSession

    def probabilities(self, claims: Sequence[Claim]) -> Floats:
        """One row a claim, [n, 3] in the order of the labels; no row depends on another."""
        return shares(self.scores(claims))

    def scores(self, claims: Sequence[Claim]) -> Floats:
        """What the model gives, one row a claim; no row depends on another."""
        width = self.session.get_outputs()[0].shape[1]
        found = np.zeros((len(claims), width))
        for places, feed in self._batches(claims):
            found[places] = self.session.run(["scores"], feed)[0].astype(np.float64)[: len(places)]
        return found

    def _batches(self, claims: Sequence[Claim]) -> Iterator[tuple[list[int], Feed]]:
        """All claims once, those of one padded shape together."""
        tokens = [self.coder.tokens(claim) for claim in claims]
        of_shape: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for place, one in enumerate(tokens):
            of_shape[self.coder.shape(one)].append(place)
        for shape, places in sorted(of_shape.items()):
            most = max(ROWS, BATCH_TOKENS // sum(shape))
            for begin in range(0, len(places), most):
                batch = places[begin : begin + most]
                filled = batch + batch[-1:] * (ROWS - len(batch))
                yield batch, self.coder.feed([tokens[place] for place in filled], shape)


def shares(scores: Floats) -> Floats:
    """The probabilities that scores stand for, [..., n]."""
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: Floats = weights / weights.sum(axis=-1, keepdims=True)
    return found


def read_layers(path: Path, dimensions: Mapping[str, int]) -> dict[str, Floats]:
    """The arrays of a file that ``training/systems.py`` wrote beside a graph, each of so many dimensions."""
    found = read_arrays(path, {name: f"f{count}" for name, count in dimensions.items()})
    return {name: values.astype(np.float64) for name, values in found.items()}


def read(folder: Path, model: Model) -> Verifier:
    """The verifier whose weights stand in a folder, as ``training/verifier.py`` writes them."""
    words = read_words(folder)
    coder = Pieces(words) if model == "transformer" else WholeWords(_vectors(folder, model, words))
    return Verifier(fingerprint(folder, model), coder, session(folder / GRAPHS[model]))


def entailment(verifier: Verifier) -> Scorer:
    """Scores for ``retrieval.selected``: how likely each sentence, behind its title, is to decide the claim."""
    return lambda claim, found: (1 - verifier.probabilities(readings(claim, found))[:, 2]).tolist()


def readings(claim: str, found: Sequence[RankedSentence]) -> list[Claim]:
    """The claim with each sentence by itself as its evidence."""
    return [Claim(claim, (one.passage,)) for one in found]


def fingerprint(folder: Path, model: Model) -> str:
    """The hash of a verifier's weights and of how they are read, without reading them."""
    names = [GRAPHS[model], *WORD_FILES]
    if (own := _own_vectors(folder, model)).exists():
        names.append(own.name)
    return content_id(VERSION, model, [file_fingerprint(folder / name) for name in names])


@dataclass(frozen=True, slots=True)
class Pieces:
    """Claim and evidence in one row of word pieces, for the transformer."""

    words: Words

    def tokens(self, claim: Claim) -> Tokens:
        """Splits a claim and its evidence into the ids of word pieces."""
        found = pair(self.words.tokenizer, claim)
        return found.ids[: found.first], found.ids[found.first :]

    def shape(self, tokens: Tokens) -> tuple[int, ...]:
        """Pads the claim and its evidence together, as they are one row."""
        return (_padded(len(tokens[0]) + len(tokens[1])),)

    def feed(self, batch: Sequence[Tokens], shape: tuple[int, ...]) -> Feed:
        """Gives vectors, segments and masks, [batch, pieces] each but for the vectors' width."""
        ids = np.zeros((len(batch), *shape), np.int64)
        segments, mask = np.zeros_like(ids), np.zeros_like(ids, dtype=np.int32)
        for row, (said, shown) in enumerate(batch):
            end = len(said) + len(shown)
            ids[row, :end] = (*said, *shown)
            segments[row, len(said) : end] = 1
            mask[row, :end] = 1
        return {"embedded": self.words.embedded(ids), "segments": segments, "mask": mask}


@dataclass(frozen=True, slots=True)
class WholeWords:
    """Claim and evidence as rows of word vectors, for the models that align them."""

    vectors: Vectors

    def tokens(self, claim: Claim) -> Tokens:
        """Splits a claim and its evidence into words."""
        return word_pair(claim)

    def shape(self, tokens: Tokens) -> tuple[int, ...]:
        """Pads the claim and its evidence each by itself."""
        return _padded(len(tokens[0])), _padded(len(tokens[1]))

    def feed(self, batch: Sequence[Tokens], shape: tuple[int, ...]) -> Feed:
        """Gives vectors [batch, words, width] and masks [batch, words], of the claim and of its evidence."""
        feed: Feed = {}
        for side, (name, length) in enumerate(zip(("claim", "evidence"), shape, strict=True)):
            states = np.zeros((len(batch), length, self.vectors.width), np.float32)
            mask = np.zeros((len(batch), length), np.float32)
            for row, one in enumerate(batch):
                states[row, : len(one[side])] = [self.vectors.of(str(word)) for word in one[side]]
                mask[row, : len(one[side])] = 1
            feed |= {name: states, f"{name}_mask": mask}
        return feed


def _padded(length: int) -> int:
    return -(-length // PAD_TO) * PAD_TO


def _vectors(folder: Path, model: Model, words: Words) -> Vectors:
    own = _own_vectors(folder, model)
    return read_vectors(own, words) if own.exists() else piece_vectors(words)


def _own_vectors(folder: Path, model: Model) -> Path:
    return folder / f"{model}-vectors.npz"
