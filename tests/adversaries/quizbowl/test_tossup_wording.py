"""What a careful reader found wrong in changed tossups, and would not find again."""

from random import Random

import pytest

from stumper.adversaries.quizbowl.obfuscate import TossupObfuscate
from stumper.adversaries.quizbowl.paraphrase import TossupParaphrase
from stumper.adversaries.quizbowl.reorder import TossupReorder
from stumper.adversaries.quizbowl.synonym import TossupSynonym
from stumper.protocols import Adversary
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Example, Gold, Prediction, Verdict

GIVEAWAY = "For 10 points, name this harbour town."


def proposed(adversary: Adversary, *clues: str) -> list[str]:
    """The first batch for a tossup of these clues, without its giveaway."""
    example = Example("t", Tossup(" ".join((*clues, GIVEAWAY))), Gold((Answer("Lowmere"),)))
    search = adversary.attack(example, Verdict(Prediction((), None), 1.0, 1.0), Random(0))
    batch = next(search, [])
    return [perturbation.query.text.removesuffix(f" {GIVEAWAY}") for perturbation in batch]


@pytest.mark.parametrize(
    "clue",
    [
        "He wrote it in a “Declaration of the People.”",  # not a newspaper
        "Two boys of this town are named Cesar and Nestor.",
        "The sisters Elinor and Anna Bell lived in this town.",
        "This town has traps such as Razor House and the Bat House.",
        "She burned down Thornfield Hall near this town.",
        "It represents the grandfather in Peter and the Wolf.",
        "This man named his son Rahula, a word for a fetter.",
        "Ships kept away were invented by Ragusa.",
        "Stargazers traced it to Saturn, Jupiter and Mars.",
        "It is in the reduced Planck's constant.",
        "He studied in St. Cloud.",
        "The Latin saying on its gate is old.",
        "This town is in Billund, Denmark.",
        "Gifts came from Anna Bell, Stephen Hawking and Marie Curie.",
        "He was proved right by using Ricci flows.",
        "He learned the foxtrot and Boston in this town.",
        "This man defended a bridge over the Mississippi.",
        "Scientists at Cambridge saw this town.",
        "In the General Scholium he made nothing up.",
        "Two wolves, Geri and Freki, live in this town.",
        "The best known of them was Stephen Hawking.",
        "They founded the city of Fatehpur Sikri.",
        "Students at Columbia's film school saw this town.",
        "A novel of this town has the protagonist Mario Bell fall ill.",
        "Jerry Lewiswon a prize for a film about this town.",
        "This town was seen by the poet Anna Belland others.",
    ],
)
def test_what_is_no_free_name_of_a_known_thing_is_not_hidden(clue: str) -> None:
    assert proposed(TossupObfuscate(), clue) == []


@pytest.mark.parametrize(
    ("clue", "hidden"),
    [
        ("Lands of it were taken by Napoleon I.", "Lands of it were taken by a certain person."),
        ("It was ruled by the king Charles I.", "It was ruled by a certain king."),
        ("King Philip VI asked this town.", "A certain king asked this town."),
        ("Anna Bell met Stephen Hawking here.", "A certain person met another person here."),
        ("It came from Vienna to Berlin.", "It came from a certain city to another city."),
        ("Vienna traded with Vienna here.", "A certain city traded with that city here."),
        ("Greenpeace's ship lies here.", "A certain organization's ship lies here."),
        ("This plan was designed by Stephen Hawking.", "This plan was designed by a certain person."),
        ("Stephen Hawking defeated this mayor in a vote.", "A certain person defeated this mayor in a vote."),
        ("Anna Bell composed a poem here.", "A certain person composed a poem here."),
    ],
)
def test_a_hidden_name_is_said_by_no_more_than_is_known(clue: str, hidden: str) -> None:
    assert proposed(TossupObfuscate(), clue) == [hidden]


def test_a_name_of_which_a_part_is_said_again_stays() -> None:
    assert proposed(TossupObfuscate(), "Stephen Hawking lost a bet here.", "It was Hawking's third.") == []


