"""What each system for claims scores: `python training/evaluate_systems.py --data DATA [--claims 1000]`.

Nothing is given: sentences are retrieved from all those that are evidence for a claim of paper test or paper-dev-half
and whose text is at hand. The claims are drawn from those of paper-dev-half that none of the systems has seen, the same
for all; and then the bundled ones. ``chance``: the share of the most frequent label, which is right by itself. With
``--against DIR`` the weights of that folder answer the same claims, and what their scores differ by is said, paired.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from evaluate_verifier import SPLIT, predictions, rightly
from measuring import measures, say, shown
from stumper.retrieval import Index
from stumper.statistics import CHANGE, SHARE, Scored, groups_of, interval, means, share
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.fever_score import claim_score, score_claims
from stumper.tasks.verification.grouping import groups
from stumper.types import Example, Prediction
from stumper.victims.systems import DESIGNS, System, system
from verifying_data import pages

BUNDLED = "verification"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with verification/")
    parser.add_argument("--systems", nargs="*", choices=list(DESIGNS), default=list(DESIGNS))
    parser.add_argument("--on", nargs="*", choices=[SPLIT, BUNDLED], default=[SPLIT, BUNDLED])
    parser.add_argument("--claims", type=int, help="so many are drawn; without it all are asked")
    parser.add_argument("--against", type=Path, help="a folder of other weights, as training/systems.py writes them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    measures(args)
    folder = args.data / "verification"
    every = [system(name, "") for name in DESIGNS]
    every += [system(name, "", args.against) for name in args.systems if args.against]
    claims = [one for one in fever.read(folder / f"fever-{SPLIT}.jsonl.gz") if not any(v.has_seen(one) for v in every)]
    drawn = random.Random(args.seed).sample(claims, min(args.claims or len(claims), len(claims)))
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index"
        pool = {page.id: page for split in ("paper-test", SPLIT) for page in pages(folder, split)}
        Index.build(pool.values(), index)
        say("evaluate_systems", pages=len(pool), sentences=sum(len(page.sentences) for page in pool.values()),
            unseen=len(claims))  # fmt: skip
        sets = {SPLIT: drawn, BUNDLED: fever.bundled().examples}
        for on, examples in ((on, sets[on]) for on in args.on):
            most = max(Counter(one.gold.answers[0].text for one in examples).values())
            say("evaluate_systems", on=on, n=len(examples), chance=most / len(examples))
            for name in args.systems:
                where = str(index) if on == SPLIT else ""
                found = figures(system(name, where), on, examples)
                if args.against:
                    other = predictions(system(name, where, args.against), examples)
                    differences(name, on, examples, found, other)


def figures(victim: System, on: str, examples: Sequence[Example]) -> Sequence[Prediction]:
    """A system's figures on these claims are said; what it predicts."""
    predictions(victim, examples[:2])  # with which weights are read
    began = time.process_time()
    found = predictions(victim, examples)
    spent = time.process_time() - began
    told = {"label accuracy": share([rightly(e, p) for e, p in zip(examples, found, strict=True)])}
    for label in LABELS:
        pairs = [(e, p) for e, p in zip(examples, found, strict=True) if e.gold.answers[0].text == label]
        told[f"recall of {label}"] = share([rightly(e, p) for e, p in pairs])
    scores = score_claims({e.id: p for e, p in zip(examples, found, strict=True)}, examples, victim.name)
    for figure, value in (*told.items(), *((score.name, score) for score in scores if score.name != "accuracy")):
        say("evaluate_systems", on=on, system=victim.name, figure=figure, **shown(value))
    say("evaluate_systems", on=on, system=victim.name, claims_a_processor_second=len(examples) / spent)
    return found


def differences(
    name: str, on: str, examples: Sequence[Example], found: Sequence[Prediction], other: Sequence[Prediction]
) -> None:
    """What other weights of a system score on these claims, and by how much more, is said."""
    by_page = groups_of(examples, groups)
    scores = [[claim_score(e.gold, p) for e, p in zip(examples, said, strict=True)] for said in (found, other)]
    for measure in ("accuracy", "fever_score"):
        here, there = (np.array([getattr(one, measure) for one in some], dtype=np.float64) for some in scores)
        ids = [one.id for one in examples]
        first, second = means([Scored(ids, here), Scored(ids, there)], by_page)
        for what, value, kind in (("value", second, SHARE), ("more", second - first, CHANGE)):
            say("evaluate_systems", on=on, system=name, against=measure, what=what, **shown(interval(value, kind)))


if __name__ == "__main__":
    main()
