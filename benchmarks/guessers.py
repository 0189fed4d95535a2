"""Guessers on QANTA's guessdev: right at the end and on the way, by past questions, buzzing, calibration, seconds.

    python benchmarks/guessers.py [--data DIR] --victim ir:FOLDER [--victim dan:FOLDER …] [--limit N]
    python benchmarks/guessers.py --bundled --victim ir [--victim dan …]

The guessers are those that `training/guessing.py` and `training/guessers.py` fitted to the packets. Questions of
guessdev of whose eight-word sequences more than a tenth stand in a packet are left out. Right is what the answer line
accepts. With --bundled those that ship are asked the bundled fold guessdev, whose past questions are those of
guesstrain; of its first 80 questions it is said, too, what is right among the guesses that are of their own 40 answers,
which were all that there were once.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from measuring import DATA, measures, say, shown
from stumper.buzz import expected_wins
from stumper.loading import load_victim
from stumper.positions import shares
from stumper.retrieval import fulltext
from stumper.statistics import mean
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import normalise_answer
from stumper.types import Example, Gold, Prediction
from stumper.victims.guessing.buzzer import Buzzer, buzzer_of, buzzes, confidences

POSITIONS = 20
FIRST = 80  # bundled questions, of the 40 answers that there were before it became 162
GRAM, MOST_SHARED = 8, 0.1
BANDS = (0, 1, 2, 5, 10, 20)  # of the number of past questions
BINS = 10
RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Played:
    """One question, what a guesser said after each share of it, and whether that was right."""

    example: Example
    past: int  # questions with its answer
    predictions: Sequence[Prediction]
    rights: Sequence[bool]


def main() -> None:
    args = _arguments()
    if args.bundled:
        packets, guessdev = quizbowl.bundled("guesstrain"), quizbowl.bundled()
    else:
        packets = quizbowl.read(args.data / "quizbowl" / "tossups-2012-2020.jsonl.gz")
        guessdev = quizbowl.read(args.data / "quizbowl" / "qanta-guessdev.json.gz")
    examples = distinct(guessdev, packets)
    past = past_questions(examples, packets)
    say("guessers", of="guessdev", questions=len(guessdev), left_out=len(guessdev) - len(examples),
        with_two_past_questions=sum(n >= 2 for n in past.values()),
        with_none=sum(not n for n in past.values()))  # fmt: skip
    for name in args.victim:
        played = evaluate(name, examples[: args.limit], past)
        if args.bundled:
            among_the_first(name, played)


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


def evaluate(name: str, examples: Sequence[Example], past: dict[str, int]) -> list[Played]:
    """Says all figures of one guesser; what it said."""
    began, started = time.perf_counter(), time.process_time()
    victim = load_victim(name, examples)
    victim.predict([Tossup("For 10 points, name this author of Hamlet.")])
    say(
        "guessers",
        victim=_kind(name),
        of="opening",
        seconds=time.perf_counter() - began,
        cpu_seconds=time.process_time() - started,
    )
    began, started = time.perf_counter(), time.process_time()
    said = [victim.predict([Tossup(view) for view in shares(example.query.text, POSITIONS)]) for example in examples]
    say("guessers", victim=_kind(name), of="cost", queries=len(examples) * POSITIONS,
        seconds=time.perf_counter() - began, cpu_seconds=time.process_time() - started, peak_mib=_peak())  # fmt: skip
    played = [
        Played(example, past[example.id], predictions, [_right(example, one) for one in predictions])
        for example, predictions in zip(examples, said, strict=True)
    ]
    accuracy(name, played)
    calibration(name, played)
    buzzing(name, played)
    return played


def among_the_first(name: str, played: Sequence[Played]) -> None:
    """Says of the first questions how many are right at the end: by the first guess of all, and by the first of the
    guesses that are of these questions' answers."""
    first = played[:FIRST]
    golds = list({one.example.gold.answers[0].text: one.example.gold for one in first}.values())

    def best(one: Played) -> str | None:
        said = (guess.answer for guess in one.predictions[-1].guesses)
        return next((answer for answer in said if any(is_accepted(gold, answer) for gold in golds)), None)

    say("guessers", victim=_kind(name), of="first answers", questions=len(first), answers=len(golds),
        right=sum(one.rights[-1] for one in first),
        right_among_these=sum(is_accepted(one.example.gold, best(one)) for one in first),
        among_ten=sum(any(is_accepted(one.example.gold, guess.answer) for guess in one.predictions[-1].guesses)
                      for one in first))  # fmt: skip


