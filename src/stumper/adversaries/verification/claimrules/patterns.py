"""What claims say, as patterns over the predicate: A is the subject, capital letters are parts, small names are words.

A pattern is tried on a claim's predicate alone, and has to take up all of it; its guards are those that every row on
it needs, so that a row lists only its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from stumper.adversaries.verification.claimrules.frame import Frame
from stumper.adversaries.verification.claimrules.guards import holds
from stumper.adversaries.verification.claimrules.match import Match, Part
from stumper.adversaries.verification.claimrules.word_sets import DEMONYMS


@dataclass(frozen=True)
class Pattern:
    """A regular expression over a predicate, and what must hold of its parts."""

    expression: str
    guards: tuple[str, ...] = field(default=())

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The expression, compiled at its first use."""
        return re.compile(self.expression)

    @cached_property
    def opening(self) -> Sequence[str] | None:
        """The words of which one must open the predicate; None where the expression does not say it."""
        found = _OPENING.match(self.expression)
        return (found[1] or found[2]).split("|") if found else None


_OPENING = re.compile(r"(?:\(\?P<\w+>([a-z|]+)\)|([a-z]+)) ")


def matches(names: Iterable[str], frame: Frame) -> Mapping[str, Match]:
    """What those of the patterns of these names find that hold in a claim."""
    predicate = frame.predicate
    opening = predicate.partition(" ")[0]
    parts: dict[tuple[int, str], Part] = {}
    made: dict[str, Match] = {}
    for name in names:
        pattern = PATTERNS[name]
        if pattern.opening is not None and opening not in pattern.opening:
            continue
        found = pattern.compiled.fullmatch(predicate)
        match = _match(found, frame, parts) if found else None
        if match is not None and all(holds(guard, match) for guard in pattern.guards):
            made[name] = match
    return made


def _match(found: re.Match[str], frame: Frame, known: dict[tuple[int, str], Part]) -> Match | None:
    """The parts that the letters stand for, from ``known`` where another pattern has found them; None where a letter
    stands for half a token."""
    offset = frame.parse.tokens[frame.verb].start
    texts = {"A": (0, frame.body[:offset].rstrip())}
    words: dict[str, str] = {}
    for group, text in found.groupdict().items():
        if text is not None and group.isupper():
            texts[group] = offset + found.start(group), text
        elif text is not None:
            words[group] = text
    for key in texts.values():
        if key not in known:
            start, text = key
            known[key] = Part(frame, text, *frame.tokens_in(start, start + len(text)))
    parts = {letter: known[key] for letter, key in texts.items()}
    return Match(frame, words, parts) if all(part.tokens for part in parts.values()) else None


_BE = "(?P<be>is|was)"
_NATION = "|".join(nation for nation in DEMONYMS if nation != "American")
_BORN = "(?P<be>was) born (?P<in>in|on) (?P<B>.+)"
_DIED = "(?P<verb>died) (?P<in>in|on) (?P<B>.+)"
_WITH_NATION = ("B plain", "B bare noun", "B made somewhere")
_STARRED = "(?P<verb>starred|stars)"
_MADE = (
    "written|produced|created|composed|designed|founded|developed|recorded|published|painted|built|invented|discovered"
)
_MADE_ACTIVELY = (
    "directed|wrote|produced|created|composed|designed|founded|developed|recorded|published|invented|discovered"
)

