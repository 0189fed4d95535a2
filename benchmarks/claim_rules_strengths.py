"""The strengths of claim-rules beside each other: what they make, what of the released claims they reproduce, what they
take from systems beyond what those lose on the same originals, and what they cost.

    python benchmarks/claim_rules_strengths.py [--data DIR] [--claims 300] [--seed 1]

Instances and processor seconds are on FEVER's paper test, with one parse of it shared by all strengths; the share is of
the half of the claims that Thorne et al. released, counted apart on those by which the wordings were written
(``seen``) and on the rest (``unseen``). Potencies are on paper-dev-half, of so many claims drawn by balanced=, with
pages as in verification.py; --claims 0 leaves them out. Correct is what builders said of the variants in
claimrules/judged.csv, some of each rule.
"""

import csv
import gzip
import hashlib
import json
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from measuring import arguments, say, shown
from stumper import api
from stumper.adversaries.verification import claim_rules
from stumper.adversaries.verification.claim_rules import SHIPPED, STRENGTHS, ClaimRules
from stumper.adversaries.verification.claimrules.published import PUBLISHED
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.scores.before_after import before_after
from stumper.statistics import mean, share
from stumper.types import Nothing, Perturbation
from verification import SYSTEMS, write

DROPPED = ("a", "an", "the")
DRAWN = 150  # instances drawn to see of how many originals they are


class OnceParsed:
    """The parses of the claims, made once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._parses = dict(zip(texts, load_pipeline().parse(texts), strict=True))

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        return [self._parses[text] for text in texts]


def main() -> None:
    args = arguments(__doc__, claims=300, seed=1)
    folder = args.data / "verification"
    examples = tuple(api.load_dataset(str(folder / "fever-paper-test.jsonl.gz")))
    parsed = OnceParsed([example.query.text for example in examples])
    claim_rules.load_pipeline = lambda name: parsed
    labels = {example.id: example.gold.answers[0].text for example in examples}
    released = rows(folder / "published-rules-half.jsonl.gz")
    for strength in STRENGTHS:
        adversary = ClaimRules(strength=strength)
        adversary.instances(examples[:200], Random(args.seed))  # what is loaded once is no part of the seconds
        began = time.process_time()
        found = adversary.instances(examples, Random(args.seed))
        seconds = time.process_time() - began
        drawn = ClaimRules(strength=strength, balanced=DRAWN).instances(examples, Random(args.seed))
        say("claim-rules-strengths", strength=strength, **counted(found, len(examples)), **of_drawn(drawn),
            seconds_without_parsing=seconds, claims_a_second_without_parsing=len(examples) / seconds,
            instances_a_second_without_parsing=len(found) / seconds, **reproduced(found, released), **judged(strength),
            closed_world=sum(bool(one.edits[0].assumes) for one in found),
            refuted=sum(labels[one.example_id] == "REFUTES" for one in found))  # fmt: skip
    claim_rules.load_pipeline = load_pipeline
    if args.claims:
        potencies(folder, args.claims)


def judged(strength: str) -> dict[str, object]:
    """What builders said of the variants of the rules that a strength has and no other; nothing where it has none."""
    of = {"guarded": {(one.kind, one.name) for one in claim_rules.RULES},
          "published": {(one.kind, one.name) for one in PUBLISHED}}.get(strength, set())  # fmt: skip
    with SHIPPED.open(encoding="utf-8") as file:
        right = [row["correct"] == "1" for row in csv.DictReader(file) if (row["kind"], row["rule"]) in of]
    return {"correct": shown(share(right)) | {"yes": sum(right)}} if right else {}


def counted(found: Sequence[Perturbation], claims: int) -> dict[str, object]:
    """How many instances there are, of how many claims, and of which family most are."""
    families = Counter(family(one) for one in found)
    name, most = families.most_common(1)[0]
    touched = len({one.example_id for one in found})
    return {"instances": len(found), "a_claim": len(found) / claims, "touched": touched, "families": len(families),
            "largest": name, "largest_share": most / len(found)}  # fmt: skip


def of_drawn(drawn: Sequence[Perturbation | Nothing]) -> dict[str, object]:
    """Of how many originals and families a drawn set is."""
    found = [one for one in drawn if isinstance(one, Perturbation)]
    families = Counter(family(one) for one in found)
    return {"drawn": len(found), "drawn_originals": len({one.example_id for one in found}),
            "drawn_families": len(families), "drawn_largest_share": max(families.values()) / len(found)}  # fmt: skip


def family(perturbation: Perturbation) -> str:
    return perturbation.edits[0].rule.partition(":")[0]


def rows(path: Path) -> list[Mapping[str, object]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def reproduced(found: Sequence[Perturbation], released: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """What share of the released claims is among those found of the same original, up to articles, punctuation and
    case, and how many of these have another label."""
    made: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for one in found:
        made[one.example_id].setdefault(bare(one.query.text), one.gold.answers[0].text)
    told: dict[str, object] = {}
    conflicts = 0
    for part, of_part in parts(released).items():
        labels = [made[str(row["original_id"])].get(bare(str(row["claim"]))) for row in of_part]
        conflicts += sum(label not in (None, row["label"]) for label, row in zip(labels, of_part, strict=True))
        told[part] = shown(
            mean([float(label is not None) for label in labels], [str(row["original_id"]) for row in of_part])
        )
    return {**told, "conflicts": conflicts}


def parts(released: Sequence[Mapping[str, object]]) -> Mapping[str, list[Mapping[str, object]]]:
    """By the hash of the original's id, those by which the wordings were written, and the rest."""
    found: dict[str, list[Mapping[str, object]]] = {"seen": [], "unseen": []}
    for row in released:
        is_seen = hashlib.sha256(str(row["original_id"]).encode()).digest()[0] % 2 == 0
        found["seen" if is_seen else "unseen"].append(row)
    return found


def bare(text: str) -> str:
    """The words, without articles, punctuation and capitals."""
    return " ".join(word for word in re.sub(r"[^\w\s]", "", text.lower()).split() if word not in DROPPED)


def potencies(data: Path, size: int) -> None:
    """One less the FEVER score on what each strength makes, and on the originals of the same, each as often."""
    with tempfile.TemporaryDirectory() as name, api.open_store(f"{name}/strengths.db") as store:
        folder = Path(name)
        write(data, folder)
        for strength in STRENGTHS:
            for system in SYSTEMS:
                options = {"balanced": str(size), "strength": strength}
                job = api.attack(str(folder / "claims.jsonl"), "claim-rules", f"{system}:{folder / 'pages.jsonl'}",
                                 options=options, goal="fever_zero", store=store)  # fmt: skip
                told = [one for one in job.attempts() if one.before is not None and one.after is not None]
                lost = [[1 - (verdict.score or 0.0) for verdict in (one.before, one.after)] for one in told]
                made_of = [one.example_id.rpartition("-claim-rules-")[0] for one in told]
                found = before_after(made_of, *zip(*lost, strict=True))
                say("claim-rules-strengths", strength=strength, system=system, raw_potency=shown(found.after),
                    own_originals=shown(found.before), excess=shown(found.difference))  # fmt: skip


if __name__ == "__main__":
    main()
