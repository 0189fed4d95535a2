"""What each reading attack takes from the ladder of readers, and how much of what it makes was judged correct.

    python benchmarks/frontier.py
    python benchmarks/frontier.py --systems 3      the first of the plan's systems alone

One plan, `benchmarks/frontier.toml`: 50 drawn questions of the 24 articles, fewer for attacks that search. An attack's
excess is the F1 that it takes, a question at its worst variant, over the questions of which it made one, each beside
itself. Correct are candidates that a reader of benchmarks/judged found sound, whoever the judge was. The runs stay in
out/frontier: begun again, it goes on.
"""

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from ladder import carry_out
from measuring import arguments, say, shown
from stumper import api
from stumper.scores.variants import Counted, at_worst
from stumper.statistics import CHANGE, SHARE, Scored, interval, means, share
from stumper.table.counted import variants

HERE = Path(__file__).parent
PLAN, OUT, JUDGED = HERE / "frontier.toml", HERE.parent / "out" / "frontier", HERE / "judged"
JUDGES = ("person", "model", "builder")  # the first that read an attack counts
Row = Mapping[str, str]


def main() -> None:
    args = arguments(__doc__, workers=1, systems=4)
    OUT.mkdir(parents=True, exist_ok=True)
    store = api.open_store(f"sqlite:///{OUT / 'stumper.db'}")
    os.chdir(args.data)
    every = api.prepare_plan(PLAN, store=store, settings=api.Settings(args.workers))
    systems = list(dict.fromkeys(job.plan.victim for job in every))[: args.systems]
    jobs = [job for job in every if job.plan.victim in systems]
    carry_out(jobs)
    for job in jobs:
        table = api.table([job.plan.id], store)
        taken(job.plan.adversary, job.plan.victim, at_worst(variants(table, ["f1"]), "f1"))
    for attack, judge, sound in judged():
        say("frontier", attack=attack, correct=shown(share(sound)), judged_by=[judge])


def taken(attack: str, system: str, cell: Counted) -> None:
    """Prints what an attack takes from a system, of the questions of which it made something."""
    made = np.array([bool(id) for id in cell.ids])
    originals = [id for id, is_made in zip(cell.originals, made.tolist(), strict=True) if is_made]
    before, after = means(
        [Scored(originals, side["f1"][made]) for side in (cell.before, cell.after)], cell.groups
    )  # fmt: skip
    say("frontier", attack=attack, system=system, excess=shown(interval(before - after, CHANGE)),
        before=shown(interval(before, SHARE)), after=shown(interval(after, SHARE)),
        questions=len(cell.ids), made=len(originals))  # fmt: skip


def judged() -> Iterator[tuple[str, str, list[bool]]]:
    """The attacks that were read, by whom, and of each candidate whether it is sound."""
    read: dict[tuple[str, str], list[bool]] = {}
    for row in rows("edits.tsv"):
        if row["edit"].startswith(("edit-", "question-")):
            sound = row["meaning"] == "yes" and row["grammatical"] == "yes"
            read.setdefault((row["edit"], row["judge"]), []).append(sound)
    for row in rows("add-sent-sheet.tsv"):
        if row["kind"] == "add-sent":
            sound = row["grammar"] in ("clean", "slip") and row["compatible"] == "yes"
            read.setdefault(("add-sent", row["judge"]), []).append(sound)
    for row in rows("answer-sheets.tsv"):
        if row["kind"].startswith("edit-"):
            sound = row["grammar"] in ("clean", "slip") and row["label_right"] == "yes"
            read.setdefault((row["kind"], row["judge"]), []).append(sound)
    for attack in dict.fromkeys(attack for attack, _ in read):
        judge = next(judge for judge in JUDGES if (attack, judge) in read)
        yield attack, judge, read[attack, judge]


def rows(name: str) -> Sequence[Row]:
    with (JUDGED / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


if __name__ == "__main__":
    main()
