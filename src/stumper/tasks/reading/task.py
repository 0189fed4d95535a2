"""Questions about paragraphs, as one value."""

from stumper.task import Task, later
from stumper.tasks.reading.constraints import CONSTRAINTS
from stumper.tasks.reading.desk import DESK
from stumper.tasks.reading.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.reading.goals import GOALS
from stumper.tasks.reading.grouping import groups
from stumper.tasks.reading.judging import judgeable
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.rows import ROWS
from stumper.tasks.reading.scoring import SCORING
from stumper.tasks.reading.wire import WIRE

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
    rows=ROWS,
    collected=collected,
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    desk=DESK,
    section=later("stumper.tasks.reading.section.build", "section"),
    absent={"notes": (), "rows": (), "attack_types": (), "curves": (), "analyses": ()},
    counts_variants=False,
    variants_by_id=True,
    groups=groups,
    called="reader",
    rank=1,
)
