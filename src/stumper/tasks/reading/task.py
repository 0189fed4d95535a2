"""Questions about paragraphs, as one value."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stumper.task import Task
from stumper.tasks.reading.constraints import CONSTRAINTS
from stumper.tasks.reading.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.reading.goals import GOALS
from stumper.tasks.reading.judging import judgeable
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.scoring import SCORING
from stumper.tasks.reading.wire import WIRE

if TYPE_CHECKING:
    from stumper.sections.ran import Ran
    from stumper.sections.section import Section


def _section(runs: "Sequence[Ran]", with_examples: bool = True) -> "Section":
    from stumper.tasks.reading.section.build import section  # what a report is made with would be long in loading

    return section(runs, with_examples)


READING = Task(
    name="reading",
    query=Question,
    unit="question",
    wire=WIRE,
    goals=GOALS,
    constraints=CONSTRAINTS,
    scoring=SCORING,
    formats=FORMATS,
    suffix=".json",
    predictions=PREDICTIONS,
    collected=collected,
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    section=_section,
    absent={"notes": (), "rows": (), "attack_types": (), "curves": (), "analyses": ()},
    counts_variants=False,
    variants_by_id=True,
    rank=1,
)
