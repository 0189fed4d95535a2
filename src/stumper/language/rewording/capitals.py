"""The capital that opens a sentence, taken off and put on."""

import re

from stumper.language.parse import Parse
from stumper.language.rewording.words import word_set

# Words that have a capital only because they open a sentence.
PLAIN = word_set("""
    a an the this that these those some any each every no none all both either neither other another many much more
    most few several such one two three four five six seven eight nine ten eleven twelve
    dozens hundreds thousands millions billions
    my our your his her its their he she it we they you there here
    of in on at by for from to with without within into onto upon over under above below between among through during
    before after about against around across along behind beside beyond near off out up down toward towards via per
    as since until while when where whereas because although though if unless once whether despite although
    due owing thanks throughout
    according following including based instead early late today only even just also approximately nearly almost about
    scientists researchers historians students people members officials experts critics residents
    """)


def lowered(parse: Parse, index: int, around: str) -> str | None:
    """The sentence's opening word as it is written within a sentence; None where that cannot be told.

    A name keeps its capital. A word that is written small elsewhere ``around`` it may be written small here.
    """
    token = parse.tokens[index]
    word = token.text
    if not word[0].isupper() or word == "I" or (len(word) > 1 and not word[1:].islower()):
        return word
    small = word[0].lower() + word[1:]
    if parse.text[token.end : token.end + 1] in ("-", "–"):
        return small if re.search(rf"\b{re.escape(small)}-", around) else None
    if small in PLAIN:
        return small
    if _ABSTRACT.search(word) is not None and not re.search(rf"\b{re.escape(small)}\b", around):
        return None
    if token.tag.startswith("NNP") or parse.entity_at(index) is not None:
        return word if not re.search(rf"\b{re.escape(small)}\b", around) else None
    return small if re.search(rf"\b{re.escape(small)}\b", around) else None


def raised(word: str) -> str:
    """The word as it opens a sentence; one with a capital within, such as iPhone, stays."""
    return word if any(letter.isupper() for letter in word) else word[:1].upper() + word[1:]


_ABSTRACT = re.compile(r"(?:tion|ment|ness|ity|ism|ance|ence)$")  # what may have its capital from the sentence alone