def accuracy(name: str, played: Sequence[Played]) -> None:
    """Says how often the first guess is right: at the end, by past questions, and by the share that was read."""
    known = [one for one in played if one.past >= 2]
    for what, group in (("known", known), ("all", played)):
        say("guessers", victim=_kind(name), of=what, right=_estimate([one.rights[-1] for one in group]))
    for low, high in zip(BANDS, [*BANDS[1:], None], strict=True):
        if group := [one for one in played if one.past >= low and (high is None or one.past < high)]:
            say("guessers", victim=_kind(name), of=f"{low} to {high - 1}" if high else f"{low} or more",
                right=_estimate([one.rights[-1] for one in group]))  # fmt: skip
    say("guessers", victim=_kind(name), of="known",
        shares=[(n + 1) / POSITIONS for n in range(POSITIONS)],
        accuracy=[sum(one.rights[n] for one in known) / max(1, len(known)) for n in range(POSITIONS)])  # fmt: skip


def calibration(name: str, played: Sequence[Played]) -> None:
    """Says, for the first guesses by their probability, how many are right: at all positions, and of buzzers."""
    sure = [[said.guesses[0].probability or 0.0 for said in one.predictions] for one in played]
    rows = [list(zip(of, one.rights, strict=True)) for of, one in zip(sure, played, strict=True)]
    say("guessers", victim=_kind(name), of="first guess", **_reliability(rows))
    buzzer = buzzer_of(name)
    rows = [list(zip(confidences(buzzer, one.predictions), one.rights, strict=True)) for one in played]
    say("guessers", victim=_kind(name), of="learned buzzer", **_reliability(rows))


def buzzing(name: str, played: Sequence[Played]) -> None:
    """Says where buzzers answer, how right, and what that is worth against people."""
    rules = {"learned": buzzer_of(name)} | {f"probability {t:.1f}": Buzzer(t) for t in (0.3, 0.5, 0.7)}
    for rule, buzzer in rules.items():
        places = [next((n for n, has in enumerate(buzzes(buzzer, one.predictions)) if has), None) for one in played]
        worth = [
            0.0 if n is None else expected_wins((n + 1) / POSITIONS, one.rights[n])
            for n, one in zip(places, played, strict=True)
        ]
        made = [(n, one.rights[n]) for n, one in zip(places, played, strict=True) if n is not None]
        say("guessers", victim=_kind(name), rule=rule, threshold=buzzer.threshold, buzzes=len(made),
            right=sum(right for _, right in made),
            mean_share=sum((n + 1) / POSITIONS for n, _ in made) / max(1, len(made)),
            expected_wins=_estimate(worth))  # fmt: skip
    ideal = [next((n for n, right in enumerate(one.rights) if right), None) for one in played]
    worth = [0.0 if n is None else expected_wins((n + 1) / POSITIONS, True) for n in ideal]
    say("guessers", victim=_kind(name), rule="as soon as it is right", expected_wins=_estimate(worth))


def _kind(name: str) -> str:
    """The guesser's name without its folder."""
    return name.partition(":")[0]


def _reliability(rows: Sequence[Sequence[tuple[float, bool]]]) -> dict[str, object]:
    """The mean distance of confidence and accuracy (expected calibration error), with its interval by the bootstrap
    over questions, and the table of bins."""
    sums = np.zeros((len(rows), BINS, 3))  # of each question and bin: how many, their confidence, how many are right
    for question, of in enumerate(rows):
        for sure, right in of:
            sums[question, min(BINS - 1, int(sure * BINS))] += (1, sure, right)
    drawn = np.random.default_rng(0).multinomial(len(rows), [1 / len(rows)] * len(rows), RESAMPLES)
    low, high = np.quantile([_error(np.tensordot(often, sums, 1)) for often in drawn], (0.025, 0.975))
    whole = sums.sum(axis=0)
    table = {
        f"{100 * at // BINS}%": {"n": int(n), "confidence": sure / n, "accuracy": right / n}
        for at, (n, sure, right) in enumerate(whole.tolist())
        if n
    }
    return {"error": {"value": _error(whole), "low": low, "high": high, "n": len(rows)}, "bins": table}


def _error(sums: NDArray[np.float64]) -> float:
    return float(np.abs(sums[:, 1] - sums[:, 2]).sum() / sums[:, 0].sum())


def _right(example: Example, prediction: Prediction) -> bool:
    return is_accepted(example.gold, prediction.guesses[0].answer)


def _grams(example: Example) -> set[tuple[str, ...]]:
    words = normalise_answer(example.query.text).split()
    return {tuple(words[n : n + GRAM]) for n in range(len(words) - GRAM + 1)}


def _shared(grams: set[tuple[str, ...]], known: set[tuple[str, ...]]) -> float:
    return len(grams & known) / max(1, len(grams))


def _estimate(values: Sequence[float]) -> dict[str, float]:
    return shown(mean([float(value) for value in values]))


def _peak() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the evaluation data")
    parser.add_argument(
        "--victim", action="append", default=[], help="a guesser with its folder, as on the command line"
    )
    parser.add_argument("--bundled", action="store_true", help="ask the questions of the package")
    parser.add_argument("--limit", type=int, help="so many questions only")
    args = parser.parse_args()
    measures(args)
    return args


if __name__ == "__main__":
    main()
