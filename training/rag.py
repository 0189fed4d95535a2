"""Fits what `rag` and `rag-rerank` decide by: `python training/rag.py --data DATA [--ranked 1500]`.

The order of candidates is a conditional logit, how likely each is the paragraph: the corpus are the paragraphs of
SQuADShifts' new Wikipedia part, the questions its own, fitted on those of one half of the articles and measured on
those of the other. What is believed is another matter: the reader learned these questions, and is surer of their
answers than of any others. So that is fitted on questions that it did not learn: the bundled ones on paragraphs of ours
(which are put among the corpus), and those of ``answering-questions.tsv``, written for this on paragraphs of the
corpus, but for those with an answer that the reader learned there. To leave a question without an answer its paragraph
is taken out; it is not used so where a passage that is then found says an answer. What passages count is a conditional
logit, too, with no answer as one more choice; how much that has is then chosen so that a tenth of what has an answer is
left open. Its figures are of articles that were not fitted on, each fold's by the weights of the others; the weights
are of all.

What it prints as weights is copied into ``victims/reranking.py`` and ``victims/answering.py``.
"""

import argparse
import pickle
import random
import sys
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import abstaining
from measuring import measures, say, shown
from reading_data import unlearned
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import piece_vectors
from stumper.retrieval.corpus import of_dataset
from stumper.retrieval.passages import PassageIndex
from stumper.statistics import mean
from stumper.statistics.groups import Groups
from stumper.tasks.rag import goals
from stumper.tasks.reading import squad
from stumper.text import normalise_answer
from stumper.types import Example
from stumper.victims import reader
from stumper.victims.answering import Read, Weights, answered, score
from stumper.victims.graphs import shipped
from stumper.victims.passage_reader import Pair, PassageReader, Reading
from stumper.victims.reranking import CUES, cues, likenesses

PART, SEED, CANDIDATES, K, CHUNK, FOLDS = "new_wiki", 1, 20, 5, 20, 6
NONE = tuple(step / 20 for step in range(401))  # what having no answer may have
LEFT_OPEN = 0.1  # the share of the questions with an answer that may be
PENALTY = 1e-3  # on the square of weights

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """Rows of numbers, of which some are the right ones to choose."""

    rows: Floats
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
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


def title(example: Example) -> str:
    """The article of a question."""
    return str(example.query.context.title)  # type: ignore[attr-defined]


