"""Fits several recurrent readers of one kind at once, each from its own weights and in its own order of the questions.

On a GPU a step of a narrow LSTM is bound by the kernels that are launched, not by what they compute: five readers take
hardly longer than one. The members' weights stand in arrays [members, ...]; batches have a few fixed shapes, and of
each the kernels are recorded once, as a CUDA graph, and then replayed.
"""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.func import functional_call
from torch.nn import functional as F

import fitting
from recurrent import LONGEST, Item, Vocabulary
from stumper.answers import f1
from stumper.tasks.reading.question import Question
from stumper.types import Example
from stumper.victims.recurrent import WORDS_READ, asked
from stumper.victims.spans import best_spans
from together_layers import swapped

ASKED = (20, WORDS_READ)  # the words to which a batch's questions are filled up
TOLD = (96, 128, 160, 192, 224, 256, LONGEST)  # and its paragraphs
REPORT_EVERY = 200  # batches
READ_AT_ONCE = 64  # windows

Weights = Mapping[str, Tensor]


@dataclass(frozen=True, slots=True)
class Shape:
    """A batch's questions, and the words of each and of its paragraph."""

    rows: int
    asked: int
    told: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Which questions each member reads, [members, rows], -1 where there is none; and the marked words of each."""

    shape: Shape
    items: np.ndarray
    marked: np.ndarray  # [members, rows, 2]


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """All questions on the device: the numbers of their words, filled up with 0, and how many there are."""

    question: Tensor
    paragraph: Tensor
    asked: Tensor
    told: Tensor
    vectors: Tensor
    letters: Tensor


def texts(items: Sequence[Item], vocabulary: Vocabulary, device: torch.device) -> Texts:
    """The items' texts, and all words' vectors and letters."""
    vectors, letters = vocabulary.tensors()
    question, paragraph = ([getattr(one, side) for one in items] for side in ("question", "paragraph"))
    found = Texts(_filled(question, WORDS_READ), _filled(paragraph, LONGEST), _lengths(question), _lengths(paragraph),
                  vectors, letters)  # fmt: skip
    return Texts(*(getattr(found, name).to(device) for name in Texts.__slots__))


def _filled(rows: Sequence[Sequence[int]], width: int) -> Tensor:
    found = np.zeros((len(rows), width), np.int64)
    for place, row in enumerate(rows):
        found[place, : len(row)] = row
    return torch.from_numpy(found)


def _lengths(rows: Sequence[Sequence[int]]) -> Tensor:
    return torch.tensor([len(row) for row in rows])


def epoch(items: Sequence[Item], order: Sequence[int], seeds: Sequence[int], number: int, words: int) -> list[Batch]:
    """All of ``order``, which names items, once for each member: in its own order, but shape by shape with the others.

    A question has one annotator's answer, drawn anew.
    """
    by_shape: dict[Shape, list[int]] = defaultdict(list)
    for one in order:
        by_shape[_shape(items[one], words)].append(one)
    draws = [random.Random(f"{seed}/{number}") for seed in seeds]
    found = []
    for shape in sorted(by_shape, key=lambda one: (one.told, one.asked)):
        shuffled = [draw.sample(by_shape[shape], len(by_shape[shape])) for draw in draws]
        for begin in range(0, len(shuffled[0]), shape.rows):
            chosen = np.full((len(seeds), shape.rows), -1)
            marked = np.zeros((len(seeds), shape.rows, 2), np.int64)
            for member, draw in enumerate(draws):
                cut = shuffled[member][begin : begin + shape.rows]
                chosen[member, : len(cut)] = cut
                marked[member, : len(cut)] = [draw.choice(items[one].spans) for one in cut]
            found.append(Batch(shape, chosen, marked))
    return random.Random(f"{seeds[0]}/{number}").sample(found, len(found))


def _shape(item: Item, words: int) -> Shape:
    said = next(most for most in ASKED if len(item.question) <= most)
    shown = next(most for most in TOLD if len(item.paragraph) <= most)
    return Shape(words // (said + shown), said, shown)


@dataclass(slots=True)
class Steps:
    """The members' weights, and the loss and slopes of a batch."""

    model: torch.nn.Module
    weights: dict[str, Tensor]
    texts: Texts
    recorded: bool  # as CUDA graphs
    graphs: dict[Shape, Callable[[Batch], tuple[Tensor, Sequence[Tensor]]]] = field(default_factory=dict)
    pool: Any = None

    def losses(self, batch: Batch) -> tuple[Tensor, Sequence[Tensor]]:
        """Each member's loss, [members], and the slope of each weight."""
        if not self.recorded:
            return self._slopes(batch.shape, *self._moved(batch))
        if batch.shape not in self.graphs:
            self.graphs[batch.shape] = self._record(batch)
        return self.graphs[batch.shape](batch)

    def _moved(self, batch: Batch) -> tuple[Tensor, Tensor]:
        device = self.texts.question.device
        return torch.from_numpy(batch.items).to(device), torch.from_numpy(batch.marked).to(device)

    def _slopes(self, shape: Shape, items: Tensor, marked: Tensor) -> tuple[Tensor, Sequence[Tensor]]:
        read = self._read(items.clamp(min=0), shape)
        losses = torch.vmap(self._loss, randomness="different")(self.weights, *read, marked, (items >= 0).float())
        return losses.detach(), torch.autograd.grad(
            losses.sum(), list(self.weights.values()), materialize_grads=True
        )  # a weight that meets only zeros has none

    def _read(self, items: Tensor, shape: Shape) -> tuple[Tensor, ...]:
        """The words of the questions and paragraphs, [members, rows, words], and their masks."""
        found = self.texts
        question, paragraph = found.question[items][..., : shape.asked], found.paragraph[items][..., : shape.told]
        places = torch.arange(shape.told, device=items.device)
        asked = (places[: shape.asked] < found.asked[items][..., None]).float()
        return question, paragraph, asked, (places < found.told[items][..., None]).float()

    def _loss(self, weights: Weights, question: Tensor, paragraph: Tensor, asked: Tensor, told: Tensor,
              marked: Tensor, counted: Tensor) -> Tensor:  # fmt: skip
        """One member's mean loss over its questions."""
        scores = self._scores(weights, question, paragraph, asked, told)
        lost = sum(F.cross_entropy(scores[..., end], marked[:, end], reduction="none") for end in (0, 1))
        return (lost * counted).sum() / counted.sum()

    def _scores(self, weights: Weights, question: Tensor, paragraph: Tensor, asked: Tensor, told: Tensor) -> Tensor:
        words = torch.cat([question.flatten(), paragraph.flatten()])
        places = torch.arange(len(words), device=words.device)
        first, second = places[: question.numel()].view_as(question), places[question.numel() :].view_as(paragraph)
        vectors, letters = self.texts.vectors[words], self.texts.letters[words]
        return functional_call(self.model, dict(weights), (vectors, letters, first, second, asked, told))

    def _record(self, batch: Batch) -> Callable[[Batch], tuple[Tensor, Sequence[Tensor]]]:
        """The step of a shape, recorded."""
        items, marked = self._moved(batch)
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):  # what is set up when a kernel first runs cannot be recorded
            self._slopes(batch.shape, items, marked)
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        self.pool = self.pool or torch.cuda.graph_pool_handle()  # of one's memory, which is free again, the next takes
        with torch.cuda.graph(graph, pool=self.pool):
            found = self._slopes(batch.shape, items, marked)

        def replay(other: Batch) -> tuple[Tensor, Sequence[Tensor]]:
            items.copy_(torch.from_numpy(other.items))
            marked.copy_(torch.from_numpy(other.marked))
            graph.replay()
            return found

        return replay

    def scores(self, rows: Tensor) -> Tensor:
        """Each member's scores of the words of items, [members, items, words, 2], with nothing left out."""
        self.model.eval()
        members, found = len(next(iter(self.weights.values()))), []
        with torch.no_grad():
            for some in rows.to(self.texts.told.device).split(READ_AT_ONCE):
                read = self._read(some.expand(members, -1), Shape(len(some), WORDS_READ, LONGEST))
                found.append(torch.vmap(self._scores)(self.weights, *read).cpu())
        self.model.train()
        return torch.cat(found, 1)


