"""Other names for names: known ones of the same kind where a name has several words, else the nearest."""

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from zlib import crc32

from stumper.adversaries.reading.addsent.numbers import MONTHS, ROMAN, WEEKDAYS, next_number
from stumper.language.answer_phrases import NOUNS
from stumper.language.clauses import ASKING, is_word
from stumper.language.english import SMALL
from stumper.language.inflection import cased
from stumper.language.lexicon import classes, is_spelled
from stumper.language.neighbours import Neighbour, Neighbours, listed, name_class
from stumper.language.parse import EntityKind, Parse, Token
from stumper.language.same_things import is_sensitive, names_same
from stumper.language.whole_names import beside, of_kind, persons_like

# For a name that the table of neighbours has not: which classes of the table's names stand for one of its kind.
POOLS: dict[str, tuple[str, ...]] = {
    "given": ("given-m",),
    "PERSON": ("surname",),
    "PLACE": ("city",),
    "ORG": ("company",),
    "OTHER": ("surname",),
    "letters": ("organization-short",),
    "people": ("demonym",),
}
MOST_DRAWN = 120  # of a class: its most common names
MEANT_OTHERWISE = ("weekday-short", "time-mark", "interjection", "degree", "roman")  # classes a capital shows badly
PEOPLES = ("nationality", "people-adjective")
# Words that a name keeps as long as it has another one to change: what kind of thing it names, and titles.
STAYS = frozenset(
    str.split(
        "academy act air airport apollo association avenue award bank basin battle bay beach board book bowl most tv "
        "hdtv bridge broadcasting building canal castle cathedral center central centre championship church city "
        "club college committee commission company conference congress coast council country county court cup "
        "day department district doctor division duke earl east emperor empire festival force forest fund game games "
        "general government governor group gulf hall highway hill hills hospital hotel house institute "
        "international island islands king kingdom lady lake league library lord major market march memorial "
        "military minister mission mount mountain mountains movement museum national navy network new news "
        "north northern office old park party people peninsula place plan plaza pope president prime prince "
        "princess principle prize professor program project province queen railway region republic revolution "
        "river road route royal saint school sea sir society south southern square st st. stadium state "
        "states station street studio synod team television temple theatre theater theorem theory times tower "
        "town treaty tribe union united university valley village war west western world dr dr. mr mr. mrs "
        "black white boulevard lane drive zoo tract depot dam canyon creek desert ocean woods prize whites blacks "
        "number one ww wwi wwii sino russo anglo franco greco indo "
        "mrs. ms ms. jr. sr. ad bc bce ce st de la le von van du of the and"
    )
)
GIVEN = ("given-m", "given-f")
WITH_ARTICLE = ("United States", "United Kingdom", "Soviet Union", "Netherlands", "Philippines")  # each for the last
MOST_COMMON = 2  # common words of one title that change
WITH_THE = ("war", "bowl")  # kinds whose names have an article unless a numeral ends them
NAME_WORDS = 3  # words of a name that the table knows as one


TITLES = frozenset(  # words before a name that show its kind; other such words end a name
    str.split(
        "river lake mount fort cape king queen emperor pope prince princess president saint st. lord lady sir general "
        "admiral cardinal"
    )
)
PARTICLES = ("von", "van", "de", "da", "la", "le", "del", "della", "di", "du", "ibn", "bin")
SMALL_KINDS = frozenset(
    str.split(
        "empire dynasty river rainforest forest revolution theorem reformation test hypothesis conjecture equation "
        "equations algorithm effect paradox primes numbers machine"
    )
)
SIDES = ("north", "south", "east", "west", "northern", "southern", "eastern", "western")
OF_UNIVERSITIES = ("alumni", "alumnus", "students", "undergraduates", "graduates", "campus", "faculty")
BEHIND_BARE = frozenset(("VBD", "VBZ", "MD", "IN", "TO", "CC", "WDT", "WP", "RB", "VBN", "POS", ",", "."))
RIVERS = ("basin", "region", "valley", "delta", "area")  # what follows a name that is a river's
JOINING = ("of", "for", "in", "and", "to", "&", "the")