def halves(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """The questions of every other article, and of the rest."""
    titles = sorted({title(example) for example in examples})
    chosen = set(titles[::2])
    of = [title(example) in chosen for example in examples]
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


def opened(kept: Path | None) -> PassageReader:
    """The reader, with what it read before where that is kept and it was this reader."""
    read = reader.read(shipped())
    said: dict[Pair, Reading] = {}
    if kept is not None and kept.exists():
        fingerprint, found = pickle.loads(kept.read_bytes())
        said = found if fingerprint == read.fingerprint else {}
    return PassageReader(read, said)


def readings(
    passage_reader: PassageReader, index: PassageIndex, examples: Sequence[Example], kept: Path | None
) -> list[Asked]:
    """The questions with the best passages of the corpus, read."""
    vectors = piece_vectors(read_words(shipped()))
    asked = []
    for begin in range(0, len(examples), CHUNK):
        part = examples[begin : begin + CHUNK]
        found = [index.search(example.query.text, K + 1) for example in part]
        pairs = [(example.query.text, one.passage.text) for example, each in zip(part, found, strict=True)
                 for one in each]  # fmt: skip
        read = iter(passage_reader.read(pairs))
        for example, each in zip(part, found, strict=True):
            passages = [one.passage for one in each]
            alike = likenesses(example.query.text, passages, index.weighing(example.query.text), vectors)
            found_in = [Read(passage, next(read), like) for passage, like in zip(passages, alike, strict=True)]
            asked.append(Asked(example, tuple(found_in)))
        print(f"{len(asked)} of {len(examples)} questions are read", file=sys.stderr)
    if kept is not None:
        kept.write_bytes(pickle.dumps((passage_reader.reader.fingerprint, passage_reader._kept)))
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


def outcomes(asked: Sequence[tuple[Asked, Weights]]) -> dict[str, object]:
    """What is right of questions with an answer, and how often there is said to be none, of both kinds, with intervals
    by article."""
    with_answer = [(one, answered(one.found, weights).guesses[0].answer) for one, weights in asked]
    bare = [(one, answered(others, weights).guesses[0].answer) for one, weights in asked
            if (others := one.without) is not None]  # fmt: skip

    def share(values: Sequence[float], of: Sequence[tuple[Asked, str]]) -> dict[str, float]:
        ids = [one.example.id for one, _ in of]
        groups = Groups(("article",), {one.example.id: (title(one.example),) for one, _ in of})
        return shown(mean(values, ids, groups))

    return {
        "f1": share([goals.f1(one.example.gold, answer) for one, answer in with_answer], with_answer),
        "exact_match": share([goals.exact_match(one.example.gold, answer) for one, answer in with_answer], with_answer),
        "abstained_answerable": share([float(not answer) for _, answer in with_answer], with_answer),
        "abstained_removed": share([float(not answer) for _, answer in bare], bare),
    }


def believed(asked: Sequence[tuple[Asked, Weights]]) -> dict[str, float]:
    """The F1 of the best span of the passage that is believed, with none held to be without an answer: by how probable
    the span is in its passage, by its strength, and by the weights."""
    ways: dict[str, Callable[[Read, Weights], float]] = {
        "probability": lambda one, _: one.reading.spans.guesses[0].probability or 0.0,
        "strength": lambda one, _: one.reading.strength,
        "weights": score,
    }
    return {name: float(np.mean([_f1_of_best(one, weights, way) for one, weights in asked]))
            for name, way in ways.items()}  # fmt: skip


def _f1_of_best(asked: Asked, weights: Weights, way: Callable[[Read, Weights], float]) -> float:
    read = [one for one in asked.found if one.reading.spans.guesses]
    best = max(read, key=lambda one: way(one, weights), default=None)
    return goals.f1(asked.example.gold, best.reading.spans.guesses[0].answer) if best else 0.0


def chosen(asked: Sequence[Asked], weights: Weights) -> Weights:
    """The weights with the most that having no answer may have for ``LEFT_OPEN`` of the questions to be left open."""

    def too_many(none: float) -> bool:
        found = [answered(one.found, replace(weights, none=none)).guesses[0].answer for one in asked]
        return sum(not answer for answer in found) > LEFT_OPEN * len(asked)

    return replace(weights, none=NONE[max(0, bisect_left(NONE, True, key=too_many) - 1)])


def weighed(asked: Sequence[Asked]) -> tuple[Weights, Weights]:
    """The weights by which what is right is likeliest, and these with what no answer shall have."""
    choices = [choice(one.example, found) for one in asked for found in (one.found, one.without) if found is not None]
    strength, likeness, none = fitted(choices, 3).round(2).tolist()
    likely = Weights(strength, likeness, none)
    return likely, chosen(asked, likely)


def crossed(asked: Sequence[Asked]) -> list[tuple[Asked, Weights, Weights]]:
    """Each question with the weights that are fitted on the articles of the other folds."""
    titles = sorted({title(one.example) for one in asked})
    folds = {each: place % FOLDS for place, each in enumerate(titles)}
    of = [weighed([one for one in asked if folds[title(one.example)] != fold]) for fold in range(FOLDS)]
    return [(one, *of[folds[title(one.example)]]) for one in asked]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with reading/")
    parser.add_argument("--ranked", type=int, default=1500, help="questions that the order is fitted on and measured")
    parser.add_argument("--kept", type=Path, help="a file in which readings are kept, so that they are made once")
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
    bundled, passage_reader = squad.bundled(), opened(args.kept)
    sets = {
        "written": readings(passage_reader, index, unlearned(data.examples), args.kept),
        "bundled": readings(
            passage_reader, PassageIndex.build([*of_dataset(data), *of_dataset(bundled)]), bundled.examples, args.kept
        ),
    }
    every = [one for asked in sets.values() for one in asked]
    by_fold = crossed(every)
    for name, part in {**sets, "both": every}.items():
        told = [one for one in by_fold if one[0] in part]
        say("rag-believed", of=name, questions=len(told), **believed([(one, likely) for one, likely, _ in told]))
        say("rag-reading", of=name, weights="likeliest", **outcomes([(one, likely) for one, likely, _ in told]))
        say("rag-reading", of=name, weights="chosen", **outcomes([(one, best) for one, _, best in told]))
    curve(by_fold, sets)
    say("rag-weights", **asdict(weighed(every)[1]), fitted_on=len(every))


def curve(by_fold: Sequence[tuple[Asked, Weights, Weights]], sets: Mapping[str, Sequence[Asked]]) -> None:
    """Prints what each way to leave questions open leaves open, and what it answers, of both sets together and each."""
    titles = sorted({title(one.example) for one, *_ in by_fold})
    places = {each: place % FOLDS for place, each in enumerate(titles)}
    folds = [places[title(one.example)] for one, *_ in by_fold]
    rows = [
        (abstaining.cues(one.found, likely), None if (bare := one.without) is None else abstaining.cues(bare, likely))
        for one, likely, _ in by_fold
    ]
    for way in abstaining.WAYS:
        say("rag-area", by=way, area=abstaining.area(rows, folds, way))
    ids = [one.example.id for one, *_ in by_fold]
    groups = Groups(("article",), {one.example.id: (title(one.example),) for one, *_ in by_fold})
    for way, aim, left, told in abstaining.told(rows, folds):
        for name, part in {"both": [one for one, *_ in by_fold], **sets}.items():
            those = [place for place, (one, *_) in enumerate(by_fold) if one in part]
            bare = [place for place in those if told[place] is not None]
            say("rag-curve", by=way, of=name, aim=f"{aim:.0%}",
                left_open=shown(mean([float(left[place]) for place in those], [ids[place] for place in those], groups)),
                answered=shown(mean([float(bool(told[place])) for place in bare], [ids[place] for place in bare],
                                    groups)))  # fmt: skip


if __name__ == "__main__":
    main()
