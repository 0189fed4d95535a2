"""The parse of a text that is one sentence."""

import re
from collections.abc import Sequence

from stumper.language.parse import Parse
from stumper.language.pipeline import load_pipeline
from stumper.text import words

LONGEST_PARSED = 150  # words of a text that is parsed: what is longer is no sentence


def parsed(text: str, pipeline: str) -> Parse | None:
    """The parse of one sentence; None where it is too long for one, or the parser takes it for several."""
    return parsed_each([text], pipeline)[0]


def parsed_each(texts: Sequence[str], pipeline: str) -> list[Parse | None]:
    """What ``parsed`` gives for each text; together they take half the time, and those met lately none."""
    known = {text: _LATELY[pipeline, text] for text in texts if (pipeline, text) in _LATELY}
    new = [text for text in dict.fromkeys(texts) if text not in known]
    fit = [text for text in new if len(words(text)) <= LONGEST_PARSED and not _RUN_TOGETHER.search(text)]
    found = dict(zip(fit, load_pipeline(pipeline).parse(fit) if fit else (), strict=True))
    for text in new:
        parse = found.get(text)
        known[text] = parse if parse is not None and len(parse.sentences) == 1 else None
        _LATELY[pipeline, text] = known[text]
    while len(_LATELY) > KEPT:
        _LATELY.pop(next(iter(_LATELY), ("", "")), None)
    return [known[text] for text in texts]


# Questions of one paragraph share their sentences, and so do the edits of one question; a parse is the same whatever
# else is parsed with it. The oldest go first.
KEPT = 1_000
_LATELY: dict[tuple[str, str], Parse | None] = {}
_RUN_TOGETHER = re.compile(r"[.!?]\[[^\]]*\] +[A-Z]")  # two sentences with a reference mark between them
