"""Bonuses, as one value: beside tossups what a quizbowl match is made of, asked part by part."""

from stumper.answer_goal import AnswerGoal
from stumper.constraints import same_example
from stumper.protocols import Goal
from stumper.task import Task, later
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.bonuses.files import media_of
from stumper.tasks.quizbowl.bonuses.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.quizbowl.bonuses.scoring import SCORING, accepted
from stumper.tasks.quizbowl.bonuses.wire import WIRE
from stumper.tasks.quizbowl.judging import judgeable_part

GOALS: dict[str, Goal] = {"part_missed": AnswerGoal("part_missed", accepted)}
BONUS = Task(
    name="bonus",
    query=BonusPart,
    unit="bonus part",
    wire=WIRE,
    goals=GOALS,
    constraints=(same_example,),
    scoring=SCORING,
    formats=FORMATS,
    suffix=".jsonl",
    predictions=PREDICTIONS,
    collected=collected,
    write_perturbed=write_perturbed,
    judgeable=judgeable_part,
    section=later("stumper.tasks.quizbowl.bonuses.section", "section"),
    absent={"bonus": ()},
    noting=later("stumper.tasks.quizbowl.bonuses.section", "noting"),
    called="guesser",
    media=media_of,
    rank=4,
)
