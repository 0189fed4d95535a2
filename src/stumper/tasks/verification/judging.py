"""What people are asked who judge a claim."""

from collections.abc import Iterable, Mapping, Sequence

from stumper.datasets.wiki_pages import parted, readable, readable_title
from stumper.judgeable import Judgeable
from stumper.tasks.verification.claim import claim_of
from stumper.tasks.verification.constraints import stated_anew
from stumper.tasks.verification.evidence import is_sentence_id, sentence_ids
from stumper.types import CLOSED_WORLD, Example, Gold, Passage, Perturbation


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The claim by its evidence, or where there is none to show, by what is known of its original.

    ``evidence`` has the words of the original's evidence, where its data set has them.
    """
    gold = perturbation.gold
    known = readable(_evidence(perturbation, evidence))
    before, after = _label(example.gold), _label(gold)
    of_original = ORIGINAL_IS.get(before, f"The original has the label {before}.")
    then = THEN_ASKED.get(after, f"Has the claim the label {after}, then?")
    asked = CLAIM_ASKED.get(after, f"Does the evidence give the claim the label {after}?")
    is_elsewhere = not known and stated_anew(perturbation) is not None and bool(_page_titles(gold))
    asked = f"The evidence is not at hand; it is on {_pages(gold)}. {asked}" if is_elsewhere else asked
    asked = asked if known or is_elsewhere else f"{of_original} {then}"
    granted = "".join(GRANTED.get(edit.assumes, "") for edit in perturbation.edits)
    return Judgeable(id, granted + asked, perturbation.query.text, known, "" if known else example.query.text)


def _evidence(perturbation: Perturbation, of_original: str) -> str:
    """The words of a claim's evidence behind the titles of their pages: a sentence alone often says only "he" or "it".

    A claim that is made anew has evidence of its own, or comes with it; the original's would be another's. Of several
    evidence sets the words may be any one's, or all together: the pages of all stand before them.
    """
    if perturbation.gold.evidence_text:
        return perturbation.gold.evidence_text
    if given := claim_of(perturbation.query).evidence:
        return " ".join(f"{title}: {' '.join(texts)}" for title, texts in _by_title(given).items())
    if of_original and stated_anew(perturbation) is None:
        return f"{', '.join(_titles_of_all(perturbation.gold)) or EVIDENCE}: {of_original}"
    return ""


def _by_title(given: Sequence[Passage]) -> Mapping[str, Sequence[str]]:
    """The texts that a claim comes with, by the titles of the pages that their sentences are from."""
    found: dict[str, list[str]] = {}
    for passage in given:
        ids = [id for id in sentence_ids(passage.id) if is_sentence_id(id)]
        title = ", ".join(_titles(ids)) or readable_title(passage.title) or EVIDENCE
        found.setdefault(title, []).append(passage.text)
    return found


def _pages(gold: Gold) -> str:
    """The pages of a set of evidence that decides the claim."""
    return ", ".join(_page_titles(gold)) or EVIDENCE


def _page_titles(gold: Gold) -> Sequence[str]:
    return _titles(gold.evidence_sets[0]) if gold.evidence_sets and gold.matched_by == "id" else ()


def _titles_of_all(gold: Gold) -> Sequence[str]:
    return _titles(frozenset[str]().union(*gold.evidence_sets)) if gold.matched_by == "id" else ()


def _titles(ids: Iterable[str]) -> Sequence[str]:
    return [readable_title(page) for page in sorted({parted(id)[0] for id in ids})]


def _label(gold: Gold) -> str:
    return gold.answers[0].text


EVIDENCE = "Evidence"  # what evidence without a page is called
GRANTED = {CLOSED_WORLD: "Take it that there is nothing else of the same name. "}
CLAIM_ASKED = {
    "SUPPORTS": "Does the evidence show that the claim is true?",
    "REFUTES": "Does the evidence show that the claim is false?",
    "NOT ENOUGH INFO": "Does the evidence leave open whether the claim is true?",
}
ORIGINAL_IS = {
    "SUPPORTS": "The original is true.",
    "REFUTES": "The original is false.",
    "NOT ENOUGH INFO": "It is not known whether the original is true.",
}
THEN_ASKED = {
    "SUPPORTS": "Is the claim true, then?",
    "REFUTES": "Is the claim false, then?",
    "NOT ENOUGH INFO": "Is it as unknown whether the claim is true?",
}
