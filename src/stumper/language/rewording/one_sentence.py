"""The parse of a text that is one sentence."""

import re
from collections.abc import Sequence

from stumper.language.parse import Parse
from stumper.language.pipeline import parses
from stumper.text import words

LONGEST_PARSED = 150  # words of a text that is parsed: what is longer is no sentence


def parsed(text: str, pipeline: str) -> Parse | None:
    """The parse of one sentence; None where it is too long for one, or the parser takes it for several."""
    return parsed_each([text], pipeline)[0]


def parsed_each(texts: Sequence[str], pipeline: str) -> list[Parse | None]:
    """What ``parsed`` gives for each text; together they take half the time, and those met lately none."""
    fit = [text for text in dict.fromkeys(texts) if _may_be_one(text)]
    found = {text: parse for text, parse in zip(fit, parses(fit, pipeline), strict=True) if len(parse.sentences) == 1}
    return [found.get(text) for text in texts]


def _may_be_one(text: str) -> bool:
    return len(words(text)) <= LONGEST_PARSED and not _RUN_TOGETHER.search(text)


_RUN_TOGETHER = re.compile(r"[.!?]\[[^\]]*\] +[A-Z]")  # two sentences with a reference mark between them