def names(parse: Parse, plain: Collection[str] = ()) -> Iterator[range]:
    """The runs of tokens that are names, with what joins them: "Anglo-Dutch War", "French and Indian War".

    A first word that is one of the plain ones in lower case begins none.
    """
    before: range | None = None
    for span in _runs(parse, plain):
        if before is not None and _are_one(parse, before, span):
            before = range(before.start, span.stop)
            continue
        if before is not None:
            yield before
        before = span
    if before is not None:
        yield before


def _are_one(parse: Parse, one: range, other: range) -> bool:
    """Whether an "&" joins two runs to a firm, or a hyphen, an owner's mark or an "and" to a name of a shown kind."""
    between = parse.tokens[one.stop : other.start]
    if len(between) == len(one) == len(other) == 1 and is_word(between[0], ("&",)):
        return True  # a firm of two partners
    if len(between) == 1 and is_word(between[0], PARTICLES):
        return name_class(parse.tokens[one.start].text) in GIVEN  # "Otto von Bismarck"
    if len(between) != 1 or not of_kind(parse.tokens[other.stop - 1].text):
        return False
    if parse.text[parse.tokens[one.stop - 1].end : parse.tokens[other.start].start] in "-–":
        return True
    if between[0].tag == "POS":  # "Levi's Stadium", "St Cuthbert's High School"
        return len(other) == 1 or is_word(parse.tokens[one.start], ("st", "st.", "saint"))
    is_adjective = name_class(parse.tokens[one.start].text) in PEOPLES and len(one) == 1
    return len(other) > 1 and is_adjective and between[0].text.lower() == "and"


def _runs(parse: Parse, plain: Collection[str]) -> Iterator[range]:
    start = None
    for i in range(len(parse.tokens) + 1):
        inside = i < len(parse.tokens) and _is_name(parse, i) and not (i == 0 and _is_plain(parse, plain))
        if inside and start is None:
            start = i
        elif not inside and start is not None:
            yield range(start, i)
            start = None


def renamed(
    parse: Parse,
    span: range,
    taken: set[str],
    neighbours: Neighbours,
    known: dict[str, str],
    stays: Collection[str] = STAYS,
) -> tuple[tuple[int, str], ...]:
    """New words for the tokens of a name, the same for the same ones; what kind of thing it names stays.

    Of several words that are known as one name, the last token stands for all of the new one. A name of several words
    that is of no known kind stays as it is, unless nothing ``stays``: with one word changed it would name nothing.
    """
    if stays and parse.text[: parse.tokens[span.start].start].count('"') % 2:
        return ()  # a title between quotation marks would be one of nothing
    steps = [step for step in (-1, 1) if _is_joined(parse, span.start, step)] if len(span) == 1 and not stays else []
    if any(is_word(parse.tokens[span.start + step], ("of", "for", "and")) for step in steps):
        return ()  # of the Ministry of Sound, neither
    text = parse.span(span.start, span.stop - 1)
    is_listed = _is_listed(text, neighbours)
    is_replaced = is_listed and len(span) <= NAME_WORDS and _as_one(text, taken, neighbours, known) is not None
    if not is_replaced and (replaced := _whole(parse, span, taken, known, not stays)) is not None:
        return replaced
    if stays and not is_listed and _stays_whole(parse, span, neighbours):
        return ()
    found: list[tuple[int, str]] = []
    i, common, again = span.start, 0, dict(known)
    is_person = _is_person(parse, span)
    while i < span.stop:
        lengths = range(min(NAME_WORDS, span.stop - i), 1, -1)
        whole = ((n, _as_one(parse.span(i, i + n - 1), taken, neighbours, again)) for n in lengths)
        length, new = next(((n, new) for n, new in whole if new), (1, None))
        text = parse.span(i, i + length - 1)
        is_half = parse.text[parse.tokens[i].end : parse.tokens[i].end + 1] == "-" and name_class(text) in PEOPLES
        if (
            length == 1
            and text[-1].isalnum()
            and not is_half
            and not (stays and re.fullmatch(r"[A-Z]{2,4}s", text))  # "TDs": what is counted
            and text.lower() not in stays
            and text.lower() not in ASKING
        ):
            is_common = name_class(text) is None and bool(neighbours.nearest(text)) and not is_numeral(text)
            common += is_common
            wanted = () if not is_person else GIVEN if i == span.start and len(span) > 1 else ("surname",)
            if not is_common or common <= MOST_COMMON:
                said = taken.union(*(word.lower().split() for word in again.values()))
                new = again.get(text) or _other(parse, i, said, neighbours, wanted)
        if new:
            again[text] = new
            found += [(k, "") for k in range(i, i + length - 1)] + [(i + length - 1, new)]
        i += length
    if not (is_listed or is_person or len(span) == 1 or _names_again(parse, span, found)):
        return ()
    known |= again
    taken.update(part for _, word in found for part in word.lower().split())
    return tuple(found)


