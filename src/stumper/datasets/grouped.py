"""What an example shares with others, as files of any task write it beside the example: ``"groups": {"doc": "a"}``."""

from collections.abc import Mapping

from stumper.buzz import Buzz
from stumper.errors import BadData
from stumper.shown import shown
from stumper.types import ORIGINAL, Example

KEY = "groups"


def written_groups(one: Example | Buzz) -> dict[str, object]:
    """What stands beside an example or a buzz; nothing, where it says of no groups."""
    return {KEY: dict(one.groups)} if one.groups else {}


def read_groups(node: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """The groups that stand beside an example; BadData where what stands there is no object of texts, or
    names a group as examples themselves are called."""
    groups = node.get(KEY)
    if groups is None:
        return ()
    if not isinstance(groups, dict) or not all(isinstance(label, str) for label in groups.values()):
        raise BadData(f"{KEY!r} is {shown(groups)}, not an object of texts. Write each group as NAME: TEXT there, or "
                      "take it out")  # fmt: skip
    if ORIGINAL in groups:
        raise BadData(f"{KEY!r} names a group {ORIGINAL!r}, as each example by itself is called. Rename it")
    return tuple(groups.items())
