"""What texts say of a name: River X, the battle of X, X Johnson, Captain X."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

NAME = r"(?P<name>[A-Z][\w’'-]*\w)"
END = r"(?![\w’'-]| [A-Z])"  # no name goes on
PERSONS = ("given-m", "given-f", "surname", "character", "myth-figure", "bible-figure", "ancient", "medieval", "ruler")
LEAST, LEAST_SHARE = 2, 0.6  # how often something is said, and in which share of what is said, to be believed
SURELY, PERHAPS = 0.9, 0.5  # how far it is believed; where it is said once alone


@dataclass(frozen=True, slots=True)
class Sign:
    """A pattern around a name, and the classes of which the name has one."""

    pattern: str
    classes: tuple[str, ...]


# {SURNAMES} and {COUNTRIES} are names by hand.
SIGNS = (
    Sign(rf"\b[Rr]iver {NAME}{END}", ("river",)),
    Sign(rf"\bthe {NAME} River\b", ("river",)),
    Sign(rf"\bLake {NAME}{END}", ("lake",)),
    Sign(rf"\b(?:Mount|Mt\.) {NAME}{END}", ("mountain",)),
    Sign(rf"\bislands? of {NAME}{END}", ("island",)),
    Sign(rf"\b{NAME} [Ii]sland\b", ("island",)),
    Sign(rf"\b(?:city|town|village|port|capital|suburb|municipality) of {NAME}{END}", ("city", "ancient-city")),
    Sign(rf"\bin {NAME}, (?:{{COUNTRIES}})\b", ("city",)),
    Sign(rf"\b(?:[Bb]attle|[Ss]iege|[Tt]reaty) of {NAME}{END}", ("battle",)),
    Sign(rf"\b(?:province|region|kingdom|duchy|county) of {NAME}{END}", ("region", "province", "ancient-region")),
    Sign(rf"\b{NAME} (?:[A-Z]\. )?(?:{{SURNAMES}})\b", ("given-m", "given-f")),
    Sign(
        r"\b(?:Sir|Saint|St\.|Princess|Prince|Queen|King|Pope|Emperor|named|called|wife|husband|son|daughter|brother|"
        rf"sister|girlfriend|mother|father|maid|friend|servant|cousin),? {NAME}{END}",
        PERSONS,
    ),
    Sign(
        rf"\b(?:Mr|Mrs|Ms|Dr|Professor|Captain|Colonel|General|Senator|Judge|Lord|Lady|Major|Miss)\.? {NAME}{END}",
        ("surname",),
    ),
    Sign(rf"\b[Tt]he {NAME} (?:people|tribe|Indians|peoples)\b", ("tribe",)),
    Sign(rf"\b[Tt]he {NAME} language\b", ("language", "tribe")),
    Sign(rf"\b{NAME} (?:Inc|Corporation|Corp|Ltd|LLC|Company)\b", ("company",)),
    Sign(rf"\b{NAME} (?:University|College)\b", ("university",)),
    Sign(rf"\b(?:god|goddess|deity) {NAME}{END}", ("god",)),
    Sign(
        r"\b(?:painter|artist|composer|poet|author|novelist|philosopher|physicist|chemist|mathematician|economist|"
        rf"director|writer) {NAME}{END}",
        ("surname", "ancient", "medieval"),
    ),
)


def said_of_names(texts: Iterable[str], surnames: list[str], countries: list[str]) -> dict[str, Counter[int]]:
    """How often each sign, by its place in SIGNS, is met with each name."""
    words = {"SURNAMES": "|".join(map(re.escape, surnames)), "COUNTRIES": "|".join(map(re.escape, countries))}
    patterns = [re.compile(re.sub(r"\{([A-Z]+)\}", lambda m: words[m.group(1)], sign.pattern)) for sign in SIGNS]
    found: dict[str, Counter[int]] = {}
    for text in texts:
        for place, pattern in enumerate(patterns):
            for match in pattern.finditer(text):
                found.setdefault(match.group("name"), Counter())[place] += 1
    return found


def told(said: Counter[int]) -> tuple[tuple[str, ...], float]:
    """The classes of which a name has one, and how far that is believed; none, where too little is said of it."""
    by_classes: Counter[tuple[str, ...]] = Counter()
    for place, n in said.items():
        by_classes[SIGNS[place].classes] += n
    if not by_classes:
        return (), 0.0
    classes, most = max(by_classes.items(), key=lambda item: (item[1], item[0]))
    if most < LEAST_SHARE * by_classes.total():
        return (), 0.0
    return classes, SURELY if most >= LEAST else PERHAPS
