"""All of a question that does not depend on the paragraph: what it asks for, and its words."""

from dataclasses import dataclass

from stumper.language.asking import asked, asked_noun, asking_phrase, asking_word
from stumper.language.parse import Parse
from stumper.retrieval.terms import STOP_WORDS
from stumper.victims.logistic.paragraph import Path, lemma_of, walked

MOST_WORDS = 12  # of a question that are paired with words of the paragraph


@dataclass(frozen=True, slots=True)
class Question:
    """``kind`` is the word that asks, ``sort`` that with the noun that stands with it.

    ``words``: its lemmas without function words, each with the path to it from the word that asks, and its tag.
    """

    kind: str
    sort: str
    root: str
    lemmas: tuple[str, ...]
    words: tuple[tuple[str, Path, str], ...]


def question(parse: Parse) -> Question:
    """The question, as its parse has it."""
    whole = asked(parse)
    asking = asking_word(parse, whole)
    kind, noun = "none", ""
    if asking is not None:
        phrase, kind = asking_phrase(parse, asking, whole.end)
        if kind == "how-adjective":
            noun = parse.tokens[phrase.end - 1].lemma.lower()
        elif kind in ("what", "which", "whose", "how-many", "how-much"):
            span = asked_noun(parse, phrase, kind, whole.end)
            noun = lemma_of(parse, span.end - 1) if span.end > span.first else ""
            if not noun and kind == "what":
                noun = _named_after(parse, phrase.end, whole.end)
    paths = walked(parse, asking) if asking is not None else {}
    lemmas = tuple(lemma_of(parse, i) for i in range(len(parse.tokens)))
    root = next((lemmas[i] for i, token in enumerate(parse.tokens) if token.head == i), "")
    words = {
        lemma: (lemma, paths.get(i, ()), parse.tokens[i].tag)
        for i, lemma in enumerate(lemmas)
        if lemma and lemma not in STOP_WORDS and i != asking
    }
    return Question(
        kind, f"{kind} {noun}", root, tuple(one for one in lemmas if one), tuple(words.values())[:MOST_WORDS]
    )


def _named_after(parse: Parse, begin: int, end: int) -> str:
    """The noun of "what is the NOUN": what a form of be is followed by."""
    if begin < end and parse.tokens[begin].lemma.lower() == "be":
        for i in range(begin + 1, end):
            if parse.tokens[i].tag in ("NN", "NNS") and (i + 1 == end or not parse.tokens[i + 1].tag.startswith("NN")):
                return "is " + parse.tokens[i].lemma.lower()
            if not parse.tokens[i].tag.startswith(("DT", "JJ", "NN", "CD", "RB", "PRP$")):
                break
    return ""
