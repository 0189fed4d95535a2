"""What the paper's own rewritten claims (Thorne et al. 2019) take from systems that learned none of their originals.

    python benchmarks/published_rules.py --weights DIR --out OUT [--systems NAMES]

They are the half at hand of the claims that its rules wrote. DIR holds weights that training/systems.py and
training/verifier.py fitted with ``--without`` these claims, and their ledgers, which say what they learned. What each
system says is kept as OUT/SYSTEM-FINGERPRINT.jsonl, and a system is not asked again where that stands. Printed are, of
each system and of the six on average, FEVER score and its parts on the originals and on what was made of them, and raw
potency and potency by the correct rate of the paper's table 2: nobody judged these claims here. The figures "held
apart" are of those originals alone that tell of no page which a learned claim tells of
(``verifying_data.told_pages``). Each label of what was made weighs a third, as in the paper's sets, and an original
counts with the label of what was made of it. Evidence is sought among the pages at hand, all of them evidence for some
claim.
"""

import gzip
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from measuring import arguments, say, shown
from potency_tables import CORRECT_RATES, SCORES, raw_potency
from stumper.retrieval import Index
from stumper.statistics import CHANGE, SHARE, Groups, Scored, Statistic, average, groups_of, interval, means
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.fever_score import claim_score
from stumper.tasks.verification.grouping import groups
from stumper.types import Example, Prediction
from stumper.victims.systems import System, system

sys.path.append(str(Path(__file__).parents[1] / "training"))

from verifying_data import pages, told_pages

RULES = "published-rules-half.jsonl.gz"
ASKED = {  # the systems of the paper's kinds, by the paper's names for them, and the embedded one
    "transformer": "Transformer",
    "nsmn": "NSMN",
    "hexaf": "HexaF",
    "enhanced-esim": "Enhanced ESIM",
    "tfidf-esim": "TF-IDF + ESIM",
    "tfidf-da": "TF-IDF + DA",
    "embedded": "",
}
MEAN = "mean of the six"
CORRECT = CORRECT_RATES["rules"] / 100
MEASURES = ("fever_score", "accuracy", "evidence_recall", "evidence_precision")
CHUNK = 64  # claims asked at once
PREFIX = "rules-"  # of a variant's id


def main() -> None:
    args = arguments(__doc__, ("weights", "out"), systems=" ".join(ASKED), figures=1)
    folder, wanted = args.data / "verification", args.systems.split()
    args.out.mkdir(parents=True, exist_ok=True)
    originals, variants, of = read(folder)
    asked = [*originals.values(), *variants]
    known = fever.read(folder / "fever-paper-test.jsonl.gz").examples
    with tempfile.TemporaryDirectory() as scratch:
        pool = {page.id: page for split in ("paper-test", "paper-dev-half") for page in pages(folder, split)}
        Index.build(pool.values(), Path(scratch) / "index")
        systems = {name: system(name, str(Path(scratch) / "index"), args.weights) for name in wanted}
        learned = frozenset[str]().union(*(learned_by(victim, known, asked) for victim in systems.values()))
        found = {name: answers(victim, asked, args.out) for name, victim in systems.items()}
    if args.figures:
        met = met_by(originals, learned, told_pages(folder))
        apart = [one for one in variants if of[one.id] not in met]
        say("published_rules", pages=len(pool), sentences=sum(len(page.sentences) for page in pool.values()),
            originals=len(originals), variants=len(variants), learned=len(learned),
            met_originals=len(met), held_apart=len(apart))  # fmt: skip
        figures(found, originals, variants, of)
        figures(found, originals, apart, of, claims="held apart")


