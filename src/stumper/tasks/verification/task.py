"""Claims, as one value."""

from stumper.task import Task, later
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import CONSTRAINTS
from stumper.tasks.verification.desk import DESK
from stumper.tasks.verification.fever import given
from stumper.tasks.verification.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.verification.goals import GOALS
from stumper.tasks.verification.grouping import groups
from stumper.tasks.verification.judging import judgeable
from stumper.tasks.verification.rows import ROWS
from stumper.tasks.verification.scoring import SCORING
from stumper.tasks.verification.wire import WIRE

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
    rows=ROWS,
    collected=collected,
    given=given,
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    desk=DESK,
    section=later("stumper.tasks.verification.section.build", "section"),
    absent={"verification": ()},
    noting=later("stumper.tasks.verification.section.claims", "noting"),
    variants_by_id=True,
    groups=groups,
    called="verifier",
    rank=2,
)
