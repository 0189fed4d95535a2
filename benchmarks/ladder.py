"""The tables and figures of Jia & Liang (2017) for the ladder of readers, from one plan, `benchmarks/jia_liang.toml`.

    python benchmarks/ladder.py --ensembles FOLDER --workers 2
    python benchmarks/ladder.py --ensembles FOLDER --only ensembles     on all questions and the published sentences,
                                                                        with their singles
    python benchmarks/ladder.py --ensembles FOLDER --only logistic      one of these ensembles, with its single

FOLDER has the members of each ensemble, as training/classic_readers.py wrote them: logistic/1, logistic/2 and so on.
Prints the systems' scores on all questions, and by how much ensembles are above one; those under each attack (tables 2
and 3), what was made against one under the others (table 5), how the questions differ that turn wrong (figures 3 and
4), and each of the paper's findings as seen, not seen or not decidable. The runs stay in out/jia-liang: begun again, it
goes on, and the report there shows all. Table 6 is examples/augmented_training.py's.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

import stumper
from findings import tell
from measuring import arguments, say, shown
from stumper import api
from stumper.plan_file import read_plan
from stumper.results import carried
from stumper.scores.variants import Counted, at_worst
from stumper.statistics import CHANGE, SHARE, Estimate, Scored, interval, means, negated
from stumper.store import Store
from stumper.table import Table
from stumper.table.counted import variants

ROOT = Path(__file__).parents[1]
PLAN, OUT = ROOT / "benchmarks" / "jia_liang.toml", ROOT / "out" / "jia-liang"
SQUAD = "reading/squad-dev-v1.1-24-articles.json.gz"
SCORES = ("f1", "exact_match")
# What the paper calls AddSent and AddOneSent was approved by people: these files.
ADD_SENT, ADD_ONE_SENT, ADD_ANY, ADD_COMMON = "addsent-24-articles", "addonesent-24-articles", "AddAny", "AddCommon"
WORDS_IN_A_ROW = "4"  # of which the paper's text tells
LONGER = 0.5  # words: a smaller difference between questions is none

Cells = Mapping[tuple[str, str, str], Counted]  # by attack, whom it was made against, and who met it


def main() -> None:
    args = arguments(__doc__, folders=("ensembles",), workers=1, only="")
    settings = api.Settings(args.workers)
    OUT.mkdir(parents=True, exist_ok=True)
    store = api.open_store(f"sqlite:///{OUT / 'stumper.db'}")
    stand_together(args.data, args.ensembles)
    os.chdir(OUT)
    specs = {cell.name or cell.victim: cell.victim for cell in read_plan(PLAN)}
    if args.only:
        kept = with_singles(specs, args.only)
        whole(kept, store)
        published(kept, store)
        return
    whole(specs, store)
    jobs = api.prepare_plan(PLAN, store=store, settings=settings)
    carry_out(jobs)
    crossed = api.crossings([job for job in jobs if job.plan.adversary == "add-any"], settings)
    carry_out(crossed)
    ids = [job.plan.id for job in (*jobs, *crossed)]
    found = cells_of(api.table(ids, store))
    tables(found)
    for system in specs:
        findings(found, system, list(specs))
    report = api.report(ids, store)
    figures(report)
    api.write_report(report, OUT / "report")


def stand_together(data: Path, ensembles: Path) -> None:
    """The folder of the runs has what the plan reads."""
    for name, target in (("reading", data / "reading"), ("ensembles", ensembles)):
        link = OUT / name
        link.unlink(missing_ok=True)
        link.symlink_to(target.resolve())


def with_singles(specs: Mapping[str, str], only: str) -> dict[str, str]:
    """The ensembles, or the one of ``only``'s members, and the reader that ships of each."""
    together = {single_of(spec) for spec in specs.values() if spec != single_of(spec)}
    kept = together if only == "ensembles" else together & {only}
    return {system: spec for system, spec in specs.items() if single_of(spec) in kept}


def single_of(spec: str) -> str:
    return spec.partition(":")[0]


def whole(specs: Mapping[str, str], store: Store) -> None:
    """Each system on all questions of the articles, and how much F1 an ensemble has more than the one that ships."""
    found = {system: stumper.evaluate(SQUAD, victim=spec, name=system, store=store) for system, spec in specs.items()}
    for system, spec in specs.items():
        scores = {score.name: shown(score) for score in found[system].scores if score.name in SCORES}
        say("ladder", system=system, on="all", **scores)
        single = single_of(spec)
        if spec != single:
            [cell] = found[single].compare(found[system], score="f1").found.cells
            say("ladder", system=system, on="all", more_than_single=shown(cell.figure.changed.difference))


