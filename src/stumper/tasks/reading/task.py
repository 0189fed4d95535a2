"""Questions about paragraphs, as one value."""

from stumper.task import Slice, Task, later
from stumper.tasks.reading.capabilities import capability
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

_SLICES = "stumper.tasks.reading.slices"

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
    absent=dict.fromkeys(("notes", "rows", "attack_types", "curves", "analyses", "capabilities", "slices"), ()),
    noting=later("stumper.tasks.reading.section.abstaining", "noting"),
    counts_variants=False,
    variants_by_id=True,
    knows_unanswerable=True,
    groups=groups,
    slices={
        "overlap": Slice(later(_SLICES, "overlap"), "words of the question in the key sentence", is_share=True),
        "paragraph_words": Slice(later(_SLICES, "paragraph_words"), "words of the paragraph"),
        "answer_type": Slice(later(_SLICES, "answer_type"), "type of answer"),
        "answer_position": Slice(later(_SLICES, "answer_position"), "place of the answer", is_share=True),
    },
    capability=capability,
    called="reader",
    rank=1,
)
