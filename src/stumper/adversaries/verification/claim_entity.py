"""Claims with another name or date of the same type, where the evidence says that it is another (FEVER 2.0)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.anew import with_reasons, words
from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.claimrules.word_sets import NEGATIVE, word_set
from stumper.adversaries.verification.stated import Known, Stated, stated_in
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import claim_of, label_of
from stumper.tasks.verification.constraints import opposite
from stumper.types import Answer, Edit, Example, Nothing, Perturbation


@dataclass(frozen=True, slots=True)
class ClaimEntity:
    """Exchanges what a claim says of its subject for another of that type (FEVER 2.0) (Thorne et al. 2019).

    A supported claim becomes false by what the evidence states; a refuted one is given what is stated. ``pages`` is a
    file of the pages that evidence is on; without one, they are those that ship.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    pages: Path | None = None
    pipeline: str = "embedded"

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One claim for each relation that a claim states, in the order of the examples."""
        known, seed = stated_in(self.pages), rng.getrandbits(64)
        decided = [one for one in examples if opposite(one) is not None and one.gold.matched_by == "id"]
        parses = load_pipeline(self.pipeline).parse([claim_of(example.query).text for example in decided])
        found: list[Perturbation] = []
        for example, parse in zip(decided, parses, strict=True):
            if (frame := framed(parse)) is None or NEGATIVE & {token.text.lower() for token in parse.tokens}:
                continue
            stated = known.about(frame.subject, example.gold)
            asked = _Asked(frame.body, words(example.gold, known.pages), stated, known)
            found += _exchanged(example, asked, Random(f"{seed}/{example.id}"))
        return with_reasons(balanced(found, self.balanced, rng), examples, needs_decided=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A claim without its full stop, the words of its evidence, and what is stated of its subject, if anything."""

    body: str
    evidence: str
    subject: Stated | None
    known: Known


@dataclass(frozen=True, slots=True)
class Relation:
    """Of one subject there is one such thing. ``named`` finds it in a claim (the group "it"); ``cue`` is what the
    evidence must say beside it; ``others`` are of its type; ``stated`` is what is stated of a subject, or "".

    ``whole``: a refuted claim is put right only where this matches all that it says. ``needs_film``: only a film with
    one stated director has it.
    """

    name: str
    named: re.Pattern[str]
    cue: re.Pattern[str]
    others: Callable[[str, _Asked, Random], Iterator[str]]
    stated: Callable[[_Asked], str]
    whole: re.Pattern[str]
    needs_film: bool = False


def _exchanged(example: Example, asked: _Asked, rng: Random) -> Iterator[Perturbation]:
    for relation in RELATIONS:
        found = relation.named.search(asked.body)
        if found is None or relation.cue.search(asked.evidence) is None or not _is_of_subject(found, relation, asked):
            continue
        is_supported = label_of(example) == "SUPPORTS"
        other = (_false if is_supported else _true)(relation, found, asked, rng)
        if other is not None:
            text = f"{asked.body[: found.start('it')]}{other}{asked.body[found.end('it') :]}."
            yield _perturbation(example, text, relation.name)


def _is_of_subject(found: re.Match[str], relation: Relation, asked: _Asked) -> bool:
    """Whether it is said of the subject: of an actor who was born then, there may be another in the film."""
    if relation.needs_film:
        return asked.subject is not None and asked.subject.director != ""
    return not OF_ANOTHER & set(asked.body[: found.start()].lower().split())


def _false(relation: Relation, found: re.Match[str], asked: _Asked, rng: Random) -> str | None:
    """Another of the type, of which the evidence says nothing, where it says what the claim says."""
    if found["it"] not in asked.evidence or relation.stated(asked) not in ("", found["it"]):
        return None
    return next((other for other in relation.others(found["it"], asked, rng) if other not in asked.evidence), None)


def _true(relation: Relation, found: re.Match[str], asked: _Asked, rng: Random) -> str | None:
    """What is stated, where the claim says that it is another and says no more."""
    right = relation.stated(asked)
    is_other = bool(right) and right in asked.evidence and found["it"] not in asked.evidence
    return right if is_other and relation.whole.search(asked.body) else None


