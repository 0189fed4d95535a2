"""Fits the weights of the logistic reader: softmax over a paragraph's candidates, by AdaGrad (Duchi et al. 2011)."""

import os
import pickle
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.answers import f1
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.tasks.reading.question import Question
from stumper.types import Example
from stumper.victims.logistic import asking
from stumper.victims.logistic.features import features
from stumper.victims.logistic.hashing import ALL, BITS, SIZE, STEP, Keys, Rarity, key, places_of
from stumper.victims.logistic.paragraph import Told, lemma_of, told

DROPOUT = 0.5  # of features
RATE, DECAY = 0.1, 1e-4
LEAST_F1 = 0.5  # of the candidate that stands for an answer that is none of the candidates
COUNTS = 1e-3  # a candidate whose gradient is less moves nothing
CHUNK = 500
SAVE_EVERY = 500  # paragraphs
CLIPPED = 0.9999  # of the weights are told as they are, but for the rounding; what is larger is cut

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]


@dataclass(slots=True)
class State:
    """A fitting under way, of one model or of several: a row of ``weights`` and of ``squares`` is a model's."""

    weights: Weights
    squares: Weights
    seen: int = 0  # paragraphs


def parses(examples: Iterable[Example], file: Path) -> dict[str, Parse]:
    """The parse of each question and paragraph; the file keeps them."""
    if file.exists():
        found: dict[str, Parse] = pickle.loads(file.read_bytes())
        return found
    texts = list(dict.fromkeys(text for example in examples for text in (paragraph(example), example.query.text)))
    pipeline, found = load_pipeline(), {}
    for begin in range(0, len(texts), CHUNK):
        chunk = texts[begin : begin + CHUNK]
        found |= dict(zip(chunk, pipeline.parse(chunk), strict=True))
    file.write_bytes(pickle.dumps(found))
    return found


def paragraph(example: Example) -> str:
    """The text in which the answer is to be found."""
    assert isinstance(example.query, Question)
    return example.query.context.text


def rarity(paragraphs: Iterable[Iterable[str]]) -> Rarity:
    """How rare words are, counted in these paragraphs."""
    counts: dict[str, int] = {}
    total = 0
    for words in paragraphs:
        total += 1
        for word in set(words):
            counts[word] = counts.get(word, 0) + 1
    most = np.ones(SIZE)
    for word, count in counts.items():
        place = key(word) % SIZE
        most[place] = max(most[place], count)
    return Rarity(np.clip(np.rint(np.log((total + 1) / most) / STEP), 0, 255).astype(np.uint8))


def fitted(
    examples: Sequence[Example],
    kept_out: Sequence[Example],
    parsed: Mapping[str, Parse],
    passes: int,
    seed: int,
    file: Path,
    members: int | None = None,
) -> tuple[State, Rarity]:
    """The weights after so many passes; the file keeps them, and the same command goes on from it.

    ``members`` models form an ensemble: each learns from a half of the features, drawn anew for each model, and no
    question has features left out. All meet the paragraphs in one order, so that features are made once.
    """
    by_paragraph: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        by_paragraph[paragraph(example)].append(example)
    rare = rarity(
        [
            [lemma for i in range(len(parsed[text].tokens)) if (lemma := lemma_of(parsed[text], i))]
            for text in by_paragraph
        ]
    )
    shape = (members or 1, 1 << BITS)
    salts = salts_of(members, seed)
    state = State(np.zeros(shape, np.float32), np.full(shape, 1e-6, np.float32))
    if file.exists():
        with np.load(file) as saved:
            state = State(saved["weights"].reshape(shape), saved["squares"].reshape(shape), int(saved["seen"]))
    prepared: dict[str, Told] = {}
    lost: list[float] = []
    while state.seen < passes * len(by_paragraph):
        number, place = divmod(state.seen, len(by_paragraph))
        order = random.Random(f"{seed}/{number}").sample(list(by_paragraph), len(by_paragraph))
        for text in order[place:]:
            if text not in prepared:
                prepared[text] = told(parsed[text])
            draw = np.random.default_rng([seed, state.seen])
            rows = list(_rows(by_paragraph[text], prepared[text], parsed, rare))
            for model, salt in enumerate(salts):
                own = ((places_of(found, salt), wanted) for found, wanted in rows)
                if salt == ALL:
                    own = ((_thinned(found, draw), wanted) for found, wanted in own)
                lost += _learned(state, model, own)
            state.seen += 1
            if state.seen % SAVE_EVERY == 0 or state.seen % len(by_paragraph) == 0:
                _save(state, file)
                print(f"pass {number}  paragraphs {state.seen}  loss {np.mean(lost):.3f}", flush=True)
                lost = []
        print(f"pass {number}  held out: F1 {_held_out(state.weights, salts, kept_out, parsed, rare):.3f}", flush=True)
    return state, rare


def salts_of(members: int | None, seed: int) -> list[int]:
    """The salt of each model: of members the numbers after the seed."""
    return [seed + number for number in range(1, members + 1)] if members else [ALL]


