"""Words in their forms: lemmas, inflections, and a new word put in the form of the one that it stands in for."""

import re
from functools import cache
from threading import Lock
from typing import Any, Literal


@cache
def lemma(word: str, tag: str) -> str:
    """The dictionary form of a word with this Penn tag; names, and words that have no forms, keep their capitals."""
    if (shortened := _SHORTENED.get((word.lower(), tag))) is not None:
        return shortened
    if tag not in _PARTS:
        return word if tag.startswith("NNP") else word.lower()
    plain = word if tag.startswith("NNP") else word.lower()
    if (known := _LEMMAS.get((plain, _PARTS[tag]))) is not None:
        return known
    found = _lemminflect().getLemma(plain, _PARTS[tag])
    return str(found[0]) if found else plain


@cache
def inflected(lemma: str, tag: str) -> str:
    """The form that a Penn tag asks of a dictionary form; of several words, their head has it."""
    if (known := _FORMS.get((lemma, tag))) is not None:
        return known
    if tag not in _INFLECTED or not lemma:
        return lemma
    before, head, after = _head(lemma, tag)
    if (known := _FORMS.get((head, tag))) is not None:
        return before + known + after
    if tag in _COMPARED:
        return _compared(lemma, tag)
    found = _lemminflect().getInflection(head, tag, inflect_oov=False) or _lemminflect().getInflection(head, tag)
    return before + (str(found[0]) if found else head) + after


@cache
def like(replacement: str, word: str, tag: str) -> str:
    """A dictionary form in the inflection and the capitals of the word, of this tag, that it stands in for."""
    form = inflected(replacement, tag)
    if replacement == "be" and word.lower() in _FORMS_OF_BE:
        form = word.lower()
    return cased(form, word)


def cased(text: str, word: str) -> str:
    """A text in the word's capitals: ALL, First, or its own."""
    if len(word) > 1 and word.isupper():
        return text.upper()
    if word[:1].isupper() and not (word[1:] and word[1:].isupper()):
        return text[:1].upper() + text[1:]
    return text


@cache
def article(word: str) -> Literal["a", "an"]:
    """The indefinite article before a word or a number, by how it sounds."""
    found = _WRITTEN.match(word)
    if found is None:
        return "a"
    text = found.group(1)
    if text[0].isdigit():
        is_an = _EIGHT_ELEVEN_EIGHTEEN.match(text)
    elif len(text) == 1 or (text.isupper() and (len(text) < 4 or not re.search("[AEIOU]", text))):
        is_an = re.match("[AEFHILMNORSX]", text.upper())  # each letter is said by its name
    else:
        is_an = _VOWEL_SOUND.match(text.lower())
    return "an" if is_an else "a"


_WRITTEN = re.compile(r"[\W_]*([^\W_]+)")
_EIGHT_ELEVEN_EIGHTEEN = re.compile(r"8|1[18](?:\D|$|\d\d(?!\d))")
_VOWEL_SOUND = re.compile(
    r"(?!eu(?!ler)|ewe|u[bfgjkqrst][aeiou]|ukr|uni(?!n|m|d(?!ir))|once|one(?!r)|oui)[aeiou]|hour|honest|honou?r|heir|yt|yv"
)
_PARTS = {
    "NN": "NOUN", "NNS": "NOUN", "NNPS": "PROPN", "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "RB": "ADV", "RBR": "ADV",
    "RBS": "ADV", "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB", "MD": "AUX",
}  # fmt: skip
_INFLECTED = {"NNS", "NNPS", "JJR", "JJS", "RBR", "RBS", "VBD", "VBG", "VBN", "VBP", "VBZ"}
_COMPARED = {"JJR": ("er", "more"), "RBR": ("er", "more"), "JJS": ("est", "most"), "RBS": ("est", "most")}
_FORMS_OF_BE = {"am", "is", "are", "was", "were", "be", "been", "being"}
# What stands for a verb in a contraction; Penn tags tell has from is only by what follows, so 's is taken for is.
_SHORTENED = {
    ("'s", "VBZ"): "be", ("’s", "VBZ"): "be", ("'re", "VBP"): "be", ("’re", "VBP"): "be", ("'m", "VBP"): "be",
    ("’m", "VBP"): "be", ("'ve", "VBP"): "have", ("’ve", "VBP"): "have", ("'ve", "VB"): "have", ("'d", "VBD"): "have",
    ("’d", "VBD"): "have", ("'d", "MD"): "would", ("’d", "MD"): "would", ("'ll", "MD"): "will", ("’ll", "MD"): "will",
    ("wo", "MD"): "will", ("ca", "MD"): "can", ("sha", "MD"): "shall", ("n't", "RB"): "not", ("n’t", "RB"): "not",
}  # fmt: skip
# Where the first form that LemmInflect names is not the usual one.
_LEMMAS = {
    ("leaves", "NOUN"): "leaf", ("data", "NOUN"): "data", ("media", "NOUN"): "media", ("best", "ADV"): "well",
    ("worse", "ADV"): "badly", ("worst", "ADV"): "badly", ("further", "ADV"): "far", ("less", "ADJ"): "little",
    ("people", "NOUN"): "person", ("lives", "NOUN"): "life",
}  # fmt: skip
_FORMS = {
    ("be", "VBP"): "are", ("be", "VBD"): "was", ("get", "VBN"): "got", ("person", "NNS"): "people",
    ("far", "JJR"): "farther", ("far", "RBR"): "further", ("little", "JJR"): "less", ("little", "JJS"): "least",
    ("badly", "RBR"): "worse", ("badly", "RBS"): "worst", ("data", "NNS"): "data", ("media", "NNS"): "media",
    ("much", "JJR"): "more", ("many", "JJR"): "more", ("much", "JJS"): "most", ("many", "JJS"): "most",
    ("much", "RBR"): "more", ("much", "RBS"): "most", ("light", "VBD"): "lit", ("light", "VBN"): "lit",
}  # fmt: skip


def _head(lemma: str, tag: str) -> tuple[str, str, str]:
    """What stands before the word that takes the ending, that word, and what follows it."""
    if tag.startswith("VB"):
        found = re.match(r"()([^\s-]+)(.*)$", lemma, re.DOTALL)
    elif tag.startswith("NN"):
        found = re.match(
            r"(.*?)([^\s-]+)((?:[\s-](?:of|in|at|to|on|by|for|from|under|with)[\s-].+)?)$", lemma, re.DOTALL
        )
    else:
        found = None
    return (found.group(1), found.group(2), found.group(3)) if found else ("", lemma, "")


def _compared(lemma: str, tag: str) -> str:
    """The comparative or superlative, with more or most where no ending is in use."""
    ending, more = _COMPARED[tag]
    found = () if " " in lemma else _lemminflect().getInflection(lemma, tag, inflect_oov=False)
    if tag.startswith("RB") and found and not str(found[0]).endswith(ending) and lemma.endswith("ly"):
        found = ()
    return str(found[0]) if found else f"{more} {lemma}"


@cache
def _lemminflect() -> Any:
    """LemmInflect, imported at the first word: it takes a second or two with the tables that it reads.

    Who comes meanwhile waits: thirty threads that all read the tables would take a minute.
    """
    with _READING:
        import lemminflect

        lemminflect.getLemma("lamps", "NOUN")
        return lemminflect


_READING = Lock()
