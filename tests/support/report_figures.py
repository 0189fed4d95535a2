"""The figures of a report as the values that its sections were made of, for tests to look at."""

from dataclasses import dataclass

from stumper.reports import Report, led_by
from stumper.sections.play import Play
from stumper.store.values import from_text, to_text
from stumper.tasks.quizbowl.section.build import with_play
from stumper.tasks.quizbowl.section.figures import Quizbowl
from stumper.tasks.reading.section.figures import Analysis, AttackType, Curve, Row, Sliced, Tested
from stumper.tasks.verification.section.figures import Verification


@dataclass(frozen=True)
class Figures:
    """What a report has by the keys of its JSON."""

    notes: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    attack_types: tuple[AttackType, ...] = ()
    curves: tuple[Curve, ...] = ()
    analyses: tuple[Analysis, ...] = ()
    capabilities: tuple[Tested, ...] = ()
    slices: tuple[Sliced, ...] | None = ()
    verification: tuple[Verification, ...] = ()
    quizbowl: Quizbowl | None = None


def figures(report: Report) -> Figures:
    """Those of the tasks that the report tells of."""
    return from_text(Figures, to_text(report.figures))


def played(report: Report, play: Play) -> Report:
    """The report with how people and machines play."""
    return led_by(report, with_play(report.section("quizbowl"), play))
