"""Clues: what a sentence shares with past questions."""

from pathlib import Path

import pytest

from stumper.errors import BadData, BadOutput
from stumper.retrieval.clues import FLOOR, About, Clues

TEXTS = (
    About("1", "Velm", "This river rises in the Harrow hills. The town of Brandt lies on it."),
    About("2", "Velm", "Barges carry slate down this river. Its mouth is a marsh of reeds."),
    About("3", "Orland", "This country mined slate for a century. Its queen wore no crown."),
    About("4", "Harrow", "A mill gave this town its bread. Herons nest on the roof of its church."),
)


@pytest.fixture
def clues() -> Clues:
    return Clues.build(TEXTS)


def best(clues: Clues, sentence: str) -> str:
    found = clues.found(sentence)
    return clues.answers[max(found, key=lambda number: found[number].score)]


def test_answer_whose_clue_shares_rare_words_scores_highest(clues: Clues) -> None:
    assert best(clues, "Slate went down this river on barges.") == "Velm"
    assert best(clues, "Herons nest here.") == "Harrow"


def test_words_that_every_question_has_speak_for_nothing(clues: Clues) -> None:
    assert clues.found("For 10 points, name this.") == {}
    assert clues.found("") == {}


def test_clues_are_found_by_number_with_their_sentences(clues: Clues) -> None:
    [found] = clues.found("Herons nest on its roof.").values()
    assert [clues.clue(number) for number in found.clues] == ["Herons nest on the roof of its church."]
    assert sum(found.clues.values()) == pytest.approx(found.score)


def test_rarer_terms_are_worth_more(clues: Clues) -> None:
    river, slate = clues.terms("herons slate")[:2]
    assert clues.rarity(river) > clues.rarity(slate) > FLOOR


def test_folder_gives_what_memory_gives(clues: Clues, tmp_path: Path) -> None:
    Clues.build(TEXTS, tmp_path / "clues")
    opened = Clues.open(tmp_path / "clues")
    assert opened.fingerprint == clues.fingerprint
    assert list(opened.about()) == list(TEXTS)
    assert opened.found("Slate and barges.") == clues.found("Slate and barges.")


def test_fingerprint_is_of_the_content(clues: Clues) -> None:
    assert Clues.build(TEXTS).fingerprint == clues.fingerprint
    assert Clues.build(TEXTS[:3]).fingerprint != clues.fingerprint


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(BadData, match="no questions"):
        Clues.build(())


def test_what_stands_in_the_way_is_kept(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadOutput, match="exists already"):
        Clues.build(TEXTS, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_folder_without_clues_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="holds no clues"):
        Clues.open(tmp_path)


def test_damaged_folder_is_an_error(tmp_path: Path) -> None:
    Clues.build(TEXTS, tmp_path / "clues")
    (tmp_path / "clues" / "answer_of.bin").unlink()
    with pytest.raises(BadData, match="damaged"):
        Clues.open(tmp_path / "clues")