def published(specs: Mapping[str, str], store: Store) -> None:
    """Each system on the sentences that people approved, a question at its worst variant, as in table 2."""
    for attack in (ADD_SENT, ADD_ONE_SENT):
        for system, spec in specs.items():
            found = stumper.evaluate(f"reading/{attack}.json.gz", victim=spec, name=system, store=store)
            sides = {score.on: shown(score) for score in found.scores if score.name == "f1"}
            say("ladder", system=system, attack=attack, score="f1",
                before=sides["original"], after=sides["adversarial"])  # fmt: skip


def carry_out(jobs: Sequence[api.Job]) -> None:
    """Carries them out where they stopped, and says on which one it is."""
    for job in jobs:
        os.chdir(job.material.folder)
        carried(job, None)
        job.conclude()


def cells_of(table: Table) -> Cells:
    """Each cell's scores, a question at its worst variant."""
    attacks, against, systems = (table.texts(name) for name in ("attack", "made_against", "victim"))
    met = dict.fromkeys(zip(attacks, against, systems, strict=True))
    return {
        (str(attack), other or "", str(system)): at_worst(
            variants(
                table.where(attacks.equal(attack) & against.equal(other) & systems.equal(system)),
                SCORES,
            ),
            "f1",
        )
        for attack, other, system in met
    }


def tables(found: Cells) -> None:
    """Tables 2, 3 and 5: a row a cell and score."""
    for (attack, other, system), cell in found.items():
        for score in SCORES:
            sides = [Scored(cell.originals, side[score]) for side in (cell.before, cell.after)]
            before, after = means(sides, cell.groups)
            against = {"made_against": other} if other else {}
            say("ladder", system=system, attack=attack, **against, score=score,
                before=shown(interval(before, SHARE)), after=shown(interval(after, SHARE)),
                change=shown(interval(after - before, CHANGE)))  # fmt: skip


def findings(found: Cells, system: str, systems: Sequence[str]) -> None:
    """What the paper says of its tables 2 and 5, by F1."""
    people, one = found[ADD_SENT, "", system], found[ADD_ONE_SENT, "", system]
    own, common = found[ADD_ANY, system, system], found[ADD_COMMON, system, system]
    tell("ladder", "AddSent lowers F1", system, lowered(people))
    tell("ladder", "AddOneSent less than AddSent", system, above(one, people))
    tell("ladder", "AddAny more than AddSent", system, above(people, own))
    tell("ladder", "AddCommon less than AddAny", system, above(common, own))
    for other in systems:
        if met := found.get((ADD_ANY, other, system)) if other != system else None:
            tell("ladder", f"AddAny against {other} lowers F1", system, lowered(met))
            tell("ladder", f"AddAny against {other} less than its own", system, above(met, own))


def lowered(cell: Counted) -> Estimate:
    """By how much an attack lowers F1."""
    return paired(cell, dict(zip(cell.originals, cell.before["f1"], strict=True)), after_of(cell))


def above(milder: Counted, harder: Counted) -> Estimate:
    """How much more F1 is left under one attack than under another, over the questions that met both."""
    return paired(milder, after_of(milder), after_of(harder))


def after_of(cell: Counted) -> dict[str, float]:
    return dict(zip(cell.originals, cell.after["f1"].tolist(), strict=True))


def paired(cell: Counted, higher: Mapping[str, float], lower: Mapping[str, float]) -> Estimate:
    both = [id for id in cell.originals if id in higher and id in lower]
    sides = [Scored(both, np.array([side[id] for id in both])) for side in (higher, lower)]
    first, second = means(sides, cell.groups)
    return interval(first - second, CHANGE)


def figures(report: api.Report) -> None:
    """Figures 3 and 4, and what the paper reads in them."""
    for analysis in (one for section in report.sections for one in (section.figures or {}).get("analyses", ())):
        names, told = analysis["names"], analysis["failures"]
        if names["attack"] != ADD_SENT:
            continue
        rows = {str(row["n"]): row["share"] for row in told["shared"]} | {"question's words": told["question_words"]}
        for row, contrast in rows.items():
            say("ladder", system=names["victim"], compared=row, still_right=shown(of_json(contrast["still_right"])),
                turned_wrong=shown(of_json(contrast["turned_wrong"])))  # fmt: skip
        in_a_row, length = (of_json(rows[row]["difference"]) for row in (WORDS_IN_A_ROW, "question's words"))
        tell("ladder", "four words in a row keep answers right",
             names["victim"], negated(in_a_row))  # fmt: skip
        tell("ladder", "longer questions turn wrong", names["victim"], length, LONGER)


def of_json(figure: Mapping[str, float]) -> Estimate:
    return Estimate(figure["value"], figure["low"], figure["high"], int(figure["n"]))


if __name__ == "__main__":
    main()
