"""Tossups, as one value."""

from stumper.task import Task
from stumper.tasks.quizbowl.constraints import CONSTRAINTS
from stumper.tasks.quizbowl.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.quizbowl.goals import GOALS
from stumper.tasks.quizbowl.judging import judgeable
from stumper.tasks.quizbowl.kinds import BUZZ_LOG, MATCH_LOG
from stumper.tasks.quizbowl.listening import LISTENING
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
    collected=collected,
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    files=(MATCH_LOG, BUZZ_LOG),
    listening=LISTENING,
    evaluates_plain=True,
    rank=3,
)
