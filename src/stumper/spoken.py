"""What a language model says in a reply: without what it thinks aloud, and what it marks as its answer."""

import re

QUOTES = " \t`*_\"'“”‘’"
MARKED = re.compile(r"^\W*(?:final )?answer\W*[:=]\W*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL)


def spoken(text: str) -> str:
    """The reply without what the model thought aloud."""
    return _THOUGHT.sub("", text).strip()


def ended(said: str) -> str:
    """Without the full stop of a sentence, which is not that of "U.S."."""
    if said.endswith(".") and "." not in said.split()[-1][:-1]:
        return said[:-1].rstrip(QUOTES)
    return said