def renamed_whole(parse: Parse, span: range, taken: set[str], known: dict[str, str]) -> tuple[tuple[int, str], ...]:
    """A known name in the place of one of several words, though of no known kind; none for what is quoted."""
    is_quoted = parse.text[: parse.tokens[span.start].start].count('"') % 2
    return () if is_quoted or len(span) == 1 else _whole(parse, span, taken, known, True) or ()


def _names_again(parse: Parse, span: range, found: Collection[tuple[int, str]]) -> bool:
    """Whether a name with other words names something again: all of it is another known name, or one word of it is
    of the class that the old one was of, beside words that show what it names ("North Fresno", not "New Fresno")."""
    new = [(i, word) for i, word in found if word]
    if len(new) != 1:
        return False
    if len(found) == len(span):
        return True
    (place, word), first = new[0], parse.tokens[span.start].text.lower()
    old = parse.span(place - len(found) + 1, place)
    own = name_class(old)
    tells = own == "organization-short" or not {"place", "nationality", "people"}.isdisjoint(classes(old))
    return own == name_class(word) and tells and not (first == "new" or (first in SIDES and own in PEOPLES))


def _is_listed(text: str, neighbours: Neighbours) -> bool:
    """Whether a name of several words is one of the table of neighbours, a country or a city among them."""
    is_place = name_class(text) in ("country", "city", "us-state", "region", "province")
    return " " in text and (text in WITH_ARTICLE or (is_place and text in neighbours.places))


def _whole(
    parse: Parse, span: range, taken: set[str], known: dict[str, str], is_last: bool
) -> tuple[tuple[int, str], ...] | None:
    """Another whole name of the same kind on the last token of a name; None where its kind is not known."""
    text = parse.span(span.start, span.stop - 1)
    following = parse.tokens[span.stop].text if span.stop < len(parse.tokens) else ""
    if following[:1].isdigit():  # "Super Bowl 50": the number makes it another one
        return None
    row, kind = _row(parse, span, following)
    is_joined = _is_joined(parse, span[-1], 1) or _is_joined(parse, span[0], -1)
    if kind and len(span) > 1 and _is_joined(parse, span[-1], 1) and is_word(parse.tokens[span.stop], ("of", "for")):
        return None  # the Royal School of Music
    before = parse.tokens[span[0] - 1] if span[0] else None
    is_owned = before is not None and before.tag in ("DT", "PRP$", "POS") and not is_word(before, ("the",))
    goes_on = following.lower() == "of"  # of a title: "Social Theories of boats"
    if not row and is_last and len(span) > 1 and not (is_joined or is_owned or goes_on):
        row = _row_of_unknown(parse, span, before is not None and before.text.lower() == "the")
    said = (taken | _words(text)) - SMALL - {kind, "&"}
    fits = [name for name in row if said.isdisjoint(_words(name))]
    if not fits:
        return None
    new = known.get(text) or fits[crc32(text.encode()) % len(fits)]
    known[text] = new
    taken.update(_words(new))
    shown = new[: -len(following) - 1] if kind and following.lower() == kind else new
    is_numbered = re.fullmatch("[IVXL]+", text.split()[-1]) is not None
    is_bare = not is_joined and stands_free(parse, span, "VBG")
    if kind in WITH_THE and is_numbered and not new.startswith("World") and is_bare:
        shown = f"the {shown}"  # World War II, the Crimean War
    return tuple([(i, "") for i in span[:-1]] + [(span[-1], shown)])


