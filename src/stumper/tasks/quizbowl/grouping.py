"""What tossups share with others of their data set."""

from collections.abc import Mapping

from stumper.listening import Details
from stumper.types import Example

LEVELS = ("packet", "author", "answer_line")  # what tossups may share, coarsest first


def groups(example: Example) -> Mapping[str, str]:
    """The answer line: who knows one tossup on an answer knows the next."""
    return {"answer_line": example.gold.answers[0].text} if example.gold.answers else {}


def packet_of(details: Details) -> tuple[tuple[str, str], ...]:
    """The packet that a tossup stands in, which one team of editors has written; nothing where none is named."""
    of = details.set or details.tournament
    return (("packet", f"{of} {details.packet}".strip()),) if details.packet else ()
