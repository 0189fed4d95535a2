"""What a changed paragraph looks like."""

import pytest

from stumper.people.writing.attack_types import ATTACK_TYPES, proposed, types_for
from stumper.registry import task_of
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Passage
from stumper.writing_desk import Shown

BORN = "Suleiman was born in Trabzon in November 1494."
FATHER = "His father Selim ruled the large province, and the people obeyed him."
DIED = "Suleiman died in his tent near Szigetvar."
TEXT = f"{BORN} {FATHER} {DIED}"
EXAMPLE = Example("q", Question("Where was Suleiman born?", Passage("p", TEXT)), Gold((Answer("Trabzon", 21),)))


def shown(example: Example) -> Shown:
    desk = task_of(example.query).desk
    assert desk is not None
    return desk.shown(example)


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        ((), TEXT),
        ((), TEXT.replace(". ", ".  ")),
        (("ablate",), f"{BORN} {DIED}"),
        (("reorder",), f"{DIED} {BORN} {FATHER}"),
        (("distract",), f"{TEXT} It was not in Bursa that Suleiman was born."),
        (("elongate",), f"{TEXT} The weather was mild."),
        (("elongate",), TEXT.replace("Suleiman was", "Suleiman, as is well known, was")),
        (("garbage",), TEXT.replace("born in", "born [qxzvk] in")),
        (("garbage",), f"{TEXT} Xkcdq zzzptk."),
        (("misspell",), TEXT.replace("province", "prvoince")),
        (("misspell",), TEXT.replace("Trabzon", '"Trabzon"')),
        (("synonym",), TEXT.replace("large", "big")),
        (("merge",), f"{BORN[:-1]}, and his father Selim ruled the large province, and the people obeyed him. {DIED}"),
        (("split",), f"{BORN} His father Selim ruled the large province. The people obeyed him. {DIED}"),
        (("coreference",), f"{BORN} {FATHER} {DIED.replace('Suleiman', 'He')}"),
        (("paraphrase",), TEXT.replace(BORN, "It was in Trabzon that Suleiman was born in November 1494.")),
        (("ablate", "misspell"), f"{BORN.replace('born', 'bron')} {DIED}"),
        (("ablate",), ""),
    ],
)  # fmt: skip
def test_the_types_that_a_text_looks_like(kinds: tuple[str, ...], text: str) -> None:
    assert proposed(shown(EXAMPLE), text) == kinds


def test_a_claim_is_looked_at_as_one_sentence() -> None:
    claim = Example("c", Claim("Selim ruled a large province."), Gold((Answer("SUPPORTS"),)))
    assert proposed(shown(claim), "Selim ruled a big province.") == ("synonym",)
    assert proposed(shown(claim), "Selim, whom everybody feared, ruled a large province.") == ("elongate",)


def test_there_are_eleven_types_and_each_is_a_context_edit() -> None:
    from stumper import registry

    edits = {name.removeprefix("edit-") for name in registry.names("adversary") if name.startswith("edit-")}
    assert set(ATTACK_TYPES) == edits - {
        "combined",
        "search",
        "answer",
        "withhold",
    }  # one edit alone, which keeps the answer
    assert len(ATTACK_TYPES) == 11


def test_a_claim_is_offered_what_can_be_done_to_a_claim() -> None:
    claim = Example("c", Claim("Selim ruled a large province."), Gold((Answer("SUPPORTS"),)))
    assert set(ATTACK_TYPES) - set(types_for(shown(claim))) == {"distract", "merge", "reorder"}
    longer = Example("c", Claim("Selim ruled. He was feared."), Gold((Answer("SUPPORTS"),)))
    assert set(ATTACK_TYPES) - set(types_for(shown(longer))) == {"distract"}
    question = Example("q", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))
    assert types_for(shown(question)) == ATTACK_TYPES
