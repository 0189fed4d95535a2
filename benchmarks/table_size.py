"""Seconds and memory that the table of a large store takes: made of its runs, written, and read again."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random

from sqlalchemy import insert

from measuring import arguments, say
from stumper.runs.plan import Plan, to_json
from stumper.store import Store, schema
from stumper.store.attempts import Values, attempt_values, candidates_values, perturbation_values
from stumper.store.connection import writing
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import (
    Answer,
    Attempt,
    Candidate,
    Edit,
    Example,
    Gold,
    Guess,
    Passage,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

SYSTEMS, ATTACKS, VARIANTS, A_PARAGRAPH = 4, 5, 20, 5
ENDINGS = ("jsonl", "jsonl.gz", "csv", "parquet")
WORDS = ("harbour", "lamp", "keeper", "lit", "wall", "salt", "timber", "stones", "winter", "oak", "railway", "mayor")


def main() -> None:
    args = arguments(__doc__, rows=1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        url = str(Path(folder) / "stumper.db")
        fill(url, args.rows)
        print(f"filled in {time.perf_counter() - began:.0f} s", file=sys.stderr)
        for line in [*told("table_size.write", url, folder), *told("table_size.read", url, folder)]:
            say("table_size", **line)


def told(step: str, url: str, folder: str) -> list[dict[str, object]]:
    """What a process of its own says of a step, a function of a benchmark: a peak of memory is of a whole process."""
    module, _, _ = step.partition(".")
    code = f"import sys; sys.path.insert(0, sys.argv[1]); import {module}; {step}(*sys.argv[2:])"
    command = [sys.executable, "-c", code, str(Path(__file__).parent), url, folder]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def write(url: str, folder: str) -> None:
    """Makes the table and writes it in each format; ``gb`` is the most memory until then."""
    from stumper.table import of_runs

    store = Store.open(url)
    began = time.perf_counter()
    table = of_runs(store, list(store.plans()))
    tell(step="made", rows=len(table), columns=len(table.columns), began=began)
    for ending in endings():
        began, path = time.perf_counter(), Path(folder) / f"table.{ending}"
        table.write(path)
        tell(step=f"written {ending}", mb=path.stat().st_size / 1e6, began=began)


def read(url: str, folder: str) -> None:
    """Reads the table from each format."""
    from stumper.table import read as read_table

    for ending in endings():
        began = time.perf_counter()
        rows = len(read_table(Path(folder) / f"table.{ending}"))
        tell(step=f"read {ending}", rows=rows, began=began)


def endings() -> list[str]:
    """The formats that can be written here."""
    return [ending for ending in ENDINGS if ending != "parquet" or find_spec("pyarrow")]


def tell(began: float, **line: object) -> None:
    """Prints what a step took, as JSON."""
    print(json.dumps({**line, "seconds": time.perf_counter() - began, "gb": peak_gb()}), flush=True)


def peak_gb() -> float:
    """The most memory that this process has had, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9


@dataclass(frozen=True, slots=True)
class Kind:
    """What a store is filled with: examples, what an attack makes of one, what a system says, and how often."""

    dataset: str
    variants: int
    goal: str
    made: Callable[[int], Example]
    perturbed: Callable[[Example, int], Iterator[Perturbation]]
    said: Callable[[Query, Gold, Random], Verdict]


def fill(url: str, rows: int, kind: str = "reading") -> None:
    """Makes a store in which every system has met every variant of every attack: so many rows."""
    store, what = Store.open(url), KINDS[kind]
    number = originals(rows, kind)
    examples = [what.made(one) for one in range(number)]
    store.put_examples(what.dataset, examples)
    plans = {
        (attack, system): Plan(f"{what.dataset}.json", what.dataset, f"python:systems:s{system}", f"s{system}",
                               f"attack-{attack}", goal=what.goal)
        for attack in range(ATTACKS)
        for system in range(SYSTEMS)
    }  # fmt: skip
    for plan in plans.values():
        store.put_plan(plan.id, to_json(plan), what.dataset)
    for attack in range(ATTACKS):
        for begin in range(0, number, 100):
            rows_of: dict[str, list[Values]] = {"perturbations": [], "attempts": [], "candidates": []}
            for example in examples[begin : begin + 100]:
                variants = list(what.perturbed(example, attack))
                rows_of["perturbations"] += map(perturbation_values, variants)
                for system in range(SYSTEMS):
                    rng = Random(f"{attack}/{system}/{example.id}")
                    one = attempt(plans[attack, system].id, example, variants, what, rng)
                    rows_of["attempts"].append(attempt_values(one, example))
                    rows_of["candidates"] += candidates_values(one)
            with writing(store.engine) as connection:
                for table, values in rows_of.items():
                    connection.execute(insert(schema.metadata.tables[table]), values)
    for plan in plans.values():
        store.conclude(plan.id, number)
    store.close()


