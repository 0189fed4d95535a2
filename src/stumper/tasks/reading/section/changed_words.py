"""Which words of a question were changed for a sentence that looks like it (Jia & Liang 2017, section 4.4)."""

from collections.abc import Iterator
from functools import cache

from stumper.language.lexicon import PartOfSpeech, antonyms
from stumper.text import listed, words

ENTITY, NUMBER, ANTONYM, OTHER = "entity", "number or date", "antonym", "other word"
# What stands behind the colon of a rule.
SAID = {"entity": ENTITY, "number": NUMBER, "date": NUMBER, "antonym": ANTONYM, "neighbour": OTHER}
LEAST_ALIKE = 0.3  # a sentence with a smaller share of the question's words was not made of the question
PARTS: tuple[PartOfSpeech, ...] = ("noun", "adj", "adv")
# Enough to find a word that has an opposite; LemmInflect would take a report two seconds more to load.
ENDINGS = (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"))
_NUMBERS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen half
    first second third fourth fifth sixth seventh eighth ninth tenth once twice
"""
_DATES = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
"""
NUMBERS, DATES = (frozenset(row.split()) for row in (_NUMBERS, _DATES))


def changed_words(question: str, sentence: str, rule: str = "") -> tuple[str, ...]:
    """The categories of change, each once: those that the rule names, else those that a comparison finds.

    A word of the question that the sentence lacks is a number or date where it has a digit or means one, else an
    entity where it is capitalised inside the question, else an antonym where one of its opposites is in the sentence.
    """
    _, colon, named = rule.partition(":")
    if colon:
        return tuple(dict.fromkeys(SAID.get(category, category) for category in listed(named)))
    return tuple(dict.fromkeys(_compared(question, sentence)))


def _compared(question: str, sentence: str) -> Iterator[str]:
    asked = [word.text for word in words(question)]
    said = {_bare(word.text): None for word in words(sentence)}
    lacking = [place for place, word in enumerate(asked) if _bare(word) not in said]
    if not asked or 1 - len(lacking) / len(asked) < LEAST_ALIKE:
        return
    opposites = {form for word in words(sentence) for form in _dictionary_forms(word.text)}
    for place in lacking:
        word = asked[place]
        is_capital = place > 0 and word[0].isupper()
        if any(map(str.isdigit, word)) or _bare(word) in NUMBERS or (is_capital and word.lower() in DATES):
            yield NUMBER
        elif is_capital:
            yield ENTITY
        elif place and not opposites.isdisjoint(_opposites(word)):
            yield ANTONYM


@cache
def _opposites(word: str) -> tuple[str, ...]:
    """The antonyms of a noun, an adjective or an adverb, the word in any form."""
    return tuple(opposite for form in _dictionary_forms(word) for part in PARTS for opposite in antonyms(form, part))


@cache
def _dictionary_forms(word: str) -> tuple[str, ...]:
    """What the word may be a form of; no word, in part, but then nothing is found under it."""
    plain = word.lower()
    return tuple(plain.removesuffix(ending) + base for ending, base in ENDINGS if plain.endswith(ending))


def _bare(word: str) -> str:
    """A word by which it is known again: in lower case, without a possessive or plural ending."""
    return word.lower().replace("’", "'").removesuffix("'s").removesuffix("s")
