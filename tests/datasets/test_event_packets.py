"""QANTA's packets since 2025: a word a token, marks for pictures, bonuses by part; read and written."""

from pathlib import Path

import pytest

from made_packets import TEXT, WORDS, bonus, tossup, written
from stumper.datasets.files import open_dataset, opened_dataset
from stumper.describing import convert, described
from stumper.errors import BadData, BadOption
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.bonuses.files import Bonuses
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.text import sentences, word_ends


def test_a_tossup_has_a_word_for_every_token(tmp_path: Path) -> None:
    path = written(tmp_path / "p.json", [tossup()])
    opened = opened_dataset(path)
    [example] = opened.dataset
    assert opened.form is not None
    assert opened.form.name == "QANTA 2025"
    assert (example.id, example.query.text) == ("ev-t-1", TEXT)
    assert len(word_ends(TEXT)) == len(WORDS)


def test_a_picture_and_a_pause_belong_to_the_sentence_before() -> None:
    assert [sentence.text for sentence in sentences(TEXT)] == [
        "This river meets the sea. [image] [pause]",
        "For ten points, name this river of Paris. [sound]",
    ]


def test_underlined_parts_and_further_clean_answers_are_accepted(tmp_path: Path) -> None:
    data = open_dataset(written(tmp_path / "p.json", [tossup()]))
    assert isinstance(data, Quizbowl)
    assert data.details["ev-t-1"].answer_line == "the <b><u>Seine</u></b> River"
    assert "La Seine" in {answer.text for answer in data.examples[0].gold.answers}


def test_what_files_of_pictures_are_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1.png").write_bytes(b"")
    data = open_dataset(written(tmp_path / "p.json", [tossup()]))
    assert isinstance(data, Quizbowl)
    assert data.details["ev-t-1"].media == ("pictures/1.png", "sounds/1.mp3")
    [note] = data.notes
    assert note.startswith(f"it names 2 pictures and sounds, of whose files 1 lie beside it, such as {tmp_path}")


@pytest.mark.parametrize("form", ["qanta-2025", "qanta"])
def test_a_tossup_written_so_reads_back(tmp_path: Path, form: str) -> None:
    first = written(tmp_path / "p.json", [tossup(answer="the Seine [or La Seine]", clean_answers=[])])
    assert convert(str(first), form, tmp_path / "again.json") == 1
    before, after = (open_dataset(path) for path in (first, tmp_path / "again.json"))
    assert isinstance(before, Quizbowl)
    assert isinstance(after, Quizbowl)
    assert [example.query for example in after] == [example.query for example in before]
    assert after.examples[0].gold == before.examples[0].gold
    assert after.details["ev-t-1"].media == before.details["ev-t-1"].media


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"qid": ""}, "question 2 has no 'qid'"),
        ({"qid": "ev-t-1"}, "the qid 'ev-t-1' is that of questions 1 and 2. Make them unique."),
    ],
)
def test_a_question_without_an_id_of_its_own_is_an_error(tmp_path: Path, wrong: dict[str, object], said: str) -> None:
    path = written(tmp_path / "p.json", [tossup(), tossup(**wrong)])
    with pytest.raises(BadData, match=said) as caught:
        open_dataset(path)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"answer": " "}, "there is no answer"),
        ({"tokens": [{"type": "text", "content": "two words", "position": 0}]}, "token 0 is 'two words', which is not"),
        ({"tokens": [{"type": "text", "content": "a", "position": 3}]}, "token 0 has the position 3"),
        ({"tokens": [{"type": "smell"}]}, "token 0 is neither a text, nor an image"),
    ],
)
def test_a_tossup_that_cannot_be_used_is_left_out(tmp_path: Path, wrong: dict[str, object], said: str) -> None:
    data = open_dataset(written(tmp_path / "p.json", [tossup(), tossup(qid="ev-t-2", **wrong)]))
    assert isinstance(data, Quizbowl)
    [skipped] = data.skipped
    assert (len(data), skipped.line, skipped.unit) == (1, 2, "question")
    assert said in skipped.reason


