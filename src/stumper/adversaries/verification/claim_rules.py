"""Claims rewritten by a table of rules that keep or negate what they say (Thorne et al. 2019)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import evened
from stumper.adversaries.verification.anew import KNOWN, OF_OWN_LABEL
from stumper.adversaries.verification.claimrules.families import FAMILIES, FURTHER
from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.claimrules.guards import holds
from stumper.adversaries.verification.claimrules.patterns import matches
from stumper.adversaries.verification.claimrules.published import PUBLISHED, as_published, takes_pronoun
from stumper.adversaries.verification.claimrules.rule import ANY, KINDS, Rule, family
from stumper.adversaries.verification.claimrules.slots import written
from stumper.adversaries.verification.strength import RulesStrength, check_strength
from stumper.datasets.cells import NOTHING, plain, text_of
from stumper.datasets.row_files import FileRows, layout_of, read_file
from stumper.errors import BadData, BadOption
from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim, claim_of, label_of
from stumper.tasks.verification.constraints import opposite
from stumper.text import listed
from stumper.types import CLOSED_WORLD, Answer, Edit, Example, Gold, Nothing, Perturbation

RULES: tuple[Rule, ...] = (*FAMILIES, *FURTHER)
STRENGTHS: Mapping[RulesStrength, tuple[Rule, ...]] = {
    "guarded": RULES,
    "published": PUBLISHED,
    "judged": (*RULES, *PUBLISHED),
}
BATCH = 2000  # claims whose parses are held at a time
SHIPPED = Path(__file__).parent / "claimrules" / "judged.csv"  # by which rules are judged where no table is named
LEAST_JUDGED, LEAST_CORRECT = 3, 0.9
_YES, _NO = ("1", "1.0", "yes", "true"), ("0", "0.0", "no", "false")
_SAID: Mapping[str, bool] = dict.fromkeys(_YES, True) | dict.fromkeys(_NO, False)
_Key = tuple[str, str]  # kind and name of a rule


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """Proposes each claim as every rule that matches it writes it, each an instance of its own (Thorne et al. 2019).

    ``strength`` says which rules: ours behind guards that leave alone what they would break (``guarded``), the paper's
    in its wordings and without guards (``published``), or those of both that judges passed (``judged``), by a table of
    results named as ``judgements`` or by the judgements that ship. ``kinds`` names kinds of rules, separated by commas,
    all of them where it is empty; without ``further`` only the paper's families are applied. ``balanced`` draws that
    many, as even as can be in label, then in originals, families and rules.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    kinds: str = ""
    further: bool = True
    pipeline: str = "embedded"
    strength: RulesStrength = "guarded"
    judgements: Path | None = None

    def __post_init__(self) -> None:
        check_strength("claim-rules", self.strength, RulesStrength)
        if self.judgements is not None and self.strength != "judged":
            raise BadOption("The option 'judgements' of claim-rules is for strength=judged. Set that, or leave it out.")
        unknown = [kind for kind in listed(self.kinds) if kind not in KINDS]
        if unknown:
            raise BadOption(
                f"The option 'kinds' of claim-rules has no kind {unknown[0]!r}. Choose among {', '.join(KINDS)}."
            )

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """All that the rules make of the claims, in the order of the examples and of the table."""
        seed = rng.getrandbits(64)
        claims = [example for example in examples if isinstance(example.query, Claim)]
        rules = self._rules()
        tables: dict[tuple[str, bool], _Tables] = {}
        found: list[Perturbation] = []
        for example, parse in self._parsed(claims, rules):
            key = label_of(example), opposite(example) is not None
            if key not in tables:
                tables[key] = _tables(rules, *key)
            found += _rewritten(example, parse, tables[key], Random(f"{seed}/{example.id}"))
        made = {one.example_id for one in found}
        strange = [one.id for one in claims if label_of(one) not in KNOWN and one.id not in made]
        return [*evened(found, self.balanced, _family, rng), *(Nothing(OF_OWN_LABEL, id) for id in strange)]

    def _parsed(self, claims: Sequence[Example], rules: Sequence[Rule]) -> Iterator[tuple[Example, Parse | None]]:
        """The claims with their parses; None of those that are matched and rewritten without."""
        pipeline = load_pipeline(self.pipeline)
        is_read = _reads(rules)
        for start in range(0, len(claims), BATCH):
            batch = claims[start : start + BATCH]
            texts = [text for example in batch if is_read(text := claim_of(example.query).text)]
            parses = dict(zip(texts, pipeline.parse(texts), strict=True))
            yield from ((example, parses.get(claim_of(example.query).text)) for example in batch)

    def _rules(self) -> list[Rule]:
        kinds = listed(self.kinds) or list(KINDS)
        rules = [rule for rule in STRENGTHS[self.strength] if rule.kind in kinds]
        if not self.further:
            rules = [rule for rule in rules if rule not in FURTHER]
        if self.strength == "judged":
            known = passed(self.judgements)
            rules = [rule for rule in rules if (rule.kind, rule.name) in known]
        return rules


