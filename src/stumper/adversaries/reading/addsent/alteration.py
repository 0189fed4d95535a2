"""Step 1: the question's words changed so that a statement made of them is not about what was asked."""

import re
from collections.abc import Collection, Sequence
from itertools import islice

from stumper.adversaries.reading.addsent.change import Change
from stumper.adversaries.reading.addsent.names import (
    BEHIND_BARE,
    WITH_ARTICLE,
    is_numeral,
    names,
    renamed,
    renamed_whole,
    same_stem,
    stands_free,
)
from stumper.adversaries.reading.addsent.numbers import MONTHS, next_number
from stumper.adversaries.reading.addsent.telling_apart import (
    ENOUGH,
    PARTING,
    cancelling,
    is_concrete,
    lacking,
    names_examples,
    weight,
)
from stumper.language.clauses import ASKING, AUXILIARIES, Clause, is_word
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.lexicon import PartOfSpeech, antonyms, classes, kinds, narrower, senses, synonyms
from stumper.language.neighbours import Neighbours, name_class
from stumper.language.numerals import ordinal_of, others
from stumper.language.parse import Parse
from stumper.language.same_things import is_sensitive
from stumper.language.whole_names import bare_names

PARTS: dict[str, PartOfSpeech] = {"NN": "noun", "NNS": "noun", "JJ": "adj", "JJR": "adj", "JJS": "adj"}
# Too light to change what is said, or with opposites of another sense than the one that is mostly meant.
KEPT = frozenset(
    str.split(
        "second day night man one other same such own many much more most less least few several different certain "
        "particular various name number part kind type form way end thing people person time year term word "
        "question answer example use work life nature process back side cause effect fact father mother order "
        "right head host color colour square foot figure lead service respect concern power civil additional "
        "middle whole just contingent clear free definitive war ground start light concentration parent consideration "
        "proportion reason system degree development potential ultimate military total prime someone somebody "
        "something anyone anybody anything everyone everybody everything nothing nobody group due addition white black "
        "green red blue yellow brown grey gray field third fourth fifth sixth seventh "
        "eighth ninth tenth eleventh twelfth only half quarter"
    )
)
OPPOSITES = {
    "early": "late", "late": "early", "negative": "positive", "present": "absent", "local": "distant",
    "common": "uncommon", "new": "old", "big": "small", "large": "small", "great": "small", "few": "large",
    "female": "male", "male": "female", "predominant": "secondary", "main": "secondary", "modern": "ancient",
    "current": "former", "former": "current", "quiet": "noisy", "mild": "harsh", "average": "total", "partial": "total",
    "northernmost": "southernmost", "southernmost": "northernmost", "easternmost": "westernmost",
    "westernmost": "easternmost",
}  # fmt: skip
OF_PEOPLE = frozenset(("person", "animal", "people"))
# Verbs whose opposites say something else of the same thing, so that what is asked of one is not asked of the other.
PARTS_LAST: dict[str, PartOfSpeech] = {"VB": "verb", "VBD": "verb", "VBZ": "verb", "VBP": "verb", "VBN": "verb"}
LIGHT_VERBS = frozenset(str.split("make take get go come give put set keep have do let bring turn"))
BEFORE_BARE = frozenset(("IN", "TO", "CC", "RB", ",", "VB", "VBD", "VBZ", "VBP"))  # before nouns without an article
LONG = 6  # letters of an adjective that takes more and most
# For a noun that no table knows, where nothing else is left to change.
UNLIKE = {"NN": ("marble", "timber", "copper"), "NNS": ("lanterns", "bridges", "gardens")}
NEVER_OTHER = frozenset(
    str.split(
        "name number part kind type form way sort thing one other same such title term word percentage "
        "percent amount proportion portion share fraction place time front rest point content police vicinity "
        "year decade century month week day date"
    )
)

WITH_THE = frozenset(
    ("Red Cross", *str.split("FBI CIA EPA SEC NSA IRS FDA NHS UN EU NFL NBA NHL AFC NFC US UK U.S. U.K. UAE USA"))
)
WITHOUT_THE = ("NATO", "UNESCO", "NASA", "FIFA", "OPEC", "UNICEF", "NASCAR")
BARE = frozenset(  # classes of names that have no article
    ("god", "star-or-moon", "country", "city", "us-state", "company", "broadcaster", "surname", "given-m", "given-f")
)