@pytest.mark.parametrize(
    ("clue", "never"),
    [
        ("Supporters of this man burned down the colonial capital of Jamestown.", "Jamestown's colonial capital"),
        ("The sun god of these people was the patron of Izamal and was shown as a bird.", "was shown as a bird was"),
        ("Her tale is of a pilgrim caught in a storm who is refused entry.", "storm refused"),
        ("This town is measured on a scale developed by Anna Bell.", "that is developed"),
        ("A hall commissioned by this man has bronze doors.", "that is commissioned"),
        ("He distinguished between inner and outer questions, which was praised in 1951.", "questions, praised"),
        ("One clerk here gets carried away while playing and nearly falls.", "While playing and nearly falls,"),
        ("He wrote two books of preludes and fugues in all keys.", "were written by him in all keys"),
        ("In the end old men watch a maiden dance until she dies.", "Until she dies, in the end"),
        ("In the end old men watch a maiden dance until she dies.", "by in the end"),
        ("This ship was made by Harland and Wolff in Belfast.", "Wolff and Harland"),
        ("A war between the US and Britain took this town.", "the Britain and US"),
        ("A copy of one of these things located in the court is old.", "things that are located"),
        ("She sings a song after calling love a bird and seduces a man before being stabbed.", "sung by her"),
        ("Distillation gives the oil of this town.", "by Distillation"),
        ("The judge ruled against him here when he suspended the law.", "When he suspended the law, the judge"),
        ("Poets discussed what action performed by Anna Bell in 1963?", "that was performed"),
        ("Two heroes have powers because they were born at noon and include Shiva.", "Because they were"),
        ("He explained repetition by a drive beyond pleasure.", "by him by"),
        ("A metric named for this thinker, which is the subject of a theorem, is flat.", "thinker, the subject"),
    ],
)
def test_a_clue_is_not_said_in_a_way_that_changes_it(clue: str, never: str) -> None:
    assert not [text for text in proposed(TossupParaphrase(), clue) if never in text]


def test_who_did_it_is_somebody_and_what_did_it_is_something() -> None:
    assert "It was Anna Bell who saw this town." in proposed(TossupParaphrase(), "Anna Bell saw this town.")
    assert "It was the Pallantides that saw this town." in proposed(
        TossupParaphrase(), "The Pallantides saw this town."
    )


def test_a_question_mark_follows_its_word() -> None:
    example = Example(
        "t",
        Tossup("It is old. For 10 points, what town is between the salt and oil of wood and fish?"),
        Gold((Answer("X"),)),
    )
    search = TossupParaphrase().attack(example, Verdict(Prediction((), None), 1.0, 1.0), Random(0))
    assert not [p for p in next(search, []) if " ?" in p.query.text]


@pytest.mark.parametrize(
    "clue",
    [
        "The complex number of it is shown.",
        "This process needs one active site.",
        "One reason that it burns is known.",
        "He attacked this view in a pamphlet.",
        "She received a letter in this town.",
        "He argued with a friend about this town.",
        "Twenty people died of scurvy in this town.",
        "The poet crossed his arms in this town.",
        "They conducted a symphony in this town.",
        "He resigned his commission in this town.",
        "This town causes people to fall ill.",
        "He accounted for more famous mistakes.",
        "Laws build on this town.",
        "The most commonly used name of this town is short.",
        "The ones who fled this town were caught.",
    ],
)
def test_a_word_with_another_use_in_clues_stays(clue: str) -> None:
    worse = (
        "complicated location motive assaulted obtained maintained perished passed traversed carried stepped ran "
        "brings renowned construct usually"
    )
    for text in proposed(TossupSynonym(), clue):
        assert not set(worse.split()) & set(text.split())


def test_what_is_said_to_the_moderator_stays_where_it_is() -> None:
    clues = ("Description acceptable.", "Goats graze in this town.", "Sheep sleep in this town.")
    assert proposed(TossupReorder(), *clues) == [" ".join((clues[0], clues[2], clues[1]))]
    for adversary in (TossupParaphrase(), TossupSynonym(), TossupObfuscate()):
        assert all(text.startswith(clues[0]) for text in proposed(adversary, *clues))


@pytest.mark.parametrize(
    ("asking", "clue"),
    [
        ("This poet lived in the north.", "A man sits on a red couch without his hat."),
        ("This feeling grows with age.", "It's not learning, but makes people learn."),
        ("These whole numbers have no end.", "It is hard to recover two large ones from their product."),
    ],
)
def test_a_pronoun_that_may_stand_for_another_does_not_open_the_tossup(asking: str, clue: str) -> None:
    assert proposed(TossupReorder(), asking, clue) == []


def test_a_clue_that_points_to_another_by_that_stays_behind_it() -> None:
    clues = (
        "This author wrote of a house.",
        "Printed in 1800, that novel by this author is sad.",
        "This author slept.",
    )
    assert proposed(TossupReorder(), *clues) == [" ".join((clues[2], clues[0], clues[1]))]
