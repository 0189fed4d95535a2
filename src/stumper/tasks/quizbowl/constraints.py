"""What every change of a tossup must keep to."""

import re
from math import ceil

from stumper.constraints import same_example
from stumper.protocols import Constraint
from stumper.text import sentences, words
from stumper.types import Example, Gold, Perturbation

LEAST_SHARE, MOST_SHARE = 0.5, 1.5  # of a tossup's words, for what is made of it


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


CONSTRAINTS: tuple[Constraint, ...] = (same_example, same_answer_line, answer_unsaid, enough_words, ends_in_giveaway)
_GIVEAWAY = re.compile(r"\bfor (?:10|ten|15|fifteen|20|twenty) points\b|\bFTP\b", re.IGNORECASE)
_SMALL = frozenset(("from", "with", "della", "saint", "that", "this"))  # say nothing of whose name they are in


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