def originals(rows: int, kind: str) -> int:
    """How many originals a store of so many rows has."""
    return rows // (SYSTEMS * ATTACKS * KINDS[kind].variants)


def made(number: int) -> Example:
    """A question about one of the paragraphs of about a hundred words."""
    rng = Random(f"paragraph {number // A_PARAGRAPH}")
    text = " ".join(rng.choices(WORDS, k=100))
    start = text.index(" ", 10 * (number % A_PARAGRAPH)) + 1
    answer = text[start : text.index(" ", start + 12)]
    passage = Passage(f"a{number // 100}/{number // A_PARAGRAPH}", text, f"Article {number // 100}")
    return Example(f"q{number}", Question(f"Which is word {number}?", passage), Gold((Answer(answer, start),)))


def perturbed(example: Example, attack: int) -> Iterator[Perturbation]:
    """What an attack proposes: a sentence each behind the paragraph."""
    rng, question = Random(f"{attack}/{example.id}"), example.query
    assert isinstance(question, Question), "a question"
    end = len(question.context.text)
    for number in range(VARIANTS):
        added = f" {' '.join(rng.choices(WORDS, k=10))} {number}."
        passage = Passage(question.context.id, question.context.text + added, question.context.title)
        edits = (Edit("paragraph", end, end, added, f"kind {attack}", f"rule {number}"),)
        yield Perturbation(example.id, Question(question.text, passage), example.gold, edits)


def attempt(run_id: str, example: Example, variants: list[Perturbation], what: Kind, rng: Random) -> Attempt:
    """A system that is right of two examples in three."""
    before = what.said(example.query, example.gold, rng)
    candidates = tuple(Candidate(one, what.said(one.query, one.gold, rng)) for one in variants)
    worst = min(candidates, key=lambda one: one.verdict.score or 0)
    outcome = "skipped" if before.score == 0 else "succeeded" if worst.verdict.score == 0 else "failed"
    queries = 1 + len(variants)
    trace = ((1, before.score or 0.0), *([(queries, 0.0)] if outcome == "succeeded" else []))
    return Attempt(run_id, example.id, "made", "made", outcome, before, worst.verdict, worst.perturbation, queries,
                   trace, candidates=candidates, original_id=example.id)  # fmt: skip


def said(query: Query, gold: Gold, rng: Random) -> Verdict:
    """Twenty guesses whose best is the answer, or a part of the text that begins anywhere."""
    assert isinstance(query, Question), "a question"
    text, answer = query.context.text, gold.answers[0]
    assert answer.start is not None
    is_right = rng.random() < 2 / 3
    start = answer.start if is_right else rng.randrange(len(text) - 20)
    first = text[start : start + (len(answer.text) if is_right else 15)]
    rest = [Guess(text[at : at + 10], 0.02, at) for at in range(0, 190, 10)]
    score = float(is_right)
    return Verdict(Prediction((Guess(first, 0.5, start), *rest), 0.88), score, score, not is_right)


def claimed(number: int) -> Example:
    """A claim of ten words with a sentence of evidence for its label."""
    text = " ".join(Random(f"claim {number}").choices(WORDS, k=10))
    label = LABELS[number % len(LABELS)]
    evidence = (frozenset({f"Page {number // 10}:{number % 10}"}),) if label != LABELS[-1] else ()
    return Example(f"c{number}", Claim(f"{text}."), Gold((Answer(label),), evidence_sets=evidence))


def reworded(example: Example, attack: int) -> Iterator[Perturbation]:
    """What an attack proposes: another first word each, by one of its rules."""
    rng, end = Random(f"{attack}/{example.id}"), example.query.text.index(" ")
    for number in range(KINDS["claims"].variants):
        word = f"{rng.choice(WORDS)}{attack}{number}"
        edits = (Edit("text", 0, end, word, f"kind {rng.randrange(3)}", f"rule {rng.randrange(10)}"),)
        yield Perturbation(example.id, Claim(word + example.query.text[end:]), example.gold, edits)


def labelled(query: Query, gold: Gold, rng: Random) -> Verdict:
    """The label with evidence for it, or another."""
    is_right = rng.random() < 2 / 3
    label = gold.answers[0].text if is_right else rng.choice([one for one in LABELS if one != gold.answers[0].text])
    evidence = tuple(sorted(gold.evidence_sets[0])) if gold.evidence_sets and rng.random() < 2 / 3 else ("Page:0",)
    score = float(is_right)
    guesses = (Guess(label, 0.6), *(Guess(one, 0.2) for one in LABELS if one != label))
    return Verdict(Prediction(guesses, 1.0, evidence), score, score, not is_right)


KINDS = {
    "reading": Kind("made", VARIANTS, "f1_zero", made, perturbed, said),
    "claims": Kind("claimed", 4, "label_wrong", claimed, reworded, labelled),
}

if __name__ == "__main__":
    main()
