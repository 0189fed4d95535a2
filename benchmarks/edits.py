"""The context edits: how often each finds a candidate, how many, how far they go, and how often the reader falls.

The questions are of the measuring half: the articles whose titles' hash is odd. What is mended is read on the
others. The intervals are by article. The last line is the joint figure of the edits that change neither letters nor
what is said: which share of the questions that the reader has right one of them fools. With --joint 1 these edits alone
are measured, by the F1 of 0, and edit-search with them, which makes several of them one after the other. With --edit
NAME that one alone is.

A success counts for as much as its edit was judged correct: ``correct_success`` is the success rate times the share of
read candidates that keep meaning and grammar; of several edits that fool on one question, one at least is correct with
1 - (1 - a)(1 - b)... An edit that was not read counts for nothing there.

With --samples N it prints instead, for each edit, N drawn candidates to be read and judged in judged/edits.tsv. Of the
rows there, reorder and split were drawn with --examples 300 --seed 4, ablate, garbage, merge and misspell with
--seed 3; the seeds before them were read to mend the rules.
"""

import csv
import gzip
import hashlib
import json
import tempfile
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from math import prod
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Protocol

from measuring import arguments, say, shown
from stumper import api, registry
from stumper.scores import edit_distance
from stumper.statistics import mean, share
from stumper.statistics.groups import groups_of
from stumper.store import Store
from stumper.tasks.reading.grouping import groups
from stumper.tasks.reading.question import Question
from stumper.text import word_diff
from stumper.types import Attempt, Example, Perturbation

JUDGED = Path(__file__).parent / "judged" / "edits.tsv"
BLIND = JUDGED.with_name("answer-sheets.tsv")  # read blind
GOALS = ("not_exact", "f1_zero")
SEARCH = "edit-search"
TOGETHER = ("edit-split", "edit-paraphrase", "edit-synonym", "edit-reorder", "edit-coreference")


class Edit(Protocol):
    """An edit's adversary, which proposes without being asked."""

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]: ...


