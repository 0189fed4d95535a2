"""What somebody says of a perturbation, and that it counts in reports at once."""

from dataclasses import dataclass

from sqlalchemy import Connection

from stumper.store.store import record_judgements
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class Opinion:
    """The answers to the three questions of judging, and a reason in a word."""

    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str = ""

    @property
    def answers(self) -> tuple[bool, bool, bool]:
        """What two may disagree on."""
        return self.grammatical, self.label_correct, self.on_task


def record_opinion(connection: Connection, perturbation_id: str, person_id: str, opinion: Opinion) -> None:
    """The opinion is the person's judgement of the perturbation, which reports weigh."""
    judgement = Judgement(perturbation_id, person_id, *opinion.answers, note=opinion.note, judge="person")
    record_judgements(connection, [judgement])
