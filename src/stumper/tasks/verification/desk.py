"""What people do with claims: they change them and say what is true of them now, and judge."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.plain_desk import edits_between
from stumper.tasks.verification.claim import Claim, claim_of
from stumper.tasks.verification.constraints import BY_PEOPLE, OPPOSITES
from stumper.tasks.verification.evidence import counted_sentences
from stumper.tasks.verification.fever import Fever
from stumper.tasks.verification.goals import GOALS
from stumper.types import Answer, Example, Gold, Passage, Perturbation
from stumper.writing_desk import DeskWords, Shown, WritingDesk

SENTENCE = "Humphrey Bogart plays Rick Blaine, an American who owns a nightclub in Morocco."
PRACTICE = Example(
    "practice",
    Claim("Humphrey Bogart plays a nightclub owner in Casablanca.", (Passage("", SENTENCE, "Casablanca"),)),
    Gold((Answer("SUPPORTS"),)),
)


def perturbed(example: Example, text: str, stated: str | None = None, kinds: Sequence[str] = ()) -> Perturbation:
    """The claim with this text; ``stated`` is what its author says that it is now, None where it is as before.

    ``kinds`` are the types of attack that the author sees in it.
    """
    claim, gold = claim_of(example.query), example.gold
    before = gold.answers[0].text
    after = stated or before
    swaps = OPPOSITES.get(before) == after
    return Perturbation(
        example.id,
        replace(claim, text=text),
        replace(gold, answers=(Answer(after),)) if after != before else gold,
        tuple(replace(edit, swaps_label=swaps) for edit in edits_between(claim.text, text, "claim", kinds)),
    )


DESK = WritingDesk(
    work=frozenset({"write", "judge", "adjudicate"}),
    words=DeskWords(
        editor="The claim",
        change="Change the claim so that the model judges it wrongly. Say below what is true of your new claim.",
        how="You get a claim. Change it so that the model judges it wrongly, while a careful person who knows the "
        "facts would judge it rightly.",
        judged="Is it a claim that one can check?",
        hint="No, if it is an opinion, a question, or says nothing.",
        stated="By the facts, your claim is",
    ),
    goal=GOALS["label_wrong"],
    constraints=BY_PEOPLE,
    field="claim",
    shown=lambda example: Shown(example.query.text),
    perturbed=perturbed,
    practice=PRACTICE,
    datasets=("verification", "oracle:verification"),
    parsed=(Fever,),
    choices={"SUPPORTS": "Supported", "REFUTES": "Refuted", "NOT ENOUGH INFO": "Not decided"},
    found=lambda prediction: counted_sentences(prediction.evidence),
)
