"""Guessers on QANTA's guessdev: right at the end and on the way, by past questions, buzzing, calibration, seconds.

    python benchmarks/guessers.py [--data DIR] --victim ir:FOLDER [--victim dan:FOLDER …] [--limit N]

The guessers are those that `training/guessing.py` and `training/guessers.py` fitted to the packets. Questions of
guessdev of whose eight-word sequences more than a tenth stand in a packet are left out. Right is what the answer line
accepts.
"""

import argparse
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from measuring import DATA, measures, say, shown
from stumper.datasets import quizbowl
from stumper.datasets.answer_classes import answer_classes
from stumper.datasets.quizbowl import Quizbowl
from stumper.loading import load_victim
from stumper.retrieval import fulltext
from stumper.scores.answer_matching import is_accepted
from stumper.scores.buzz import expected_wins
from stumper.scores.intervals import mean_interval
from stumper.scores.positions import shares
from stumper.text import normalise_answer
from stumper.types import Example, Gold, Prediction, Tossup
from stumper.victims.guessing.buzzer import buzzer_of, buzzes, confidences, threshold_buzzer

POSITIONS = 20
GRAM, MOST_SHARED = 8, 0.1
BANDS = (0, 1, 2, 5, 10, 20)  # of the number of past questions
BINS = 10


@dataclass(frozen=True, slots=True)
class Played:
    """One question, what a guesser said after each share of it, and whether that was right."""

    example: Example
    past: int  # questions with its answer
    predictions: Sequence[Prediction]
    rights: Sequence[bool]


def main() -> None:
    args = _arguments()
    packets = quizbowl.read(args.data / "quizbowl" / "tossups-2012-2020.jsonl.gz")
    guessdev = quizbowl.read(args.data / "quizbowl" / "qanta-guessdev.json.gz")
    examples = distinct(guessdev, packets)
    past = past_questions(examples, packets)
    say("guessdev", questions=len(guessdev), left_out=len(guessdev) - len(examples),
        with_two_past_questions=sum(n >= 2 for n in past.values()),
        with_none=sum(not n for n in past.values()))  # fmt: skip
    for name in args.victim:
        evaluate(name, examples[: args.limit], past)


def distinct(guessdev: Quizbowl, packets: Iterable[Example]) -> list[Example]:
    """The questions that are not, nearly or in part, in the packets as well."""
    known = {gram for example in packets for gram in _grams(example)}
    return [example for example in guessdev if _shared(_grams(example), known) <= MOST_SHARED]


def past_questions(examples: Sequence[Example], packets: Quizbowl) -> dict[str, int]:
    """How many questions of the packets have the answer of each: of the classes whose name its line accepts.

    Asked of the names alone that have a word with the first two letters of one of the line's.
    """
    counts = Counter(answer_classes([packets]).values())
    beginning: dict[str, set[str]] = defaultdict(set)
    for answer in counts:
        for start in _beginnings(answer):
            beginning[start].add(answer)
    return {example.id: sum(counts[answer] for answer in _accepted(example.gold, beginning)) for example in examples}


def _accepted(gold: Gold, beginning: Mapping[str, Set[str]]) -> list[str]:
    starts = {start for answer in gold.answers for start in _beginnings(answer.text)}
    names = set[str]().union(*(beginning.get(start, ()) for start in starts))
    return [name for name in names if is_accepted(gold, name)]


def _beginnings(answer: str) -> set[str]:
    return {word[:2] for word in fulltext.terms(answer)}


def evaluate(name: str, examples: Sequence[Example], past: dict[str, int]) -> None:
    """Says all figures of one guesser."""
    began, started = time.perf_counter(), time.process_time()
    victim = load_victim(name, examples)
    victim.predict([Tossup("For 10 points, name this author of Hamlet.")])
    say("guesser_opening", victim=name, seconds=time.perf_counter() - began, cpu_seconds=time.process_time() - started)
    began, started = time.perf_counter(), time.process_time()
    said = [victim.predict([Tossup(view) for view in shares(example.query.text, POSITIONS)]) for example in examples]
    say("guesser_cost", victim=name, queries=len(examples) * POSITIONS, seconds=time.perf_counter() - began,
        cpu_seconds=time.process_time() - started, peak_mib=_peak())  # fmt: skip
    played = [
        Played(example, past[example.id], predictions, [_right(example, one) for one in predictions])
        for example, predictions in zip(examples, said, strict=True)
    ]
    accuracy(name, played)
    calibration(name, played)
    buzzing(name, played)


