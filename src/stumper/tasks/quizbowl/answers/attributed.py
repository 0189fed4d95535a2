"""A work that was named with its author: "1984 by George Orwell", "Rembrandt's The Night Watch"."""

import re
from dataclasses import dataclass

from stumper.tasks.quizbowl.answers.forms import Forms, folded, forms
from stumper.tasks.quizbowl.answers.given_names import GIVEN_NAMES, PARTICLES
from stumper.tasks.quizbowl.answers.numbers import is_number
from stumper.tasks.quizbowl.answers.small_words import SMALL_WORDS


@dataclass(frozen=True, slots=True)
class Work:
    """``is_certain``: whether nothing else can be meant; "North by Northwest" is not North by an author."""

    forms: Forms
    author: Forms
    is_certain: bool


def work_of(said: str) -> Work | None:
    """The work alone, where an author was named with it; None where none was, or it is told by its author.

    A fifth symphony is told by whose it is. One word behind a possessive may be (Gray's Anatomy), unless it is in
    quotes or the author was named in full (Toni Morrison's Beloved).
    """
    text = _ASIDE.sub(" ", said)
    if (found := _BY.fullmatch(text)) and _may_be_author(found["author"]):
        work, author = forms(found["work"]), folded(found["author"])
        is_certain = len(work.core) > 1 or author[0] in GIVEN_NAMES or len(author[0]) == 1 or is_number(work.core[0])
        return Work(work, forms(found["author"]), is_certain) if _tells(work, 1) else None
    if (found := _WHOSE.fullmatch(text)) and _may_be_author(found["author"]):
        work, author = forms(found["work"]), folded(found["author"])
        is_certain = bool(found["quote"]) or found["work"][0].isdigit() or len(work.core) > 1
        is_certain |= len(author) > 1 and author[0] in GIVEN_NAMES
        return Work(work, forms(_OF_WHOM.sub("", found["author"])), is_certain) if _tells(work, 1) else None
    return None


def numbered_work_of(said: str) -> Work | None:
    """A work that its number and its author tell: Symphony No. 9 in D minor by Beethoven, Beethoven's Ninth Symphony.
    None of anything else. A number alone is that of a symphony: Beethoven's Ninth."""
    text = _KEY.sub("", _ASIDE.sub(" ", said))
    found = _BY.fullmatch(text) or _WHOSE.fullmatch(text)
    if found is None or not _may_be_author(found["author"]):
        return None
    work = forms(found["work"])
    if len(work.core) == 1 and is_number(work.core[0]):
        work = forms(f"symphony {work.core[0]}")
    numbers = [word for word in work.core if is_number(word)]
    if len(numbers) != 1 or _NUMBERED_KINDS.isdisjoint(work.core):
        return None
    return Work(work, forms(_OF_WHOM.sub("", found["author"])), True)


def _may_be_author(text: str) -> bool:
    words = [word for word in folded(text) if word not in PARTICLES]
    return 0 < len(words) <= _MOST_WORDS and _OF_NO_AUTHOR.isdisjoint(words) and not any(map(is_number, words))


def _tells(work: Forms, least: int) -> bool:
    """Whether a work can be known by its title alone: by as many words as must count, or by a number that is none of a
    kind of works."""
    words = [word for word in work.core if word not in SMALL_WORDS]
    numbers = [word for word in words if is_number(word)]
    if numbers:
        return len(words) - len(numbers) != 1 or _NUMBERED_KINDS.isdisjoint(words)
    return len(words) >= least


# Of which an author has several, told apart by a number.
_NUMBERED = "act book chapter concerto law opus part quartet sonata suite symphony theorem trio"
_NUMBERED_KINDS = frozenset(_NUMBERED.split())
_KEY = re.compile(r"\s+in\s+[a-g](?:[- ](?:flat|sharp))?\s+(?:major|minor)\b", re.IGNORECASE)
_MOST_WORDS = 5  # words of an author's name
_OF_NO_AUTHOR = SMALL_WORDS.union(
    ["people", "peoples", "man", "men", "woman", "women", "child", "children"],
    ["it", "its", "that", "this", "he", "she", "who", "what", "let", "lets", "there", "here"],  # "it's" has no owner
)
_ASIDE = re.compile(r"\s*\([^()]*\)\s*")
_BY = re.compile(r"(?P<work>.*\S)\s+by\s+(?P<author>[^,;:\d]+?)\s*")
_OF_WHOM = re.compile(r"['’]s?$")
_WHOSE = re.compile(r"(?P<author>[^\d,;:]+?['’]s?)\s+(?P<quote>['‘“\"]?)(?P<work>\w.*)")
