"""SEARs on claims and on questions: seconds of the victim and of everything else, queries, and the rules that come out.

Rules are learned from one half and counted on the other, beside the floor: what a trivial edit of the same texts turns.
With --rules FILE those of a file are counted on all examples, so that one sees what rules of another task do here;
--carried N learns them first, from N questions against the reader ``logistic``, and counts them on the claims.

``seconds_rest_cpu`` is the processor's time for all but the victim, which a busy machine does not lengthen.

The victim of claims is by default a small linear model of their words, fitted on the half of FEVER's paper dev; of
questions it is the embedded reader, of open ones ``rag`` over the paragraphs of all. --victim NAME takes another;
--task says which of the three.
"""

import gzip
import json
import re
import tempfile
import time
import zlib
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from measuring import DATA, measures, say
from stumper.adversaries.rule_induction.held_out import counted
from stumper.adversaries.rule_induction.learning import LearnedRule
from stumper.adversaries.rule_induction.rules_file import read_rules
from stumper.adversaries.rule_induction.sears import Applied, Sears, read_lines
from stumper.loading import load_dataset, load_victim
from stumper.protocols import Victim
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Answer, Example, Gold, Guess, OutputFile, Passage, Prediction, Query

SIZE = 1 << 16  # of the linear model's features
SQUAD = "squad-dev-v1.1-24-articles.json.gz"
DEFAULTS = {"claims": "linear", "questions": "embedded", "open": "rag"}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--task", choices=tuple(DEFAULTS), default="claims")
    parser.add_argument("--victim", default=None)
    parser.add_argument("--examples", type=int, default=None)
    parser.add_argument("--sample", type=int, default=None)
    parser.add_argument("--flips", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default=None)
    parser.add_argument("--rules", type=Path, default=None)
    parser.add_argument("--carried", type=int, default=None)
    parser.add_argument("--punctuation", action="store_true")
    args = parser.parse_args()
    measures(args)
    if args.carried is not None:
        carry(args)
    else:
        measure(args)


def carry(args: Namespace) -> None:
    """Prints what rules that are learned from questions turn there, on the half held out, and on claims."""
    asked_of = Random(args.seed).sample(questions(args.data), args.carried)
    with tempfile.TemporaryDirectory() as folder:
        args.rules = Path(folder) / "rules.toml"
        sears = Sears(save=OutputFile(str(args.rules)), least_flips=args.flips, punctuation=args.punctuation)
        asked(sears.induce(asked_of, Random(args.seed)), load_victim("logistic"))
        args.task = "claims"
        measure(args)


def measure(args: Namespace) -> None:
    """Prints the figures of one induction and one application of its rules."""
    examples = claims(args.data, "fever-paper-test") if args.task == "claims" else questions(args.data, args.task)
    if args.examples is not None:
        examples = tuple(Random(args.seed).sample(examples, args.examples))
    if args.task == "claims" and args.victim is None:
        victim: Victim = fitted(claims(args.data, "fever-paper-dev-half"))
    else:
        corpus = f":{args.data / 'reading' / SQUAD}" if args.task == "open" else ""
        victim = load_victim(args.victim or DEFAULTS[args.task] + corpus)
    if args.rules is not None:
        carried(args, victim, examples)
        return
    save = OutputFile(args.save) if args.save else None
    sears = Sears(sample=args.sample, save=save, least_flips=args.flips, punctuation=args.punctuation)
    began, began_cpu = time.perf_counter(), time.process_time()
    applied, queries, spent = asked(sears.induce(examples, Random(args.seed)), victim)
    assert isinstance(applied, Applied)
    made = applied.instances(examples, Random(args.seed))
    wall, cpu = time.perf_counter() - began, time.process_time() - began_cpu
    say(
        "sears",
        task=args.task,
        victim=args.victim or DEFAULTS[args.task],
        n=len(examples),
        sample=args.sample,
        queries=queries,
        seconds_wall=wall,
        seconds_victim=spent.wall,
        seconds_rest=wall - spent.wall,
        seconds_rest_cpu=cpu - spent.cpu,
        instances=len(made),
        examples_changed=len({each.example_id for each in made}),
        rules=[f"{each.rule}: {each.flips} of {each.support}, {each.score}" for each in applied.rules],
        **held_out(applied.rules),
    )


