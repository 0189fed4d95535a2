"""Systems that misbehave in every way that we know of, and what must come of asking them."""

from stumper.testing.hostile.report import HOSTILE_WAYS, Row, check_upstream, hostile_report, hostile_table, meet
from stumper.testing.hostile.running import Ending
from stumper.testing.hostile.ways import MEANINGS, Way

__all__ = [
    "HOSTILE_WAYS",
    "MEANINGS",
    "Ending",
    "Row",
    "Way",
    "check_upstream",
    "hostile_report",
    "hostile_table",
    "meet",
]
