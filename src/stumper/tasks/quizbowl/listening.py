"""How tossups are read out and answered meanwhile."""

from stumper.listening import NO_DETAILS, Details, Listening, PlayReport
from stumper.protocols import Dataset
from stumper.task import later
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.files import Quizbowl, read
from stumper.tasks.quizbowl.guesses import write_guessed
from stumper.tasks.quizbowl.tossup import Tossup


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