def carried(args: Namespace, victim: Victim, examples: Sequence[Example]) -> None:
    """Prints what the rules of a file turn here, beside what they turned where they were learned."""
    rules = read_rules(args.rules)
    lines = read_lines([example.query.text for example in examples], "embedded", {})
    here, _, _ = asked(counted(rules, examples, lines, Random(args.seed)), victim)
    say(
        "sears_carried",
        task=args.task,
        victim=args.victim or DEFAULTS[args.task],
        n=len(examples),
        there=held_out(rules),
        here=held_out(here),
    )


def held_out(rules: Sequence[LearnedRule]) -> dict[str, object]:
    """What was counted of the rules, one by one and of all texts that any of them rewrites, a text as often as so many
    do."""
    every = [one.held_out for one in rules if one.held_out is not None]
    return {
        "held_out": [
            f"{one.rule}: {one.held_out.flips} of {one.held_out.texts}, floor {one.held_out.floor}"
            for one in rules
            if one.held_out is not None
        ],
        "rules_tried": sum(one.texts > 0 for one in every),
        "rules_above": sum(one.flips > one.floor for one in every),
        "texts": sum(one.texts for one in every),
        "flips": sum(one.flips for one in every),
        "floor": sum(one.floor for one in every),
    }


@dataclass(slots=True)
class Spent:
    """Seconds inside the victim, by the clock and of the processor."""

    wall: float = 0.0
    cpu: float = 0.0


T = TypeVar("T")


def asked(lesson: Generator[Sequence[Query], Sequence[Prediction | None], T], victim: Victim) -> tuple[T, int, Spent]:
    """What comes of it, the number of queries, and the time that the victim took."""
    queries, spent, said = 0, Spent(), None
    while True:
        try:
            wanted = lesson.send(said)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration as end:
            return end.value, queries, spent
        began, began_cpu = time.perf_counter(), time.process_time()
        said = [each for k in range(0, len(wanted), 64) for each in victim.predict(wanted[k : k + 64])]
        spent.wall += time.perf_counter() - began
        spent.cpu += time.process_time() - began_cpu
        queries += len(wanted)


def claims(data: Path, name: str) -> tuple[Example, ...]:
    """The claims of a file, each with its gold evidence where the file has its text."""
    with gzip.open(data / "verification" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return tuple(map(claim, map(json.loads, file)))


def claim(row: dict[str, str]) -> Example:
    text = row.get("evidence_text")
    evidence = (Passage(f"{row['id']}:0", text),) if text else ()
    return Example(str(row["id"]), Claim(row["claim"], evidence), Gold((Answer(row["label"]),)))


def questions(data: Path, task: str = "questions") -> tuple[Example, ...]:
    """SQuAD's questions, each with its paragraph, or open."""
    return tuple(load_dataset(f"{'open:' if task == 'open' else ''}{data / 'reading' / SQUAD}"))


@dataclass(frozen=True)
class Linear:
    """A softmax over the words and pairs of words of a claim, which are counted in as many places as ``SIZE``."""

    weights: NDArray[np.float64] = field(repr=False)
    fingerprint: str | None = None

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """The three labels with their probabilities."""
        return [ranked(softmax(self.weights[features(query.text)].sum(axis=0))) for query in queries]


def fitted(examples: Sequence[Example], epochs: int = 8, rate: float = 0.1) -> Linear:
    """The model after some epochs of stochastic gradient descent."""
    weights = np.zeros((SIZE, len(LABELS)))
    rows = [(features(e.query.text), LABELS.index(e.gold.answers[0].text)) for e in examples]
    for epoch in range(epochs):
        for places, label in Random(epoch).sample(rows, len(rows)):
            slope = softmax(weights[places].sum(axis=0))
            slope[label] -= 1
            weights[places] -= rate * slope
    return Linear(weights)


def features(text: str) -> list[int]:
    """The distinct places of its words and pairs of words."""
    found = re.findall(r"\w+|[^\w\s]", text.lower())
    return sorted({zlib.crc32(part.encode()) % SIZE for part in (*found, *pairs(found))})


def pairs(words: Sequence[str]) -> Iterator[str]:
    return (f"{a} {b}" for a, b in pairwise(words))


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()


def ranked(shares: NDArray[np.float64]) -> Prediction:
    order = sorted(range(len(LABELS)), key=lambda k: -shares[k])
    return Prediction(tuple(Guess(LABELS[k], float(shares[k])) for k in order), 1.0)


if __name__ == "__main__":
    main()
