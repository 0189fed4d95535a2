"""Where a sentence is made two, as the embedded parser sees it."""

import pytest

from stumper.adversaries.reading.edits.cuts import cuts
from stumper.language.rewording.one_sentence import parsed


def made_of(text: str) -> dict[str, tuple[str, str]]:
    """The two sentences of each cut by its rule, but for the capital."""
    parse = parsed(text, "embedded")
    assert parse is not None
    return {
        cut.rule: tuple(
            " ".join(part if isinstance(part, str) else parse.span(*part) for part in parts).replace(" .", ".")
            for parts in (cut.first, cut.second)
        )
        for cut in cuts(parse)
    }


@pytest.mark.parametrize(
    ("rule", "text", "first", "second"),
    [
        (
            "means",
            "Ada Thorn paid for the mill by selling a house.",
            "Ada Thorn paid for the mill.",
            "Ada Thorn did so by selling a house.",
        ),
        (
            "end",
            "The fever came back in Lowmere until the 19th century.",
            "The fever came back in Lowmere.",
            "This lasted until the 19th century.",
        ),
        (
            "stop",
            "Great fires begin when dry wood is near; a flame, such as a spark, is needed to start one.",
            "Great fires begin when dry wood is near.",
            "a flame, such as a spark, is needed to start one.",
        ),
        (
            "last of a list",
            "Lowmere is the largest town in the county, and the oldest port on the coast.",
            "Lowmere is the largest town in the county.",
            "Lowmere is the oldest port on the coast.",
        ),
        (
            "opening participle",
            "Known as the Great Fire, it was one of the worst fires in the county.",
            "it was one of the worst fires in the county.",
            "It was known as the Great Fire.",
        ),
        (
            "new thing",
            "The Lowmere Rope Company (LRC) is an English company that is owned by the Thorn family.",
            "The Lowmere Rope Company (LRC) is an English company.",
            "The Lowmere Rope Company is owned by the Thorn family.",
        ),
        (
            "relative clause",
            "Salt is bad for small plants, which were the first form of life on land.",
            "Salt is bad for small plants.",
            "These plants were the first form of life on land.",
        ),
    ],
)
def test_what_one_sentence_tells_is_told_in_two(rule: str, text: str, first: str, second: str) -> None:
    assert made_of(text)[rule] == (first, second)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("new thing", "Eels make a shock that can stun or kill, while pike are known to bite."),
        ("means", "Ada Thorn did not pay by selling a house."),
        ("end", "The mill was not sold until the 19th century."),
        ("stop", "Ada sold three things: a lamp, which she had made, and two goats."),
        ("last of a list", "The review involves the choice of the drug and its use."),
    ],
)
def test_what_needs_the_rest_of_its_sentence_stays_in_it(rule: str, text: str) -> None:
    assert rule not in made_of(text)
