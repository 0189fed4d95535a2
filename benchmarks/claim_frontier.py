"""What each attack on claims takes from the embedded fact-checking systems, and how much of what it makes is correct.

    python benchmarks/claim_frontier.py [--claims 200] [--slow 45] [--learn 400]
    python benchmarks/claim_frontier.py --only sears --sheets FOLDER
    python benchmarks/claim_frontier.py --systems tfidf-da --slow 0 --learn 0    how much of it is correct

The claims and pages are those of verification.py: paper-dev-half, none that a system has seen, evidence at hand. An
attack's excess is that of a report (decision 90): what each variant loses of FEVER score against its own original, both
ways of turning a label alike, so that a system that always says one label has none (``always LABEL``: what such a
system loses of its label accuracy). ``before`` and ``after`` are averaged over the labels of either side. Intervals are
by page. ``all`` is the mean over the systems; the slow one, which answers some four claims a second, meets --slow
instances of some attacks beside the others (``slow``). ``above_chance`` are the systems that scored 15 points above
chance before, ``least`` is what the least bitten of these loses.

``sears`` are rules that are learned against each system from --learn claims, on pages apart from those of the claims
that they then rewrite: each system meets others, and its excess is of its own.

Correct is what the first of these found that read an attack: a person, a model (judged/claim-sheets.tsv, blind), a
builder (judged/claim-paraphrase.tsv, and of each rule on claims some in claimrules/judged.csv). ``of`` says what was
read: some of these very instances, each of which counts as it does in the excess; or others, of FEVER's paper test,
where each verdict counts by the share that its rule has of these instances (``by rule``), if rules that were read made
most of them (``covered``); or else plainly others. ``as_read`` is the share without such weights. --sheets draws a
blind sheet of what is measured, to be read (blind_sheets.py keeps what its reader says); --only names the one attack
that is measured.

A system against which no rule stands above trivial edits, or nothing is made, loses nothing: it counts in ``all`` with
an excess of 0, and ``untouched`` names it. It is in no ``before`` and ``after``. Where no rule is learned at all,
--learn is too small, and nothing is measured.
"""

import csv
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np

from blind_sheets import draw_sheet
from measuring import arguments, say, shown
from sears import asked, held_out
from stumper import api
from stumper.adversaries.rule_induction.held_out import halves
from stumper.adversaries.rule_induction.sears import Applied, NothingAbove, Sears
from stumper.adversaries.verification.anew import pages_in
from stumper.adversaries.verification.claim_rules import SHIPPED, passed
from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.claimrules.published import PUBLISHED
from stumper.adversaries.verification.shown_labels import at_hand
from stumper.language.parse import Parse
from stumper.language.pipeline import Pipeline, load_pipeline
from stumper.scores.excess import Lost, excesses, turns
from stumper.statistics import CHANGE, Groups, average, groups_of, interval, share, weighted_share
from stumper.store import Store
from stumper.tasks.verification import fever
from stumper.tasks.verification.grouping import groups
from stumper.types import Attempt, Example, Gold, OutputFile, Perturbation
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
SEARS = "sears"  # learned against each system, so that it is none of these
SLOW = "transformer"
EVERY = (*SYSTEMS, "nsmn", "hexaf", "enhanced-esim")
ABOVE_CHANCE = 0.15
COVERED = 0.8  # of the instances by rules that were read, so that verdicts are weighed by rule


@dataclass(frozen=True)
class Unit:
    """A variant that a system met: its original, and what was scored before and after."""

    original: Example
    variant: Perturbation
    before: float
    after: float

    @property
    def labels(self) -> tuple[str, str]:
        return label(self.original.gold), label(self.variant.gold)

    @property
    def rule(self) -> str:
        return " + ".join(edit.rule for edit in self.variant.edits)


Met = Mapping[str, Sequence[Unit]]  # by system


