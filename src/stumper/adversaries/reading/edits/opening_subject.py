"""The subject that a sentence opens with, by words and tags alone: a tree of a long sentence is often wrong."""

from dataclasses import dataclass

from stumper.adversaries.reading.edits.subjects import copula
from stumper.language.clauses import FINITE
from stumper.language.lexicon import classes
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, balanced, first_finite
from stumper.language.rewording.words import word_set

SUBJECT_OPENS = frozenset(("DT", "NNP", "NNPS", "PRP", "PRP$", "NN", "NNS", "JJ", "CD", "EX"))
BINDING = frozenset(("WDT", "WP", "WP$", "WRB"))
SUBORDINATING = word_set("that if because whether unless than as though although since when while until")
NO_SUBJECT = word_set("this that these those such others another each both neither either")
UNSURE = word_set(
    "no not n't n’t never if whether would could should might must unless neither nor without any every each only "
    "few little"
)
LONGEST_SUBJECT = 7  # tokens
NAME_TOKENS = 5  # tokens


@dataclass(frozen=True, slots=True)
class Opening:
    """The subject that a sentence opens with, as what goes on from it calls it, and where its finite verb stands."""

    named: str
    verb: int

    @property
    def is_many(self) -> bool:
        """Whether its verbs are a plural's."""
        return self.named == "They"


def agrees(verb: Token, named: Opening) -> bool:
    """Whether a verb that goes on from a subject is finite and of the subject's number."""
    one = verb.tag == "VBZ" or verb.text.lower() in ONE
    several = verb.tag == "VBP" or verb.text.lower() in ("are", "were", "have", "do")
    return verb.tag in FINITE and not (named.is_many and one) and (named.is_many or not several)


def opening_subject(parse: Parse) -> Opening | None:
    """The subject before the first finite verb, by its words: *It* or *They*, as its verb or its noun has it, or its
    own name; None for a person without a name, or where the subject may end elsewhere. A phrase may open the sentence:
    *In 1871, the mill burned.*
    """
    tokens = parse.tokens
    verb = first_finite(parse)
    comma = next((i for i in range(verb - 1, 0, -1) if tokens[i].text == ","), -1)
    after_phrase = comma > 0 and tokens[0].tag in ("IN", "RB") and balanced(parse, 0, comma)
    return subject_before(parse, verb - 1, verb, comma + 1 if after_phrase else 0) if verb else None


def subject_before(parse: Parse, last: int, verb: int, start: int = 0) -> Opening | None:
    """The tokens up to ``last`` as the subject of this finite verb, where they are one: *It* or *They*, as its verb or
    its noun has it, or its own name; None for several persons, and where it may end elsewhere.
    """
    tokens = parse.tokens
    inside = tokens[start : last + 1]
    if any(t.tag in BINDING or t.text in ("that", ",", ":", ";", "(", '"', "“") for t in inside):
        return None
    if not inside or inside[0].tag not in SUBJECT_OPENS or inside[0].tag == "EX":
        return None
    if len(inside) == 1 and inside[0].tag == "PRP":
        name = inside[0].text.capitalize()
        return Opening(name, verb) if name in ("He", "She", "It", "They") else None
    if inside[0].text.lower() in _NOBODY | (NO_SUBJECT if len(inside) == 1 else _OTHERS):
        return None
    if inside[-1].tag == "RB":
        inside = inside[:-1]
    stop = next((i for i, t in enumerate(inside) if t.tag in ("IN", "TO", "VBN", "VBG") and i), len(inside))
    nouns = [t for t in inside[:stop] if t.tag in NOUNS]
    if not nouns or inside[stop - 1].tag not in NOUNS or not balanced(parse, start, last):
        return None
    one = nouns[-1].text == "Windows" or inside[stop - 1].tag == "CD"
    several = (nouns[-1].tag in ("NNS", "NNPS") and not one) or any(t.text == "and" for t in inside[:stop])
    be, tag = tokens[verb].text.lower(), tokens[verb].tag
    many = be in ("are", "were", "have", "do") or tag == "VBP" or (several and be not in ONE and tag != "VBZ")
    if many:
        return Opening("They", verb)
    head = next(i for i, t in enumerate(tokens) if t is nouns[-1])
    entity = parse.entity_at(head)
    named = nouns[-1].tag == "NNP" and (entity is None or entity.kind not in ("PLACE", "ORG", "OTHER"))
    alone = stop == len(inside) <= NAME_TOKENS and all(t.tag == "NNP" and t.text[0].isupper() for t in inside)
    if not several and named and alone:
        return Opening(parse.span(start, start + len(inside) - 1), verb)
    person = any("person" in classes(noun.text)[:1] for noun in nouns if noun.text.islower())
    if several or named or person or (entity is not None and entity.kind == "PERSON"):
        return None
    return Opening("It", verb)


_NOBODY = word_set("no none nobody nothing every few little some any many it")
_OTHERS = word_set("such others another each both neither either")
ONE = word_set("is was has does")


def is_told(parse: Parse, first: int, last: int) -> bool:
    """Whether these tokens open as a subject does, have a finite verb behind it, and no clause before that."""
    tokens = parse.tokens[first : last + 1]
    verb = next((k for k, token in enumerate(tokens) if token.tag in FINITE), 0)
    opening = tokens[0]
    counted = opening.tag == "RB" and tokens[1].tag == "CD"  # *nearly 200 mills*
    return bool(
        verb
        and (counted or opening.tag in SUBJECT_OPENS)
        and opening.text.lower() not in NO_SUBJECT
        and not any(token.tag in BINDING or token.text in ("that", ";", ":") for token in tokens[:verb])
        and balanced(parse, first, last)
    )


def words_of(parse: Parse, first: int, last: int) -> set[str]:
    """The words of these tokens in lower case, each once."""
    return {token.text.lower() for token in parse.tokens[first : last + 1]}


def tense(parse: Parse) -> bool | None:
    """Whether the main clause is in the past tense; None where it is neither past nor present."""
    be = copula(parse, plural=False)
    return None if be is None else be == "was"
