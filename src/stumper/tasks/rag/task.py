"""Questions to retrieval-augmented systems, as one value."""

from stumper.task import Task, later
from stumper.tasks.rag.constraints import CONSTRAINTS
from stumper.tasks.rag.formats import FORMATS, PREDICTIONS, collected, write_perturbed
from stumper.tasks.rag.goals import GOALS
from stumper.tasks.rag.grouping import groups
from stumper.tasks.rag.judging import judgeable
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.scoring import SCORING
from stumper.tasks.rag.wire import WIRE

# By kind of edit, what a system must be able to do to answer a changed question, or one with other passages behind it:
# a capability (Ribeiro et al. 2020).
BY_KIND = {
    "passage sent": "distraction", "passage conflict": "source criticism", "passage distract": "distraction",
    "passage order": "position", "passage withhold": "abstention", "passage shortcut": "multi-hop",
    "passage poison": "source criticism", "passage inject": "instructions", "passage search": "distraction",
    "in passage": "reading", "question presupposition": "abstention", "question misspelling": "robustness",
    "question inflection": "morphology", "question paraphrase": "vocabulary", "SEARs": "vocabulary",
}  # fmt: skip


def capability(kind: str, family: str) -> str:
    """What a kind of edit tests, of several each once in the order of letters; empty where nothing is known of it."""
    return ", ".join(sorted({BY_KIND.get(one, "") for one in kind.split(" + ")} - {""}))


RAG = Task(
    name="rag",
    query=OpenQuestion,
    unit="open question",
    wire=WIRE,
    goals=GOALS,
    constraints=CONSTRAINTS,
    scoring=SCORING,
    formats=FORMATS,
    suffix=".jsonl",
    predictions=PREDICTIONS,
    collected=collected,
    given=later("stumper.tasks.rag.given", "given"),
    without_passages=later("stumper.tasks.rag.given", "without_passages"),
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    section=later("stumper.tasks.rag.section.build", "section"),
    absent={"rag": ()},
    noting=later("stumper.tasks.rag.section.blame", "noting"),
    knows_unanswerable=True,
    groups=groups,
    capability=capability,
    called="retrieval-augmented system",
    rank=4,
)
