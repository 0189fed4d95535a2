"""What each attack on claims takes from the embedded fact-checking systems, and how much of what it makes is correct.

    python benchmarks/claim_frontier.py [--claims 200] [--slow 45]

The claims and pages are those of verification.py: paper-dev-half, none that a system has seen, evidence at hand. An
attack's excess is that of a report (decision 90): what each variant loses of FEVER score against its own original, both
ways of turning a label alike, so that a system that always says one label has none (``always LABEL``: what such a
system loses of its label accuracy). ``before`` and ``after`` are averaged over the labels of either side. Intervals are
by page. ``all`` is the mean over the systems; the slow one, which answers some four claims a second, meets --slow
instances of some attacks beside the others (``slow``). ``above_chance`` are the systems that scored 15 points above
chance before, ``least`` is what the least bitten of these loses. Correct is what the first of these found that read an
attack: a person, a model (judged/claim-sheets.tsv, blind), a builder (judged/claim-rules.tsv and claim-paraphrase.tsv,
and of the published rules, some of each, claimrules/judged.csv).
"""

import csv
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from measuring import arguments, say, shown
from stumper import api
from stumper.adversaries.verification.anew import pages_in
from stumper.adversaries.verification.claim_rules import SHIPPED
from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.claimrules.published import PUBLISHED
from stumper.adversaries.verification.shown_labels import at_hand
from stumper.language.parse import Parse
from stumper.language.pipeline import Pipeline, load_pipeline
from stumper.scores.excess import Lost, excesses
from stumper.statistics import CHANGE, Groups, average, groups_of, interval, share
from stumper.store import Store
from stumper.tasks.verification.grouping import groups
from stumper.types import Attempt, Example, Gold
from verification import SYSTEMS, write

JUDGED = Path(__file__).parent / "judged"
JUDGES = ("person", "model", "builder")  # the first that read an attack counts
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")


@dataclass(frozen=True)
class Aimed:
    """An attack with its options, as it is called in the figures."""

    name: str
    adversary: str
    options: Mapping[str, str] = field(default_factory=dict)
    has_pages: bool = False  # it reads evidence
    has_slow: bool = False  # the slow system is attacked with it, too


ATTACKS = (
    Aimed("claim-rules", "claim-rules"),
    Aimed("claim-rules, judged", "claim-rules", {"strength": "judged"}),
    Aimed("claim-rules, published", "claim-rules", {"strength": "published"}),
    Aimed("claim-synonym", "claim-synonym"),
    Aimed("claim-paraphrase", "claim-paraphrase"),
    Aimed("claim-compose", "claim-compose", has_pages=True, has_slow=True),
    Aimed("claim-compose claims=any", "claim-compose", {"claims": "any"}, has_pages=True),
    Aimed("claim-entity", "claim-entity", has_pages=True),
    Aimed("claim-temporal", "claim-temporal", has_pages=True, has_slow=True),
    Aimed("claim-numeric", "claim-numeric", has_pages=True, has_slow=True),
    Aimed("claim-multihop", "claim-multihop", has_pages=True, has_slow=True),
    Aimed("claim-multihop claims=any", "claim-multihop", {"claims": "any"}, has_pages=True),
)
SLOW = "transformer"
EVERY = (*SYSTEMS, "nsmn", "hexaf", "enhanced-esim")
ABOVE_CHANCE = 0.15


@dataclass(frozen=True)
class Unit:
    """One variant: its original, the labels of both, and by system what they scored before and after."""

    original: str
    labels: tuple[str, str]
    scores: Mapping[str, tuple[float, float]]


def main() -> None:
    args = arguments(__doc__, claims=200, slow=45, seed=1)
    parse_once()
    with tempfile.TemporaryDirectory() as name, api.open_store(f"{name}/frontier.db") as store:
        folder = Path(name)
        write(args.data / "verification", folder)
        claims = tuple(api.load_dataset(str(folder / "claims.jsonl")))
        of = groups_of(claims, groups)
        tell_shown(claims, folder)
        for attack in ATTACKS:
            tell(attack.name, list(met(attack, folder, args.claims, args.seed, store, EVERY)), of, EVERY)
            if attack.has_slow:
                systems = (*EVERY, SLOW)
                tell(attack.name, list(met(attack, folder, args.slow, args.seed, store, systems)), of, systems, "slow")
    for attack_read, judge, correct in judged():
        say("claim_frontier", attack=attack_read, correct=shown(share(correct)), judged_by=[judge])


def parse_once() -> None:
    """From now on no text is parsed twice: each attack on each system would parse all claims anew."""
    known: dict[str, Parse] = {}
    parse = Pipeline.parse

    def parsed(pipeline: Pipeline, texts: Sequence[str]) -> list[Parse]:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, parse(pipeline, new), strict=True))
        return [known[text] for text in texts]

    setattr(Pipeline, "parse", parsed)  # noqa: B010  (a method is not assigned to, say types)


def tell_shown(claims: Sequence[Example], folder: Path) -> None:
    """Prints of how many of the plain claims of each label the words at hand show it."""
    hand = at_hand(pages_in(folder / "pages.jsonl"))
    parses = load_pipeline("embedded").parse([claim.query.text for claim in claims])
    plain = [(one, frame) for one, parse in zip(claims, parses, strict=True) if (frame := framed(parse)) is not None]
    for said in LABELS:
        shows = [hand.shows_label(one, frame) for one, frame in plain if label(one.gold) == said]
        say("claim_frontier", label=said, plain=len(shows), shown=sum(shows))