@dataclass(frozen=True, slots=True)
class Window:
    """A window of an example's paragraph, with its words' characters."""

    example: Example
    offsets: Sequence[tuple[int, int]]
    item: Item


def fitted(
    start: Callable[[], torch.nn.Module],
    items: Sequence[Item],
    order: Sequence[int],
    vocabulary: Vocabulary,
    schedule: fitting.Schedule,
    members: int,
    kept_out: Sequence[Example],
) -> list[dict[str, Tensor]]:
    """The weights of the members, of which each begins with a seed of its own, until the items or minutes are over.

    After each pass it says the F1 of each on the examples that are kept out.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    seeds = [schedule.seed + member for member in range(members)]
    windows = _windows(kept_out, vocabulary)
    all_texts = texts([*items, *(one.item for one in windows)], vocabulary, device)
    weights = begun(start, seeds, device)
    steps = Steps(swapped(start()).to(device).train(), weights, all_texts, device.type == "cuda")
    optimizer = torch.optim.AdamW(_groups(weights), lr=0.0, fused=True)
    torch.manual_seed(schedule.seed)
    began, seen, lost = time.monotonic(), 0, []
    for number, batch in _endless(items, order, seeds, schedule.batch_tokens):
        spent = time.monotonic() - began
        progress = max(seen / schedule.total, spent / (60 * schedule.minutes))
        if batch is None or progress >= 1:
            scores = steps.scores(len(items) + torch.arange(len(windows)))
            values = " ".join(f"{_held_out(member.numpy(), windows):.3f}" for member in scores)
            print(f"{spent / 60:6.2f} min  {progress:.1%}  pass {number}  held out: F1 {values}", flush=True)
            if progress >= 1:
                break
            continue
        losses, slopes = steps.losses(batch)
        _step(optimizer, weights, slopes, fitting.rate(schedule, progress))
        seen += int((batch.items[0] >= 0).sum())
        lost.append(losses.clone())
        if len(lost) == REPORT_EVERY:
            told = " ".join(f"{value:.3f}" for value in torch.stack(lost).mean(0).tolist())
            print(f"{spent / 60:6.2f} min  {progress:.1%}  seen {seen}  losses {told}", flush=True)
            lost.clear()
    return [{name: value[member].detach().cpu() for name, value in weights.items()} for member in range(members)]


def begun(start: Callable[[], torch.nn.Module], seeds: Sequence[int], device: torch.device) -> dict[str, Tensor]:
    """The first weights of all members, [members, ...]."""
    found = []
    for seed in seeds:
        torch.manual_seed(seed)
        found.append(start().state_dict())
    return {name: torch.stack([one[name] for one in found]).to(device).requires_grad_() for name in found[0]}


def _groups(weights: Weights) -> list[dict[str, object]]:
    """As ``fitting.begun`` has them."""
    return [{"params": [p for p in weights.values() if p.dim() > 2], "weight_decay": fitting.DECAY},
            {"params": [p for p in weights.values() if p.dim() <= 2], "weight_decay": 0.0}]  # fmt: skip


def _endless(
    items: Sequence[Item], order: Sequence[int], seeds: Sequence[int], words: int
) -> Iterator[tuple[int, Batch | None]]:
    """Pass after pass, numbered, and None at the end of each."""
    number = 0
    while True:
        yield from ((number, batch) for batch in epoch(items, order, seeds, number, words))
        yield number, None
        number += 1


def _step(optimizer: torch.optim.Optimizer, weights: Weights, slopes: Sequence[Tensor], rate: float) -> None:
    """Each member's weights are moved; its slopes are no longer together than ``fitting.CLIP``."""
    lengths = torch.stack([slope.flatten(1).square().sum(1) for slope in slopes]).sum(0).sqrt()
    shorter = (fitting.CLIP / (lengths + 1e-6)).clamp(max=1)
    for weight, slope in zip(weights.values(), slopes, strict=True):
        # The fused optimizer demands that a slope lies in memory as its weight does.
        shortened = slope * shorter.view(-1, *[1] * (slope.dim() - 1))
        weight.grad = torch.empty_like(weight, requires_grad=False).copy_(shortened)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()


def _windows(examples: Sequence[Example], vocabulary: Vocabulary) -> list[Window]:
    """All windows of the examples."""
    found = []
    for example in examples:
        assert isinstance(example.query, Question)
        for one in asked(example.query.text, example.query.context.text, LONGEST):
            item = Item(vocabulary.of(one.question), vocabulary.of(one.paragraph), ())
            found.append(Window(example, one.offsets, item))
    return found


def _held_out(scores: np.ndarray, windows: Sequence[Window]) -> float:
    """A member's mean F1, from its scores of the windows, [windows, words, 2]."""
    by_example: dict[str, list[tuple[np.ndarray, Window]]] = defaultdict(list)
    for rows, window in zip(scores, windows, strict=True):
        by_example[window.example.id].append((rows[: len(window.offsets)], window))
    found = []
    for read in by_example.values():
        example = read[0][1].example
        assert isinstance(example.query, Question)
        first, last = ([rows[:, end] for rows, _ in read] for end in (0, 1))
        said = best_spans(first, last, [window.offsets for _, window in read], example.query.context.text)
        answers = [answer.text for answer in example.gold.answers]
        found.append(f1(said.guesses[0].answer if said.guesses else "", answers))
    return float(np.mean(found))