def passed(path: Path | None) -> frozenset[_Key]:
    """The rules of which at least three variants were judged and nine in ten are correct; None is what ships.

    A file has the columns of a table of results: kind, rule, correct and, where a variant has several rows, variant.
    BadData where a column is absent, a cell of it is neither yes nor no, or no rule passes.
    """
    said = _said(path or SHIPPED)
    found = frozenset(
        key
        for key, answers in said.items()
        if len(answers) >= LEAST_JUDGED and sum(answers.values()) >= LEAST_CORRECT * len(answers)
    )
    if not found:
        raise BadData(
            f"{path}: no rule has {LEAST_JUDGED} judged variants of which nine in ten are correct, so that nothing is "
            "left to apply. Judge more of them, or leave the option judgements out."
        )
    return found


def _said(path: Path) -> Mapping[_Key, Mapping[str, bool]]:
    """Of each rule, whether each of its judged variants is correct."""
    found: defaultdict[_Key, dict[str, bool]] = defaultdict(dict)
    table = _rows(path)
    for number, row in zip(table.numbers, table.rows, strict=True):
        if missing := [name for name in ("kind", "rule", "correct") if name not in row]:
            raise BadData(f"{path}: there is no column {missing[0]!r}. Name a table of results, or one like it.")
        said = str(plain(row["correct"])).strip().lower()
        if said in ("", *NOTHING):
            continue
        if (correct := _SAID.get(said)) is None:
            raise BadData(f"{path}: {table.unit} {number}, column 'correct': {said!r} is neither 1 nor 0. Correct it.")
        key = text_of(row["kind"]) or "", text_of(row["rule"]) or ""
        found[key][text_of(row.get("variant")) or str(number)] = correct
    return found


def _rows(path: Path) -> FileRows:
    if (layout := layout_of(path)) is None:
        raise BadData(f"{path}: this is no table. Name a table of results, as CSV, Parquet or JSON lines.")
    return read_file(path, layout)


def _family(perturbation: Perturbation) -> str:
    return family(perturbation.edits[0].rule)


def _reads(rules: Sequence[Rule]) -> Callable[[str], bool]:
    """What says of which claims these rules need a parse: ours of all, the paper's where a pronoun is chosen."""
    if not all(rule.is_published for rule in rules):
        return lambda text: True
    return takes_pronoun if any("{it is}" in rule.template for rule in rules) else lambda text: False


# Rules by the pattern that they are on, each with its place in the table and what it demands of a match.
_Guarded = Mapping[str, Sequence[tuple[int, Rule, Sequence[str]]]]


@dataclass(frozen=True, slots=True)
class _Tables:
    """The rules that are sound for claims of one label: ours, and the paper's."""

    ours: _Guarded
    theirs: Sequence[Rule]


def _tables(rules: Sequence[Rule], label: str, has_opposite: bool) -> _Tables:
    sound = [
        rule
        for rule in rules
        if (rule.from_labels == ANY or label in rule.from_labels) and (has_opposite or not rule.swaps_label)
    ]
    ours = [rule for rule in sound if not rule.is_published]
    return _Tables(_guarded(ours, label), [rule for rule in sound if rule.is_published])


def _rewritten(example: Example, parse: Parse | None, tables: _Tables, rng: Random) -> Iterator[Perturbation]:
    """What the rules make of one claim; a text that an earlier row has made is left out."""
    claim = claim_of(example.query)
    ours = _as_guarded(tables.ours, parse, rng) if parse and tables.ours else ()
    theirs = as_published(tables.theirs, claim.text, parse)
    seen, turned = {claim.text}, None  # computed once: a claim has many rules that turn its label
    for rule, text in (*ours, *theirs):
        if text in seen:
            continue
        seen.add(text)
        assumes = CLOSED_WORLD if rule.is_existential and label_of(example) == "REFUTES" else ""
        edit = Edit("claim", 0, len(claim.text), text, rule.kind, rule.name, rule.swaps_label, assumes)
        gold = example.gold
        if rule.swaps_label:
            gold = turned = turned or _turned(example)
        yield Perturbation(example.id, replace(claim, text=text), gold, (edit,))


def _turned(example: Example) -> Gold:
    """What is right where a claim says the opposite."""
    swapped = opposite(example)
    assert swapped is not None, "else no rule that swaps labels is asked"
    return replace(example.gold, answers=(Answer(swapped),))


def _guarded(rules: Sequence[Rule], label: str) -> _Guarded:
    """The rules as they stand for claims of this label."""
    found: defaultdict[str, list[tuple[int, Rule, Sequence[str]]]] = defaultdict(list)
    for place, rule in enumerate(rules):
        found[rule.pattern].append((place, rule, rule.demands(label)))
    return found


def _as_guarded(table: _Guarded, parse: Parse, rng: Random) -> Iterator[tuple[Rule, str]]:
    """The claim as each of the rules writes it that may, in the order of the table."""
    if (frame := framed(parse)) is None:
        return
    allowed = [
        (place, rule, match)
        for pattern, match in matches(table, frame).items()
        for place, rule, guards in table[pattern]
        if all(holds(guard, match) for guard in guards)
    ]
    for _, rule, match in sorted(allowed, key=itemgetter(0)):
        if (text := written(rule.template, match, rng)) is not None:
            yield rule, text
