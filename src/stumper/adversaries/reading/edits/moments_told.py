"""Whether a time can be told in a sentence of its own, behind what happened then."""

import re

from stumper.language.clauses import FINITE
from stumper.language.parse import Parse

_YEAR = re.compile(r"(?:1\d|20)\d\d(?:s|[–-]\d+)?")


def tells_of_another_time(parse: Parse, first: int) -> bool:
    """Whether what a sentence says from this token on has a year or a second finite verb, to which *This happened* or
    *This was* behind it may point: *Ada left when the mill burned.* *This was in 1871.*
    """
    rest = parse.tokens[first:]
    return sum(token.tag in FINITE for token in rest) > 1 or any(_YEAR.fullmatch(token.text) for token in rest)
