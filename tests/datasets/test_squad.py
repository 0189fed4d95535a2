"""SQuAD files: read, refused with a clear sentence, written, read back."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stumper.errors import BadData, BadOutput
from stumper.identity import file_fingerprint
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad, Variant, bundled, read, write, write_adversarial
from stumper.types import Answer, Edit, Example, Gold, Making, Passage, Perturbation

CONTEXT = "The red fox jumps. The dog sleeps."
Document = dict[str, Any]


def document(**question: Any) -> Document:
    qas = [{"id": "q1", "question": "Who jumps?", "answers": [{"text": "red fox", "answer_start": 4}]} | question]
    return {"version": "1.1", "data": [{"title": "Fox", "paragraphs": [{"context": CONTEXT, "qas": qas}]}]}


def saved(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_a_question_is_read_with_its_paragraph_and_answers(tmp_path: Path) -> None:
    path = saved(tmp_path / "fox.json", document())
    squad = read(path)
    passage = Passage("Fox/0", CONTEXT, "Fox")
    assert squad.examples == (Example("q1", Question("Who jumps?", passage), Gold((Answer("red fox", 4),))),)
    assert (squad.name, squad.version, squad.fingerprint) == ("fox", "1.1", file_fingerprint(path))


def test_questions_of_a_paragraph_share_it(tmp_path: Path) -> None:
    value = document()
    value["data"][0]["paragraphs"][0]["qas"].append(
        {"id": "q2", "question": "Who sleeps?", "answers": [{"text": "dog", "answer_start": 23}]}
    )
    first, second = (example.query for example in read(saved(tmp_path / "fox.json", value)))
    assert isinstance(first, Question)
    assert isinstance(second, Question)
    assert first.context is second.context


def test_squad_2_says_what_is_answerable(tmp_path: Path) -> None:
    yes = read(saved(tmp_path / "yes.json", document(is_impossible=False)))
    no = read(saved(tmp_path / "no.json", document(is_impossible=True, answers=[])))
    assert [example.gold.answerable for example in (*yes, *no)] == [True, False]
    assert no.examples[0].gold.answers == ()


def test_a_squad_2_question_without_answers_is_unanswerable(tmp_path: Path) -> None:
    value = document(answers=[]) | {"version": "v2.0"}
    assert read(saved(tmp_path / "fox.json", value)).examples[0].gold.answerable is False


def test_gzip_is_recognised_by_content(tmp_path: Path) -> None:
    path = tmp_path / "fox.json"
    path.write_bytes(gzip.compress(json.dumps(document()).encode()))
    plain = saved(tmp_path / "plain.json.gz", document())
    assert read(path).examples == read(plain).examples
    assert read(plain).name == "plain"


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    path = tmp_path / "fox.json"
    path.write_text(json.dumps(document()), encoding="utf-8-sig")
    assert len(read(path)) == 1


WRONG = [
    (document(answers=[{"text": "red fox", "answer_start": 5}]), "'q1': .*answer_start 5 .'ed fox .*stands at 4:"),
    (document(answers=[{"text": "cat", "answer_start": 0}]), "'The' stands there.*stands nowhere"),
    (document(answers=[{"text": "fox", "answer_start": -26}]), "answer_start -26"),
    (document(answers=[{"text": "fox", "answer_start": 999}]), "the paragraph has 34 characters"),
    (document(answers=[{"text": "", "answer_start": 0}]), "'q1' is empty"),
    (document(answers=[{"text": "fox", "answer_start": "8"}]), r"answers\[0\].answer_start is a text, not a whole"),
    (document(answers=[{"text": "fox", "answer_start": True}]), "answer_start is true or false"),
    (document(answers={"text": ["fox"]}), r"data\[0\].paragraphs\[0\].qas\[0\].answers is an object, not a list"),
    (document(answers=[]), "'q1' .* has no answers"),
    (document(question=None), r"data\[0\].paragraphs\[0\].qas\[0\].question is null, not a text"),
    (document(id=7), r"qas\[0\].id is a whole number, not a text"),
    (document(is_impossible=True), "is_impossible contradicts its answers"),
    (document(is_impossible="no"), "is_impossible is a text, not true or false"),
    (document() | {"version": []}, "version is a list"),
    ([], "the file is a list"),
    ({"version": "1.1"}, "the file has no 'data'"),
    ({"data": {}}, "data is an object, not a list"),
    ({"data": [{"title": "x", "context": "y"}]}, r"data\[0\] has no 'paragraphs'"),
    ({"data": [{"title": 1, "paragraphs": []}]}, r"data\[0\].title is a whole number"),
    ({"data": [["x"]]}, r"data\[0\] is a list"),
    ({"data": []}, "no questions"),
    ({"data": [{"paragraphs": [{"context": " \n", "qas": []}]}]}, r"data\[0\].paragraphs\[0\].context is empty"),
    ("", "is empty"),
    (" \n", "is empty"),
    ("nonsense", "not valid JSON at line 1, column 1"),
    ('{"data": [\n1, 2', "cut off at line 2, column 5"),
    ('{"data": ["abc', "cut off at line 1, column 11"),
    ("[" * 100_000, "nested too deeply"),
    ('{"data": ' + "9" * 5000 + "}", "a number that is too long"),
    (json.dumps(document(question="\ud800")), "alone is no character"),
]


@pytest.mark.parametrize(("value", "sentence"), WRONG, ids=range(len(WRONG)))
def test_bad_files_are_refused_with_the_place_and_the_file(tmp_path: Path, value: object, sentence: str) -> None:
    path = saved(tmp_path / "bad.json", value)
    with pytest.raises(BadData, match=sentence) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_duplicated_ids_are_refused_with_their_paragraphs(tmp_path: Path) -> None:
    value = document()
    value["data"][0]["paragraphs"] *= 2
    with pytest.raises(BadData, match="id 'q1' occurs in Fox/0 and Fox/1"):
        read(saved(tmp_path / "fox.json", value))


def test_a_missing_file_a_folder_and_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(b'{"data": "\xff\xfe"}')
    for path, sentence in ((tmp_path / "none.json", "no file"), (tmp_path, "a folder"), (binary, "byte 10 is not")):
        with pytest.raises(BadData, match=sentence):
            read(path)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [(lambda data: data[:-20], "is cut off"), (lambda data: data[:12] + b"xx" + data[14:], "damaged")],
)
def test_broken_gzip_is_refused(tmp_path: Path, spoil: Callable[[bytes], bytes], sentence: str) -> None:
    path = tmp_path / "fox.json.gz"
    path.write_bytes(spoil(gzip.compress(json.dumps(document()).encode())))
    with pytest.raises(BadData, match=sentence):
        read(path)


def complaint(path: Path) -> str:
    try:
        read(path)
    except BadData as error:
        return str(error)
    return f"no complaint about {path}"


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_mangled_files_raise_nothing_but_bad_data(tmp_path: Path, data: st.DataObject) -> None:
    raw = json.dumps(document(is_impossible=False)).encode()
    raw = gzip.compress(raw, mtime=0) if data.draw(st.booleans()) else raw
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    path = tmp_path / "mangled.json"
    path.write_bytes(raw[:start] + data.draw(st.binary(max_size=4)) + raw[end:])
    assert "mangled.json" in complaint(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.data(), JSON)
def test_json_of_another_shape_raises_nothing_but_bad_data(tmp_path: Path, data: st.DataObject, other: object) -> None:
    value: Any = document(is_impossible=False)
    node = value
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.booleans()):
            node[key] = other
            break
        node = node[key]
    assert "shape.json" in complaint(saved(tmp_path / "shape.json", value))


@st.composite
def squads(draw: st.DrawFn) -> Squad:
    examples: list[Example] = []
    counts: dict[str, int] = {}
    for title in draw(st.lists(st.sampled_from(["A", "B/0", ""]), min_size=1, max_size=5)):
        text = draw(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
        passage = Passage(f"{title}/{counts.get(title, 0)}", text, title)
        counts[title] = counts.get(title, 0) + 1
        for _ in range(draw(st.integers(1, 3))):
            start = draw(st.integers(0, len(text) - 1))
            answer = Answer(text[start : draw(st.integers(start + 1, len(text)))], start)
            golds = [Gold((answer,) * 2), Gold((answer,), answerable=True), Gold((), answerable=False)]
            question = Question(draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=9)), passage)
            examples.append(Example(f"q{len(examples)}", question, draw(st.sampled_from(golds))))
    return Squad("set", "", draw(st.sampled_from(["1.1", "v2.0"])), tuple(examples))


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(squads(), st.sampled_from(["set.json", "set.json.gz"]))
def test_a_written_set_reads_back_equal(tmp_path: Path, squad: Squad, name: str) -> None:
    write(tmp_path / name, squad)
    again = read(tmp_path / name)
    assert (again.name, again.version, again.examples) == (squad.name, squad.version, squad.examples)


def test_writing_twice_gives_the_same_compressed_bytes(tmp_path: Path) -> None:
    squad = read(saved(tmp_path / "fox.json", document()))
    for name in ("a.json.gz", "b.json.gz"):
        write(tmp_path / name, squad)
    assert (tmp_path / "a.json.gz").read_bytes() == (tmp_path / "b.json.gz").read_bytes()
    assert (tmp_path / "a.json.gz").read_bytes().startswith(b"\x1f\x8b")


def prepended(example: Example) -> Perturbation:
    sentence = "Nobody came. "
    assert isinstance(example.query, Question)
    context = replace(example.query.context, text=sentence + example.query.context.text)
    answers = tuple(Answer(a.text, a.start + len(sentence)) for a in example.gold.answers if a.start is not None)
    edit = Edit("context", 0, 0, sentence)
    return Perturbation(example.id, replace(example.query, context=context), Gold(answers), (edit,))


def test_an_adversarial_set_holds_originals_and_variants_with_their_own_offsets(tmp_path: Path) -> None:
    value = document()
    value["data"][0]["paragraphs"][0]["qas"].append(
        {"id": "q2", "question": "Who sleeps?", "answers": [{"text": "dog", "answer_start": 23}]}
    )
    squad = read(saved(tmp_path / "fox.json", value))
    variant = Variant("add-any", prepended(squad.examples[0]))
    write_adversarial(tmp_path / "out.json", squad, [variant])
    again = read(tmp_path / "out.json")
    assert [example.id for example in again] == ["q1", "q2", "q1-add-any"]
    assert again.examples[:2] == squad.examples
    attacked = again.examples[2]
    assert attacked.gold.answers == (Answer("red fox", 17),)
    assert isinstance(attacked.query, Question)
    assert attacked.query.context == Passage("Fox/1", "Nobody came. " + CONTEXT, "Fox")
    articles = json.loads((tmp_path / "out.json").read_text())["data"]
    assert [len(article["paragraphs"]) for article in articles] == [2]


def test_an_adversarial_set_says_who_made_it_and_why_there_is_no_variant_of_others(tmp_path: Path) -> None:
    squad = read(saved(tmp_path / "fox.json", document()))
    made = Making("add-any", (("length", "5"), ("search", "fast")), "embedded", {"q1": "no word can go"})
    write_adversarial(tmp_path / "out.json.gz", replace(squad, made=made), [])
    assert read(tmp_path / "out.json.gz").made == made
    assert squad.made is None


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (3, "'stumper' is a whole number, not an object"),
        ({"adversary": []}, "stumper.adversary is a list, not a text"),
        ({"adversary": "x", "options": {"k": 2}}, "stumper.options is no object of texts"),
    ],
)
def test_what_a_file_says_of_its_maker_must_be_what_was_written(tmp_path: Path, said: object, problem: str) -> None:
    with pytest.raises(BadData, match=f"{problem}. Take it out, or write the set again"):
        read(saved(tmp_path / "fox.json", {**document(), "stumper": said}))


def test_an_adversarial_set_without_variants_is_the_set_itself(tmp_path: Path) -> None:
    squad = read(saved(tmp_path / "fox.json", document()))
    write_adversarial(tmp_path / "out.json", squad, [])
    assert read(tmp_path / "out.json").examples == squad.examples


def test_what_cannot_be_written_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    squad = read(saved(tmp_path / "fox.json", document()))
    (tmp_path / "file").write_text("")
    for path, sentence in (
        (tmp_path, "a folder"),
        (tmp_path / "none" / "out.json", "no folder"),
        (tmp_path / "file" / "out.json", "no folder"),
        (tmp_path / ("x" * 300), "cannot be written"),
    ):
        with pytest.raises(BadOutput, match=sentence):
            write(path, squad)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "fox.json"]


def test_the_bundled_set_is_as_large_and_as_sound_as_promised() -> None:
    squad = bundled()
    assert squad.name == "reading"
    passages = {query.context for example in squad if isinstance(query := example.query, Question)}
    assert len({passage.title for passage in passages}) >= 12
    assert len(passages) >= 40
    assert all(80 <= len(passage.text.split()) <= 160 for passage in passages)
    assert len(squad) >= 160
    for example in squad:
        assert isinstance(example.query, Question)
        texts = [answer.text for answer in example.gold.answers]
        assert 2 <= len(texts) <= 3, example.id
        assert len(set(texts)) == len(texts), example.id
