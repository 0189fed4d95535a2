"""What the worst of a claim's few variants takes, drawn among all attacks, beside as many trivial edits.

    python benchmarks/claim_union.py [--claims 150] [--variants 5]

The claims and pages are those of verification.py, drawn evenly by label. Of each, up to five variants are drawn from
what all attacks make of it, no more than it has trivial edits (``TRIVIAL`` in held_out.py), and as many of these. A
claim keeps the lowest FEVER score of its variants; what is taken is that of the original less this, averaged over the
originals' labels, intervals by page. Claims of which nothing is made are left out, and counted. ``kept``: of the
variants alone that have the label of their original, rewritten or made anew. ``always LABEL``: what a system that
always says that label loses of its label accuracy. The slow system is left out.

Variants count whether or not they are correct: correct rates are beside claim_frontier.py's figures.
"""

import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np

from claim_frontier import ATTACKS, EVERY, LABELS, label
from measuring import arguments, say, shown
from stumper import api
from stumper.adversaries.rule_induction.held_out import trivial_edits
from stumper.loading import load_adversary
from stumper.protocols import Enumerator, Victim
from stumper.statistics import CHANGE, Groups, Scored, groups_of, interval, means
from stumper.tasks.verification.fever_score import claim_score
from stumper.tasks.verification.grouping import groups
from stumper.types import Example, Gold, Perturbation, Query
from verification import write

# Much of the first is known to be wrong, the second has rules of both; the others hold what the stricter ones make.
BARRED = ("claim-rules, published", "claim-rules, judged", "claim-compose claims=any", "claim-multihop claims=any")
TWO_MEANS = (2 * CHANGE[0], 2 * CHANGE[1])  # the range of a unit's part in a difference of means over labels
BATCH = 64
Asked = tuple[Query, Gold]


@dataclass(frozen=True)
class Drawn:
    """A claim, what was drawn of its variants, and as many trivial edits."""

    original: Example
    variants: Sequence[Perturbation]
    trivial: Sequence[Example]


def main() -> None:
    args = arguments(__doc__, claims=150, variants=5, seed=1)
    rng = Random(args.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(args.data / "verification", folder)
        examples = api.load_dataset(str(folder / "claims.jsonl"))
        of = groups_of(examples, groups)
        sample = evenly(list(examples), args.claims, rng)
        made = variants(sample, folder, rng)
        for unit, found in (
            ("all", made),
            ("kept", {one.id: keeping(one, made[one.id]) for one in sample if one.id in made}),
        ):
            drawn = [
                draw(example, found[example.id], args.variants, rng) for example in sample if found.get(example.id)
            ]
            tell(unit, drawn, len(sample), folder, of)


def evenly(examples: Sequence[Example], size: int, rng: Random) -> list[Example]:
    """So many claims, as many of each label."""
    by_label = {one: [example for example in examples if label(example.gold) == one] for one in LABELS}
    return [example for each in by_label.values() for example in rng.sample(each, size // len(LABELS))]


def variants(sample: Sequence[Example], folder: Path, rng: Random) -> Mapping[str, list[Perturbation]]:
    """All that the attacks make of each claim."""
    found: dict[str, list[Perturbation]] = defaultdict(list)
    for attack in ATTACKS:
        if attack.name in BARRED:
            continue
        pages = {"pages": str(folder / "pages.jsonl")} if attack.has_pages else {}
        adversary = load_adversary(attack.adversary, {**attack.options, **pages})
        assert isinstance(adversary, Enumerator)
        made = [one for one in adversary.instances(sample, rng) if isinstance(one, Perturbation)]
        say("claim_union", attack=attack.name, made=len(made), claims=len({one.example_id for one in made}))
        for one in made:
            found[one.example_id].append(one)
    return found


def keeping(original: Example, made: Sequence[Perturbation]) -> list[Perturbation]:
    """Those that have the label of their original."""
    return [one for one in made if label(one.gold) == label(original.gold)]


def draw(example: Example, made: Sequence[Perturbation], most: int, rng: Random) -> Drawn:
    edits = trivial_edits(example.query.text)
    picked = rng.sample(list(made), min(most, len(made), len(edits)))
    texts = rng.sample(edits, len(picked))
    return Drawn(example, picked, [replace(example, query=replace(example.query, text=text)) for text in texts])


def tell(unit: str, drawn: Sequence[Drawn], asked: int, folder: Path, of: Groups) -> None:
    """Prints what the worst variants take, by system and on all, what the trivial edits do, and how much more."""
    weights, units = weighing(drawn), [one.original.id for one in drawn]
    [*always] = means([Scored(units, weights * constant(drawn, said)) for said in LABELS], of)
    say("claim_union", of=unit, claims=len(drawn), without=asked - len(drawn),
        variants=sum(len(one.variants) for one in drawn),
        always={said: shown(interval(one, TWO_MEANS)) for said, one in zip(LABELS, always, strict=True)})  # fmt: skip
    columns = [taken(drawn, api.load_victim(f"{system}:{folder / 'pages.jsonl'}")) for system in EVERY]
    for system, column in (*zip(EVERY, columns, strict=True), ("all", np.mean(np.array(columns), axis=0))):
        before, worst, trivial = (weights[:, None] * column).T
        figures = {"attacks": before - worst, "trivial": before - trivial, "beyond": trivial - worst}
        scored = means([Scored(units, values) for values in figures.values()], of)
        say("claim_union", of=unit, system=system, before=float(before.mean()),
            **{name: shown(interval(one, TWO_MEANS)) for name, one in zip(figures, scored, strict=True)})  # fmt: skip


def taken(drawn: Sequence[Drawn], victim: Victim) -> np.ndarray:
    """A row a claim: the FEVER scores of the original, of its worst variant, and of its worst trivial edit."""
    rows: list[list[list[Asked]]] = [
        [
            [(one.original.query, one.original.gold)],
            [(each.query, each.gold) for each in one.variants],
            [(each.query, each.gold) for each in one.trivial],
        ]
        for one in drawn
    ]
    every = [asked for row in rows for part in row for asked in part]
    queries = [query for query, _ in every]
    said = [one for k in range(0, len(queries), BATCH) for one in victim.predict(queries[k : k + BATCH])]
    scores = iter([claim_score(gold, one).fever_score for (_, gold), one in zip(every, said, strict=True)])
    return np.array([[min([next(scores) for _ in part]) for part in row] for row in rows])


def weighing(drawn: Sequence[Drawn]) -> np.ndarray:
    """What each claim counts, so that the mean is that over the labels."""
    told = [label(one.original.gold) for one in drawn]
    return np.array([len(told) / (len(set(told)) * told.count(one)) for one in told])


def constant(drawn: Sequence[Drawn], said: str) -> np.ndarray:
    """Of each claim, whether a system that always says this label is right before and wrong of a variant."""
    return np.array([float(label(one.original.gold) == said and any(label(each.gold) != said for each in one.variants))
                     for one in drawn])  # fmt: skip


if __name__ == "__main__":
    main()