def changes(
    asked: Clause,
    forbidden: Collection[str],
    neighbours: Neighbours,
    plain: Collection[str] = (),
    named: Collection[str] = (),
) -> tuple[Change, ...]:
    """All changes of high confidence, in the question's order, else one of less; no new word is one of the question's
    or forbidden. ``plain`` are words that the paragraph writes small, which begin no name at the question's beginning;
    ``named`` are those that it writes with a capital, which no new name has.
    """
    parse = asked.parse
    taken = {token.text.lower() for token in parse.tokens} | {word.lower() for word in forbidden}
    of_names = taken | {word.lower() for word in named}
    asking = {*asked.asking, *_asked_head(asked)}
    found: list[Change] = []
    spans = [span for whole in names(parse, plain) if (span := _before_head(asked, whole))]
    inside = {i for span in spans for i in span}
    quoted = _quoted(parse)
    known: dict[str, str] = {}
    for span in spans:
        words = renamed(parse, span, of_names, neighbours, known)
        if words:
            numeric = all(is_numeral(parse.tokens[i].text) for i, _ in words)
            found.append(Change("number" if numeric else "entity", words))
    for i in range(len(parse.tokens)):
        if i in inside or i in asked.asking:
            continue
        if (number := _next_number(parse, i) if _is_number(parse, i) else None) is not None:
            found.append(Change("number", ((i, number),)))
        elif (
            i not in asking
            and i not in asked.verb
            and i not in quoted
            and (opposite := _opposite(parse, i, taken, neighbours)) is not None
        ):
            taken.add(opposite.lower())
            found.append(Change("antonym", ((i, opposite),)))
    found = cancelling(parse, found)
    if lacking(asked, found) == ENOUGH and not any(change.category == "entity" for change in found):
        whole_names = (renamed_whole(parse, span, of_names, known) for span in spans)
        found += [Change("entity", words) for words in islice(filter(None, whole_names), 1)]
    if wanted := lacking(asked, found):
        kept = {*asking, *asked.verb, *(i for i in asked.opening if found)}
        kept |= {i for change in found for i, _ in change.words}
        found += _weak_changes(parse, kept, taken, neighbours, wanted)
        if not any(weight(asked, change) for change in found):
            found += _last_changes(asked, kept, spans, of_names, neighbours)
    return tuple(sorted(found, key=lambda change: change.words[0][0]))


def _asked_head(asked: Clause) -> list[int]:
    """The noun that is asked for, which stays: "percentage" of the percentage of oxygen; of a kind of boats, both."""
    if not asked.noun:
        return []
    tokens = asked.parse.tokens
    nouns = [i for i in asked.noun if tokens[i].tag.startswith("NN")]
    first = next((i for i in nouns if i + 1 not in nouns), asked.noun.end - 1)
    return [first, asked.noun.end - 1] if tokens[first].lemma in NEVER_OTHER else [first]


def _before_head(asked: Clause, name: range) -> range:
    """A name up to the noun that is asked for, which may be written with a capital: "which Norwegian Act"."""
    counts = not asked.features.isdisjoint(("how-many", "how-much"))
    is_head = name[-1] in _asked_head(asked) and name.stop >= asked.noun.end and not counts
    before = asked.parse.span(name.start, name.stop - 2) if is_head and len(name) > 1 else ""
    if is_head:  # of "which Super Bowl" nothing is a name by itself
        return range(name.start, name.stop - 1 if name_class(before) is not None else name.start)
    return name


def altered(parse: Parse, made: Sequence[Change]) -> Parse:
    """The parse with the new words in their places, and articles that sound right before them."""
    new = {i: word for change in made for i, word in change.words}
    for i in list(new):
        at = i - 1
        while new.get(at) == "":  # of a name of several words, the last token has all
            at -= 1
        if at >= 0 and new[i] and parse.tokens[at].text.lower() in ("a", "an") and at not in new:
            new[at] = cased(article(new[i]), parse.tokens[at].text)
    for i in list(new):
        last = next((k for k in range(i, len(parse.tokens)) if new.get(k) != ""), i)  # of a name of several words
        if i > 0 and is_word(parse.tokens[i - 1], ("the",)) and _stands_alone(parse, last, new.get(last, "")):
            new[i - 1] = ""
    for i in list(new):
        following = parse.tokens[i + 1] if i + 1 < len(parse.tokens) else None
        if following is None or following.tag != "POS":
            continue
        if following.text in ("'", "’"):
            new[i + 1] = following.text if not new[i] or new[i].endswith("s") else f"{following.text}s"
        elif parse.tokens[i].tag in ("NNS", "NNPS") and new[i].endswith("s"):  # "the children's", "the teachers'"
            new[i + 1] = following.text.removesuffix("s")
    for i, word in list(new.items()):
        at = i
        while new.get(at - 1) == "":
            at -= 1
        if word in WITH_THE or word in WITH_ARTICLE:
            new[i] = f"the {word}" if stands_free(parse, range(at, i + 1)) else word
    return parse.with_words(new)