def accuracy(name: str, played: Sequence[Played]) -> None:
    """Says how often the first guess is right: at the end, by past questions, and by the share that was read."""
    known = [one for one in played if one.past >= 2]
    for what, group in (("two past questions or more", known), ("all", played)):
        say("guesser_accuracy", victim=name, of=what, right=_estimate([one.rights[-1] for one in group]))
    for low, high in zip(BANDS, [*BANDS[1:], None], strict=True):
        group = [one for one in played if one.past >= low and (high is None or one.past < high)]
        say("guesser_accuracy_by_past", victim=name, of=f"{low} to {high - 1}" if high else f"{low} or more",
            right=_estimate([one.rights[-1] for one in group]))  # fmt: skip
    say("guesser_curve", victim=name, of="two past questions or more",
        shares=[(n + 1) / POSITIONS for n in range(POSITIONS)],
        accuracy=[sum(one.rights[n] for one in known) / max(1, len(known)) for n in range(POSITIONS)])  # fmt: skip


def calibration(name: str, played: Sequence[Played]) -> None:
    """Says, for the first guesses by their probability, how many are right: at all positions, and of buzzers."""
    rows = [
        (one.predictions[n].guesses[0].probability or 0.0, one.rights[n]) for one in played for n in range(POSITIONS)
    ]
    say("guesser_calibration", victim=name, of="probability of the first guess", **_reliability(rows))
    buzzer = buzzer_of(name)
    sure = [confidences(buzzer, one.predictions) for one in played]
    rows = [(sure[i][n], one.rights[n]) for i, one in enumerate(played) for n in range(POSITIONS)]
    say("guesser_calibration", victim=name, of="confidence of the learned buzzer", **_reliability(rows))


def buzzing(name: str, played: Sequence[Played]) -> None:
    """Says where buzzers answer, how right, and what that is worth against people."""
    rules = {"learned": buzzer_of(name)} | {f"probability {t:.1f}": threshold_buzzer(t) for t in (0.3, 0.5, 0.7)}
    for rule, buzzer in rules.items():
        places = [next((n for n, has in enumerate(buzzes(buzzer, one.predictions)) if has), None) for one in played]
        worth = [
            0.0 if n is None else expected_wins((n + 1) / POSITIONS, one.rights[n])
            for n, one in zip(places, played, strict=True)
        ]
        made = [(n, one.rights[n]) for n, one in zip(places, played, strict=True) if n is not None]
        say("guesser_buzzes", victim=name, rule=rule, threshold=buzzer.threshold, buzzes=len(made),
            right=sum(right for _, right in made),
            mean_share=sum((n + 1) / POSITIONS for n, _ in made) / max(1, len(made)),
            expected_wins=_estimate(worth))  # fmt: skip
    ideal = [next((n for n, right in enumerate(one.rights) if right), None) for one in played]
    worth = [0.0 if n is None else expected_wins((n + 1) / POSITIONS, True) for n in ideal]
    say("guesser_buzzes", victim=name, rule="as soon as it is right", expected_wins=_estimate(worth))


def _reliability(rows: Sequence[tuple[float, bool]]) -> dict[str, object]:
    """The table of bins, and the mean distance of confidence and accuracy (expected calibration error)."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for row in rows:
        bins[min(BINS - 1, bisect_right([(n + 1) / BINS for n in range(BINS - 1)], row[0]))].append(row)
    table = [
        (len(b), sum(p for p, _ in b) / len(b), sum(r for _, r in b) / len(b)) if b else (0, None, None) for b in bins
    ]
    error = sum(n * abs(p - r) for n, p, r in table if n) / len(rows)
    return {"n": len(rows), "error": error, "n_confidence_accuracy": table}


def _right(example: Example, prediction: Prediction) -> bool:
    return is_accepted(example.gold, prediction.guesses[0].answer)


def _grams(example: Example) -> set[tuple[str, ...]]:
    words = normalise_answer(example.query.text).split()
    return {tuple(words[n : n + GRAM]) for n in range(len(words) - GRAM + 1)}


def _shared(grams: set[tuple[str, ...]], known: set[tuple[str, ...]]) -> float:
    return len(grams & known) / max(1, len(grams))


def _estimate(values: Sequence[float]) -> dict[str, float]:
    return shown(mean_interval([float(value) for value in values]))


def _peak() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the evaluation data")
    parser.add_argument(
        "--victim", action="append", default=[], help="a guesser with its folder, as on the command line"
    )
    parser.add_argument("--limit", type=int, help="so many questions only")
    args = parser.parse_args()
    measures(args)
    return args


if __name__ == "__main__":
    main()
