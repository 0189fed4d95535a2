"""What readers are trained on: the questions of SQuADShifts."""

from pathlib import Path

from stumper.tasks.reading import squad
from stumper.types import Example

SOURCE = "squadshifts"  # whose ids these are
# The encyclopaedic part is nearest to what readers are used for, and is seen twice as often.
PARTS = {"new_wiki": 2, "reddit": 1, "amazon_reviews": 1}


def read_parts(data: Path) -> dict[str, tuple[Example, ...]]:
    """The questions of each part."""
    return {part: squad.read(data / "reading" / f"squadshifts-{part}.json.gz").examples for part in PARTS}