def _stands_alone(parse: Parse, index: int, word: str) -> bool:
    """Whether a new name takes no article where the old one took one: the Earth, Mars."""
    following = parse.tokens[index + 1] if index + 1 < len(parse.tokens) else None
    belongs = parse.tokens[index].relation in ("compound", "amod", "flat")
    if following is not None and following.tag != "POS":
        belongs |= following.tag.startswith(("NN", "HYPH", "CD", "JJ")) or following.text in "-–—/"
        further = parse.tokens[index + 2].text if index + 2 < len(parse.tokens) else ""
        belongs |= following.tag == "CC" and further[:1].isupper()  # the French and Indian War
        belongs |= re.fullmatch("[IVX]+", following.text) is not None  # the Saturn V
    if word in bare_names() or word.startswith("Lake "):
        return word not in WITH_THE and (following is None or following.tag in BEHIND_BARE)
    return (name_class(word) in BARE or word in WITHOUT_THE) and not belongs


def _weak_changes(parse: Parse, kept: set[int], taken: set[str], neighbours: Neighbours, most: int) -> list[Change]:
    """Where nothing else tells apart: other things in the place of up to ``most`` nouns, or an adjective's weaker
    antonym where no noun has another.

    Persons and things come before acts and ideas, of which another is soon taken for the same: "the trip" for "the
    voyage". With one noun changed, the sentence may still answer the question.
    """
    free = [i for i in _free(parse) if i not in kept]
    if parting := _weak_opposite(parse, [i for i in free if parse.tokens[i].lemma in PARTING], taken, neighbours):
        return [parting]
    found: list[Change] = []
    nouns = [i for i in free if parse.tokens[i].tag in ("NN", "NNS") and _may_be_another(parse, i)]
    nouns.sort(key=lambda i: (i - 1 in kept, not is_concrete(parse.tokens[i].lemma), i))
    for i, is_any in [(i, False) for i in nouns] + [(i, True) for i in nouns]:
        if len(found) == most or (is_any and found):
            break
        is_alike = not is_any and (bool(found) or is_concrete(parse.tokens[i].lemma))
        if (other := _another_thing(parse, i, taken, neighbours, is_alike=is_alike)) is not None:
            found.append(Change("neighbour", ((i, other),)))
            taken.add(other)
    weaker = None if found or most < ENOUGH else _weak_opposite(parse, free, taken, neighbours)
    return found if weaker is None else [weaker]


def _weak_opposite(parse: Parse, places: Sequence[int], taken: set[str], neighbours: Neighbours) -> Change | None:
    """The first adjective there that has any antonym, with it."""
    for i in places:
        token = parse.tokens[i]
        for word in antonyms(token.lemma, "adj") if token.tag in ("JJ", "JJR", "JJS") else ():
            new = like(word, token.text, token.tag)
            is_usual = word in neighbours.places or not word.startswith("non")
            if word.isalpha() and new.lower() not in taken and is_usual:
                return Change("antonym", ((i, new),))
    return None


def _free(parse: Parse) -> list[int]:
    """The words that may have a weaker opposite or another thing in their place."""
    quoted = _quoted(parse)
    return [
        i
        for i, token in enumerate(parse.tokens)
        if i not in quoted
        and not _is_denied(parse, i)
        and not _is_hyphenated(parse, i)
        and not (i and token.text[0].isupper())
        and token.text.isalpha()
        and token.text.lower() not in ASKING
        and token.lemma not in KEPT
        and len(token.text) > 2
    ]


def _may_be_another(parse: Parse, index: int) -> bool:
    """Whether another noun may stand in the place of this one and be seen as another thing."""
    token, before = parse.tokens[index], parse.tokens[index - 1] if index else None
    following = parse.tokens[index + 1].tag if index + 1 < len(parse.tokens) else ""
    if token.relation == "compound" or following.startswith("NN") or names_examples(parse, index):
        return False
    if before is not None and before.lemma in LIGHT_VERBS and not is_concrete(token.lemma):
        return False  # "take place", "make changes"
    is_bare = token.tag == "NN" and before is not None and before.tag in BEFORE_BARE
    if before is not None and is_word(before, ("of", *AUXILIARIES)):  # "of feminism", "what does ozone do"
        is_bare = False
    elif before is not None and before.tag == "VBG":
        is_bare = token.relation == "obj"
    return not is_bare or "substance" in classes(token.lemma)  # "in use", "on youth": words for more than a thing


