"""What people are asked who judge a claim."""

from stumper.datasets.wiki_pages import readable, readable_title
from stumper.judgeable import Judgeable
from stumper.types import CLOSED_WORLD, Example, Gold, Perturbation


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The claim by its evidence, or where there is none to show, by what is known of its original."""
    gold = perturbation.gold
    is_titled = bool(gold.evidence_text)  # each sentence stands behind the title of its page
    known = readable(evidence if is_titled else f"{_pages(gold)}: {evidence}") if evidence else ""
    before, after = _label(example.gold), _label(gold)
    of_original = ORIGINAL_IS.get(before, f"The original has the label {before}.")
    then = THEN_ASKED.get(after, f"Has the claim the label {after}, then?")
    asked = CLAIM_ASKED.get(after, f"Does the evidence give the claim the label {after}?")
    asked = asked if known else f"{of_original} {then}"
    granted = "".join(GRANTED.get(edit.assumes, "") for edit in perturbation.edits)
    return Judgeable(id, granted + asked, perturbation.query.text, known, "" if known else example.query.text)


def _pages(gold: Gold) -> str:
    """The pages that the evidence is from: a sentence alone often says only "he" or "it"."""
    has_pages = gold.evidence_sets and gold.matched_by == "id"
    pages = {id.rpartition(":")[0] for id in gold.evidence_sets[0]} if has_pages else set()
    return ", ".join(readable_title(page) for page in sorted(pages)) or "Evidence"


def _label(gold: Gold) -> str:
    return gold.answers[0].text


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
