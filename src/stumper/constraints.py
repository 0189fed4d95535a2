"""What the engine demands of every perturbation, whoever proposes it: a sentence says what one breaks."""

import re
from collections.abc import Mapping, Sequence
from math import ceil

from stumper.protocols import Constraint
from stumper.text import sentences, words
from stumper.types import LABELS, Claim, Example, Gold, Label, Perturbation, Question

LEAST_SHARE, MOST_SHARE = 0.5, 1.5  # of a tossup's words, for what is made of it


def same_example(example: Example, perturbation: Perturbation) -> str | None:
    """A perturbation belongs to the example that it is proposed for, and keeps its task."""
    if perturbation.example_id != example.id:
        return f"it perturbs {perturbation.example_id!r}, not {example.id!r}"
    before, after = type(example.query).__name__, type(perturbation.query).__name__
    return None if before == after else f"it asks a {after}, not a {before}"


def one_side(example: Example, perturbation: Perturbation) -> str | None:
    """The question stays as it was; an attack whose edits are all of the question leaves the paragraph instead."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Question) or not isinstance(after, Question) or before.text == after.text:
        return None
    if not perturbation.edits or any(edit.field != "question" for edit in perturbation.edits):
        return "the question must stay as it is"
    return "the paragraph must stay as it is" if before.context.text != after.context.text else None


def same_answers(example: Example, perturbation: Perturbation) -> str | None:
    """The gold answers stay the same texts, in the same order."""
    before, after = example.gold, perturbation.gold
    if [answer.text for answer in before.answers] != [answer.text for answer in after.answers]:
        return "the gold answers must stay as they are"
    return "the question must stay as answerable as it was" if before.answerable != after.answerable else None


def answers_still_stand(example: Example, perturbation: Perturbation) -> str | None:
    """Every gold answer that stood in the paragraph still stands there, where the perturbed gold says."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Question) or not isinstance(after, Question):
        return None
    for old, new in zip(example.gold.answers, perturbation.gold.answers, strict=True):
        if old.start is None or not before.context.text.startswith(old.text, old.start):
            continue
        if new.start is None or not after.context.text.startswith(new.text, new.start):
            return f"the answer {old.text!r} must stay in the paragraph"
    return None


def same_evidence(example: Example, perturbation: Perturbation) -> str | None:
    """An attack on a claim alters the claim's text alone: what evidence it comes with and what its gold names stays."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Claim) or not isinstance(after, Claim):
        return None
    if before.evidence != after.evidence or example.gold.evidence_sets != perturbation.gold.evidence_sets:
        return "the evidence must stay as it is"
    return None if after.text.strip() else "the claim must not be empty"


def declared_label(example: Example, perturbation: Perturbation) -> str | None:
    """The label is the original's, or its opposite where an edit declares so; NOT ENOUGH INFO is never negated."""
    [before], [after] = example.gold.answers, perturbation.gold.answers
    swaps = any(edit.swaps_label for edit in perturbation.edits)
    if swaps and before.text not in OPPOSITES:
        return f"a claim with the label {before.text} must not be negated"
    if after.text != (expected := OPPOSITES[before.text] if swaps else before.text):
        return f"the label must be {expected} by what its edits declare, not {after.text}"
    return None


def stated_label(example: Example, perturbation: Perturbation) -> str | None:
    """The label is one that there is: whoever writes a claim by hand says what is true of it now, and may say any.

    A claim that reads as before has the label that it had.
    """
    [before], [after] = example.gold.answers, perturbation.gold.answers
    if after.text not in LABELS:
        return f"the label must be one of {', '.join(LABELS)}, not {after.text}"
    if after.text != before.text and perturbation.query.text == example.query.text:
        return f"the label of an unchanged claim must stay {before.text}"
    return None


def same_answer_line(example: Example, perturbation: Perturbation) -> str | None:
    """What is accepted, prompted on and rejected stays as it was."""
    if _answer_line(example.gold) != _answer_line(perturbation.gold):
        return "what is accepted, prompted on and rejected must stay as it is"
    return None


def answer_unsaid(example: Example, perturbation: Perturbation) -> str | None:
    """The answer does not enter the tossup: no word that is distinctive of it stands there more often than before."""
    text = perturbation.query.text.lower()
    answer = example.gold.answers[0].text if example.gold.answers else ""
    for word in _distinctive(answer):
        name = word.lower()
        if name in text and _times(name, perturbation.query.text) > _times(name, example.query.text):
            return f"the tossup must not say {word!r}, a word of its answer"
    return None


def enough_words(example: Example, perturbation: Perturbation) -> str | None:
    """The tossup is about as long as it was: from half of its words to half as many more."""
    before, after = len(example.query.text.split()), len(perturbation.query.text.split())
    if after == 0:
        return "the tossup must not be empty"
    least, most = ceil(LEAST_SHARE * before), int(MOST_SHARE * before)
    if after < least:
        return f"the tossup must keep at least {least} words, and has {after}"
    return f"the tossup must have at most {most} words, and has {after}" if after > most else None


def ends_in_giveaway(example: Example, perturbation: Perturbation) -> str | None:
    """Where the last sentence asks for the answer "for 10 points", the last sentence still does."""
    if not _gives_away(example.query.text) or _gives_away(perturbation.query.text):
        return None
    return "the last sentence must still say for how many points the answer is asked"


OPPOSITES: Mapping[str, Label] = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS"}
READING: tuple[Constraint, ...] = (same_example, one_side, same_answers, answers_still_stand)
VERIFICATION: tuple[Constraint, ...] = (same_example, same_evidence, declared_label)
VERIFICATION_BY_PEOPLE: tuple[Constraint, ...] = (same_example, same_evidence, stated_label)
QUIZBOWL: tuple[Constraint, ...] = (same_example, same_answer_line, answer_unsaid, enough_words, ends_in_giveaway)
_GIVEAWAY = re.compile(r"\bfor (?:10|ten|15|fifteen|20|twenty) points\b|\bFTP\b", re.IGNORECASE)
_SMALL = frozenset(("from", "with", "della", "saint", "that", "this"))  # say nothing of whose name they are in


def broken(constraints: Sequence[Constraint], example: Example, perturbation: Perturbation) -> str | None:
    """What the first of the constraints that does not hold says; None when all hold."""
    return next((said for check in constraints if (said := check(example, perturbation)) is not None), None)


def _answer_line(gold: Gold) -> list[object]:
    return [[answer.text for answer in gold.answers], gold.prompts, gold.rejects]


def _times(name: str, text: str) -> int:
    """How often the text says the name, which is in lower case, or its possessive."""
    around = " ".join(part for part in text.split() if name in part.lower())
    return sum(_unpossessed(word.text.lower()) == name for word in words(around))


def _unpossessed(word: str) -> str:
    return re.sub("['’]s$", "", word)


def _distinctive(answer: str) -> list[str]:
    """The words of an answer by which one would know it: its names, or where it has none, its longer words."""
    found = [_unpossessed(word.text) for word in words(answer)]
    found = [word for word in found if len(word) > 3 and word.lower() not in _SMALL]
    return [word for word in found if word[0].isupper()] or found


def _gives_away(text: str) -> bool:
    last = sentences(text)[-1:]
    return bool(last and _GIVEAWAY.search(last[0].text))