PATTERNS: dict[str, Pattern] = {
    # The families of the paper.
    "is a": Pattern(f"{_BE} (?P<a>an?) (?P<B>.+)", ("A singular", "B plain", "B noun")),
    "directed by": Pattern(f"{_BE} directed by (?P<B>.+)", ("A singular", "B plain", "B one title")),
    "American": Pattern(f"{_BE} (?P<a>an?) American (?P<B>.+)", ("A singular", *_WITH_NATION)),
    "an American": Pattern("(?P<V>.+) (?P<a>an?) American (?P<B>.+)", ("A plain", "V affirmative", *_WITH_NATION)),
    "born in a place": Pattern(_BORN, ("A singular", "B place")),
    "born at a time": Pattern(_BORN, ("A singular", "B time")),
    "born": Pattern(_BORN, ("A singular", "B place or time")),
    "died": Pattern(_DIED, ("A singular", "B place or time")),
    "died in a place": Pattern(_DIED, ("A singular", "B place")),
    "died at a time": Pattern(_DIED, ("A singular", "B time")),
    "starred in": Pattern(f"{_STARRED} in (?P<B>.+)", ("A singular", "B plain", "B phrase")),
    "starred": Pattern(f"{_STARRED} (?P<B>.+)", ("A singular", "B plain", "B one title")),
    # Those that paper test has besides.
    "nationality": Pattern(f"{_BE} (?P<a>an?) (?P<nation>{_NATION}) (?P<B>.+)", ("A singular", *_WITH_NATION)),
    "of a nation": Pattern(
        f"(?P<V>.+) (?P<a>an?) (?P<nation>{_NATION}) (?P<B>.+)", ("A plain", "V affirmative", *_WITH_NATION)
    ),
    "only a": Pattern(
        f"{_BE} (?:only|exclusively|solely|just) (?P<a>an?) (?P<B>.+)", ("A singular", "B plain", "B noun")
    ),
    "not a": Pattern(f"{_BE} not (?P<a>an?) (?P<B>.+)", ("A singular", "B plain", "B noun")),
    "not": Pattern(r"(?P<be>is|was|are|were) not (?P<B>(?!an? |only|just|exclusively).+)", ("B plain",)),
    "incapable": Pattern(f"{_BE} incapable of being (?P<B>.+)", ("B plain",)),
    "did not": Pattern("(?P<do>did|does) not (?P<base>[a-z]+) (?P<B>.+)", ("B plain", "base verb")),
    "has yet to": Pattern("has yet to (?P<base>[a-z]+)(?: (?P<B>.+))?", ("B plain", "base verb")),
    "refused to": Pattern("(?P<verb>refused|refuses) to (?P<B>(?!ever|be )[a-z]+ .+)", ("B plain",)),
    "refused to be": Pattern("(?P<verb>refused|refuses) to (?:ever )?be (?P<B>.+)", ("B plain",)),
    "released": Pattern("(?P<be>was) released (?P<in>in|on) (?P<B>.+)", ("A singular", "B time")),
    "came out": Pattern("(?P<verb>came out|premiered|debuted) (?P<in>in|on) (?P<B>.+)", ("B time",)),
    "located in": Pattern(f"{_BE} (?:located |situated )?in (?P<B>.+)", ("A no person", "B place")),
    "from": Pattern(f"{_BE} from (?P<B>.+)", ("A singular", "B place")),
    "based on": Pattern(f"{_BE} based on (?P<B>.+)", ("A singular", "B plain", "B phrase")),
    "made by": Pattern(f"(?P<be>was) (?P<participle>{_MADE}) by (?P<B>.+)", ("A singular", "B plain", "B one name")),
    "made": Pattern(f"(?P<verb>{_MADE_ACTIVELY}) (?P<B>.+)", ("A plain", "B plain", "B one title")),
    "the … of": Pattern(
        f"{_BE} the (?P<B>.+? of) (?P<C>.+)", ("A singular", "A name", "B plain", "C plain", "C phrase")
    ),
    "the": Pattern(f"{_BE} the (?P<B>.+)", ("A singular", "B plain")),
    "one of": Pattern(f"{_BE} one of (?P<B>the .+)", ("A singular", "B plain")),
    "part of": Pattern(f"{_BE} part of (?P<B>.+)", ("A singular", "B plain", "B phrase")),
    "known as": Pattern("is (?:also )?(?:known as|called) (?P<B>.+)", ("A singular", "B plain", "B one title")),
    "nominated for": Pattern("(?P<be>was) nominated for (?P<B>.+)", ("A singular", "B plain", "B phrase")),
    "appeared in": Pattern("(?P<verb>appeared|appears) in (?P<B>.+)", ("A plain", "B plain", "B phrase")),
    "acted in": Pattern("acted in (?P<B>.+)", ("A plain", "B plain", "B phrase")),
    "did": Pattern("(?P<verb>[a-z]+) (?P<B>.+)", ("A plain", "verb finite", "B plain", "B no scope")),
    "is": Pattern(
        f"{_BE} (?P<B>(?:[A-Za-z-]+|(?:in|on|at|by|about|with) .+))",
        ("A singular", "predicate of place or quality", "B plain", "B no scope"),
    ),
    "has done": Pattern(
        "(?P<have>has|have) (?P<B>(?!been )[a-z]+ .+)", ("A plain", "B participle", "B plain", "B no scope")
    ),
    "passive": Pattern(
        r"(?P<be>is|was|are|were) (?P<B>(?!born|directed|based|released in|released on|nominated)[a-z]+ .+)",
        ("passive", "B plain", "B no scope"),
    ),
    "are": Pattern(r"(?P<be>are|were) (?P<B>.+)", ("A plain", "B plain", "B no scope")),
    "can": Pattern("can (?P<B>[a-z]+.*)", ("A plain", "B plain", "B no scope")),
    "has been": Pattern("(?P<have>has|have) been (?P<B>.+)", ("B plain", "B no scope")),
    "has a": Pattern("(?P<verb>has|had) (?P<a>an?) (?P<B>.+)", ("B plain", "B noun", "B no scope")),
    "founded in": Pattern(
        "(?P<be>was) (?P<participle>founded|established|formed) (?P<in>in|on) (?P<B>.+)", ("A singular", "B time")
    ),
    "took place": Pattern("took place (?P<in>in|on|at) (?P<B>.+)", ("A plain", "B plain", "B phrase")),
}  # fmt: skip
