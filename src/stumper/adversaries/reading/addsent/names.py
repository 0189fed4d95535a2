"""Other names for names: the nearest ones of the same kind, of a person a given name and a surname."""

import re
from collections.abc import Collection, Iterator
from zlib import crc32

from stumper.adversaries.reading.addsent.numbers import MONTHS, ROMAN, WEEKDAYS, next_number
from stumper.adversaries.reading.addsent.same_things import is_sensitive, names_same
from stumper.language.inflection import cased
from stumper.language.neighbours import Neighbour, Neighbours, name_class
from stumper.language.parse import EntityKind, Parse, Token

# Invented or common, and tied to no fact. A name always gets the same one.
OTHERS: dict[str, tuple[str, ...]] = {
    "given": ("Alden", "Mirela", "Tobias", "Ingrid", "Rufus", "Selma", "Casper", "Judith"),
    "PERSON": ("Halvorsen", "Whitlock", "Marchetti", "Brennan", "Okafor", "Lindqvist", "Pemberton", "Castellan"),
    "PLACE": ("Ashford", "Marlow", "Kestrel", "Brightwater", "Tarrington", "Oakhaven", "Lindale", "Westmere"),
    "ORG": ("Northgate", "Meridian", "Halcyon", "Redstone", "Vantage", "Corvane", "Ironwood", "Solent"),
    "OTHER": ("Calder", "Verity", "Solace", "Tamarind", "Orrin", "Fenwick", "Larkspur", "Thessaly"),
    "letters": ("KRL", "TVN", "QMS", "BDX", "LPF", "ZNA", "GRC", "WHJ"),
    "people": ("Halvards", "Marlowians", "Kestrels", "Brightons", "Tarrians", "Lindalers", "Corvans", "Thessals"),
}
# Words that a name keeps as long as it has another one to change: what kind of thing it names, and titles.
STAYS = frozenset(
    str.split(
        "academy act air airport apollo association avenue award bank basin battle bay beach board book bowl "
        "bridge broadcasting building canal castle cathedral center central centre championship church city "
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
        "mrs. ms ms. jr. sr. ad bc bce ce st de la le von van du of the and"
    )
)
GIVEN = ("given-m", "given-f")
WITH_ARTICLE = ("United States", "United Kingdom", "Soviet Union", "Netherlands", "Philippines")  # each for the last
MOST_COMMON = 2  # common words of one title that change
LONGEST = 3  # words of a name that the table knows as one


def names(parse: Parse) -> Iterator[range]:
    """The runs of tokens that are names."""
    start = None
    for i in range(len(parse.tokens) + 1):
        inside = i < len(parse.tokens) and _is_name(parse, i)
        if inside and start is None:
            start = i
        elif not inside and start is not None:
            yield range(start, i)
            start = None


def renamed(
    parse: Parse, span: range, taken: set[str], neighbours: Neighbours, known: dict[str, str]
) -> tuple[tuple[int, str], ...]:
    """New words for the tokens of a name, the same for the same ones; what kind of thing it names stays.

    Of several words that are known as one name, the last token stands for all of the new one.
    """
    found: list[tuple[int, str]] = []
    i, common = span.start, 0
    is_person = _is_person(parse, span)
    while i < span.stop:
        lengths = range(min(LONGEST, span.stop - i), 1, -1)
        whole = ((n, _as_one(parse.span(i, i + n - 1), taken, neighbours, known)) for n in lengths)
        length, new = next(((n, new) for n, new in whole if new), (1, None))
        text = parse.span(i, i + length - 1)
        if length == 1 and text.lower() not in STAYS:
            is_common = name_class(text) is None and bool(neighbours.nearest(text)) and not is_numeral(text)
            common += is_common
            wanted = () if not is_person else GIVEN if i == span.start and len(span) > 1 else ("surname",)
            if not is_common or common <= MOST_COMMON:
                new = known.get(text) or _other(parse, i, taken, neighbours, wanted)
        if new:
            known[text] = new
            taken.update(new.lower().split())
            found += [(k, "") for k in range(i, i + length - 1)] + [(i + length - 1, new)]
        i += length
    return tuple(found)


def is_numeral(word: str) -> bool:
    """Whether what looks like a name is a number, a month or a weekday."""
    return ROMAN.match(word) is not None or word in MONTHS or word in WEEKDAYS


def same_stem(one: str, other: str) -> bool:
    """Whether two words look like forms of one."""
    a, b = one.lower(), other.lower()
    shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return shared >= max(3, min(len(a), len(b)) - 2)


def _is_name(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    if not token.text[0].isupper() or not re.search(r"[^\W\d_]{2}", token.text):
        return False
    if token.tag in ("NNP", "NNPS"):
        return True
    before = parse.tokens[index - 1].text if index else ""
    return index > 0 and token.tag.startswith(("JJ", "NN", "VB", "RB")) and before not in ('"', "“", ".")


def _is_person(parse: Parse, span: range) -> bool:
    entity = parse.entity_at(span.start)
    is_given = len(span) > 1 and name_class(parse.tokens[span.start].text) in GIVEN
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
    fit = [n for n in _near(text, taken - {last.lower()}, neighbours) if n.word.endswith(kind)]
    same = [n.word for n in fit if name_class(n.word) == name_class(text)] or [n.word for n in fit]
    return same[0] if same else None


def _other(parse: Parse, index: int, taken: set[str], neighbours: Neighbours, wanted: tuple[str, ...]) -> str | None:
    """The nearest name of the wanted class, or else of the same class, the same tag, or any."""
    token = parse.tokens[index]
    if is_numeral(token.text):
        return next_number(token.text)
    near = _near(token.text, taken, neighbours)
    if wanted:
        found = [n.word for n in near if name_class(n.word) in wanted]
        return found[0] if found else _made_up(token, "given" if wanted == GIVEN else "PERSON")
    own = name_class(token.text)
    same = [n.word for n in near if own is not None and name_class(n.word) == own]
    same = same or [n.word for n in near if n.tag == token.tag] or [n.word for n in near]
    is_short = token.text.isupper() and 2 <= len(token.text) <= 5
    if is_short:
        same = [word for word in same if word.isupper() and name_class(word)]
    if same:
        return cased(same[0], token.text) if " " not in same[0] else same[0]
    entity = parse.entity_at(index)
    kind: EntityKind | None = entity.kind if entity is not None else None
    return _made_up(token, "letters" if is_short else "people" if token.tag == "NNPS" else kind)


def _near(text: str, taken: Collection[str], neighbours: Neighbours) -> list[Neighbour]:
    """The neighbours that may stand for a name: none of the same stem or thing, none that is taken or sensitive."""
    return [
        n
        for n in neighbours.nearest(text)
        if n.word.isascii()
        and not any(same_stem(new, old) for new in n.word.split() for old in text.split() if old.lower() not in STAYS)
        and not any(word in taken for word in n.word.lower().split())
        and n.word not in WITH_ARTICLE
        and not is_sensitive(n.word)
        and not names_same(text, n.word)
    ]


def _made_up(token: Token, kind: str | None) -> str:
    """A name of this kind for a word that no table knows."""
    row = OTHERS.get(kind or "OTHER", OTHERS["OTHER"])
    return row[crc32(token.text.encode()) % len(row)]