def stands_free(parse: Parse, span: range, *also: str) -> bool:
    """Whether a name stands without an article, a number or an adjective before it, and without what would take one
    behind it: a noun, or words that are tagged as one of ``also``."""
    before = parse.tokens[span.start - 1].tag if span.start else ""
    following = parse.tokens[span.stop].tag if span.stop < len(parse.tokens) else ""
    return not before.startswith(("DT", "PRP$", "POS", "JJ", "NN", "HYPH", "CD")) and not following.startswith(
        ("NN", "HYPH", "CD", "JJ", *also)
    )


def _row_of_unknown(parse: Parse, span: range, has_article: bool) -> tuple[str, ...]:
    """The names that may stand for one of no known kind: by its last word if that is one of everyday language, as a
    person if none of its words is, else by what the parser takes it for."""
    last, entity = parse.tokens[span[-1]], parse.entity_at(span.start)
    sorts = set(classes(last.text.lower())) if name_class(last.text) is None else set()
    if has_article and "person" in sorts:
        return of_kind("officeholder")
    tag = parse.tokens[span.stop].tag if span.stop < len(parse.tokens) else "."
    if last.tag == "NNPS":
        return ()  # several, of whom no one name is
    if has_article and tag not in BEHIND_BARE and not tag.startswith(("NN", "HYPH", "JJ")):
        return ()  # where the article would stay before a name without one
    if not sorts.isdisjoint(("event", "act", "time")):
        return of_kind("occasion")
    kind = entity.kind if entity is not None else "OTHER"
    words = [parse.tokens[i].text for i in span]
    if kind == "OTHER" and not has_article and len(span) == 2 and not any(map(_is_everyday, words)):
        return persons_like(" ".join(words))
    return of_kind(WITHOUT_KIND.get(kind, "work"))


def _is_everyday(word: str) -> bool:
    """Whether a word is one of everyday language, or no name of a person by its letters."""
    low = word.lower()
    return not word.istitle() or low in (*STAYS, *ASKING) or is_spelled(low, "noun") or is_spelled(low, "adj")


WITHOUT_KIND = {"PERSON": "work", "PLACE": "place", "ORG": "organisation", "OTHER": "work"}


def _words(name: str) -> set[str]:
    return set(re.split(r"[\s-]", name.lower()))


def _row(parse: Parse, span: range, following: str) -> tuple[tuple[str, ...], str]:
    """The names of the kind that a name is of, and the word by which it and they show their kind, or ""."""
    text = parse.span(span.start, span.stop - 1)
    first, last = (parse.tokens[i].text.lower() for i in (span[0], span[-1]))
    if len(span) == 1:
        before = parse.tokens[span[0] - 1].text.lower() if span[0] else ""
        tag = parse.tokens[span.stop].tag if span.stop < len(parse.tokens) else "."
        is_alone = any(token.text in RIVERS for token in parse.tokens[span.stop : span.stop + 2]) or not tag.startswith(
            ("NN", "JJ", "HYPH", "POS", "CD")
        )
        if before == "the" and name_class(text) == "company" and is_alone:  # the Amazon
            return tuple(name.removesuffix(" River") for name in of_kind("river") if name.endswith(" River")), ""
        if following in OF_UNIVERSITIES:  # the Yale alumni
            return tuple(name.removesuffix(" University") for name in of_kind("university")), ""
        names = [name for name in of_kind(following) if name.lower().endswith(f" {following}")]
        return (tuple(names), following) if following in SMALL_KINDS else ((), "")
    if _is_joined(parse, span[0], -1) and parse.tokens[span[0] - 1].text.lower() == "of":  # the Bank of Oslo Tower
        return (), ""
    is_numbered = re.fullmatch(r"[ivxl]+", last) is not None
    kind = parse.tokens[span[-2]].text.lower() if is_numbered else last  # World War II
    if kind == "lake":  # those of the table begin with it
        return tuple(name for name in of_kind(kind) if name.startswith("Lake ")), kind
    if kind not in TITLES - {"river"} and (row := of_kind(kind)):
        return tuple(name for name in row if name.lower().endswith(f" {kind}")), kind
    if row := of_kind("firm") if " & " in text else beside(text):
        return row, ""
    second = parse.tokens[span[1]].text.lower()
    is_title = name_class(second.title()) is not None or not is_spelled(second, "noun")  # "General Election" is none
    first = "st." if first == "st" else first
    if first in TITLES and (is_title or first in ("river", "lake", "mount", "fort", "cape")):
        return tuple(name for name in of_kind(first) if name.lower().startswith(f"{first} ")), first
    if is_numbered and any(name_class(parse.tokens[i].text) in GIVEN for i in span):
        return of_kind("ruler"), ""
    if name_class(parse.tokens[span[-1]].text) == "team":
        return of_kind("team"), ""
    has_article = span[0] > 0 and parse.tokens[span[0] - 1].tag == "DT"  # the Drake Passage
    if (
        _is_person(parse, span)
        and (first not in STAYS or first in PARTICLES)
        and not has_article
        and not _is_joined(parse, span[-1], 1)
    ):
        return persons_like(text), ""
    return (), ""


