"""Claims, as one value."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stumper.task import Task
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import CONSTRAINTS
from stumper.tasks.verification.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.verification.goals import GOALS
from stumper.tasks.verification.judging import judgeable
from stumper.tasks.verification.scoring import SCORING
from stumper.tasks.verification.wire import WIRE

if TYPE_CHECKING:
    from stumper.sections.ran import Ran
    from stumper.sections.section import Section


def _section(runs: "Sequence[Ran]", with_examples: bool = True) -> "Section":
    from stumper.tasks.verification.section.build import section  # what a report is made with would be long in loading

    return section(runs, with_examples)


VERIFICATION = Task(
    name="verification",
    query=Claim,
    unit="claim",
    wire=WIRE,
    goals=GOALS,
    constraints=CONSTRAINTS,
    scoring=SCORING,
    formats=FORMATS,
    suffix=".jsonl",
    predictions=PREDICTIONS,
    collected=collected,
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    section=_section,
    absent={"verification": ()},
    variants_by_id=True,
    rank=2,
)