def main() -> None:
    args = arguments(__doc__, claims=200, slow=45, learn=400, seed=1, only="", sheets="", systems=",".join(EVERY))
    systems = args.systems.split(",")
    parse_once()
    made: dict[str, list[Unit]] = {}
    with tempfile.TemporaryDirectory() as name, api.open_store(f"{name}/frontier.db") as store:
        folder = Path(name)
        write(args.data / "verification", folder)
        claims = tuple(api.load_dataset(str(folder / "claims.jsonl")))
        of = groups_of(claims, groups)
        tell_shown(claims, folder)
        for attack in ATTACKS:
            if args.only not in ("", attack.name):
                continue
            found = met(attack, folder, args.claims, args.seed, store, systems)
            made[attack.name] = tell(attack.name, found, of)
            if attack.has_slow and args.slow:
                tell(attack.name, met(attack, folder, args.slow, args.seed, store, (*systems, SLOW)), of, "slow")
        if args.only in ("", SEARS) and args.learn:
            made[SEARS] = tell(SEARS, learned(systems, folder, args.learn, args.claims, args.seed, store), of)
        read = verdicts()
        for attack_read, units in made.items():
            say("claim_frontier", attack=attack_read, **correct(read.get(attack_read, []), units))
        if args.sheets:
            for attack_made, units in made.items():
                variants = [replace(unit.variant, example_id=unit.original.id) for unit in units]
                sheet = Path(args.sheets) / attack_made
                draw_sheet(attack_made, claims, variants, pages_in(folder / "pages.jsonl"), sheet, Random(args.seed))


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
    attack: Aimed, folder: Path, size: int, seed: int, store: Store, systems: Sequence[str], claims: str = "claims"
) -> Met:
    """What each system met of the variants that all these systems met."""
    pages = {"pages": str(folder / "pages.jsonl")} if attack.has_pages else {}
    options = {"balanced": str(size), **attack.options, **pages}
    found: dict[str, dict[str, Attempt]] = {system: {} for system in systems}
    for system in systems:
        job = api.attack(str(folder / f"{claims}.jsonl"), attack.adversary, f"{system}:{folder / 'pages.jsonl'}",
                         options=options, goal="fever_zero", seed=seed, store=store)  # fmt: skip
        found[system] = {one.example_id: one for one in job.attempts() if one.perturbation is not None}
        examples = {example.id: example for example in job.material.examples}
    shared = [id for id in found[systems[0]] if all(id in of_system for of_system in found.values())]
    return {system: [unit(by_id[id], examples) for id in shared] for system, by_id in found.items()}


def unit(attempt: Attempt, examples: Mapping[str, Example]) -> Unit:
    assert attempt.perturbation is not None
    original = examples[attempt.original_id or attempt.example_id]
    return Unit(original, attempt.perturbation, score(attempt.before), score(attempt.after))


def learned(systems: Sequence[str], folder: Path, learn: int, size: int, seed: int, store: Store) -> Met:
    """What each system met of what the rules make that were learned against it, on pages that these have not seen."""
    claims = fever.read(folder / "claims.jsonl")
    first, rest = halves(claims.examples, Random(seed))
    lesson = Random(seed).sample(first, min(learn, len(first)))
    fever.write(folder / "apart.jsonl", replace(claims, examples=tuple(rest)))
    found: dict[str, Sequence[Unit]] = {}
    for system in systems:
        rules = folder / f"sears-{system}.toml"
        victim = api.load_victim(f"{system}:{folder / 'pages.jsonl'}")
        try:
            applied, queries, _ = asked(Sears(save=OutputFile(str(rules))).induce(lesson, Random(seed)), victim)
        except NothingAbove as error:  # there is no such attack on this system; where too few are learned from, it ends
            say("claim_frontier", attack=SEARS, system=system, learned={"nothing": [str(error)]})
            found[system] = ()
            continue
        assert isinstance(applied, Applied)
        say("claim_frontier", attack=SEARS, system=system,
            learned={"queries": queries, "claims": len(lesson), **held_out(applied.rules)})  # fmt: skip
        aimed = Aimed(SEARS, SEARS, {"rules": str(rules)})
        found |= met(aimed, folder, size, seed, store, [system], "apart")
    return found


