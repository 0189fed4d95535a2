"""Each row of the claim rules on a claim of its own: what it writes, and what becomes of the label."""

from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.verification.claim_rules import RULES, ClaimRules
from stumper.adversaries.verification.claimrules.families import FAMILIES
from stumper.adversaries.verification.claimrules.patterns import PATTERNS
from stumper.adversaries.verification.claimrules.rule import COMPLEX, KEEPS, SIMPLE
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Perturbation

PAGE = Path(__file__).parents[2] / "docs" / "adversaries" / "claim-rules.md"
S, R = "SUPPORTS", "REFUTES"
# A claim with rows (kind, its label, the new label, name of the rule, what it writes).
WORKED: dict[str, tuple[tuple[str, str, str, str, str], ...]] = {
    "Mara Lindqvist is an actor.": (
        (KEEPS, S, S, "is a: there exists", "There exists an actor called Mara Lindqvist."),
        (KEEPS, S, S, "is a: there is", "There is an actor called Mara Lindqvist."),
        (KEEPS, S, S, "is a: there exists, by name", "There exists an actor that goes by the name of Mara Lindqvist."),
        (KEEPS, S, S, "is a: there is, by name", "There is an actor that goes by the name of Mara Lindqvist."),
        (KEEPS, S, S, "is a: there exists, it is called", "There exists an actor, and they are called Mara Lindqvist."),
        (KEEPS, S, S, "is a: there is, it is called", "There is an actor, and they are called Mara Lindqvist."),
        (SIMPLE, S, R, "is a: is not", "Mara Lindqvist is not an actor."),
        (SIMPLE, S, R, "is a: isn't", "Mara Lindqvist isn't an actor."),
        (SIMPLE, R, S, "is a: is definitely not", "Mara Lindqvist is definitely not an actor."),
        (SIMPLE, R, S, "is a: is certainly not", "Mara Lindqvist is certainly not an actor."),
        (COMPLEX, S, R, "is a: there does not exist", "There does not exist an actor called Mara Lindqvist."),
        (COMPLEX, S, R, "is a: there exists no", "There exists no actor called Mara Lindqvist."),
        (COMPLEX, S, R, "is a: there is no", "There is no actor called Mara Lindqvist."),
        (COMPLEX, S, R, "is a: there is not", "There is not an actor called Mara Lindqvist."),
        (COMPLEX, S, R, "is a: there is no, by name", "There is no actor that goes by the name of Mara Lindqvist."),
        (COMPLEX, S, R, "is a: there exists no, by name",
         "There exists no actor that goes by the name of Mara Lindqvist."),
        (COMPLEX, S, R, "is a: there does not exist, by name",
         "There does not exist an actor that goes by the name of Mara Lindqvist."),
    ),
    "The Glass Harbour was directed by Anna Brandt.": (
        (KEEPS, S, S, "directed by: is the director", "Anna Brandt was the director of The Glass Harbour."),
        (KEEPS, S, S, "directed by: a movie",
         "There is a movie called The Glass Harbour which was directed by Anna Brandt."),
        (KEEPS, S, S, "directed by: a director",
         "There is a director, Anna Brandt, who was involved in the production of The Glass Harbour."),
        (KEEPS, S, S, "directed by: a person in the industry",
         "There is a person involved in the movie industry, Anna Brandt, who was the director of The Glass Harbour."),
        (SIMPLE, S, R, "directed by: is not", "The Glass Harbour was not directed by Anna Brandt."),
        (SIMPLE, S, R, "directed by: isn't", "The Glass Harbour wasn't directed by Anna Brandt."),
        (SIMPLE, R, S, "directed by: is certainly not", "The Glass Harbour was certainly not directed by Anna Brandt."),
        (SIMPLE, R, S, "directed by: is not the director", "Anna Brandt was not the director of The Glass Harbour."),
        (COMPLEX, S, R, "directed by: a movie which isn't",
         "There is a movie called The Glass Harbour which wasn't directed by Anna Brandt."),
        (COMPLEX, S, R, "directed by: a director not involved",
         "There is a director, Anna Brandt, who was not involved in the production of The Glass Harbour."),
        (COMPLEX, S, R, "directed by: a person in the industry not",
         "There is a person involved in the movie industry, Anna Brandt, who was not the director of "
         "The Glass Harbour."),
        (COMPLEX, S, R, "directed by: no movie",
         "There is no movie called The Glass Harbour which was directed by Anna Brandt."),
    ),
    "The Glass Harbour is an American film.": (
        (KEEPS, S, S, "American: originated", "The Glass Harbour is a film that originated from the United States."),
        (SIMPLE, S, R, "American: another nationality", "The Glass Harbour is a Tunisian film."),
        (SIMPLE, S, R, "American: non-American", "The Glass Harbour is a non-American film."),
        (COMPLEX, S, R, "American: outside", "The Glass Harbour is a film from outside the United States."),
        (COMPLEX, S, R, "American: did not originate",
         "The Glass Harbour is a film that did not originate from the United States."),
        (COMPLEX, S, R, "American: some other country",
         "The Glass Harbour is a film from some other country than the United States."),
    ),
    "The Glass Harbour stars an American actor.": (
        (KEEPS, S, S, "American: from", "The Glass Harbour stars an actor from the United States."),
        (KEEPS, S, S, "American: of origin", "The Glass Harbour stars an actor of American origin."),
    ),
    "Anna Brandt was born in Boston.": (
        (KEEPS, S, S, "born: birthplace", "The birthplace of Anna Brandt is Boston."),
        (KEEPS, S, S, "born: place where", "Boston is the place where Anna Brandt was born."),
        (COMPLEX, S, R, "born: some other place", "Anna Brandt was born in some other place than Boston."),
        (COMPLEX, R, S, "born: not the place where", "Boston is not the place where Anna Brandt was born."),
    ),
    "Anna Brandt was born in 1951.": (
        (KEEPS, S, S, "born: it was then", "It was in 1951 that Anna Brandt was born."),
        (KEEPS, S, S, "born: birth", "The birth of Anna Brandt was in 1951."),
        (COMPLEX, S, R, "born: some other time", "Anna Brandt was born at some other time than in 1951."),
        (COMPLEX, R, S, "born: it was not then", "It was not in 1951 that Anna Brandt was born."),
    ),
    "Anna Brandt was born on May 4, 1951.": (
        (SIMPLE, R, S, "born: was not", "Anna Brandt was not born on May 4, 1951."),
        (SIMPLE, R, S, "born: wasn't", "Anna Brandt wasn't born on May 4, 1951."),
        (SIMPLE, S, R, "born: was never born", "Anna Brandt was never born."),
    ),
    "Anna Brandt died in Boston.": (
        (KEEPS, S, S, "died: place where", "Boston is the place where Anna Brandt died."),
        (KEEPS, S, S, "died: took place", "The death of Anna Brandt took place in Boston."),
        (COMPLEX, S, R, "died: some other place", "Anna Brandt died in some other place than Boston."),
        (COMPLEX, S, R, "died: not the place where", "Boston is not the place where Anna Brandt died."),
    ),
    "Anna Brandt died in 1999.": (
        (KEEPS, S, S, "died: it was then", "It was in 1999 that Anna Brandt died."),
        (KEEPS, S, S, "died: passed away", "Anna Brandt passed away in 1999."),
        (SIMPLE, S, R, "died: did not", "Anna Brandt did not die in 1999."),
        (SIMPLE, S, R, "died: is still alive", "Anna Brandt is still alive."),
        (SIMPLE, S, R, "died: has not died", "Anna Brandt has not died."),
        (COMPLEX, S, R, "died: some other time", "Anna Brandt died at some other time than in 1999."),
    ),
    "Anna Brandt starred in The Glass Harbour.": (
        (KEEPS, S, S, "starred: had a role", "Anna Brandt had a starring role in The Glass Harbour."),
        (SIMPLE, S, R, "starred: did not in", "Anna Brandt did not star in The Glass Harbour."),
        (SIMPLE, S, R, "starred: didn't in", "Anna Brandt didn't star in The Glass Harbour."),
        (COMPLEX, R, S, "starred: none of the roles in",
         "Anna Brandt was not seen in any of the starring roles in The Glass Harbour."),
    ),
    "The Glass Harbour stars Anna Brandt.": (
        (KEEPS, S, S, "starred: in a role", "The Glass Harbour has Anna Brandt in a starring role."),
        (SIMPLE, R, S, "starred: did not", "The Glass Harbour does not star Anna Brandt."),
        (COMPLEX, S, R, "starred: none of the roles",
         "Anna Brandt does not have any of the starring roles in The Glass Harbour."),
    ),
    "The Glass Harbour stars a German singer.": (
        (KEEPS, S, S, "nationality: from", "The Glass Harbour stars a singer from Germany."),
    ),
    "Anna Brandt is a German painter.": (
        (SIMPLE, S, R, "nationality: another", "Anna Brandt is a Tunisian painter."),
        (COMPLEX, S, R, "nationality: outside", "Anna Brandt is a painter from outside Germany."),
    ),
    "Anna Brandt is only a painter.": (
        (KEEPS, S, S, "only: nothing else", "Anna Brandt is a painter and nothing else."),
        (COMPLEX, S, R, "only: not the case", "It is not the case that Anna Brandt is only a painter."),
    ),
    "Anna Brandt is not a painter.": (
        (SIMPLE, R, S, "not a: is a", "Anna Brandt is a painter."),
        (COMPLEX, S, R, "not a: not the case", "It is not the case that Anna Brandt is not a painter."),
    ),
    "The Glass Harbour is not set in Norway.": (
        (SIMPLE, R, S, "not: is", "The Glass Harbour is set in Norway."),
    ),
    "Anna Brandt is incapable of being a painter.": (
        (KEEPS, S, S, "incapable: not able", "Anna Brandt is not able to be a painter."),
        (SIMPLE, R, S, "incapable: capable", "Anna Brandt is capable of being a painter."),
    ),
    "Anna Brandt did not star in The Glass Harbour.": (
        (SIMPLE, R, S, "did not: did", "Anna Brandt starred in The Glass Harbour."),
    ),
    "Anna Brandt has yet to appear on television.": (
        (KEEPS, S, S, "has yet to: has not yet", "Anna Brandt has not yet appeared on television."),
        (SIMPLE, R, S, "has yet to: has already", "Anna Brandt has already appeared on television."),
    ),
    "Anna Brandt refused to play the queen.": (
        (KEEPS, S, S, "refused to: declined to", "Anna Brandt declined to play the queen."),
        (SIMPLE, S, R, "refused to: did not refuse to", "Anna Brandt did not refuse to play the queen."),
    ),
    "Anna Brandt refused to ever be a painter.": (
        (SIMPLE, S, R, "refused to be: did not refuse", "Anna Brandt did not refuse to be a painter."),
    ),
    "The Glass Harbour was released in 1987.": (
        (KEEPS, S, S, "released: release", "The release of The Glass Harbour was in 1987."),
        (KEEPS, S, S, "released: came out", "The Glass Harbour came out in 1987."),
        (SIMPLE, R, S, "released: was not", "The Glass Harbour was not released in 1987."),
        (COMPLEX, S, R, "released: some other time", "The Glass Harbour was released at some other time than in 1987."),
    ),
    "The Glass Harbour premiered in 1987.": (
        (KEEPS, S, S, "came out: first seen", "It was in 1987 that The Glass Harbour premiered."),
        (COMPLEX, S, R, "came out: it was not then", "It was not in 1987 that The Glass Harbour premiered."),
    ),
    "Boston is in the United States.": (
        (KEEPS, S, S, "located in: can be found", "Boston can be found in the United States."),
        (SIMPLE, S, R, "located in: is not", "Boston is not located in the United States."),
        (COMPLEX, S, R, "located in: somewhere else", "Boston is located somewhere outside the United States."),
    ),
    "Anna Brandt is from Boston.": (
        (KEEPS, S, S, "from: comes from", "Anna Brandt comes from Boston."),
        (SIMPLE, R, S, "from: is not", "Anna Brandt is not from Boston."),
    ),
    "The Glass Harbour is based on the novel by Mara Lindqvist.": (
        (KEEPS, S, S, "based on: the basis", "The novel by Mara Lindqvist is the basis of The Glass Harbour."),
        (SIMPLE, R, S, "based on: is not", "The Glass Harbour is not based on the novel by Mara Lindqvist."),
        (COMPLEX, S, R, "based on: not the basis",
         "The novel by Mara Lindqvist is not the basis of The Glass Harbour."),
    ),
    "The Glass Harbour was written by Mara Lindqvist.": (
        (KEEPS, S, S, "made by: active", "Mara Lindqvist wrote The Glass Harbour."),
        (SIMPLE, S, R, "made by: was not", "The Glass Harbour was not written by Mara Lindqvist."),
        (COMPLEX, R, S, "made by: it was not B", "It was not Mara Lindqvist who wrote The Glass Harbour."),
    ),
    "Mara Lindqvist wrote The Glass Harbour.": (
        (KEEPS, S, S, "made: passive", "The Glass Harbour was written by Mara Lindqvist."),
        (COMPLEX, R, S, "made: passive, not", "The Glass Harbour was not written by Mara Lindqvist."),
    ),
    "Oslo is the capital of Norway.": (
        (KEEPS, S, S, "the of: inverted", "The capital of Norway is Oslo."),
        (SIMPLE, R, S, "the: is not the", "Oslo is not the capital of Norway."),
    ),
    "Oslo is one of the largest ports.": (
        (KEEPS, S, S, "one of: among", "Oslo is among the largest ports."),
        (SIMPLE, S, R, "one of: is not", "Oslo is not one of the largest ports."),
    ),
    "Alaska is part of the United States.": (
        (KEEPS, S, S, "part of: belongs to", "Alaska belongs to the United States."),
        (SIMPLE, R, S, "part of: is not", "Alaska is not part of the United States."),
    ),
    "Constantinople is also known as Istanbul.": (
        (KEEPS, S, S, "known as: goes by the name", "Constantinople also goes by the name of Istanbul."),
        (SIMPLE, S, R, "known as: is not", "Constantinople is not known as Istanbul."),
    ),
    "Anna Brandt was nominated for an Emmy Award.": (
        (KEEPS, S, S, "nominated: nomination", "Anna Brandt received a nomination for an Emmy Award."),
        (SIMPLE, R, S, "nominated: was not", "Anna Brandt was not nominated for an Emmy Award."),
    ),
    "Anna Brandt appeared in The Glass Harbour.": (
        (KEEPS, S, S, "appeared in: made an appearance", "Anna Brandt made an appearance in The Glass Harbour."),
    ),
    "Anna Brandt acted in The Glass Harbour.": (
        (KEEPS, S, S, "acted in: acting role", "Anna Brandt had an acting role in The Glass Harbour."),
    ),
    "Anna Brandt won a medal.": (
        (SIMPLE, R, S, "did: did not", "Anna Brandt did not win a medal."),
        (COMPLEX, S, R, "did: at no time", "At no time did Anna Brandt win a medal."),
    ),
    "The Glass Harbour was praised by critics.": (
        (SIMPLE, S, R, "passive: is not", "The Glass Harbour was not praised by critics."),
    ),
    "Anna Brandt and Mara Lindqvist are sisters.": (
        (SIMPLE, R, S, "are: are not", "Anna Brandt and Mara Lindqvist are not sisters."),
    ),
    "The Glass Harbour is in colour.": (
        (SIMPLE, R, S, "is: is not", "The Glass Harbour is not in colour."),
    ),
    "Anna Brandt has won a medal.": (
        (SIMPLE, R, S, "has done: has not", "Anna Brandt has not won a medal."),
        (COMPLEX, S, R, "has done: has never", "Anna Brandt has never won a medal."),
    ),
    "Herons can fly across the sea.": (
        (SIMPLE, R, S, "can: cannot", "Herons cannot fly across the sea."),
    ),
    "Anna Brandt has been a judge.": (
        (SIMPLE, R, S, "has been: has not been", "Anna Brandt has not been a judge."),
        (COMPLEX, R, S, "has been: at no time", "At no time has Anna Brandt been a judge."),
    ),
    "Anna Brandt has a brother.": (
        (SIMPLE, R, S, "has a: does not have", "Anna Brandt does not have a brother."),
        (COMPLEX, S, R, "has a: there is no", "There is no brother that Anna Brandt has."),
    ),
    "The Boston Herald was founded in 1846.": (
        (KEEPS, S, S, "founded in: came into being", "The Boston Herald came into being in 1846."),
    ),
    "The Battle of Lowmere took place in Scotland.": (
        (KEEPS, S, S, "took place: occurred", "The Battle of Lowmere occurred in Scotland."),
    ),
}  # fmt: skip
CASES = [(claim, *row) for claim, rows in WORKED.items() for row in rows]


