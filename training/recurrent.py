"""What the recurrent readers learn from: questions as numbers of words, and the loss of a batch of them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from fitting import Course
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import piece_vectors
from stumper.tasks.reading.question import Question
from stumper.types import Example
from stumper.victims.recurrent import asked, letters

WEIGHTS = Path(__file__).parents[1] / "src" / "stumper" / "models" / "weights"
LONGEST, LONGEST_ANSWER = 300, 30  # words of a training window, and of an answer in it


@dataclass(frozen=True, slots=True)
class Item:
    """A question with one window and the words, both included, of each annotator's answer; words by their numbers."""

    question: tuple[int, ...]
    paragraph: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.question) + len(self.paragraph)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words that were met, by number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def of(self, words: Sequence[str]) -> tuple[int, ...]:
        """The words' numbers."""
        return tuple(self.numbers.setdefault(word, len(self.numbers)) for word in words)

    def tensors(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The vectors and the letters of all words, in order."""
        vectors = piece_vectors(read_words(WEIGHTS))
        rows = np.stack([vectors.of(word.lower()) for word in self.numbers])
        return torch.tensor(rows), torch.tensor(np.stack([letters(word) for word in self.numbers]))


def items(examples: Sequence[Example], vocabulary: Vocabulary) -> list[Item]:
    """Each question with the window that holds most of its marked answers; none for one without."""
    found = []
    for example in examples:
        assert isinstance(example.query, Question)
        marked = [(a.start, a.start + len(a.text)) for a in example.gold.answers if a.start is not None]
        best: Item | None = None
        for window in asked(example.query.text, example.query.context.text, LONGEST):
            spans = tuple(span for begin, end in marked if (span := _located(window.offsets, begin, end)))
            if spans and (best is None or len(spans) > len(best.spans)):
                best = Item(vocabulary.of(window.question), vocabulary.of(window.paragraph), spans)
        if best:
            found.append(best)
    return found


def _located(offsets: Sequence[tuple[int, int]], begin: int, end: int) -> tuple[int, int] | None:
    """The words that cover the characters [begin, end), or None where they are not all there."""
    inside = [place for place, (a, b) in enumerate(offsets) if a < end and b > begin]
    if not inside or offsets[inside[0]][0] > begin or offsets[inside[-1]][1] < end or len(inside) > LONGEST_ANSWER:
        return None
    return inside[0], inside[-1]


def course(found: Sequence[Item], vocabulary: Vocabulary, copies: Mapping[Item, Item] | None = None) -> Course[Item]:
    """Epochs over all questions, each with one annotator's answer, drawn anew; of one that has a copy, every second
    time by chance the copy."""
    vectors, spelt = vocabulary.tensors()
    copied = copies or {}

    def draw(rng: random.Random) -> list[Item]:
        met = [copied[one] if one in copied and rng.random() < 0.5 else one for one in found]
        return [Item(one.question, one.paragraph, (rng.choice(one.spans),)) for one in met]

    def loss(model: torch.nn.Module, batch: list[Item], device: torch.device) -> torch.Tensor:
        feed = tensors(batch, vectors, spelt, device)
        with torch.autocast(device.type, torch.bfloat16):
            scores = model(*feed)
        marked = torch.tensor([one.spans[0] for one in batch], device=device)
        return cross_entropy(scores[..., 0], marked[:, 0]) + cross_entropy(scores[..., 1], marked[:, 1])

    return Course(draw, len, loss)


def tensors(
    batch: Sequence[Item], vectors: torch.Tensor, spelt: torch.Tensor, device: torch.device
) -> tuple[torch.Tensor, ...]:
    """What a model reads of a batch, as ``networks.recurrent`` says."""
    sides = [[one.question for one in batch], [one.paragraph for one in batch]]
    ids = [torch.zeros(len(batch), max(map(len, side)), dtype=torch.long) for side in sides]
    masks = [torch.zeros(one.shape) for one in ids]
    for side, rows in enumerate(sides):
        for row, words in enumerate(rows):
            ids[side][row, : len(words)] = torch.tensor(words)
            masks[side][row, : len(words)] = 1
    distinct, places = torch.unique(torch.cat([one.flatten() for one in ids]), return_inverse=True)
    question, paragraph = places[: ids[0].numel()].view_as(ids[0]), places[ids[0].numel() :].view_as(ids[1])
    return tuple(t.to(device) for t in (vectors[distinct], spelt[distinct], question, paragraph, *masks))