def test_parts_are_asked_with_what_was_read_before_them(tmp_path: Path) -> None:
    data = open_dataset(written(tmp_path / "b.json", [bonus()]))
    first, second = data
    leadin = "Name cities of France. [image]"
    assert first.query == BonusPart("Name its capital. [image]", leadin)
    assert second.query == BonusPart("[image]", leadin, ("Name its capital. [image] ANSWER: Paris",))
    assert (first.id, second.id) == ("ev-b-1-1", "ev-b-1-2")
    assert first.groups == (("bonus", "ev-b-1"),)
    assert "Lutetia" in {answer.text for answer in first.gold.answers}


def test_a_part_without_an_answer_is_left_out_and_said(tmp_path: Path) -> None:
    found = described(str(written(tmp_path / "b.json", [bonus()])))
    assert (found.task.name, found.format, found.examples, found.rows) == ("bonus", "QANTA 2025", 2, 3)
    assert [(one.reason, one.first) for one in found.left_out] == [
        ("part 3 of the bonus 'ev-b-1': there is no answer", 3)
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"parts": []}, "has no 'parts'"), ({"parts": [1]}, "part 1 of the bonus 'ev-b-2' is a whole number")],
)
def test_a_bonus_without_parts_is_an_error(tmp_path: Path, wrong: dict[str, object], said: str) -> None:
    with pytest.raises(BadData, match=said):
        open_dataset(written(tmp_path / "b.json", [bonus(), bonus(qid="ev-b-2", **wrong)]))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"parts": []}, "has no 'parts'"),
        ({"parts": "one"}, "has no 'parts'"),
        ({"parts": ["x"]}, "part 1 of the bonus"),
    ],
)
def test_a_packet_of_nothing_else_is_known_and_refused_in_one_sentence(
    tmp_path: Path, wrong: dict[str, object], said: str
) -> None:
    with pytest.raises(BadData, match=said) as caught:
        open_dataset(written(tmp_path / "b.json", [bonus(**wrong)]))
    assert len(str(caught.value)) < len(str(tmp_path)) + 120


def test_a_tossup_of_no_token_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="question 1: it has no 'tokens'"):
        open_dataset(written(tmp_path / "p.json", [tossup(tokens=[])]))


def test_bonuses_of_other_than_three_parts_and_pictures_that_are_nowhere_are_told_of(tmp_path: Path) -> None:
    parts = [{"question": "Name this.", "answer": "A", "image_idx": 5}, {"question": "And this.", "answer": "B"}]
    data = open_dataset(written(tmp_path / "b.json", [bonus(parts=parts)]))
    assert isinstance(data, Bonuses)
    assert any("1 bonus has more or fewer than 3 parts" in note for note in data.notes)
    assert any("1 part has an 'image_idx' of no path" in note for note in data.notes)


def test_bonuses_of_a_packet_of_their_own_may_be_named_as_those_of_others(tmp_path: Path) -> None:
    """As how-to pages name them: --media packet.json#questions=bonuses."""
    path = written(tmp_path / "b.json", [bonus()])
    assert list(open_dataset(Path(f"{path}#questions=bonuses"))) == list(open_dataset(path))
    with pytest.raises(BadOption, match="Say questions=bonuses"):
        open_dataset(Path(f"{path}#questions=tossups"))


@pytest.mark.parametrize("form", ["qanta-2025", "bonus"])
def test_bonuses_written_so_read_back(tmp_path: Path, form: str) -> None:
    first = written(tmp_path / "b.json", [bonus()])
    assert convert(str(first), form, tmp_path / "again.json") == 2
    before, after = (open_dataset(path) for path in (first, tmp_path / "again.json"))
    assert isinstance(after, Bonuses)
    assert list(after) == list(before)


def test_the_packets_of_the_event_are_read(shared: Path) -> None:
    """Sixteen systems were recorded on these: their positions are words only where every token is one."""
    sizes = []
    for number in range(1, 6):
        tossups = open_dataset(shared / "quizbowl/qanta2025" / f"packet{number}-tossup.json.gz")
        bonuses = open_dataset(shared / "quizbowl/qanta2025" / f"packet{number}-bonus.json.gz")
        sizes.append((len(tossups), len({dict(part.groups)["bonus"] for part in bonuses})))
    assert sizes == [(20, 20)] * 5
