"""Whether the words at hand show the label of a claim."""

import pytest

from stumper.adversaries.verification.claimrules.frame import framed
from stumper.adversaries.verification.shown_labels import at_hand
from stumper.datasets.wiki_pages import Page, PageStore, Sentence
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Answer, Example, Gold

BERG = ("Anna Berg ( 3 May 1891 -- 10 June 1950 ) was a Norwegian singer from Oslo .",
        "She won four prizes and was nominated for two others in 1921 .")  # fmt: skip
QUARRY = ("The Quarry is a 1998 Danish film directed by Ines Vale .",)
PAGES = PageStore(
    tuple(
        Page(id, tuple(Sentence(id, line, text) for line, text in enumerate(texts)))
        for id, texts in (("Anna_Berg", BERG), ("The_Quarry_-LRB-film-RRB-", QUARRY))
    )
)
BOTH = frozenset({"Anna_Berg:0", "Anna_Berg:1"}), frozenset({"The_Quarry_-LRB-film-RRB-:0"})


def shows(text: str, label: str, labels: tuple[str, ...] = LABELS, pages: PageStore = PAGES) -> bool:
    of = BOTH[1] if "Quarry" in text else BOTH[0]
    sets = (of,) if label in ("SUPPORTS", "REFUTES") else ()
    [parse] = load_pipeline("embedded").parse([text])
    frame = framed(parse)
    assert frame is not None
    example = Example("1", Claim(text, labels=labels), Gold((Answer(label),), evidence_sets=sets))
    return at_hand(pages).shows_label(example, frame)


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("Anna Berg was a singer.", True),
        ("Anna Berg was born in 1891.", True),  # by the span of her life
        ("Anna Berg was nominated for a prize in 1921.", True),
        ("Anna Berg won 4 prizes.", True),
        ("The Quarry was released in 1998.", True),  # by the year of the film
        ("Ines Vale is the director of The Quarry.", True),  # directed
        ("Anna Berg was a painter.", False),
        ("Anna Berg won two Grammy prizes.", False),
        ("Anna Berg was not a singer.", False),
        ("Anna Berg was only a singer.", False),
    ],
)
def test_what_is_supported_is_shown_where_each_word_is_in_the_evidence(text: str, is_shown: bool) -> None:
    assert shows(text, "SUPPORTS") == is_shown


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("Anna Berg was not a singer.", True),
        ("Anna Berg was never nominated for prizes.", True),
        ("Anna Berg won twelve prizes.", True),
        ("Anna Berg was born in 1899.", True),
        ("Anna Berg was born in July.", True),
        ("The Quarry was directed by Bo Lund.", True),
        ("The Quarry is a novel.", True),
        ("Anna Berg was an actress.", False),  # she may be both
        ("Anna Berg was only a singer.", False),
        ("Anna Berg was not a painter.", False),
        ("The Quarry was praised by Bo Lund.", False),
        ("Anna Berg was a singer.", False),  # it is said
    ],
)
def test_what_is_refuted_is_shown_where_the_evidence_has_another(text: str, is_shown: bool) -> None:
    assert shows(text, "REFUTES") == is_shown


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("Anna Berg married Ole Lund.", True),
        ("Anna Berg bought twelve houses.", True),
        ("Anna Berg was a singer.", False),  # the page says it
        ("Anna Berg won four prizes in Bergen.", False),  # half of it
        ("Anna Berg married somebody.", False),  # nobody is named
        ("Anna Berg was born in Mordor.", False),
        ("Anna Berg did not marry Ole Lund.", False),
        ("Bo Lund won four prizes.", True),  # no page of his is at hand
    ],
)
def test_what_has_not_enough_info_is_shown_where_the_pages_leave_it_open(text: str, is_shown: bool) -> None:
    assert shows(text, "NOT ENOUGH INFO") == is_shown


def test_what_is_not_at_hand_and_other_labels_are_taken_on_trust() -> None:
    assert shows("Anna Berg was a painter.", "SUPPORTS", pages=PageStore(()))
    assert shows("Anna Berg was a singer.", "NOT SUPPORTED", ("SUPPORTS", "NOT SUPPORTED"))
