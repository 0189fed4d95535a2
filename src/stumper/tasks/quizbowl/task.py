"""Tossups, as one value."""

from stumper.listening import BUZZ_LOG, MATCH_LOG
from stumper.task import Task, later
from stumper.tasks.quizbowl.constraints import CONSTRAINTS
from stumper.tasks.quizbowl.desk import DESK
from stumper.tasks.quizbowl.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.quizbowl.goals import GOALS
from stumper.tasks.quizbowl.grouping import groups
from stumper.tasks.quizbowl.judging import judgeable
from stumper.tasks.quizbowl.kinds import TOURNAMENT
from stumper.tasks.quizbowl.listening import LISTENING
from stumper.tasks.quizbowl.rows import ROWS
from stumper.tasks.quizbowl.scoring import SCORING
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.wire import WIRE

QUIZBOWL = Task(
    name="quizbowl",
    query=Tossup,
    unit="tossup",
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
    section=later("stumper.tasks.quizbowl.section.build", "section"),
    absent={"quizbowl": None},
    files=(MATCH_LOG, BUZZ_LOG, TOURNAMENT),
    listening=LISTENING,
    groups=groups,
    called="guesser",
    rank=3,
)