def read(folder: Path) -> tuple[dict[str, Example], list[Example], dict[str, str]]:
    """The originals by id, the claims that rules made of them, and by the id of each that of its original.

    A claim has the label and the evidence that the paper's authors gave it.
    """
    known = {one.id: one for one in fever.read(folder / "fever-paper-test.jsonl.gz")}
    with gzip.open(folder / RULES, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    of = {f"{PREFIX}{row['id']}": str(row["original_id"]) for row in rows}
    originals = {id: known[id] for id in dict.fromkeys(of.values())}
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / "claims.jsonl"
        kept = ("label", "claim", "evidence", "verifiable")
        lines = [{"id": f"{PREFIX}{row['id']}", **{name: row[name] for name in kept}} for row in rows]
        plain.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        variants = list(fever.read(plain).examples)
    return originals, variants, of


def learned_by(victim: System, known: Sequence[Example], asked: Sequence[Example]) -> frozenset[str]:
    """The ids of the claims of paper test that the ledger of a system says it has learned.

    SystemExit where it says so of none, as where there is no ledger, or of one that the system is asked.
    """
    if seen := [one.id for one in asked if victim.has_seen(replace(one, id=one.id.removeprefix(PREFIX)))]:
        sys.exit(f"{victim.name} has learned {len(seen)} of these claims, as {seen[0]}. Fit it --without them.")
    if not (learned := frozenset(one.id for one in known if victim.has_seen(one))):
        sys.exit(f"No ledger in {victim.weights} says which claims {victim.name} has learned. Put the one there that "
                 "its training wrote.")  # fmt: skip
    return learned


def met_by(originals: Iterable[str], learned: Iterable[str], told: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The originals that tell of a page which a learned claim tells of, too."""
    away = frozenset[str]().union(*(told[id] for id in learned))
    return frozenset(id for id in originals if told[id] & away)


def answers(victim: System, asked: Sequence[Example], folder: Path) -> dict[str, Prediction]:
    """What the system says of each claim, as the folder keeps it."""
    file = folder / f"{victim.name}-{victim.fingerprint}.jsonl"
    if not file.exists():
        said: dict[str, Prediction] = {}
        for begin in range(0, len(asked), CHUNK):
            some = asked[begin : begin + CHUNK]
            found = victim.predict([one.query for one in some])
            said |= {one.id: prediction for one, prediction in zip(some, found, strict=True)}
        fever.write_predictions(file, said)
    return fever.read_predictions(file, asked)


Column = Mapping[str, np.ndarray]  # by measure, of all variants in their order


def figures(
    found: Mapping[str, Mapping[str, Prediction]],
    originals: Mapping[str, Example],
    variants: Sequence[Example],
    of: Mapping[str, str],
    **which: str,
) -> None:
    """A line a figure; ``which`` says which variants these are, where not all."""
    by_page = groups_of(originals.values(), groups)
    own = [originals[of[one.id]] for one in variants]
    columns: dict[str, tuple[Column, Column]] = {
        name: (scores(own, said), scores(variants, said)) for name, said in found.items()
    }
    six = [both for name, both in columns.items() if ASKED[name]]
    if len(six) == len(SCORES):
        columns[MEAN] = averaged([before for before, _ in six]), averaged([after for _, after in six])
    labels = [one.gold.answers[0].text for one in variants]
    for name, (before, after) in columns.items():
        for measure in MEASURES:
            first, second = balanced(own, labels, [before[measure], after[measure]], by_page)
            say("published_rules", **which, system=name, measure=measure, before=shown(interval(first, SHARE)),
                after=shown(interval(second, SHARE)), change=shown(interval(second - first, CHANGE)))  # fmt: skip
        first, second = balanced(own, labels, [before["fever_score"], after["fever_score"]], by_page)
        raw = {"raw": second.scaled(-1, 1), "raw of originals": first.scaled(-1, 1),
               "potency": second.scaled(-CORRECT, CORRECT), "gain": first - second}  # fmt: skip
        papers = [SCORES[title][0] / 100 for key, title in ASKED.items() if title and name in (key, MEAN)]
        beside = (
            {"paper's raw": raw_potency(papers), "paper's potency": CORRECT * raw_potency(papers)} if papers else {}
        )
        say("published_rules", **which, system=name, measure="potency",
            **{key: shown(interval(value, CHANGE if key == "gain" else SHARE)) for key, value in raw.items()},
            **beside)  # fmt: skip


def scores(golds: Sequence[Example], said: Mapping[str, Prediction]) -> Column:
    """What a system scores on each, by measure; NaN where there is no evidence to find."""
    told = [claim_score(one.gold, said.get(one.id)) for one in golds]
    return {name: np.array([getattr(one, name) for one in told], dtype=np.float64) for name in MEASURES}


def averaged(columns: Sequence[Column]) -> Column:
    return {name: np.mean([column[name] for column in columns], axis=0) for name in MEASURES}


def balanced(
    own: Sequence[Example], labels: Sequence[str], columns: Sequence[np.ndarray], by_page: Groups
) -> list[Statistic]:
    """The mean of each column of the variants, of which each label that has values weighs the same."""
    parts: list[Scored] = []
    counts: list[int] = []
    for values in columns:
        of_labels = [np.array([label == one for label in labels]) & ~np.isnan(values) for one in LABELS]
        some = [mask for mask in of_labels if mask.any()]
        parts += [
            Scored([one.id for one, is_in in zip(own, mask, strict=True) if is_in], values[mask]) for mask in some
        ]
        counts.append(len(some))
    told = iter(means(parts, by_page))
    found: list[Statistic] = []
    for count in counts:
        of_label = list(islice(told, count))
        found.append(replace(average(of_label), n=sum(one.n for one in of_label)))
    return found


if __name__ == "__main__":
    main()