def proposed(claim: str, label: str) -> dict[tuple[str, str], Perturbation]:
    example = Example("e1", Claim(claim), Gold((Answer(label),)))
    found = ClaimRules().instances([example], Random(1))
    return {(perturbation.edits[0].kind, perturbation.edits[0].rule): perturbation for perturbation in found}


@pytest.mark.parametrize(
    ("claim", "kind", "label", "new_label", "name", "text"),
    CASES,
    ids=[f"{kind}, {name}" for _, kind, _, _, name, _ in CASES],
)
def test_row_writes_its_text_and_gives_its_label(
    claim: str, kind: str, label: str, new_label: str, name: str, text: str
) -> None:
    perturbation = proposed(claim, label)[kind, name]
    assert perturbation.query == Claim(text)
    assert perturbation.gold == Gold((Answer(new_label),))
    assert perturbation.edits[0].swaps_label == (label != new_label)


def test_every_row_has_a_worked_example() -> None:
    assert {(rule.kind, rule.name) for rule in RULES} == {(kind, name) for _, kind, _, _, name, _ in CASES}


def test_the_paper_families_have_its_numbers_of_kinds() -> None:
    kinds = [rule.kind for rule in FAMILIES]
    assert [kinds.count(kind) for kind in (KEEPS, SIMPLE, COMPLEX)] == [23, 19, 23]


def test_rows_differ_by_kind_and_name_and_by_what_they_write() -> None:
    assert len({(rule.kind, rule.name) for rule in RULES}) == len(RULES)
    assert len({(rule.pattern, rule.template) for rule in RULES}) == len(RULES)


def test_every_pattern_is_used() -> None:
    assert {rule.pattern for rule in RULES} == set(PATTERNS)


def test_a_row_that_is_sound_in_one_direction_says_why() -> None:
    assert [rule.name for rule in RULES if rule.from_labels == ("SUPPORTS",) and not rule.why] == []


def test_no_row_negates_what_is_not_decided() -> None:
    assert [rule.name for rule in RULES if rule.swaps_label and "NOT ENOUGH INFO" in rule.from_labels] == []


def test_the_page_has_the_coverage_of_every_row() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [tuple(line.strip("| ").split(" | ")[:2]) for line in lines if line.count(" | ") == 5][1:]
    assert rows == [(rule.kind, rule.name) for rule in RULES]