def main() -> None:
    args = arguments(__doc__, examples=300, samples=0, seed=1, joint=0, edit="")
    every = [name for name in registry.names("adversary") if name.startswith("edit-")]
    names = [*TOGETHER, SEARCH] if args.joint else [name for name in every if name != SEARCH]
    names = [args.edit] if args.edit else names
    goals = GOALS[1:] if args.joint else GOALS
    with tempfile.TemporaryDirectory() as folder:
        dataset = str(Path(folder) / "measured.json")
        Path(dataset).write_text(json.dumps(measured(args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz")))
        examples = api.drawn(tuple(api.load_dataset(dataset)), args.examples, args.seed)
        if args.samples:
            for name in names:
                if name != SEARCH:
                    show(name, examples, args)
            return
        judged = judgements()
        store = api.open_store(str(Path(folder) / "edits.db"))
        fallen: dict[str, dict[str, bool]] = {}
        for name in names:
            attempts = {goal: attempted(name, dataset, goal, store, args) for goal in goals}
            fallen[name] = {each.example_id: each.outcome == "succeeded" for each in attempts["f1_zero"]}
            say(
                "edits",
                edit=name,
                **({} if name == SEARCH else proposed(name, examples, args.seed)),
                **judged.get(name, {}),
                **fooled(attempts, examples),
                correct_success=joint({name: fallen[name]}, examples, judged)["correct_success"],
            )
        if args.edit:
            return
        five = {name: fallen[name] for name in TOGETHER}
        say("edits", edit="the five together", n=len(examples), **joint(five, examples, judged))
        if args.joint:
            say("edits", edit="the five and the search", n=len(examples), **joint(fallen, examples, judged))


def measured(path: Path) -> dict[str, object]:
    """The articles of a SQuAD file that nothing is mended on."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        squad = json.load(file)
    kept = [article for article in squad["data"] if hashlib.sha256(article["title"].encode()).digest()[0] % 2]
    return {**squad, "data": kept}


def proposed(name: str, examples: Sequence[Example], seed: int) -> dict[str, object]:
    """Shares and means over the candidates; ``edit_distance`` is that of ``stumper.scores.edit_distance``."""
    began = time.perf_counter()
    found = {example.id: candidates(name, example, seed) for example in examples}
    seconds = time.perf_counter() - began
    distances = [distance(example, each) for example in examples for each in found[example.id]]
    return {
        "n": len(examples),
        "with_a_candidate": sum(map(bool, found.values())) / len(examples),
        "candidates_a_question": fmean(map(len, found.values())),
        "edit_distance": fmean(distances) if distances else None,
        "questions_a_second": len(examples) / seconds,
    }


def attempted(name: str, dataset: str, goal: str, store: Store, args: Namespace) -> list[Attempt]:
    """The attempts on the originals that the reader has not wrong already."""
    job = api.prepare(dataset, name, goal=goal, limit=args.examples, seed=args.seed, store=store)
    for _ in job.steps():
        pass
    return [attempt for attempt in job.attempts() if attempt.outcome != "skipped"]


def fooled(attempts: Mapping[str, Sequence[Attempt]], examples: Sequence[Example]) -> dict[str, object]:
    """Success rates by goal, over all attempts and over those with a candidate, with intervals by article."""
    found: dict[str, object] = {}
    for goal, every in attempts.items():
        touched = [attempt for attempt in every if attempt.perturbation is not None]
        for where, of in (("", every), ("_of_those_with_a_candidate", touched)):
            values, ids = [a.outcome == "succeeded" for a in of], [a.example_id for a in of]
            found[f"success_{goal}{where}"] = shown(share(values, ids, groups_of(examples, groups)))
    return found


def joint(
    fallen: Mapping[str, Mapping[str, bool]], examples: Sequence[Example], judged: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
    """How often one of these edits fools, and how often one that is correct does, with intervals by article."""
    right, by = list(next(iter(fallen.values()))), groups_of(examples, groups)
    fooling = [[name for name in fallen if fallen[name][id]] for id in right]
    correct = [1 - prod(1 - correct_rate(judged.get(name, {})) for name in names) for names in fooling]
    return {
        "success_f1_zero": shown(share([bool(names) for names in fooling], right, by)),
        "correct_success": shown(mean(correct, right, by)),
    }


def correct_rate(of: Mapping[str, object]) -> float:
    """The share of the read candidates that keep meaning and grammar, 0 where none was read."""
    read, correct = of.get("read", 0), of.get("correct", 0)
    assert isinstance(read, int)
    assert isinstance(correct, int)
    return correct / read if read else 0.0


def judgements() -> dict[str, dict[str, object]]:
    """What was judged of drawn candidates, by edit: by a blind reader, if there was one, else as edits.tsv says."""
    rows = defaultdict(list)
    for row in table(JUDGED):
        rows[row["edit"]].append((row["judge"], row["meaning"] == "yes", row["grammatical"] == "yes"))
    blind = defaultdict(list)
    for row in table(BLIND):
        blind[row["kind"]].append((row["judge"], row["label_right"] == "yes", row["grammar"] != "broken"))
    return {
        edit: {
            "read": len(of),
            "judged_by": sorted({judge for judge, _, _ in of}),
            "meaning_kept": sum(meaning for _, meaning, _ in of),
            "grammatical": sum(grammatical for _, _, grammatical in of),
            "correct": sum(meaning and grammatical for _, meaning, grammatical in of),
        }
        for edit, of in {**rows, **{edit: of for edit, of in blind.items() if edit.startswith("edit-")}}.items()
    }


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def show(name: str, examples: Sequence[Example], args: Namespace) -> None:
    """Prints one drawn candidate of as many drawn questions as are asked for, with what changed."""
    rng = Random(f"{args.seed}/{name}")
    shuffled = rng.sample(examples, len(examples))
    touched = ((example, found) for example in shuffled if (found := candidates(name, example, args.seed)))
    for example, found in islice(touched, args.samples):
        chosen = rng.choice(found)
        print(f"\n{name}\t{example.id}\t{chosen.edits[0].rule}\nQ: {example.query.text}")
        print(f"A: {' | '.join(dict.fromkeys(answer.text for answer in example.gold.answers))}")
        print(marked(example, chosen))


def marked(example: Example, perturbation: Perturbation) -> str:
    """The new paragraph, with [-what was removed-] and {+what was added+}."""
    marks = {"kept": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}
    changes = word_diff(paragraph(example), paragraph(perturbation))
    return "".join(f"{marks[change.kind][0]}{change.text}{marks[change.kind][1]}" for change in changes)


def candidates(name: str, example: Example, seed: int) -> list[Perturbation]:
    """What an attack with this seed proposes."""
    return edit_called(name).proposals(example, Random(f"{seed}/{example.id}"))


@cache
def edit_called(name: str) -> Edit:
    edit: Edit = registry.build("adversary", name, {})
    return edit


def distance(example: Example, perturbation: Perturbation) -> float:
    return edit_distance(word_diff(paragraph(example), paragraph(perturbation)))


def paragraph(of: Example | Perturbation) -> str:
    assert isinstance(of.query, Question)
    return of.query.context.text


if __name__ == "__main__":
    main()
