"""Claims that are made anew, with a label, evidence and its words of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from stumper.datasets.wiki_pages import PageStore, bundled_pages, load_store, parted, readable_title, written
from stumper.tasks.verification.claim import LABELS, claim_of, label_of
from stumper.tasks.verification.evidence import AT_MOST, is_verifiable, sentence_ids
from stumper.types import Answer, Edit, Example, Gold, Nothing, Passage, Perturbation

KNOWN = (*LABELS, "NOT SUPPORTED")  # of these one can tell whether a claim made anew has them
MOST_SETS = 200  # gold sets of one claim; where there would be more, the claim is not made


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sets that each decide a claim, and the passages that come with it beside those of its original."""

    sets: tuple[frozenset[str], ...]
    given: tuple[Passage, ...] = ()


def made_anew(
    example: Example, text: str, label: str, evidence: Evidence, edit: tuple[str, str], pages: PageStore
) -> Perturbation:
    """The claim with this text in the place of the example's; ``edit`` are the kind and the rule that made it."""
    before = claim_of(example.query)
    given = (*evidence.given, *(_lacking(before.evidence + evidence.given, evidence.sets, pages)))
    further = tuple(passage for passage in given if passage not in before.evidence)
    claim = replace(before, text=text, evidence=(*before.evidence, *further))
    gold = replace(example.gold, answers=(Answer(label),), evidence_sets=evidence.sets)
    gold = replace(gold, evidence_text=words(gold, pages))
    return Perturbation(example.id, claim, gold, (Edit("claim", 0, len(before.text), text, *edit, label=label),))


def _lacking(given: Sequence[Passage], sets: Sequence[frozenset[str]], pages: PageStore) -> Sequence[Passage]:
    """Of a claim that comes with evidence the sentences at hand that it lacks to be decided by what is given."""
    has = {id for passage in given for id in sentence_ids(passage.id)}
    if not given or any(ids <= has for ids in sets):
        return ()
    known = (ids - has for ids in sets if all(id in pages for id in ids - has))
    return [pages.sentence(id).passage for id in _in_order(next(known, frozenset()))]


def joined(first: Gold, second: Gold) -> tuple[frozenset[str], ...] | None:
    """Each evidence set of one with each of the other; None where no such set can be cited, or there are too many.

    FEVER's scorer counts five sentences, so that a set of more is never found.
    """
    found = tuple(dict.fromkeys(one | other for one in first.evidence_sets for other in second.evidence_sets))
    can_be_cited = first.matched_by == "none" or any(len(one) <= AT_MOST for one in found)
    return found if can_be_cited and len(found) <= MOST_SETS else None


def words(gold: Gold, pages: PageStore) -> str:
    """The sentences of the first gold set that is on the pages, each behind the title of its page; of evidence that is
    text, that text; "" where neither is at hand."""
    if not is_verifiable(gold):
        return ""
    if gold.matched_by == "text":
        return " ".join(sorted(next(iter(gold.evidence_sets), ())))
    if gold.matched_by != "id":
        return ""
    known = (ids for ids in gold.evidence_sets if all(id in pages for id in ids))
    return " ".join(written(pages.sentence(id).passage) for id in _in_order(next(known, frozenset())))


def bare_title(page: str) -> str:
    """What a page is about, as one writes it: its title without what tells it from others of that title."""
    return readable_title(page).partition(" (")[0]


def pages_of(gold: Gold) -> frozenset[str]:
    """The pages that the evidence sets are on, where these are ids of sentences."""
    return frozenset(parted(id)[0] for ids in gold.evidence_sets for id in ids if gold.matched_by == "id")


def is_called(page: str, name: str) -> bool:
    """Whether a page is of this title, or of this title with what tells it from others in brackets behind it."""
    return name in (readable_title(page), bare_title(page))


NOTHING_STATED = "the pages at hand state nothing of it that a rule reads; name others with the option pages"
ON_NO_PAGE = "its evidence is no sentence of a page by its id, which is all that this attack reads"
OF_OWN_LABEL = (
    f"its label is none of {', '.join(KNOWN)}, so that nobody can tell that of what would be made of it: write the one "
    "that it means into the data"
)


UNDECIDED = "it has not enough info, and this attack makes something of supported and refuted claims alone"


def with_reasons(
    found: Sequence[Perturbation | Nothing],
    examples: Sequence[Example],
    reason: str = NOTHING_STATED,
    needs_decided: bool = False,
) -> list[Perturbation | Nothing]:
    """What was found, and of each claim of which nothing was, why; an attack that ``needs_decided`` claims makes
    nothing of others."""
    met = {one.example_id for one in found}
    lacking = [example for example in examples if example.id not in met]
    return [*found, *(Nothing(_lack(example, reason, needs_decided), example.id) for example in lacking)]


def _lack(example: Example, reason: str, needs_decided: bool) -> str:
    """What bars a claim from being made anew: its label, or its evidence where pages are read; else the reason."""
    if label_of(example) not in KNOWN:
        return OF_OWN_LABEL
    if needs_decided and not is_verifiable(example.gold):
        return UNDECIDED
    return ON_NO_PAGE if reason == NOTHING_STATED and example.gold.matched_by != "id" else reason


@cache
def pages_in(file: Path | None) -> PageStore:
    """The pages of a file in the format of FEVER's dump; without one, those that ship with the package."""
    return bundled_pages() if file is None else load_store(file)


def _in_order(ids: frozenset[str]) -> Sequence[str]:
    return sorted(ids, key=parted)
