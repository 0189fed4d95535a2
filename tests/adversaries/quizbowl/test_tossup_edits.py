"""What the adversaries of tossups propose, and what they leave alone."""

from collections.abc import Sequence
from random import Random

import pytest

from stumper.adversaries.quizbowl.obfuscate import TossupObfuscate
from stumper.adversaries.quizbowl.paraphrase import TossupParaphrase
from stumper.adversaries.quizbowl.reorder import TossupReorder
from stumper.adversaries.quizbowl.synonym import TossupSynonym
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.protocols import Adversary
from stumper.tasks.quizbowl.constraints import CONSTRAINTS as QUIZBOWL
from stumper.tasks.quizbowl.files import bundled
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.testing import TOSSUPS, check_adversary
from stumper.types import Answer, Example, Gold, Perturbation, Prediction, Verdict

EVERY: tuple[Adversary, ...] = (TossupObfuscate(), TossupParaphrase(), TossupReorder(), TossupSynonym())
GIVEAWAY = "For 10 points, name this harbour town."
RIGHT = Verdict(Prediction((), None), 1.0, 1.0)


def tossup(*clues: str) -> Example:
    return Example("t", Tossup(" ".join((*clues, GIVEAWAY))), Gold((Answer("Lowmere"),)))


def rounds(adversary: Adversary, example: Example, *scores: Sequence[float]) -> list[Sequence[Perturbation]]:
    """All batches, where what they hold gets these scores; 1.0 where none is given."""
    search, found = adversary.attack(example, RIGHT, Random(0)), []
    try:
        found.append(next(search))
        while True:
            given = scores[len(found) - 1] if len(found) <= len(scores) else [1.0] * len(found[-1])
            found.append(search.send([Verdict(Prediction((), None), score, score) for score in given]))
    except StopIteration:
        return found


def texts(adversary: Adversary, example: Example) -> list[str]:
    return [perturbation.query.text for batch in rounds(adversary, example) for perturbation in batch]


@pytest.mark.parametrize("adversary", EVERY, ids=lambda adversary: type(adversary).__name__)
@pytest.mark.parametrize("example", TOSSUPS, ids=lambda example: example.id)
def test_the_contract_of_adversaries_is_kept(adversary: Adversary, example: Example) -> None:
    check_adversary(adversary, example)


@pytest.mark.parametrize("adversary", EVERY, ids=lambda adversary: type(adversary).__name__)
def test_what_is_proposed_for_the_bundled_tossups_keeps_to_the_constraints(adversary: Adversary) -> None:
    faults = [
        (example.id, fault)
        for example in bundled().examples[::8]
        for batch in rounds(adversary, example)
        for perturbation in batch
        if (fault := broken(QUIZBOWL, example, perturbation)) is not None
    ]
    assert faults == []


@pytest.mark.parametrize("adversary", EVERY, ids=lambda adversary: type(adversary).__name__)
@pytest.mark.parametrize("text", ["Lowmere?", "He was.", "For 10 points, name this town.", "  this town  "])
def test_a_tossup_in_which_nothing_can_be_said_otherwise_is_left_alone(adversary: Adversary, text: str) -> None:
    assert rounds(adversary, Example("t", Tossup(text), Gold((Answer("Lowmere"),)))) == []


@pytest.mark.parametrize("adversary", EVERY, ids=lambda adversary: type(adversary).__name__)
def test_edits_say_how_the_text_was_made(adversary: Adversary) -> None:
    example = bundled().examples[0]
    for perturbation in (perturbation for batch in rounds(adversary, example) for perturbation in batch):
        text, done = "", 0
        for edit in perturbation.edits:
            assert (edit.field, bool(edit.kind), bool(edit.rule)) == ("tossup", True, True)
            text, done = text + example.query.text[done : edit.start] + edit.text, edit.end
        assert text + example.query.text[done:] == perturbation.query.text


def test_names_become_what_they_are_names_of_but_for_the_last_sentence() -> None:
    example = tossup("The clergyman John Michell loved this town.", "Stephen Hawking lost a bet in Vienna.")
    assert texts(TossupObfuscate(), example)[-1] == (
        f"A certain clergyman loved this town. A certain person lost a bet in a certain city. {GIVEAWAY}"
    )
    last = Example("t", Tossup("This man lost. For 10 points, name this friend of Stephen Hawking."), example.gold)
    assert rounds(TossupObfuscate(), last) == []


@pytest.mark.parametrize(
    "clue",
    [
        "A sister named Arsinoe was led through this town.",
        "Frederick the Great liked this town.",
        "It was as Warden of the Mint that he saw this town.",
        "This town has two gates, TOM and TIM.",
        "Two southern domains, Choshu and Satsuma, formed an alliance that carried it through.",
        "Characters of this work play in a contest which is won by paintings from an exile at Suma.",
        "He was tortured between two fires by a king whom he visited under the name of Grimnir.",
        "God answers out of the whirlwind and speaks of Behemoth and Leviathan.",
        "The owners hire two friends in Nantucket.",
        "At its end three daughters called Jemima, Kezia and Keren-happuch inherit together with their brothers.",
        "In The Curse of Minerva somebody reviled the man who took that from it.",
    ],
)
def test_a_name_whose_place_nothing_can_take_stays(clue: str) -> None:
    assert rounds(TossupObfuscate(), tossup(clue)) == []


