"""Fits what `rag` and `rag-rerank` decide by: `python training/rag.py --data DATA [--ranked 1500] [--read 300]`.

The corpus are the paragraphs of SQuADShifts' new Wikipedia part, the questions its own. To leave a question without an
answer its paragraph is taken out of the corpus; it is not used so where a passage that is then found says an answer.
All is fitted on questions of one half of the articles and measured on those of the other. What it prints as weights is
copied into ``victims/reranking.py`` and ``victims/answering.py``.

The order of candidates is a conditional logit: how likely each is the paragraph. So is what passages count when they
are read, with no answer as one more choice; how much that has is then chosen for the most that is right, F1 on what has
an answer counting three times as much as abstaining on what has none.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from measuring import measures, say
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import piece_vectors
from stumper.retrieval.corpus import of_dataset
from stumper.retrieval.passages import PassageIndex
from stumper.tasks.rag import goals
from stumper.tasks.reading import squad
from stumper.text import normalise_answer
from stumper.types import Example
from stumper.victims import reader
from stumper.victims.answering import Read, Weights, answered, score
from stumper.victims.graphs import shipped
from stumper.victims.passage_reader import PassageReader
from stumper.victims.reranking import CUES, cues

PART, SEED, CANDIDATES, K, CHUNK = "new_wiki", 1, 20, 5, 20
NONE = tuple(step / 4 for step in range(-8, 65))  # what having no answer may have
WITH_ANSWER = 3  # questions that have an answer, for each that has none: as in the bundled set
PENALTY = 1e-3  # on the square of weights

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """Rows of numbers, of which some are the right ones to choose."""

    rows: Floats
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what was read for it: one passage more than are read at last."""

    example: Example
    read: tuple[Read, ...]

    @property
    def found(self) -> tuple[Read, ...]:
        """As the corpus is."""
        return self.read[:K]

    @property
    def without(self) -> tuple[Read, ...] | None:
        """As the corpus is without its paragraph; None where what is found then says an answer."""
        others = tuple(one for one in self.read if one.passage.id != gold_id(self.example))[:K]
        answers = [normalise_answer(answer.text) for answer in self.example.gold.answers]
        texts = [normalise_answer(one.passage.text) for one in others]
        return None if any(f" {answer} " in f" {text} " for answer in answers for text in texts) else others


def gold_id(example: Example) -> str:
    """The paragraph that a question was asked of."""
    return str(example.query.context.id)  # type: ignore[attr-defined]