def _perturbation(example: Example, text: str, rule: str) -> Perturbation:
    before, label = claim_of(example.query), opposite(example)
    assert label is not None, "else it is not asked"
    gold = replace(example.gold, answers=(Answer(label),))
    edit = Edit("claim", 0, len(before.text), text, "entity", rule, swaps_label=True)
    return Perturbation(example.id, replace(before, text=text), gold, (edit,))


def _years(year: str, asked: _Asked, rng: Random) -> Iterator[str]:
    """Years some way off."""
    for step in rng.sample(range(2, 10), 8):
        yield str(int(year) + step * rng.choice((-1, 1)))


def _directors(name: str, asked: _Asked, rng: Random) -> Iterator[str]:
    """Directors of other films, of whom the pages of this one say nothing."""
    names = sorted({one.director for one in asked.known.every if one.director} - {name})
    for other in rng.sample(names, len(names)):
        if asked.subject is not None and not asked.known.mentions(asked.subject.page, other):
            yield other


def _cities(name: str, asked: _Asked, rng: Random) -> Iterator[str]:
    """Capitals of countries that the evidence does not name, for a place in none of them."""
    for city in rng.sample(sorted(CAPITALS), len(CAPITALS)):
        if CAPITALS[city] not in asked.evidence and name not in (city, CAPITALS[city]):
            yield city


def _stated_year(fact: str) -> Callable[[_Asked], str]:
    def stated(asked: _Asked) -> str:
        if asked.subject is None:
            return ""
        day = asked.subject.born if fact == "born" else asked.subject.died
        year = asked.subject.released if fact == "released" else day and day.year
        return str(year or "")

    return stated


def _when(name: str, verb: str, cue: str) -> Relation:
    """When something happened, which happens once."""
    moment = r"(?:in|on)(?: the year)? (?:[A-Z][a-z]+,? )?(?:[A-Z][a-z]+ )?(?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:of )?"
    return Relation(name, re.compile(rf"\b{verb} {moment}(?P<it>[12]\d{{3}})$"), re.compile(cue), _years,
                    _stated_year(name), re.compile(rf"\b{verb} in [12]\d{{3}}$"))  # fmt: skip


OF_ANOTHER = word_set("who whom whose that which by with in stars star starred features featured")
_NAME = r"[A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+){1,3}"
# Capitals with what they are capitals of: none lies in another's country.
CAPITALS = {
    "Oslo": "Norway", "Helsinki": "Finland", "Lisbon": "Portugal", "Vienna": "Austria", "Budapest": "Hungary",
    "Athens": "Greece", "Cairo": "Egypt", "Nairobi": "Kenya", "Accra": "Ghana", "Tokyo": "Japan", "Hanoi": "Vietnam",
    "Bangkok": "Thailand", "Manila": "Philippines", "Canberra": "Australia", "Wellington": "New Zealand",
    "Bogotá": "Colombia", "Santiago": "Chile", "Lima": "Peru", "Havana": "Cuba", "Reykjavik": "Iceland",
}  # fmt: skip
RELATIONS = (
    _when("born", "born", r"\bborn\b|\d{4} \)|\d{4} (?:--|–|-) "),
    _when("died", "died", r"\bdied\b|\bdeath\b|(?:--|–|-) [^()]*\d{4} \)"),
    _when("released", "(?:released|premiered|came out)", r"\breleased?\b|\bpremiered\b|\bis an? [12]\d{3} "),
    Relation(
        "director", re.compile(rf"\bdirected by (?P<it>{_NAME})$"), re.compile(r"\bdirected by\b"), _directors,
        lambda asked: asked.subject.director if asked.subject else "",
        re.compile(rf"^[^,]+ (?:was|is) directed by {_NAME}$"), needs_film=True,
    ),
    Relation(
        "birthplace", re.compile(r"\bborn in (?:the city of )?(?P<it>[A-Z][a-z]+(?: [A-Z][a-z]+)?)$"),
        re.compile(r"\bborn in\b|\bBorn in\b|\bnative of\b"), _cities, lambda asked: "", re.compile(r"^$"),
    ),
)  # fmt: skip
