"""What a sentence takes as brought up before it: things with *the* or *this*, and names that need a first mention."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from stumper.language.inflection import lemma
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS
from stumper.language.rewording.leaning import FUNCTION_WORDS, NO_NAMES, PRONOUNS
from stumper.language.rewording.words import is_demonym, word_set


def things_named(parse: Parse) -> frozenset[str]:
    """The nouns of a sentence in small letters and the singular, names among them."""
    return frozenset(_noun(token) for token in parse.tokens if token.tag in NOUNS)


def things_known(parse: Parse) -> Iterator[str]:
    """The nouns that the sentence takes as brought up before: those with *the* of which it does not say which is meant,
    and those with *this*, *such* or *other*. A noun that the sentence itself has brought up is none.
    """
    said: set[str] = set()
    for i, token in enumerate(parse.tokens):
        if token.tag not in NOUNS:
            continue
        if token.tag in ("NN", "NNS") and _is_head(token) and _noun(token) not in said:
            before = {each.text.lower() for each in _before(parse, i)}
            if before & _POINTING or ("the" in before and not _says_which(parse, i)):
                yield _noun(token)
        said.add(_noun(token))


def names_known(sentence: str) -> frozenset[str]:
    """The words of a sentence's names that a reader may have to have met before: no places, peoples or months."""
    found = (re.sub(r"['’]s?$", "", match.group()) for match in _NAME.finditer(sentence))
    return frozenset(name for name in found if not _is_common(name))


def opens_with_known(parse: Parse) -> bool:
    """Whether a sentence opens with a thing that it takes as brought up before: *The show*, *The network*."""
    return parse.tokens[0].text == "The" and bool(set(things_known(parse)) & _first_nouns(parse))


def has_pronoun(sentence: str) -> bool:
    """Whether a sentence has a pronoun that stands for a person or a thing."""
    return any(word in PRONOUNS for word in re.findall(r"\w+", sentence.lower()))


# Of these there is one, or a reader knows which is meant.
_ONE = word_set("""
    world earth sun moon sky sea ocean past present future time end beginning start middle rest majority minority
    north south east west northeast northwest southeast southwest public internet weather climate environment universe
    day night morning evening year month week century decade 1800s law poor rich way case fact idea use amount lack need
    ability reason
    """)
_POINTING = word_set("this that these those such other others same latter former another")
_EXPLAINING = ("nmod", "acl", "appos", "nummod")
_PLACES = ("city", "country", "us-state", "river", "island")
_NAME = re.compile(r"\b[A-Z][\w'’-]*")


def _noun(token: Token) -> str:
    return lemma(token.text.lower(), "NNS") if token.tag in ("NNS", "NNPS") else token.text.lower()


def _is_head(token: Token) -> bool:
    return token.relation not in ("compound", "flat", "amod", "nmod:desc")


def _before(parse: Parse, i: int) -> Sequence[Token]:
    """The words of a noun's phrase that stand before it."""
    return parse.tokens[min((j for j in parse.subtree(i) if j < i), default=i) : i]


def _says_which(parse: Parse, i: int) -> bool:
    """Whether a phrase with *the* says itself what is meant: by a name, a superlative, a year, or what follows."""
    tokens = parse.tokens
    before = _before(parse, i)
    named = any(t.tag in ("NNP", "NNPS", "CD", "JJS", "RBS", "POS") or is_demonym(t.text) for t in before)
    after = (tokens[j].relation for j in parse.children(i) if j > i)
    return _noun(tokens[i]) in _ONE or named or any(relation.startswith(_EXPLAINING) for relation in after)


def _first_nouns(parse: Parse) -> set[str]:
    """The nouns up to the first word that is neither an adjective nor a noun."""
    phrase = takewhile(lambda token: token.tag in (*NOUNS, "JJ", "VBN", "VBG", "CD", "HYPH"), parse.tokens[1:])
    return {_noun(token) for token in phrase if token.tag in NOUNS}


def _is_common(name: str) -> bool:
    known = name.lower() in FUNCTION_WORDS | NO_NAMES or name_class(name) in _PLACES or is_demonym(name)
    return known or len(name) == 1
