"""Open packets: cleaned once at reading, whichever names the file gives its keys."""

import gzip
import json
from pathlib import Path

import pytest

from stumper.datasets import files
from stumper.errors import BadData
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.classes import answer_classes
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_text import read_tossup_text
from stumper.types import Answer

ROW = {
    "set": "2019-harbour_open",
    "packet": "3",
    "question": "One of these (“FO-tonz”) carries no charge. (*) For 10 points, name these quanta of light.",
    "answer_raw": "photons [prompt on light] &lt;AH&gt;",
    "category": "Science",
    "subcategory": "Physics",
}


def written(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_packet_is_recognised_and_read(tmp_path: Path) -> None:
    path = written(tmp_path / "set.jsonl", ROW)
    dataset = files.open_dataset(path)
    assert isinstance(dataset, quizbowl.Quizbowl)
    assert (files.task_of_file(path).name, dataset.name) == ("quizbowl", "set")
    [example] = dataset
    assert example.query == Tossup("One of these carries no charge. For 10 points, name these quanta of light.")
    assert (example.gold.answers, example.gold.prompts) == ((Answer("photons"),), ("light",))
    details = dataset.details[example.id]
    assert (details.set, details.tournament, details.year, details.packet) == (
        "2019-harbour_open",
        "harbour_open",
        2019,
        "3",
    )
    assert example.groups == (("packet", "2019-harbour_open 3"),)
    assert example.query.text[: details.power] == "One of these carries no charge."
    start, end = details.sentences[0]
    assert example.query.text[start:end] == "One of these carries no charge."


def test_keys_of_other_exports_are_read_too(tmp_path: Path) -> None:
    row = {
        "_id": "65a0",
        "question_sanitized": "This city burned. Name this city.",
        "answer_sanitized": "Chicago",
        "set": {"name": "2021 Lake Open", "year": 2021},
        "packet": {"number": 4, "name": "Editors 4"},
        "number": 7,
    }
    dataset = quizbowl.read(written(tmp_path / "a.jsonl", row))
    details = dataset.details["65a0"]
    assert (details.set, details.year, details.packet) == ("2021 Lake Open", 2021, "Editors 4")


def test_a_compressed_file_reads_alike(tmp_path: Path) -> None:
    plain = quizbowl.read(written(tmp_path / "a.jsonl", ROW))
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress((tmp_path / "a.jsonl").read_bytes()))
    assert quizbowl.read(packed).examples == plain.examples


def test_the_id_of_a_question_without_one_is_its_content(tmp_path: Path) -> None:
    one = quizbowl.read(written(tmp_path / "a.jsonl", ROW))
    two = quizbowl.read(written(tmp_path / "b.jsonl", ROW | {"question": "What is it?"}, ROW))
    assert two.examples[1].id == one.examples[0].id != two.examples[0].id


def test_what_cannot_be_used_is_skipped_and_said(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", ROW, ROW | {"answer_raw": "[accept x]"}, ROW | {"question": "Photons?"}, ROW)
    dataset = quizbowl.read(path)
    assert len(dataset) == 1
    assert [str(skipped) for skipped in dataset.skipped] == [
        "line 2: the answer line '[accept x]' has no main answer. Write the answer before what is in brackets.",
        "line 3: the question is a single word, 'Photons?'. Write it out, or take it out.",
        "line 4: the same question and answer stand on line 1.",
    ]


def test_strictly_read_it_is_an_error_that_names_file_and_line(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", ROW, ROW | {"answer_raw": "[accept x]"})
    with pytest.raises(BadData, match=r"a\.jsonl: line 2: the answer line .* has no main answer"):
        quizbowl.read(path, strict=True)


def test_a_file_of_which_nothing_can_be_used_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="line 1: the question has no text"):
        quizbowl.read(written(tmp_path / "a.jsonl", ROW | {"question": " (*) "}))


def test_an_id_that_occurs_twice_is_one_clear_error(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", ROW | {"id": 1}, ROW | {"id": 1, "question": "What else?"})
    with pytest.raises(BadData, match="the id '1' stands on lines 1 and 2"):
        quizbowl.read(path)


def test_a_line_without_an_answer_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", ROW, {"question": "What is it?"})
    with pytest.raises(BadData, match=r"a\.jsonl: line 2 has no 'answer'"):
        quizbowl.read(path)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Leonhard Euler (“OY-ler”) lived here.", "Leonhard Euler lived here."),
        ("Goya (“GOY-uh” or “GO-ya”) painted it.", "Goya painted it."),
        ("He wrote of Ceausescu [“chow-SHES-koo”].", "He wrote of Ceausescu."),
        ("This king (ree-ah-DEP-shun) fell.", "This king fell."),
        ("19. To keep it secret, he lied.", "To keep it secret, he lied."),
        ("Note to moderator: read slowly. This man lied.", "This man lied."),
        ("[read slowly] This function (of x) grows.", "This function (of x) grows."),
        ("Sears, Roebuck &amp;amp; Co. sold it.", "Sears, Roebuck & Co. sold it."),
        ("<b>This</b> author of <i>Emma</i> lied.", "This author of Emma lied."),
        ("She saw LÃ©on and\u00a0the protÃ©gÃ©.", "She saw Léon and the protégé."),
        ("An(*) IBM team found it.", "An IBM team found it."),
        ("It ended here (*). Name it.", "It ended here. Name it."),
        ("ANSWER: Liszt <Trash> 9. In this work, a man sings.", "In this work, a man sings."),
        ("Words runtogether stay so.", "Words runtogether stay so."),
    ],
)
def test_a_text_is_cleaned(raw: str, text: str) -> None:
    assert read_tossup_text(raw).text == text


def test_the_mark_becomes_the_place_up_to_which_a_buzz_is_in_power() -> None:
    found = read_tossup_text("It is (*) here (“heer”). Name it.")
    assert (found.text, found.power) == ("It is here. Name it.", len("It is"))


@pytest.fixture(scope="module")
def real(shared: Path) -> Quizbowl:
    """Eight years of open packets: to read their answer lines takes ten seconds."""
    return quizbowl.read(shared / "quizbowl" / "tossups-2012-2020.jsonl.gz")


def test_real_packets_read_whole(real: Quizbowl) -> None:
    assert (len(real), real.skipped) == (29_584, ())
    texts = [example.query.text for example in real.examples[::40]]
    assert [read_tossup_text(text).text for text in texts] == texts
    assert not [text for text in texts if "(*)" in text or "&amp;" in text or "Ã©" in text]


def test_every_line_of_real_packets_accepts_the_name_of_its_class(real: Quizbowl) -> None:
    classes = answer_classes([real])
    assert set(classes) == {example.id for example in real}
    assert all(match_answer(example.gold, classes[example.id]) == "accept" for example in real)