def _quoted(parse: Parse) -> set[int]:
    """The tokens between quotation marks, which are somebody's words."""
    inside, found = False, set()
    for i, token in enumerate(parse.tokens):
        if token.text in ('"', "“", "”", "``", "''"):
            inside = not inside
        elif inside:
            found.add(i)
    return found


def _last_changes(
    asked: Clause, kept: set[int], spans: Sequence[range], taken: set[str], neighbours: Neighbours
) -> list[Change]:
    """Where nothing else can be changed: what kind of thing a name names, the verb's opposite, the noun asked for."""
    parse = asked.parse
    quoted = _quoted(parse)
    for span in spans:
        if span[0] not in quoted and (words := renamed(parse, span, taken, neighbours, {}, ())):
            return [Change("entity", words)]
    for i, token in enumerate(parse.tokens):
        following = parse.tokens[i + 1].tag if i + 1 < len(parse.tokens) else ""
        is_one = token.lemma not in LIGHT_VERBS and following != "RP"  # "made up of" is no opposite of "broken"
        if token.tag in PARTS_LAST and i not in asked.asking and not is_word(token, AUXILIARIES) and is_one:
            for word in antonyms(token.lemma, "verb", direct=True):
                if word.isalpha() and word not in taken and word != f"un{token.lemma}":
                    return [Change("antonym", ((i, like(word, token.text, token.tag)),))]
    inside = [i for i, t in enumerate(parse.tokens) if t.tag in ("NN", "NNS", "JJ") and i not in asked.asking]
    for i in sorted(inside, key=lambda i: (i in kept, i in quoted)):
        token = parse.tokens[i]
        if token.lemma in NEVER_OTHER or not token.text.isalpha() or len(token.text) < 3 or _is_hyphenated(parse, i):
            continue
        other = _another_thing(parse, i, taken, neighbours)
        if other is None and token.tag in UNLIKE:
            is_one = any(is_word(one, ("is", "was", "has", "does")) for one in parse.tokens)  # a singular in s
            other = next((word for word in UNLIKE["NN" if is_one else token.tag] if word not in taken), None)
        if other is not None:
            return [Change("neighbour", ((i, other),))]
    for span in spans:
        if span[0] in quoted and (words := renamed(parse, span, taken, neighbours, {}, ())):
            return [Change("entity", words)]
    return []


def _another_thing(
    parse: Parse, index: int, taken: set[str], neighbours: Neighbours, *, is_alike: bool = False
) -> str | None:
    """The nearest noun with the same tag that means neither the same nor a kind of it; one that ``is_alike`` is of the
    same sort: a person, an act, a place.
    """
    token = parse.tokens[index]
    same = {token.lemma, *synonyms(token.lemma, "noun"), *kinds(token.lemma), *narrower(token.lemma)}
    sorts, said = set(classes(token.lemma)), {token.lemma for token in parse.tokens}
    for near in neighbours.nearest(token.text):
        word = near.word
        base = lemma(word, near.tag)
        means = {base, *synonyms(base, "noun"), *kinds(base)[:2]}
        fits = word.isalpha() and word.islower() and word not in taken and not same_stem(word, token.text)
        fits = (
            fits and base not in said and not is_sensitive(word) and base not in NEVER_OTHER
        )  # what is true of a thing is of everything
        fits = fits and (not is_alike or not sorts.isdisjoint(classes(base)))
        if near.tag == token.tag and fits and base not in same and same.isdisjoint(means - {"thing", "person"}):
            return cased(word, token.text)
    return None


def _says_of_people(parse: Parse, index: int) -> bool:
    """Whether an adjective says something of persons or animals, as far as the next noun tells."""
    nouns = (t for t in parse.tokens[index + 1 :] if t.tag in ("NN", "NNS"))
    noun = next(nouns, None)
    return noun is not None and not OF_PEOPLE.isdisjoint(classes(noun.lemma))