def halves(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """The questions of every other article, and of the rest."""
    titles = sorted({example.query.context.title for example in examples})  # type: ignore[attr-defined]
    chosen = set(titles[::2])
    of = [example.query.context.title in chosen for example in examples]  # type: ignore[attr-defined]
    return ([example for example, is_chosen in zip(examples, of, strict=True) if is_chosen],
            [example for example, is_chosen in zip(examples, of, strict=True) if not is_chosen])  # fmt: skip


def candidates(index: PassageIndex, examples: Sequence[Example]) -> list[Choice]:
    """What the order of candidates is chosen by, for each question."""
    vectors = piece_vectors(read_words(shipped()))
    choices = []
    for example in examples:
        found = index.search(example.query.text, CANDIDATES)
        rows = cues(example.query.text, found, index.weighing(example.query.text), vectors)
        right = tuple(place for place, one in enumerate(found) if one.passage.id == gold_id(example))
        choices.append(Choice(rows, right))
    return choices


def readings(index: PassageIndex, examples: Sequence[Example]) -> list[Asked]:
    """The questions with the best passages of the corpus, read."""
    passage_reader = PassageReader(reader.read(shipped()))
    asked = []
    for begin in range(0, len(examples), CHUNK):
        part = examples[begin : begin + CHUNK]
        found = [index.search(example.query.text, K + 1) for example in part]
        pairs = [(example.query.text, one.passage.text) for example, each in zip(part, found, strict=True)
                 for one in each]  # fmt: skip
        read = iter(passage_reader.read(pairs))
        for example, each in zip(part, found, strict=True):
            most = index.weighing(example.query.text).most
            asked.append(Asked(example, tuple(Read(one.passage, next(read), one.score / most) for one in each)))
        print(f"{len(asked)} of {len(examples)} questions are read", file=sys.stderr)
    return asked


def choice(example: Example, found: Sequence[Read]) -> Choice:
    """Passages as what is chosen among, and no answer as the last; right are those whose best span is."""
    rows = [[one.reading.strength, one.likeness, 0.0] for one in found] + [[0.0, 0.0, 1.0]]
    best = [one.reading.spans.guesses[0].answer if one.reading.spans.guesses else "" for one in found]
    right = [place for place, answer in enumerate(best) if goals.f1(example.gold, answer) > 0.5]
    return Choice(np.array(rows), tuple(right) or (len(found),))


def fitted(choices: Sequence[Choice], width: int) -> Floats:
    """The weights of a conditional logit, by which the right ones together are likeliest."""
    usable = [one for one in choices if one.right and len(one.rows) > 1]

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, slope = PENALTY * len(usable) * float(weights @ weights), 2 * PENALTY * len(usable) * weights
        for one in usable:
            scores = one.rows @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            right = list(one.right)
            among = shares[right] / shares[right].sum()
            total -= float(np.log(shares[right].sum()))
            slope += shares @ one.rows - among @ one.rows[right]
        return total / len(usable), slope / len(usable)

    found: Floats = minimize(loss, np.zeros(width), jac=True, method="L-BFGS-B").x
    return found


def recalls(choices: Sequence[Choice], weights: Floats | None = None) -> dict[str, float]:
    """The share of questions whose paragraph is among the first; without weights, as they were found."""
    ranks = []
    for one in choices:
        order = (
            np.arange(len(one.rows)) if weights is None else np.argsort(-np.round(one.rows @ weights, 6), kind="stable")
        )
        ranks.append(min((int(np.flatnonzero(order == place)[0]) for place in one.right), default=CANDIDATES))
    return {f"recall@{k}": float(np.mean(np.array(ranks) < k)) for k in (1, 5, 20)}


def outcomes(asked: Sequence[Asked], weights: Weights) -> dict[str, float]:
    """What is right of questions with an answer, and how often there is said to be none, of both kinds."""
    with_answer = [(one.example.gold, answered(one.found, weights).guesses[0].answer) for one in asked]
    bare = [answered(others, weights).guesses[0].answer for one in asked if (others := one.without) is not None]
    return {
        "f1": float(np.mean([goals.f1(gold, answer) for gold, answer in with_answer])),
        "exact_match": float(np.mean([goals.exact_match(gold, answer) for gold, answer in with_answer])),
        "abstained_answerable": float(np.mean([not answer for _, answer in with_answer])),
        "abstained_removed": float(np.mean([not answer for answer in bare])),
        "questions": len(asked),
        "removed": len(bare),
    }


def believed(asked: Sequence[Asked], weights: Weights) -> dict[str, float]:
    """The F1 of the best span of the passage that is believed, with none held to be without an answer: by how probable
    the span is in its passage, by its strength, and by the weights."""
    ways: dict[str, Callable[[Read], float]] = {
        "probability": lambda one: one.reading.spans.guesses[0].probability or 0.0,
        "strength": lambda one: one.reading.strength,
        "weights": lambda one: score(one, weights),
    }
    return {name: float(np.mean([_f1_of_best(one, way) for one in asked])) for name, way in ways.items()}


def _f1_of_best(asked: Asked, way: Callable[[Read], float]) -> float:
    read = [one for one in asked.found if one.reading.spans.guesses]
    return goals.f1(asked.example.gold, max(read, key=way).reading.spans.guesses[0].answer) if read else 0.0


def chosen(asked: Sequence[Asked], weights: Weights) -> Weights:
    """The weights with what having no answer is to have; of equals, the middle one."""
    tried = {none: outcomes(asked, replace(weights, none=none)) for none in NONE}
    worth = {none: round(WITH_ANSWER * found["f1"] + found["abstained_removed"], 6) for none, found in tried.items()}
    best = [none for none in NONE if worth[none] == max(worth.values())]
    return replace(weights, none=best[len(best) // 2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/")
    parser.add_argument("--ranked", type=int, default=1500, help="questions that the order is fitted on and measured")
    parser.add_argument("--read", type=int, default=300, help="questions whose passages are read")
    args = parser.parse_args()
    measures(args)
    data = squad.read(args.data / "reading" / f"squadshifts-{PART}.json.gz")
    index = PassageIndex.build(of_dataset(data))
    drawn = random.Random(SEED).sample(data.examples, args.ranked)
    fit, held_out = (candidates(index, half) for half in halves(drawn))
    order = fitted(fit, len(CUES))
    say("rag-order", weights=dict(zip(CUES, order.round(2).tolist(), strict=True)))
    say("rag-order", ranked_by="bm25", questions=len(held_out), **recalls(held_out))
    say("rag-order", ranked_by="weights", questions=len(held_out), **recalls(held_out, order))
    read, others = (readings(index, half) for half in halves(drawn[: args.read]))
    choices = [choice(one.example, found) for one in read for found in (one.found, one.without) if found is not None]
    strength, likeness, none = fitted(choices, 3).round(2).tolist()
    likely = Weights(strength, likeness, none)
    say("rag-believed", questions=len(others), **believed(others, likely))
    for name, weights in {"likeliest": likely, "chosen": chosen(read, likely)}.items():
        say("rag-reading", weights=name, **asdict(weights), fitted_on=len(choices), **outcomes(others, weights))


if __name__ == "__main__":
    main()
