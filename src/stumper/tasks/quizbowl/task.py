"""Tossups, as one value."""

from stumper.listening import BUZZ_LOG, MATCH_LOG, NO_DETAILS, Details, Listening, PlayReport
from stumper.protocols import Dataset
from stumper.task import Task, later
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.constraints import CONSTRAINTS
from stumper.tasks.quizbowl.desk import DESK
from stumper.tasks.quizbowl.files import Quizbowl, read
from stumper.tasks.quizbowl.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.quizbowl.goals import GOALS
from stumper.tasks.quizbowl.grouping import groups
from stumper.tasks.quizbowl.guesses import write_guessed
from stumper.tasks.quizbowl.judging import judgeable
from stumper.tasks.quizbowl.kinds import TOURNAMENT
from stumper.tasks.quizbowl.rows import ROWS
from stumper.tasks.quizbowl.scoring import SCORING
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.wire import WIRE


def _details(data: Dataset, id: str) -> Details:
    return data.details.get(id, NO_DETAILS) if isinstance(data, Quizbowl) else NO_DETAILS


LISTENING = Listening(
    beginning=Tossup,
    heard=match_answer,
    details=_details,
    read=read,
    classes=lambda examples: answer_classes([examples]),
    write_guesses=write_guessed,
    play=PlayReport(
        figures=later("stumper.tasks.quizbowl.section.play", "play"),
        sentences=later("stumper.tasks.quizbowl.section.sentences", "of_play"),
        section=later("stumper.tasks.quizbowl.section.build", "with_play"),
    ),
)


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
    media=lambda data, id: _details(data, id).media,
    groups=groups,
    called="guesser",
    rank=3,
)
