"""The claim rules on FEVER's paper test: instances a rule and label, and claims a second, parsing included.

With --samples N it prints instead N instances to be read and judged in judged/claim-rules.tsv: drawn among all, then
as many with each rule as likely as another. --table 1 writes the table of coverage into the adversary's page.
"""

import re
import time
from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

from measuring import arguments, say, shown
from stumper import api
from stumper.adversaries.verification.claim_rules import RULES, ClaimRules
from stumper.adversaries.verification.claimrules.rule import Rule
from stumper.language.pipeline import load_pipeline
from stumper.statistics import share
from stumper.tasks.verification.claim import Claim
from stumper.types import Example, Perturbation

JUDGED = Path(__file__).parent / "judged" / "claim-rules.tsv"
PAGE = Path(__file__).parents[1] / "docs" / "adversaries" / "claim-rules.md"
TABLE = re.compile(r"(?<=<!-- coverage -->\n).*?(?=<!-- end -->)", re.DOTALL)


def main() -> None:
    args = arguments(__doc__, samples=0, seed=1, table=0)
    examples = tuple(api.load_dataset(str(args.data / "verification" / "fever-paper-test.jsonl.gz")))
    ClaimRules().instances(examples[:100], Random(args.seed))  # what is loaded once is no part of the rate
    parsing = time.process_time()
    load_pipeline().parse([example.query.text for example in examples if isinstance(example.query, Claim)])
    parsed = time.process_time()
    began = time.perf_counter()
    found = ClaimRules().instances(examples, Random(args.seed))
    seconds = time.perf_counter() - began
    worked = time.process_time() - parsed
    if args.samples:
        show(examples, found, args)
        return
    of_rule = counted(found, {example.id: example.gold.answers[0].text for example in examples})
    if args.table:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(TABLE.sub(lambda _: table(of_rule), page), encoding="utf-8")
        return
    for rule in RULES:
        say("claim-rules", kind=rule.kind, rule=rule.name, **of_rule[rule.kind, rule.name])
    labels = Counter(perturbation.gold.answers[0].text for perturbation in found)
    touched = len({perturbation.example_id for perturbation in found})
    say("claim-rules", claims=len(examples), touched=touched, instances=len(found), labels=dict(labels),
        seconds=seconds, processor_seconds=worked, claims_a_processor_second=len(examples) / worked,
        parsing_share=(parsed - parsing) / worked, **judgements())  # fmt: skip


def counted(found: Sequence[Perturbation], labels: dict[str, str]) -> defaultdict[tuple[str, str], Counter[str]]:
    """The instances of each (kind, rule), by the label of the claim that it was made of."""
    of_rule: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for perturbation in found:
        of_rule[key(perturbation)][labels[perturbation.example_id]] += 1
    return of_rule


def key(perturbation: Perturbation) -> tuple[str, str]:
    """The kind and the name of the rule."""
    return perturbation.edits[0].kind, perturbation.edits[0].rule


def table(of_rule: defaultdict[tuple[str, str], Counter[str]]) -> str:
    """The table of coverage, as the page shows it."""
    head = "| kind | rule | template | SUPPORTS | REFUTES | NOT ENOUGH INFO |\n|---|---|---|---:|---:|---:|\n"
    return head + "".join(row(rule, of_rule[rule.kind, rule.name]) for rule in RULES)


def row(rule: Rule, counts: Counter[str]) -> str:
    cells = [
        str(counts[label]) if label in rule.from_labels else "–" for label in ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
    ]
    template = re.sub(r"[{}]", "", rule.template.replace("{a Bolivian B}", "a(n) other-nation B"))
    return f"| {rule.kind} | {rule.name} | {template} | {' | '.join(cells)} |\n"


def judgements() -> dict[str, object]:
    """What was judged of the drawn instances, by how they were drawn."""
    if not JUDGED.exists():
        return {}
    rows = [line.split("\t") for line in JUDGED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    shares: dict[str, object] = {"judged_by": sorted({cells[-1] for cells in rows})}
    for drawn in dict.fromkeys(cells[0] for cells in rows):
        of = [cells for cells in rows if cells[0] == drawn]
        read = {
            "grammatical": [cells[4] == "yes" for cells in of],
            "label_correct": [cells[5] == "yes" for cells in of],
        }
        read["correct"] = [all(both) for both in zip(*read.values(), strict=True)]
        shares |= {f"{name}_{drawn}": shown(share(yes)) | {"yes": sum(yes)} for name, yes in read.items()}
    return shares


def show(examples: Sequence[Example], found: Sequence[Perturbation], args: Namespace) -> None:
    """Prints the drawn instances, a line each: how drawn, id, kind, rule, claim with label, new claim with label."""
    of = {example.id: example for example in examples}
    by_rule: dict[tuple[str, str], list[Perturbation]] = defaultdict(list)
    for perturbation in found:
        by_rule[key(perturbation)].append(perturbation)
    rng = Random(args.seed)
    for perturbation in rng.sample(found, args.samples):
        print("instances", *cells(of[perturbation.example_id], perturbation), sep="\t")
    for rule in rng.choices(sorted(by_rule), k=args.samples):
        perturbation = rng.choice(by_rule[rule])
        print("rules", *cells(of[perturbation.example_id], perturbation), sep="\t")


def cells(example: Example, perturbation: Perturbation) -> tuple[str, ...]:
    before, after = example.query, perturbation.query
    assert isinstance(before, Claim)
    assert isinstance(after, Claim)
    labels = example.gold.answers[0].text, perturbation.gold.answers[0].text
    return example.id, *key(perturbation), before.text, labels[0], after.text, labels[1]


if __name__ == "__main__":
    main()
