"""Packets of qbreader and MODAQ: told apart, both kinds of their questions chosen, read and written."""

from pathlib import Path

import pytest

from made_packets import written
from stumper.datasets.files import fingerprint_of, open_dataset, opened_dataset, task_of_file
from stumper.describing import convert, described
from stumper.errors import BadData, BadOption
from stumper.loading import dataset_task, load_dataset
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.bonuses.files import Bonuses
from stumper.tasks.quizbowl.files import Quizbowl

TOSSUP = {
    "question": "<b>It has (“hass”) locks. (*)</b> For 10 points, name this Egyptian canal.",
    "answer": "<b><u>Suez</u></b> Canal",
}
BONUS = {
    "leadin": "Name canals, for 10 points each:",
    "parts": ["[10e] This one is in Panama.", "[10h] Name its lake."],
    "answers": ["<b><u>Panama</u></b> Canal", "<b><u>Gatun</u></b> [or Gatún]"],
    "values": [10, 10],
}
OF_QBREADER = {"_id": "q1", "category": "Geography", "subcategory": "Geography", "difficulty": 4,
               "set": {"name": "2020 Test Open", "year": 2020}, "packet": {"name": "A", "number": 1}}  # fmt: skip
MODAQ = {"name": "Round 1", "tossups": [TOSSUP], "bonuses": [BONUS]}
QBREADER = {"tossups": [{**TOSSUP, **OF_QBREADER}], "bonuses": [{**BONUS, **OF_QBREADER, "_id": "b1"}]}
QUERY = {kind: {"count": 1, "questionArray": questions} for kind, questions in QBREADER.items()}
SHAPES = {"MODAQ": MODAQ, "qbreader": QBREADER, "a query": QUERY, "a set": [QBREADER]}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_packet_is_told_by_its_content(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path / "p.json", SHAPES[shape])
    opened = opened_dataset(path)
    [example] = opened.dataset
    assert isinstance(opened.dataset, Quizbowl)
    assert opened.form is not None
    assert opened.form.name == ("MODAQ" if shape == "MODAQ" else "qbreader")
    assert example.query.text == "It has locks. For 10 points, name this Egyptian canal."
    assert opened.dataset.details[example.id].power == len("It has locks.")


def test_what_qbreader_tells_of_a_question_is_kept(tmp_path: Path) -> None:
    data = open_dataset(written(tmp_path / "p.json", QBREADER))
    assert isinstance(data, Quizbowl)
    details = data.details["q1"]
    assert (details.category, details.year, details.packet, details.difficulty) == ("Geography", 2020, "A", "4")
    assert data.examples[0].groups == (("packet", "2020 Test Open A"),)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_bonuses_of_a_packet_are_asked_for_by_name(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path / "p.json", SHAPES[shape])
    spec = f"{path}#questions=bonuses"
    first, second = load_dataset(spec)
    assert first.query == BonusPart("This one is in Panama.", "Name canals, for 10 points each:")
    assert second.query.earlier == ("This one is in Panama. ANSWER: Panama Canal",)  # type: ignore[attr-defined]
    task = dataset_task(spec)
    assert task is not None
    assert task.name == "bonus"
    assert load_dataset(spec).fingerprint == fingerprint_of(Path(spec)) != fingerprint_of(path)


def test_a_file_with_both_says_that_there_are_bonuses_too(tmp_path: Path) -> None:
    path = written(tmp_path / "p.json", MODAQ)
    assert described(str(path)).notes == ("it holds 1 bonus, too: name them as FILE#questions=bonuses",)


def test_a_file_of_bonuses_alone_needs_no_name(tmp_path: Path) -> None:
    task = task_of_file(written(tmp_path / "p.json", {"tossups": [], "bonuses": [BONUS]}))
    assert task is not None
    assert task.name == "bonus"


def test_a_kind_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "p.json", MODAQ)
    with pytest.raises(
        BadOption, match=r"holds no 'lightning' of its format MODAQ\. Say questions=tossups or questions="
    ):
        load_dataset(f"{path}#questions=lightning")


@pytest.mark.parametrize("form", ["modaq", "qbreader"])
@pytest.mark.parametrize("kind", ["tossups", "bonuses"])
def test_a_packet_written_so_reads_back(tmp_path: Path, form: str, kind: str) -> None:
    spec = f"{written(tmp_path / 'p.json', QBREADER)}#questions={kind}"
    convert(spec, form, tmp_path / "again.json")
    before, after = load_dataset(spec), opened_dataset(tmp_path / "again.json")
    assert after.form is not None
    assert after.form.name.lower() == form
    assert [(one.query, one.gold) for one in after.dataset] == [(one.query, one.gold) for one in before]
    if isinstance(before, Quizbowl) and isinstance(after.dataset, Quizbowl):
        told, again = [next(iter(data.details.values())) for data in (before, after.dataset)]
        assert told.power == again.power


def test_values_other_than_ten_are_said(tmp_path: Path) -> None:
    data = open_dataset(written(tmp_path / "p.json", {"bonuses": [{**BONUS, "values": [15, 5]}]}))
    assert isinstance(data, Bonuses)
    assert data.notes[0] == "1 bonus has parts that are not worth 10 points each; here each part counts 10"


@pytest.mark.parametrize(
    ("bonus", "said"),
    [
        ({**BONUS, "answers": ["one"]}, "bonus 1 has 2 parts and 1 of 'answers'. Write one answer a part."),
        ({**BONUS, "leadin": None}, "bonus 1 has no 'leadin'"),
        ({**BONUS, "parts": [1]}, "bonus 1 has no 'parts'. Write a list of texts there."),
    ],
)
def test_a_bonus_of_another_shape_is_an_error(tmp_path: Path, bonus: dict[str, object], said: str) -> None:
    with pytest.raises(BadData, match=said):
        open_dataset(written(tmp_path / "p.json", {"bonuses": [bonus]}))


def test_a_tossup_without_a_question_is_an_error_and_an_unusable_one_is_left_out(tmp_path: Path) -> None:
    data = open_dataset(written(tmp_path / "p.json", {"tossups": [TOSSUP, {**TOSSUP, "question": "Name"}]}))
    assert isinstance(data, Quizbowl)
    assert [str(one) for one in data.skipped] == [
        "tossup 2: the question is a single word, 'Name'. Write it out, or take it out."
    ]
    with pytest.raises(BadData, match="tossup 2 has no 'answer'"):
        open_dataset(written(tmp_path / "p.json", {"tossups": [TOSSUP, {"question": "Name this."}]}))


@pytest.mark.parametrize(
    "document",
    [
        {"version": "2.1.1", "objects": [{"type": "Tournament", "name": "Open"}]},
        {"YfData": {"YfVersion": "4.0.1"}, "name": "Open"},
        {"tossups_read": 20, "match_teams": [], "match_questions": []},
    ],
    ids=["a tournament", "YellowFruit", "a match"],
)
def test_a_tournament_s_file_is_refused_with_what_it_is(tmp_path: Path, document: object) -> None:
    with pytest.raises(BadData, match=r"this is a tournament of YellowFruit .* It holds no questions, and of buzzes"):
        open_dataset(written(tmp_path / "open.yft", document))
