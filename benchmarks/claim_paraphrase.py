"""Claims in other words on FEVER's paper test: instances a rule and label, and claims a second, parsing included.

With --samples N it prints instead N instances of each attack, drawn by the seed, to be read and judged in
judged/claim-paraphrase.tsv. Apertium is measured where it is installed. With --strength published it is the paper's
attacks, whose rules are too many to be counted.
"""

import shutil
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from measuring import arguments, say, shown
from stumper import api
from stumper.adversaries.verification.claim_paraphrase import ClaimParaphrase
from stumper.adversaries.verification.claim_synonym import ClaimSynonym
from stumper.protocols import Enumerator
from stumper.statistics import share
from stumper.tasks.verification.claim import Claim
from stumper.types import Example, Perturbation

JUDGED = Path(__file__).parent / "judged" / "claim-paraphrase.tsv"
GUARDED: dict[str, Enumerator] = {
    "claim-synonym": ClaimSynonym(),
    "claim-paraphrase": ClaimParaphrase(),
    "claim-paraphrase, all candidates": ClaimParaphrase(quartiles=False, most=1000),
    "claim-paraphrase, apertium": ClaimParaphrase(translator="apertium:eng-spa"),
}
PUBLISHED: dict[str, Enumerator] = {
    "claim-synonym, published": ClaimSynonym(strength="published"),
    "claim-paraphrase, published": ClaimParaphrase(strength="published"),
}
ATTACKS = {"guarded": GUARDED, "published": PUBLISHED}


def main() -> None:
    args = arguments(__doc__, samples=0, seed=1, limit=9999, strength="guarded")
    examples = tuple(api.load_dataset(str(args.data / "verification" / "fever-paper-test.jsonl.gz")))[: args.limit]
    for name, attack in ATTACKS[args.strength].items():
        if "apertium" in name and shutil.which("apertium") is None:
            continue
        attack.instances(examples[:100], Random(args.seed))  # what is loaded once is no part of the rate
        began, worked = time.perf_counter(), time.process_time()
        found = attack.instances(examples, Random(args.seed))
        seconds, processor = time.perf_counter() - began, time.process_time() - worked
        if args.samples:
            show(name, examples, found, args)
            continue
        touched = len({perturbation.example_id for perturbation in found})
        rules = Counter(family(perturbation) for perturbation in found if args.strength == "guarded")
        say("claim-paraphrase", attack=name, claims=len(examples), touched=touched, instances=len(found),
            a_claim=len(found) / len(examples), touched_share=touched / len(examples),
            labels=dict(Counter(perturbation.gold.answers[0].text for perturbation in found)),
            rules=dict(rules.most_common()),
            seconds=seconds, processor_seconds=processor, claims_a_processor_second=len(examples) / processor,
            **judgements(name))  # fmt: skip


def family(perturbation: Perturbation) -> str:
    """The rule, without the words that it exchanges."""
    return perturbation.edits[0].rule.split(":")[0] if " + " not in perturbation.edits[0].rule else "several"


def judgements(attack: str) -> dict[str, object]:
    """What was judged of the drawn instances of an attack."""
    if not JUDGED.exists():
        return {}
    rows = [line.split("\t") for line in JUDGED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    of = [cells for cells in rows if cells[0] == attack]
    read = {"grammatical": [cells[3] == "yes" for cells in of], "label_correct": [cells[4] == "yes" for cells in of]}
    read["correct"] = [all(both) for both in zip(*read.values(), strict=True)]
    kinds = {"judged_by": sorted({cells[-1] for cells in of})} if of else {}
    return kinds | {name: shown(share(yes)) | {"yes": sum(yes)} for name, yes in read.items() if yes}


def show(name: str, examples: Sequence[Example], found: Sequence[Perturbation], args: Namespace) -> None:
    """Prints the drawn instances, a line each: attack, id, rule, label, claim, new claim."""
    of = {example.id: example for example in examples}
    for perturbation in Random(args.seed).sample(found, min(args.samples, len(found))):
        example = of[perturbation.example_id]
        assert isinstance(example.query, Claim)
        label, rule = example.gold.answers[0].text, perturbation.edits[0].rule
        print(name, example.id, rule, label, example.query.text, perturbation.query.text, sep="\t")


if __name__ == "__main__":
    main()
