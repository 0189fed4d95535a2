"""What of a file people are asked to judge, in words that need no knowledge of the field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from stumper.datasets.originals import originals, variants_by_original
from stumper.datasets.wiki_pages import readable, readable_title
from stumper.errors import BadOption
from stumper.identity import perturbation_id
from stumper.protocols import Dataset
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.fever import Fever
from stumper.types import Example, Gold, Perturbation, Query

MOST_ANSWERS = 3  # of a tossup's answer line that are named


@dataclass(frozen=True, slots=True)
class Judgeable:
    """A perturbation as a person sees it, without a word of who made it, how, or what a victim said of it.

    ``original`` is given where there is no evidence to judge the text by.
    """

    perturbation_id: str
    asked: str
    text: str
    evidence: str = ""
    original: str = ""


@dataclass(frozen=True, slots=True)
class JudgeableSet:
    """The distinct perturbations of a data set, in its order."""

    judgeables: tuple[Judgeable, ...]

    def drawn(self, size: int, seed: int) -> tuple[Judgeable, ...]:
        """So many drawn by the seed, each with the same chance, in an order of chance; all, where there are no more.

        The same for the same file, size and seed, so that two annotators judge the same. BadOption below 1.
        """
        if size < 1:
            raise BadOption(f"The sample is a number of 1 or more, not {size}.")
        found = self.judgeables
        return tuple(Random(f"{seed}/judge").sample(found, min(size, len(found))))


def judgeable_set(dataset: Dataset) -> JudgeableSet:
    """What is to be judged of an adversarial set: its variants; of a plain one its examples, which is the baseline."""
    distinct: dict[str, Judgeable] = {}
    for example, perturbation, evidence in perturbations_of(dataset):
        id = judged_ids(perturbation)[-1]
        if id not in distinct:
            distinct[id] = _judgeable(id, example, perturbation, evidence)
    return JudgeableSet(tuple(distinct.values()))


def perturbations_of(dataset: Dataset) -> Iterator[tuple[Example, Perturbation, str]]:
    """What a set is judged by, each with its original and the words of its evidence, where these are known."""
    if isinstance(dataset, Fever | Quizbowl) and dataset.instances:
        known: Mapping[str, str] = dataset.evidence_texts if isinstance(dataset, Fever) else {}
        for instance in dataset.instances:
            yield instance.example, instance.perturbation, known.get(instance.id, "")
        return
    variants = {} if isinstance(dataset, Fever) else variants_by_original(dataset)
    texts: Mapping[str, str] = dataset.evidence_texts if isinstance(dataset, Fever) else {}
    for example in originals(dataset) if variants else dataset:
        for shown in variants.get(example.id, ()) if variants else (example,):
            yield example, Perturbation(example.id, shown.query, shown.gold, ()), texts.get(example.id, "")


def judgeable(example: Example, perturbation: Perturbation, evidence: str = "") -> Judgeable:
    """One perturbation as a person sees it; ``evidence`` is in words, where it is known."""
    return _judgeable(judged_ids(perturbation)[-1], example, perturbation, evidence)


def judged_ids(perturbation: Perturbation) -> tuple[str, ...]:
    """The ids under which judgements of a perturbation may stand, the one that new ones are given last.

    What a person says of a claim holds whether or not a victim is given evidence, so they stand without it.
    """
    own = perturbation_id(perturbation)
    if not isinstance(perturbation.query, Claim) or not perturbation.query.evidence:
        return (own,)
    return own, perturbation_id(replace(perturbation, query=Claim(perturbation.query.text)))


def _judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    before, after, gold = example.query, perturbation.query, perturbation.gold
    if isinstance(after, Question):
        return _of_question(id, before, after, gold)
    if isinstance(after, Tossup):
        return _of_tossup(id, before, after, gold)
    known = f"{_pages(gold)}: {readable(evidence)}" if evidence else ""
    asked = CLAIM_ASKED[_label(gold)] if known else f"{ORIGINAL_IS[_label(example.gold)]} {THEN_ASKED[_label(gold)]}"
    return Judgeable(id, asked, after.text, known, "" if known else before.text)


def _pages(gold: Gold) -> str:
    """The pages that the evidence is from: a sentence alone often says only "he" or "it"."""
    pages = {id.rpartition(":")[0] for id in gold.evidence_sets[0]} if gold.evidence_sets else set()
    return ", ".join(readable_title(page) for page in sorted(pages)) or "Evidence"


def _of_question(id: str, before: Query, after: Question, gold: Gold) -> Judgeable:
    answers = _either([answer.text for answer in gold.answers])
    holds = f"Does the text say that the answer is {answers}?" if answers else "Does the text leave the question open?"
    if before.text != after.text:
        return Judgeable(id, f"The text is the evidence. {holds}", after.text, after.context.text, before.text)
    return Judgeable(id, f"“{after.text}” {holds}", after.context.text)


def _of_tossup(id: str, before: Query, after: Tossup, gold: Gold) -> Judgeable:
    answers = _either([answer.text for answer in gold.answers[:MOST_ANSWERS]])
    asked = f"A quizbowl question, read from its beginning to its end. Is {answers} still its answer, and the only one?"
    return Judgeable(id, asked, after.text, original="" if before.text == after.text else before.text)


def _either(answers: Sequence[str]) -> str:
    return " or ".join(f"“{answer}”" for answer in dict.fromkeys(answers))


def _label(gold: Gold) -> str:
    return gold.answers[0].text


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