def test_who_has_a_title_is_a_person() -> None:
    [text, *_] = texts(TossupObfuscate(), tossup("He and Shah Tahmasp made peace, under which he kept this town."))
    assert text.startswith("He and a certain shah made peace")


def test_what_the_bearer_does_says_what_they_are() -> None:
    assert "A certain composer composed" in texts(TossupObfuscate(), tossup("Anna Bell composed a song here."))[0]


def test_a_word_takes_the_form_of_the_one_that_it_stands_for_and_this_thing_stays() -> None:
    [text, *_] = texts(TossupSynonym(), tossup("A famous author bought this novel.", "He obtained a purchase."))
    assert text.startswith("A renowned ")
    assert "purchased this novel." in text


@pytest.mark.parametrize("clue", ["Name these whole numbers.", "He declared the trial void.", "A gas leaves the pot."])
def test_a_word_that_clues_use_otherwise_stays(clue: str) -> None:
    assert not any(clue not in text for text in texts(TossupSynonym(), tossup(clue)))


def test_clues_alone_come_before_all_together() -> None:
    example = tossup("A king bought this town.", "A queen bought it again.")
    [batch] = rounds(TossupSynonym(), example)
    changed = [len(perturbation.edits) for perturbation in batch]
    assert changed == [1, 1, 2]


def test_the_choices_that_do_most_harm_are_put_together() -> None:
    example = tossup("The mayor closed the gate in 1861.", "A sailor mended the wall in 1874.")
    first = rounds(TossupParaphrase(), example)[0]
    assert len(first) >= 5, "each sentence can be said in several ways"
    harm = [1.0 - 0.1 * place for place in range(len(first))]
    *_, last = rounds(TossupParaphrase(), example, harm)
    assert len(last[0].edits) == 2
    assert {edit.rule for edit in last[0].edits} != {edit.rule for edit in first[-1].edits}


def test_a_capital_that_only_opens_the_sentence_is_not_taken_for_a_name() -> None:
    example = tossup("Theologians examined her at this town.", "Legend says that all who met him were kept there.")
    assert not any(
        "It was Theologians" in text or "It is Legend" in text for text in texts(TossupParaphrase(), example)
    )


def test_a_clue_that_is_moved_to_the_front_says_what_is_asked_for() -> None:
    example = tossup("Goats graze on the walls of this town.", "It has oak from the hills.", "Its mayor slept.")
    batch = rounds(TossupReorder(), example)[0]
    assert [perturbation.query.text.split(". ")[0] for perturbation in batch] == [
        "This town has oak from the hills",
        "This town's mayor slept",
    ]
    assert all(perturbation.query.text.endswith(GIVEAWAY) for perturbation in batch)


@pytest.mark.parametrize(
    ("asking", "clue", "opening"),
    [
        ("Euclid showed that these whole numbers have no end.", "A sieve that finds them is named for Eratosthenes.",
         "A sieve that finds these whole numbers is named for Eratosthenes."),
        ("This body of words was printed in Cairo.", "Most of it is said to come from the Arabic.",
         "Most of this body is said to come from the Arabic."),
        ("This event began in the spring.", "Peasants burned deeds in their lords' houses.", None),
        ("Light cannot leave this object.", "Energy can be won from the ergosphere of a spinning one.", None),
        ("Goats graze in this harbour town.", "Nobody knows when sheep came.", None),
    ],
)  # fmt: skip
def test_only_a_clue_that_says_what_is_asked_for_comes_first(asking: str, clue: str, opening: str | None) -> None:
    found = [text for text in texts(TossupReorder(), tossup(asking, clue)) if not text.startswith(asking)]
    assert found == ([] if opening is None else [f"{opening} {asking} {GIVEAWAY}"])


def test_a_clue_that_goes_on_from_the_one_before_stays_behind_it() -> None:
    example = tossup("Goats graze here.", "However, this town has walls.", "Sheep sleep in this town.")
    [batch] = rounds(TossupReorder(), example)
    assert [perturbation.query.text for perturbation in batch] == [
        f"Sheep sleep in this town. Goats graze here. However, this town has walls. {GIVEAWAY}"
    ]


@pytest.mark.parametrize(
    "quoting",
    [
        'This town asked, "Is it here? It is this town."',
        "This town has a hall. That hall of this town is old.",
        "This town sings: “It was this town. We built this town.” ",
    ],
)
def test_quotations_and_what_points_back_are_not_torn_apart(quoting: str) -> None:
    found = texts(TossupReorder(), tossup("Goats graze in this town.", quoting.strip(), "Sheep sleep in this town."))
    assert found
    assert all(quoting.strip() in text for text in found)


def test_the_clue_that_helps_least_comes_first() -> None:
    example = tossup("One goat is in this town.", "Two goats are in this town.", "Six goats are in this town.")
    first, second = rounds(TossupReorder(), example, [0.5, 0.4])
    assert [perturbation.query.text.split()[0] for perturbation in first] == ["Two", "Six"]
    assert all(perturbation.query.text.startswith("Six") for perturbation in second)


@pytest.mark.parametrize(
    "make",
    [
        lambda: TossupParaphrase(candidates=0),
        lambda: TossupSynonym(candidates=0),
        lambda: TossupObfuscate(candidates=0),
        lambda: TossupSynonym(least_share=1.5),
    ],
)
def test_an_option_that_means_nothing_is_refused(make: type) -> None:
    with pytest.raises(BadOption, match=r"is a (number of 1 or more|share of 0 to 1), not"):
        make()