def _stays_whole(parse: Parse, span: range, neighbours: Neighbours) -> bool:
    """Whether a name has a word of everyday language, beside which another word would make it the name of nothing."""
    common = [
        i
        for i in span
        if (word := parse.tokens[i].text).lower() not in STAYS
        and name_class(word) is None
        and (word.lower() in neighbours.places or is_spelled(word.lower(), "noun"))
    ]
    if len(span) > 1:
        return bool(common)
    before = parse.tokens[span.start - 1].text.lower() if span.start else ""
    text, following = parse.tokens[span.start].text, parse.tokens[span.start + 1 : span.start + 2]
    if common and following:  # "Civil disobedience", "Stage 1"
        is_adjective = is_spelled(text.lower(), "adj") and following[0].tag in ("NN", "NNS")
        if following[0].text[0].isdigit() or is_adjective:
            return True
    is_word = before == "the" and name_class(text) in GIVEN and is_spelled(text.lower(), "noun")
    common = common or ([span.start] if is_word else [])  # "The Mark of Zorro"
    is_part = _is_joined(parse, span.start, -1) or _is_joined(parse, span.start, 1)
    is_part = is_part or _is_owned(parse, span.start, -1) or _is_owned(parse, span.start, 1)  # "a Children's Serial"
    return bool(common) and is_part


def _is_owned(parse: Parse, index: int, step: int) -> bool:
    """Whether an owner's mark joins a word to another one with a capital."""
    other = index + 2 * step
    if not 0 < other < len(parse.tokens) or parse.tokens[index + step].tag != "POS":
        return False
    return parse.tokens[other].text[0].isupper()


def _is_joined(parse: Parse, index: int, step: int) -> bool:
    """Whether a small word joins a word to another one with a capital: "the Ministry of Sound"."""
    other = index + 2 * step
    if not 0 < other < len(parse.tokens) or parse.tokens[index + step].text.lower() not in JOINING:
        return False
    return parse.tokens[other].text[0].isupper()


def is_numeral(word: str) -> bool:
    """Whether what looks like a name is a number, a month or a weekday."""
    return ROMAN.match(word) is not None or word in MONTHS or word in WEEKDAYS


def same_stem(one: str, other: str) -> bool:
    """Whether two words look like forms of one."""
    a, b = one.lower(), other.lower()
    shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    if len(a) > 3 and len(b) > 3 and (a.endswith(b) or b.endswith(a)):
        return True
    return shared >= max(3, min(len(a), len(b)) - 2)