def _thinned(found: npt.NDArray[np.int32], draw: np.random.Generator) -> npt.NDArray[np.int32]:
    """A question's features without those that are left out of it, drawn anew: words alone would soon tell every
    question that was seen."""
    found[:, draw.random(found.shape[1]) < DROPOUT] = 0
    return found


def _save(state: State, file: Path) -> None:
    """The file holds the state; killed meanwhile, what stood there stays."""
    draft = file.with_name(f".partial-{file.name}")
    np.savez(draft, weights=state.weights, squares=state.squares, seen=state.seen)
    os.replace(draft, file)


def _rows(
    examples: Sequence[Example], known: Told, parsed: Mapping[str, Parse], rare: Rarity
) -> Iterator[tuple[Keys, Floats]]:
    """For each question the features of its candidates, and what each should have of the probability."""
    for example in examples:
        wanted = _wanted(example, known)
        if wanted is not None:
            yield features(asking.question(parsed[example.query.text]), known, rare), wanted


def _wanted(example: Example, known: Told) -> Floats | None:
    """Each annotator's share for the candidate of the answer, or the one that is most like one of the answers."""
    tokens = known.parse.tokens
    spans = {
        (tokens[first].start, tokens[last].end): row
        for row, (first, last) in enumerate(zip(known.first.tolist(), known.last.tolist(), strict=True))
    }
    found = np.zeros(len(known.first))
    for answer in example.gold.answers:
        if answer.start is not None and (row := spans.get((answer.start, answer.start + len(answer.text)))) is not None:
            found[row] += 1
    if not found.any() and spans:
        starts = [(a.start, a.start + len(a.text)) for a in example.gold.answers if a.start is not None]
        likeness, golds = np.zeros(len(found)), [answer.text for answer in example.gold.answers]
        for (begin, end), row in spans.items():
            if any(begin < b and end > a for a, b in starts):
                likeness[row] = f1(known.parse.text[begin:end], golds)
        if likeness.max() >= LEAST_F1:
            found[likeness == likeness.max()] = 1
    return found / found.sum() if found.any() else None


def _learned(state: State, model: int, rows: Iterable[tuple[npt.NDArray[np.int32], Floats]]) -> list[float]:
    """The loss of each question of a paragraph, by which a model's weights were moved at once."""
    weights, squares = state.weights[model], state.squares[model]
    lost, touched, slopes = [], [], []
    for found, wanted in rows:
        shares = softmax(weights[found].sum(axis=1, dtype=np.float64))
        lost.append(float(-np.log(shares[wanted > 0].sum() + 1e-12)))
        slope = shares - wanted
        rows_that_count = np.flatnonzero(np.abs(slope) > COUNTS)
        touched.append(found[rows_that_count].ravel())
        slopes.append(np.repeat(slope[rows_that_count], found.shape[1]))
    if touched:
        summed = np.bincount(np.concatenate(touched), np.concatenate(slopes), 1 << BITS)
        places = np.flatnonzero(summed)
        gradient = summed[places] + DECAY * weights[places]
        squares[places] += gradient**2
        weights[places] -= RATE * gradient / np.sqrt(squares[places])
        weights[0] = 0  # the place of what is not there
    return lost


def export(weights: Weights, rare: Rarity, file: Path, salt: int = ALL) -> None:
    """The package's file: a model's weights of 8 bits with one scale, and the table of rare words; of a member of an
    ensemble its salt, and none of its weights is cut, as it has no others beside the largest. What features were left
    out of, now that all count, counts as much less as they were left out."""
    share, kept = (1 - DROPOUT, CLIPPED) if salt == ALL else (1.0, 1.0)
    largest = float(np.quantile(np.abs(weights[weights != 0]), kept)) if weights.any() else 1.0
    rows = np.clip(np.rint(weights / largest * 127), -127, 127).astype(np.int8)
    arrays = {"weights": rows, "scale": np.float32(share * largest / 127), "rarity": rare.table}
    np.savez_compressed(file, **arrays, **({} if salt == ALL else {"salt": np.int64(salt)}))


def softmax(scores: Floats) -> Floats:
    """Shares that add up to 1."""
    weights = np.exp(scores - scores.max())
    shares: Floats = weights / weights.sum()
    return shares


def _held_out(
    weights: Weights, salts: Sequence[int], examples: Sequence[Example], parsed: Mapping[str, Parse], rare: Rarity
) -> float:
    """Mean F1 of the best candidates."""
    values, known = [], {}
    for example in examples:
        text = paragraph(example)
        if text not in known:
            known[text] = told(parsed[text])
        one = known[text]
        if not len(one.first):
            values.append(0.0)
            continue
        found = features(asking.question(parsed[example.query.text]), one, rare)
        # The mean of the models' log probabilities is highest where the sum of their scores is.
        scores = np.sum(
            [row[places_of(found, salt)].sum(axis=1) for row, salt in zip(weights, salts, strict=True)], axis=0
        )
        best = int(scores.argmax())
        said = one.parse.span(int(one.first[best]), int(one.last[best]))
        values.append(f1(said, [answer.text for answer in example.gold.answers]))
    return float(np.mean(values))