def met(
    attack: Aimed, folder: Path, size: int, seed: int, store: Store, systems: Sequence[str] = SYSTEMS
) -> Iterator[Unit]:
    """Every variant that all these systems met."""
    pages = {"pages": str(folder / "pages.jsonl")} if attack.has_pages else {}
    options = {"balanced": str(size), **attack.options, **pages}
    found: dict[str, dict[str, Attempt]] = {}
    for system in systems:
        job = api.attack(str(folder / "claims.jsonl"), attack.adversary, f"{system}:{folder / 'pages.jsonl'}",
                         options=options, goal="fever_zero", seed=seed, store=store)  # fmt: skip
        for attempt in job.attempts():
            found.setdefault(attempt.example_id, {})[system] = attempt
        examples = {example.id: example for example in job.material.examples}
    for id, by_system in found.items():
        one = next(iter(by_system.values()))
        if len(by_system) == len(systems) and one.perturbation is not None:
            golds = golds_of(one, examples)
            scores = {system: (score(attempt.before), score(attempt.after)) for system, attempt in by_system.items()}
            yield Unit(one.original_id or id, (label(golds[0]), label(golds[1])), scores)


def golds_of(attempt: Attempt, examples: Mapping[str, Example]) -> tuple[Gold, Gold]:
    assert attempt.perturbation is not None
    return examples[attempt.original_id or attempt.example_id].gold, attempt.perturbation.gold


def label(gold: Gold) -> str:
    return gold.answers[0].text


def score(verdict: object) -> float:
    told = getattr(verdict, "score", None)
    return float("nan") if told is None else float(told)


def tell(attack: str, units: Sequence[Unit], of: Groups, systems: Sequence[str], drawn: str = "") -> None:
    """Prints an attack's figures on each system, and on all; of a draw of their own where that is named."""
    which = {"attack": attack, **({"drawn": drawn} if drawn else {})}
    columns = {system: np.array([unit.scores[system] for unit in units], dtype=np.float64) for system in systems}
    always = excesses([lost(units, constant(units, said)) for said in LABELS], of)
    say("claim_frontier", **which, n=len(units), originals=len({unit.original for unit in units}),
        always={said: shown(interval(one, CHANGE)) for said, one in zip(LABELS, always, strict=True)})  # fmt: skip
    each = excesses([lost(units, column) for column in columns.values()], of)
    columns["all"] = np.mean(np.array(list(columns.values())), axis=0)
    taken: dict[str, tuple[float, float]] = {}
    for (system, column), figure in zip(columns.items(), [*each, average(each)], strict=True):
        before, after = (over_labels(units, place, column[:, place]) for place in (0, 1))
        taken[system] = before, figure.value
        say("claim_frontier", **which, system=system, before=before, after=after,
            excess=shown(interval(figure, CHANGE)))  # fmt: skip
    least = 1 / len({unit.labels[0] for unit in units}) + ABOVE_CHANCE
    bitten = {system: lost for system, (before, lost) in taken.items() if before >= least and system != "all"}
    say("claim_frontier", **which, above_chance=sorted(bitten), least=min(bitten.values(), default=None))


def lost(units: Sequence[Unit], scores: np.ndarray) -> Lost:
    """What a system lost, of its scores before and after."""
    return Lost([unit.original for unit in units], scores[:, 0].tolist(), scores[:, 1].tolist(),
                [unit.labels for unit in units])  # fmt: skip


def over_labels(units: Sequence[Unit], place: int, scores: np.ndarray) -> float:
    """The mean over the labels of the originals, or of what was made of them."""
    told = [unit.labels[place] for unit in units]
    return float(np.mean([scores[[one == said for one in told]].mean() for said in set(told)]))


def constant(units: Sequence[Unit], said: str) -> np.ndarray:
    """Before and after, whether a system that always says this label is right."""
    return np.array([[float(told == said) for told in unit.labels] for unit in units])


def judged() -> Iterator[tuple[str, str, list[bool]]]:
    """The attacks that were read, by whom, and of each instance whether it is correct."""
    read: dict[tuple[str, str], list[bool]] = {}
    for row in rows("claim-sheets.tsv"):
        if row["kind"].startswith("claim-"):
            right = row["grammar"] in ("clean", "slip") and row["label_right"] == "yes"
            read.setdefault((row["kind"], row["judge"]), []).append(right)
    for row in rows("claim-rules.tsv", ("how", "claim", "kind", "rule", "grammatical", "label", "note", "judge")):
        if row["how"] == "instances":
            right = row["grammatical"] == "yes" and row["label"] == "yes"
            read.setdefault(("claim-rules", row["judge"]), []).append(right)
    for row in rows("claim-paraphrase.tsv", ("attack", "claim", "rule", "grammatical", "label", "note", "judge")):
        if row["attack"] in ("claim-synonym", "claim-paraphrase"):
            right = row["grammatical"] == "yes" and row["label"] == "yes"
            read.setdefault((row["attack"], row["judge"]), []).append(right)
    published = {(rule.kind, rule.name) for rule in PUBLISHED}
    with SHIPPED.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if (row["kind"], row["rule"]) in published:
                read.setdefault(("claim-rules, published", row["judge"]), []).append(row["correct"] == "1")
    for attack in dict.fromkeys(attack for attack, _ in read):
        judge = next(judge for judge in JUDGES if (attack, judge) in read)
        yield attack, judge, read[attack, judge]


def rows(name: str, columns: Sequence[str] | None = None) -> list[dict[str, str]]:
    with (JUDGED / name).open(encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, fieldnames=columns, delimiter="\t"))


if __name__ == "__main__":
    main()