def _is_name(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    if len(token.text) < 3 and parse.text[token.end : token.end + 1] == "-":  # a Li-ion battery
        return False
    if _is_within_name(parse, index):
        return True
    if not token.text[0].isupper() or not re.search(r"[^\W\d_]{2}", token.text) or re.search(r"\d", token.text):
        return False
    if len(token.text) > 1 and token.text.isupper() and token.text.lower() in SMALL:  # "that are NOT allowed"
        return False
    if token.tag in ("NNP", "NNPS"):
        return True
    before = parse.tokens[index - 1].text if index else ""
    following = parse.tokens[index + 1].lemma if index + 1 < len(parse.tokens) else ""
    if following == "numeral" or (before == "-" and is_word(parse.tokens[index - 2], ("all",))):
        return False  # Roman numerals, an All-Star
    return index > 0 and token.tag.startswith(("JJ", "NN", "VB", "RB")) and before not in ('"', "“", ".")


def _is_within_name(parse: Parse, index: int) -> bool:
    """Whether a token is an initial between two names, or the Who of Doctor Who."""
    token = parse.tokens[index]
    before, following = parse.tokens[max(0, index - 1)], parse.tokens[min(index + 1, len(parse.tokens) - 1)]
    is_behind = index > 0 and before.tag.startswith("NNP") and before.text[0].isupper()
    if token.text == "Who":
        return is_behind
    is_initial = re.fullmatch(r"[A-Z]\.?", token.text) is not None and token.tag.startswith("NNP")
    return is_initial and is_behind and following.tag.startswith("NNP") and following is not token


def _is_plain(parse: Parse, plain: Collection[str]) -> bool:
    """Whether the first word is written small elsewhere, so that only its place gave it the capital."""
    word = parse.tokens[0].text
    return word.istitle() and word.lower() in plain and name_class(word) is None


def _is_person(parse: Parse, span: range) -> bool:
    entity = parse.entity_at(span.start)
    if any(parse.tokens[i].text.lower() in ASKING for i in span):  # "Doctor Who" names what it is about
        return False
    is_given = len(span) > 1 and name_class(parse.tokens[span.start].text) in GIVEN
    is_given |= len(span) > 2 and re.fullmatch(r"[A-Z]\.", parse.tokens[span.start + 1].text) is not None
    return is_given or (entity is not None and entity.kind == "PERSON")


def _as_one(text: str, taken: set[str], neighbours: Neighbours, known: dict[str, str]) -> str | None:
    """Another name for several words that the table knows as one; it names the same kind of thing by the same word."""
    if text in known:
        return known[text]
    if text in WITH_ARTICLE:
        return WITH_ARTICLE[(WITH_ARTICLE.index(text) + 1) % len(WITH_ARTICLE)]
    if text not in neighbours.places:
        return None
    last = text.split()[-1]
    kind = last if last.lower() in STAYS else ""
    free, own = taken - {last.lower()}, name_class(text)
    same = _first(text, free, neighbours, lambda n: n.word.endswith(kind) and name_class(n.word) == own)
    return same or _first(text, free, neighbours, lambda n: n.word.endswith(kind))


def _other(parse: Parse, index: int, taken: set[str], neighbours: Neighbours, wanted: tuple[str, ...]) -> str | None:
    """The nearest name of the wanted class, or else of the same class, the same tag, or any."""
    token = parse.tokens[index]
    if is_numeral(token.text):
        return next_number(token.text)
    if re.fullmatch(r"[A-Z]{2,4}s", token.text):  # "MSPs"
        return f"{_drawn(token, 'letters', taken)}s"
    is_short = token.text.isupper() and 2 <= len(token.text) <= 5
    if wanted and not is_short:
        found = _first(token.text, taken, neighbours, lambda n: name_class(n.word) in wanted)
        return found or _drawn(token, "given" if wanted == GIVEN else "PERSON", taken)
    own = name_class(token.text)
    own = None if own in MEANT_OTHERWISE else own
    if own in PEOPLES and _stands_for_people(parse, index):
        return _people(token, own, taken, neighbours)
    fits: tuple[Callable[[Neighbour], bool], ...] = (
        lambda n: own is not None and name_class(n.word) in (PEOPLES if own in PEOPLES else (own,)),
        lambda n: n.tag == token.tag,
        lambda n: n.tag.startswith("NN") or (n.tag == "JJ" and not token.tag.startswith("NNP")),  # a verb names nothing
    )
    if is_short:
        fits = (lambda n: n.word.isupper() and name_class(n.word) == own, lambda n: n.word.isupper())
        fits = fits if own is not None else fits[1:]
    for fit in fits:
        if (same := _first(token.text, taken, neighbours, fit)) is not None:
            return cased(same, token.text) if " " not in same else same
    entity = parse.entity_at(index)
    kind: EntityKind | None = entity.kind if entity is not None else None
    if kind is None and index > 0 and parse.tokens[index - 1].text.lower() in ("in", "from", "near", "at"):
        kind = "PLACE"
    is_of = index > 1 and is_word(parse.tokens[index - 1], ("of",))
    if is_of and NOUNS.get(parse.tokens[index - 2].lemma) == "place":  # the neighborhood of Sunnyside
        kind = "PLACE"
    following = parse.tokens[index + 1].text.lower() if index + 1 < len(parse.tokens) else ""
    is_many = token.tag == "NNPS" or (token.text.endswith("s") and following in ("are", "were", "have"))
    return _drawn(token, "letters" if is_short else "people" if is_many else kind or "OTHER", taken)


def _stands_for_people(parse: Parse, index: int) -> bool:
    """Whether an adjective of a people stands for the people or one of them: no noun follows it."""
    following = parse.tokens[index + 1].tag if index + 1 < len(parse.tokens) else ""
    before = parse.tokens[index - 1].text.lower() if index else ""
    owns = before in ("the", "a", "an", "no", "every", "each") or parse.tokens[index].text.endswith("ese") or (
        index > 1
        and (parse.tokens[index - 1].tag.startswith("JJ") or parse.tokens[index - 2].text.lower() in ("a", "an"))
        and parse.tokens[index].tag.startswith(("NN", "JJ"))
    )  # fmt: skip
    return owns and not following.startswith(("NN", "JJ", "HYPH", "CC", "POS"))


def _people(token: Token, own: str, taken: Collection[str], neighbours: Neighbours) -> str:
    """Another people: "the British" are not *the American, and "the Indian" is not *the French."""
    is_all = token.text.endswith(("sh", "ch", "se", "ss"))
    new = _first(
        token.text,
        taken,
        neighbours,
        lambda n: name_class(n.word) == own and n.word.endswith(("sh", "ch", "se", "ss")) == is_all,
    )
    return new or ("Swiss" if is_all else "Canadian")


def _first(text: str, taken: Collection[str], neighbours: Neighbours, fits: Callable[[Neighbour], bool]) -> str | None:
    """The nearest neighbour that fits and may stand for a name."""
    return next((n.word for n in _near(text, taken, neighbours, fits)), None)


def _near(
    text: str, taken: Collection[str], neighbours: Neighbours, fits: Callable[[Neighbour], bool]
) -> Iterator[Neighbour]:
    """The neighbours that fit and may stand for a name: none of the same stem or thing, none taken or sensitive."""
    return (
        n
        for n in neighbours.nearest(text)
        if fits(n)
        and n.word.isascii()
        and name_class(n.word) not in MEANT_OTHERWISE
        and not any(
            same_stem(new, old)
            for new in re.split(r"[\s-]", n.word)
            for old in re.split(r"[\s-]", text)
            if old.lower() not in STAYS
        )
        and not any(word in taken for word in n.word.lower().split())
        and n.word not in WITH_ARTICLE
        and not is_sensitive(n.word)
        and not names_same(text, n.word)
    )


def _drawn(token: Token, kind: str, taken: Collection[str]) -> str:
    """A common name of this kind for a word that the table has not; a word always gets the same one."""
    row = [name for name in _pool(POOLS.get(kind, POOLS["OTHER"])) if name.lower() not in taken]
    return row[crc32(token.text.encode()) % len(row)]


@cache
def _pool(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The most common names of some classes."""
    found = (word for word, _ in listed() if name_class(word) in classes and word.isascii() and word.isalpha())
    return tuple([word for word in found if not is_sensitive(word)][:MOST_DRAWN])