def _is_number(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    return token.tag == "CD" or any(letter.isdigit() for letter in token.text)


def _next_number(parse: Parse, index: int) -> str | None:
    """The next number; of a decade the last one: "the 1960's"."""
    text, following = parse.tokens[index].text, parse.tokens[index + 1 : index + 2]
    if _is_of_month(parse, index) and re.fullmatch(r"(?:28|29|30|31)(?:th|st)?", text):
        day = int(text[:2]) - 10  # every month has that day
        return ordinal_of(day) if len(text) > 2 else str(day)
    is_decade = text.endswith("0") and following and following[0].text in ("'s", "’s")
    found = next_number(f"{text}s" if is_decade else text)
    return found.removesuffix("s") if is_decade and found else found


def _is_of_month(parse: Parse, index: int) -> bool:
    """Whether a number stands beside a month: "March 31", "31 March", "the 31st of March"."""
    before = parse.tokens[index - 1].text if index else ""
    after = [token.text for token in parse.tokens[index + 1 : index + 3] if token.text != "of"][:1]
    return not {before, *after}.isdisjoint(MONTHS)


def _is_denied(parse: Parse, index: int) -> bool:
    """Whether a non stands before a word: "non- violent"."""
    before = [token.text.lower() for token in parse.tokens[max(0, index - 2) : index]]
    return before[-1:] == ["non"] or before == ["non", "-"] or before[-1:] == ["non-"]


def _is_hyphenated(parse: Parse, index: int) -> bool:
    around = parse.text[max(0, parse.tokens[index].start - 1)] + parse.text[parse.tokens[index].end :][:1]
    return "-" in around or "/" in around


def _opposite(parse: Parse, index: int, taken: set[str], neighbours: Neighbours) -> str | None:
    """The most usual direct antonym of a noun or an adjective, in its form."""
    token = parse.tokens[index]
    if token.tag not in PARTS or token.lemma in KEPT or not token.text.isalpha() or _is_hyphenated(parse, index):
        return None
    if token.tag in ("JJ", "JJR") and token.relation == "root":  # "the British lost control": a verb taken for one
        return None
    usual = (OPPOSITES[token.lemma],) if token.lemma in OPPOSITES and token.tag.startswith("JJ") else ()
    if token.lemma == "old" and token.tag == "JJ" and not _says_of_people(parse, index):
        usual = ("new",)
    before = parse.tokens[index - 1] if index else token
    if (token.lemma, before.text.lower()) in (
        ("common", "in"),
        ("possible", "as"),
        ("average", "on"),
    ) or _is_denied(parse, index):
        return None
    if token.lemma == "old" and before.tag == "NNS":  # "39 years old"
        return None
    if token.lemma == "public" and token.tag in ("NN", "NNS"):  # a private is a soldier
        return None
    following = parse.tokens[index + 1] if index + 1 < len(parse.tokens) else token
    if (token.lemma, following.lemma) == ("regular", "season"):
        return None
    if token.lemma == "former" and following.lemma in ("half", "part"):
        usual = ("latter",)
    if token.lemma == "hard" and following.tag in ("TO", "."):  # hard to do, not hard to the touch
        usual = ("easy",)
    is_noun = token.tag in ("NN", "NNS")
    if is_noun and following is not token and following.tag.startswith("NN"):
        return None  # "surplus line insurers": a part of another noun has no opposite of its own
    if is_noun and before.tag == "NN" and senses(f"{before.text} {token.lemma}", "noun"):
        return None  # "heart failure"
    for word in usual or antonyms(token.lemma, PARTS[token.tag], direct=True):
        new = like(word, token.text, token.tag)
        is_rare = token.lemma in neighbours.places and word not in neighbours.places and not others(word)
        is_usual = (is_noun and word == f"non{token.lemma}") or not is_rare  # "cauline" is no plain opposite
        if is_noun and word in neighbours.places and not neighbours.tags[neighbours.places[word]].startswith("NN"):
            is_usual = False  # a fair is no *unfair
        if not is_noun and word.startswith("non") and word not in neighbours.places:
            is_usual = False  # "noncrucial": a word that nobody uses
        if before.tag in ("RBR", "RBS") and len(new) < LONG and token.tag == "JJ":
            is_usual = False  # "more recent" is not *more old
        is_one_word = not is_noun and senses(f"{token.text} {following.lemma}", "noun")
        if is_one_word and not senses(f"{word} {following.lemma}", "noun"):
            is_usual = False  # "high school": there is no low one
        if word.isalpha() and new.lower() not in taken and is_usual:
            return new
    return None
