"""A claim as the guarded rules write it: pattern by pattern, guard by guard, slot by slot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.claimrules.guards import holds
from stumper.adversaries.verification.claimrules.patterns import matches
from stumper.adversaries.verification.claimrules.rule import Rule
from stumper.adversaries.verification.claimrules.slots import written
from stumper.language.parse import Parse


@dataclass(frozen=True, slots=True)
class Guarded:
    """Rules with what each demands of a match, and the patterns that they are on."""

    rows: Sequence[tuple[Rule, Sequence[str]]]
    patterns: Sequence[str]


def guarded(rules: Sequence[Rule], label: str) -> Guarded:
    """The rules as they stand for claims of this label."""
    rows = [(rule, rule.demands(label)) for rule in rules]
    return Guarded(rows, tuple(dict.fromkeys(rule.pattern for rule in rules)))


def as_guarded(table: Guarded, parse: Parse, rng: Random) -> Iterator[tuple[Rule, str]]:
    """The claim as each of the rules writes it that may."""
    frame = framed(parse) if table.rows else None
    found = matches(table.patterns, frame) if frame else {}
    if not found:
        return
    known: dict[tuple[str, str], bool] = {}  # rules of one pattern have most of their guards in common
    for rule, guards in table.rows:
        if (match := found.get(rule.pattern)) is None:
            continue
        for guard in guards:
            key = rule.pattern, guard
            if key not in known:
                known[key] = holds(guard, match)
            if not known[key]:
                break
        else:
            if (text := written(rule.template, match, rng)) is not None:
                yield rule, text
