"""Questions of one answer, told by their answer lines alone."""

import pytest

from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Example


def of_lines(*lines: str) -> list[str]:
    """The class of each line, in order."""
    examples = tuple(Example(str(i), Tossup("Name it."), read_answer_line(line)) for i, line in enumerate(lines))
    classes = answer_classes([Quizbowl("mine", "", examples)])
    return [classes[example.id] for example in examples]


@pytest.mark.parametrize(
    "lines",
    [
        ("Günter Grass [or Günter Wilhelm Grass]", "Gunter Wilhelm Grass"),
        ("Republic of Guatemala [or Republica de Guatemala]", "Guatemala"),
        ("Fyodor Dostoyevsky", "Fyodor Dostoevsky"),
        ("the electron", "electrons"),
        ("Henry VIII", "King Henry the Eighth [or Henry VIII]"),
        ("DNA [or deoxyribonucleic acid]", "deoxyribonucleic acid [or DNA]"),
        ("W. H. Auden", "Wystan Hugh Auden"),
    ],
)
def test_lines_that_say_one_thing_are_one_class(lines: tuple[str, ...]) -> None:
    assert len(set(of_lines(*lines))) == 1


@pytest.mark.parametrize(
    "lines",
    [
        ("Louis XIV [prompt on Louis]", "Louis"),
        ("Louis XIV", "Louis XV"),
        ("food [accept wine]", "wine"),
        ("John Adams", "John Quincy Adams [do not accept John Adams]"),
        ("Battle of Vienna", "Vienna"),
        ("Andrew Jackson", "Andrew Johnson"),
        ("Slovenia", "Slovakia"),
        ("E. O. Wilson", "Edmund Wilson"),
        ("gardens [accept The Garden Party]", "The Garden Party"),
        ("Marbury v. Madison [accept either part]", "Madison"),
        ("George W. Bush", "George H. W. Bush"),
    ],
)
def test_lines_that_say_two_things_are_two_classes(lines: tuple[str, ...]) -> None:
    assert len(set(of_lines(*lines))) == 2


def test_the_commonest_main_answer_names_the_class() -> None:
    assert of_lines("Guatemala", "Republic of Guatemala", "Guatemala") == ["Guatemala"] * 3


def test_a_title_among_the_pages_names_the_class() -> None:
    example = Example("1", Tossup("Name it."), read_answer_line("photons"))
    assert answer_classes([Quizbowl("mine", "", (example,))], pages=["Photon"]) == {"1": "Photon"}