def label(gold: Gold) -> str:
    return gold.answers[0].text


def score(verdict: object) -> float:
    told = getattr(verdict, "score", None)
    return float("nan") if told is None else float(told)


def tell(attack: str, found: Met, of: Groups, drawn: str = "") -> list[Unit]:
    """Prints an attack's figures on each system, and on all; of a draw of their own where that is named. Returns each
    variant that any of them met, once; none where nothing was made."""
    which = {"attack": attack, **({"drawn": drawn} if drawn else {})}
    touched = {system: met for system, met in found.items() if met}
    if not touched:
        say("claim_frontier", **which, made=["nothing"])
        return []
    variants = list({(one.original.id, one.variant.query.text): one for met in found.values() for one in met}.values())
    always = excesses([lost(variants, constant(variants, said)) for said in LABELS], of)
    say("claim_frontier", **which, n=len(variants), originals=len({one.original.id for one in variants}),
        always={said: shown(interval(one, CHANGE)) for said, one in zip(LABELS, always, strict=True)})  # fmt: skip
    each = excesses([lost(met, scores(met)) for met in touched.values()], of)
    untouched = [system for system in found if system not in touched]
    whole = average([*each, *[each[0].scaled(0.0)] * len(untouched)])
    sides = [[over_labels(met, place, scores(met)[:, place]) for place in (0, 1)] for met in touched.values()]
    above, least = [], 1 / len({one.labels[0] for one in variants}) + ABOVE_CHANCE
    for system, (before, after), figure in zip(
        (*touched, "all"), [*sides, np.mean(sides, axis=0).tolist()], [*each, whole], strict=True
    ):
        say("claim_frontier", **which, system=system, before=before, after=after,
            excess=shown(interval(figure, CHANGE)))  # fmt: skip
        above += [(figure.value, system)] if before >= least and system != "all" else []
    for system in untouched:
        say("claim_frontier", **which, system=system, excess=0.0)
    if untouched:
        say("claim_frontier", **which, untouched=untouched)
    say("claim_frontier", **which, above_chance=sorted(system for _, system in above),
        least=min(above, default=(None,))[0])  # fmt: skip
    return variants


def lost(units: Sequence[Unit], columns: np.ndarray) -> Lost:
    """What a system lost, of its scores before and after."""
    return Lost([unit.original.id for unit in units], columns[:, 0].tolist(), columns[:, 1].tolist(),
                [unit.labels for unit in units])  # fmt: skip


def scores(units: Sequence[Unit]) -> np.ndarray:
    return np.array([(unit.before, unit.after) for unit in units], dtype=np.float64)


def over_labels(units: Sequence[Unit], place: int, column: np.ndarray) -> float:
    """The mean over the labels of the originals, or of what was made of them."""
    told = [unit.labels[place] for unit in units]
    return float(np.mean([column[[one == said for one in told]].mean() for said in set(told)]))


def constant(units: Sequence[Unit], said: str) -> np.ndarray:
    """Before and after, whether a system that always says this label is right."""
    return np.array([[float(told == said) for told in unit.labels] for unit in units])


@dataclass(frozen=True)
class Verdict:
    """Whether somebody found a variant correct: of which claim, by which rule, and what judged it."""

    judge: str
    example: str
    rule: str
    is_correct: bool


@dataclass(frozen=True)
class Read:
    """A file of verdicts: of which attacks a row is, and the columns in which a correct one has one of ``CORRECT``."""

    path: Path
    attacks: Callable[[Mapping[str, str]], Sequence[str]]
    told: Sequence[str]
    example: str = "claim"
    columns: Sequence[str] | None = None  # where the file does not name them
    delimiter: str = "\t"


