"""Questions, claims and tossups about a small harbour town, for tests."""

from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Passage

LIGHTHOUSE = Passage("lighthouse", "The lighthouse was lit in 1874 by Ada Thorn. She kept it for forty years.")
HARBOUR = Passage(
    "harbour",
    "Lowmere was a village of nine houses until the railway came. The harbour, dug by hand between 1850 and 1856, "
    "brought salt and timber; the first mayor, Josef Brandt, a cooper's son, then had the streets paved with stones "
    "that ships had carried as ballast. In the winter of 1861 the sea broke the northern wall, and the wall was built "
    "again with oak from the hills behind the town.",
)
QUESTIONS: tuple[Question, ...] = (
    Question("Who lit the lighthouse?", LIGHTHOUSE),
    Question("For how long did she keep it?", LIGHTHOUSE),
    Question("Who was the first mayor of Lowmere?", HARBOUR),
    Question("With what was the wall built again after the sea had broken it in the winter of 1861?", HARBOUR),
    Question("When?", HARBOUR),
)
CLAIMS: tuple[Example, ...] = tuple(
    Example(id, Claim(text), Gold((Answer(label),), evidence_sets=sets))
    for id, text, label, sets in (
        ("claim-1", "Ada Thorn was a lighthouse keeper.", "SUPPORTS", (frozenset({"Lighthouse:0"}),)),
        ("claim-2", "The harbour of Lowmere was dug in 1911.", "REFUTES", (frozenset({"Lowmere:1"}),)),
        ("claim-3", "Josef Brandt was an American mayor.", "NOT ENOUGH INFO", ()),
    )
)
TOSSUPS: tuple[Example, ...] = tuple(
    Example(id, Tossup(text), gold)
    for id, text, gold in (
        (
            "tossup-1",
            "The keeper Ada Thorn described this port in a diary of forty years. Goats grazed on its northern wall, "
            "which oak was brought to mend. For 10 points, name this harbour town whose first mayor was Josef Brandt.",
            Gold((Answer("Lowmere"),), rejects=("Highmere",)),
        ),
        (
            "tossup-2",
            "Her lamp burned whale oil until 1881. This woman wrote that the sea keeps better time than the church. "
            "For 10 points, name this keeper who lit the lighthouse of Lowmere in 1874.",
            Gold((Answer("Ada Thorn"), Answer("Thorn")), prompts=("the keeper",)),
        ),
    )
)
EXAMPLE = Example("lighthouse-1", QUESTIONS[0], Gold((Answer("Ada Thorn", 34),)))
