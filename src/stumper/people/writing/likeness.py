"""What became of the words of one sentence: misspelt, said by another word, stretched, or said in another way."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import get_args

from stumper.language.inflection import lemma
from stumper.language.lexicon import PartOfSpeech, antonyms, is_spelled, synonyms
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.language.rewording.words import word_set
from stumper.text import words

REFERRING = word_set("""
    he she it they him her them his hers its their theirs himself herself itself themselves this that these those
    former latter
    """)
NAMED_ANEW = re.compile(r"\b(?:called|known as|referred to as|named) (?:below )?[\"“'‘]|\(below called")
BRACKETED = re.compile(r"[\[{(<]\s*(?:[^\W\d_aeiouy]{3,}|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]+)\s*[\]})>]", re.I)
NO_VOWEL = re.compile(r"\b[b-df-hj-np-tv-xz]{4,}\b", re.I)
TAGS = ("NN", "NNS", "VB", "VBD", "VBG", "VBN", "VBZ", "JJ", "JJR", "JJS", "RB")
ALIKE = 0.7  # of the letters of a word and its misspelling
LONG = 3  # words, whatever they say
FEW = 2  # words that one says in the place of others
STRETCHED = 2  # words more that say something, where a sentence was made longer


def within_sentence(before: str, after: str) -> Iterator[str]:
    """The types of attack that the one change from a sentence to another looks like; at least one."""
    old, new = _words(before), _words(after)
    if [word.lower() for word in old] == [word.lower() for word in new]:
        yield "misspell"  # signs around words, capitals
        return
    if is_garbage(" ".join(_unlike(new, old))) or (BRACKETED.search(after) and not BRACKETED.search(before)):
        yield "garbage"
        return
    if NAMED_ANEW.search(after) and not NAMED_ANEW.search(before):
        yield "coreference"
        return
    if _content_of(old) == _content_of(new):
        yield "paraphrase"
        return
    yield from list(_of_stretches(old, new)) or ["paraphrase"]


def is_garbage(text: str) -> bool:
    """Whether it holds what is no word of any language."""
    return bool(BRACKETED.search(text) or NO_VOWEL.search(text))


def read_dictionary() -> None:
    """Nobody waits any more for what is read at the first word."""
    is_synonym("lamps", "lights")


def content(text: str) -> frozenset[str]:
    """The words that carry the meaning, in lower case."""
    return frozenset(_content_of(_words(text)))


def _of_stretches(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    matcher = SequenceMatcher(None, [w.lower() for w in old], [w.lower() for w in new], autojunk=False)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    if all(tag == "insert" for tag, *_ in changes):
        yield "elongate"
        return
    for tag, a, b, c, d in changes:
        if tag == "replace":
            yield from _replaced(old[a:b], new[c:d])
        elif tag == "insert" and len(_content_of(new[c:d])) >= STRETCHED:
            yield "elongate"
        elif tag == "delete" and len(_content_of(old[a:b])) >= STRETCHED:
            yield "ablate"


def _replaced(removed: Sequence[str], added: Sequence[str]) -> Iterator[str]:
    if len(removed) == len(added) and all(map(is_misspelling, removed, added)):
        yield "misspell"
    elif any(word.lower() in REFERRING for word in added) and any(word[0].isupper() for word in removed):
        yield "coreference"
    elif is_synonym(" ".join(removed), " ".join(added)) or _is_swap(removed, added):
        yield "synonym"
    elif len(added) > len(removed) + LONG:
        yield "elongate"
    else:
        yield "paraphrase"


def _is_swap(removed: Sequence[str], added: Sequence[str]) -> bool:
    """Whether a word or two, no names or numbers, gave way to as few."""
    has_names = any(not word.islower() for word in (*removed, *added))
    return not has_names and max(len(removed), len(added)) <= FEW and bool(_content_of(removed) or _content_of(added))


def _unlike(new: Sequence[str], old: Sequence[str]) -> list[str]:
    """The words that are neither there before nor misspelt from those."""
    return [word for word in new if word not in old and not any(is_misspelling(known, word) for known in old)]


@lru_cache(maxsize=10_000)
def is_misspelling(word: str, spelling: str) -> bool:
    """Whether it looks like the word, or is the same, but is no word itself."""
    if word.lower() == spelling.lower():
        return True
    is_like = SequenceMatcher(None, word.lower(), spelling.lower()).ratio() >= ALIKE
    return is_like and len(word) > 2 and not _is_known(spelling)


@lru_cache(maxsize=10_000)
def is_synonym(phrase: str, other: str) -> bool:
    """Whether the other is listed as a synonym, or as the opposite where it comes with a negation."""
    for part in get_args(PartOfSpeech):
        others = _lemmas(" ".join(word for word in other.lower().split() if word not in NEGATIONS))
        known = {word for form in _lemmas(phrase) for word in synonyms(form, part)}
        if set(other.lower().split()) & NEGATIONS:
            known = {word for form in _lemmas(phrase) for word in antonyms(form, part)}
        if others & known:
            return True
    return False


NEGATIONS = frozenset({"not", "no", "never", "n't"})


def _is_known(word: str) -> bool:
    return any(is_spelled(form, part) for form in _lemmas(word) for part in get_args(PartOfSpeech))


def _lemmas(phrase: str) -> frozenset[str]:
    """The forms under which a dictionary may have it; of several words the first is inflected."""
    first, space, rest = phrase.lower().partition(" ")
    return frozenset(lemma(first, tag) + space + rest for tag in TAGS) if first else frozenset()


def _words(text: str) -> list[str]:
    return [word.text for word in words(text)]


def _content_of(found: Sequence[str]) -> Counter[str]:
    return Counter(word.lower() for word in found if word.lower() not in FUNCTION_WORDS)