CORRECT = ("clean", "slip", "yes", "1")
PASSED, AS_PUBLISHED = passed(None), {(rule.kind, rule.name) for rule in PUBLISHED}
READ = (
    Read(JUDGED / "claim-sheets.tsv", lambda row: (row["kind"],), ("grammar", "label_right"), "example"),
    Read(JUDGED / "claim-paraphrase.tsv", lambda row: (row["attack"],), ("grammatical", "label"),
         columns=("attack", "claim", "rule", "grammatical", "label", "note", "judge")),
    Read(SHIPPED, lambda row: strengths((row["kind"], row["rule"])), ("correct",), delimiter=","),
)  # fmt: skip


def strengths(rule: tuple[str, str]) -> Sequence[str]:
    """The attacks by rules that have this one."""
    of = "claim-rules, published" if rule in AS_PUBLISHED else "claim-rules"
    return (of, "claim-rules, judged") if rule in PASSED else (of,)


def verdicts() -> Mapping[str, Sequence[Verdict]]:
    """Of each attack that was read, what the first of its judges said."""
    said: dict[str, dict[str, list[Verdict]]] = {}
    for read in READ:
        for row in rows(read):
            is_correct = all(row[column] in CORRECT for column in read.told)
            for attack in read.attacks(row):
                verdict = Verdict(row["judge"], row[read.example], row["rule"], is_correct)
                said.setdefault(attack, {}).setdefault(row["judge"], []).append(verdict)
    return {attack: next(by[judge] for judge in JUDGES if judge in by) for attack, by in said.items()}


def correct(read: Sequence[Verdict], units: Sequence[Unit]) -> dict[str, object]:
    """How much of what an attack makes is correct, and of what that was read."""
    if not units:
        return {"of": ["nothing"]}
    if not read:
        return {"of": ["not judged"]}
    measured = {(one.original.id, one.rule): count for one, count in zip(units, counts_of(units), strict=True)}
    mix, times = rules_of(units), Counter(one.rule for one in read)
    covered = sum(mix.get(rule, 0.0) for rule in times) / sum(mix.values())
    weights, of = [1.0] * len(read), "others"
    counts = [measured.get((one.example, one.rule)) for one in read]
    these = [count for count in counts if count is not None]
    if len(these) == len(read) and sum(these):
        weights, of = these, "these"
    elif covered >= COVERED:
        weights, of = [mix.get(one.rule, 0.0) / times[one.rule] for one in read], "others, by rule"
    told = [one.is_correct for one in read]
    return {"correct": shown(weighted_share(told, weights)), "as_read": shown(share(told)), "covered": covered,
            "judged_by": [read[0].judge], "of": [of]}  # fmt: skip


def counts_of(units: Sequence[Unit]) -> list[float]:
    """How much each counts in the excess, in which what is turned one way alone has no part."""
    counts: dict[tuple[str, str], float] = {}
    for turned in turns([unit.original.id for unit in units], [unit.labels for unit in units]):
        both, ways = (turned.there + turned.back) / 2, ((turned.label, turned.other), (turned.other, turned.label))
        for way, made in zip(ways, (turned.there, turned.back), strict=True):
            counts[way] = 0.0 if turned.is_left_out else both / made if turned.back else 1.0
    return [counts.get(unit.labels, 1.0) for unit in units]


def rules_of(units: Sequence[Unit]) -> Mapping[str, float]:
    """How much of the excess is of each rule's variants."""
    found: dict[str, float] = {}
    for unit, count in zip(units, counts_of(units), strict=True):
        found[unit.rule] = found.get(unit.rule, 0.0) + count
    return found


def rows(read: Read) -> list[dict[str, str]]:
    with read.path.open(encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, fieldnames=read.columns, delimiter=read.delimiter))


if __name__ == "__main__":
    main()
