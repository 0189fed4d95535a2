"""Raw sentences go to people who mend them, and what they write goes to others."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from annotation_project import EXAMPLES, asked, handed, project_in, raw_file, row, settings
from stumper.adversaries.reading.add_sent import AddSent
from stumper.adversaries.reading.addsent.raw_file import LONGEST_SENTENCE, read_raw_sentences
from stumper.errors import BadData, BadOption, Refused
from stumper.people.annotating.fixing import ask_fixers, fix
from stumper.people.annotating.verifying import SentencePayload, verified
from stumper.people.queues.progress import progress
from stumper.people.queues.queue import lease
from stumper.people.study import exports
from stumper.store import Store
from stumper.store.values import from_text
from stumper.types import OutputFile

RAW = SentencePayload(
    "1", "1-raw0", "Who lit the lamp?", ("Ada Thorn", "Thorn"), "Jeff Dean", "Jeff Dean lit lamp the.", "append"
)


def test_what_add_sent_writes_is_there_to_be_mended_once(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "raw.jsonl"
    AddSent(raw=OutputFile(str(file))).export(EXAMPLES)
    project = project_in(store)
    raw = len(file.read_text(encoding="utf-8").splitlines())
    assert raw > 3
    assert ask_fixers(store, project, file, 0.0) == raw
    assert ask_fixers(store, project, file, 1.0) == 0
    [queue] = progress(store, project.id, 2.0)
    assert (queue.kind, queue.items, queue.places) == ("fix", raw, 5 * raw)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (row(id="elsewhere-raw0"), "is not one of this project's data set"),
        (row(question="Another question?"), "is not one of this project's data set"),
        (row(id="no-number"), "is no raw sentence's id"),
        (row(answers=[3]), "'answers' is no list of texts"),
        (row(fake_answer=None), "'fake_answer' is null, not a text"),
    ],
    ids=["unknown", "question", "id", "answers", "fake"],
)
def test_a_file_of_something_else_is_refused_whole(
    store: Store, tmp_path: Path, row: Mapping[str, object], said: str
) -> None:
    project = project_in(store)
    with pytest.raises(BadData, match=f"raw.jsonl: line 1.*{said}"):
        ask_fixers(store, project, raw_file(tmp_path, row), 0.0)
    assert progress(store, project.id, 1.0) == []


def test_an_empty_file_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(BadData, match="the file is empty"):
        ask_fixers(store, project_in(store), raw_file(tmp_path), 0.0)


def test_claims_have_no_raw_sentences(store: Store, tmp_path: Path) -> None:
    project = project_in(store, settings(task="verification"))
    with pytest.raises(Refused, match="this project is about claims"):
        ask_fixers(store, project, raw_file(tmp_path, row()), 0.0)


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("Jeff Dean lit the lamp.", None),
        ("The lamp was lit by the JEFF  dean!", None),
        ("", "The sentence is empty."),
        ("Somebody else lit the lamp.", "must still say “Jeff Dean”"),
        ("Jeff Dean lit the lamp of Ada Thorn.", "must not say “Ada Thorn”"),
        ("Jeff Dean lit the lamp of Thorn.", "must not say “Thorn”"),
        ("Jeff Dean " + "x" * LONGEST_SENTENCE, "too long"),
    ],
)
def test_what_is_wrong_with_a_sentence_is_said_in_plain_words(sentence: str, fault: str | None) -> None:
    said = RAW.raw.fault_of(sentence)
    assert said is None if fault is None else fault in (said or "")


def test_a_right_answer_that_the_raw_sentence_has_may_stay() -> None:
    raw = SentencePayload("1", "1-raw0", "How many?", ("two",), "three", "three of the two lamps.", "append")
    assert raw.raw.fault_of("Three of the two lamps were lit.") is None


def test_what_is_mended_goes_to_others_to_be_voted_on(store: Store, tmp_path: Path) -> None:
    project = asked(store, tmp_path, project_in(store))
    held = handed(store, project, "fix", "ada")
    assert fix(store, held.assignment.id, "ada", "  Jeff Dean \n wrote this. ", 2.0)
    assert lease(store, project.id, "verify", "ada", 3.0) is None
    item = handed(store, project, "verify", "ben", 3.0).item
    assert item.places == 3
    assert from_text(SentencePayload, item.payload).sentence == "Jeff Dean wrote this."


def test_a_faulty_sentence_is_not_recorded_and_the_place_stays(store: Store, tmp_path: Path) -> None:
    project = asked(store, tmp_path, project_in(store))
    held = handed(store, project, "fix", "ada")
    with pytest.raises(BadOption, match="Jeff Dean"):
        fix(store, held.assignment.id, "ada", "Nobody wrote this.", 2.0)
    assert handed(store, project, "fix", "ada", 3.0).assignment.id == held.assignment.id
    assert lease(store, project.id, "verify", "ben", 3.0) is None


def test_mending_twice_counts_once(store: Store, tmp_path: Path) -> None:
    project = asked(store, tmp_path, project_in(store))
    held = handed(store, project, "fix", "ada")
    assert fix(store, held.assignment.id, "ada", "Jeff Dean wrote this.", 2.0)
    assert not fix(store, held.assignment.id, "ada", "Jeff Dean wrote that.", 3.0)
    assert [queue.items for queue in progress(store, project.id, 4.0)] == [1, 1]


def test_one_sentence_that_two_write_is_voted_on_once_and_by_neither(store: Store, tmp_path: Path) -> None:
    project = asked(store, tmp_path, project_in(store))
    for person, sentence in (("ada", "Jeff Dean wrote this."), ("ben", "Jeff Dean wrote this."), ("cy", "Jeff Dean!")):
        fix(store, handed(store, project, "fix", person).assignment.id, person, sentence, 2.0)
    assert [queue.items for queue in progress(store, project.id, 3.0)] == [1, 2]
    for person in ("ada", "ben", "cy"):
        assert lease(store, project.id, "verify", person, 3.0) is None
    assert lease(store, project.id, "verify", "dee", 3.0) is not None


def test_five_people_mend_a_sentence_and_a_sixth_gets_none(store: Store, tmp_path: Path) -> None:
    project = asked(store, tmp_path, project_in(store))
    for person in ("ada", "ben", "cy", "dee", "eli"):
        handed(store, project, "fix", person)
    assert lease(store, project.id, "fix", "fay", 2.0) is None


def by_model(*votes: bool, sentence: str = "Jeff Dean wrote it.") -> Mapping[str, object]:
    said = [{"by": "openai:m", "kind": "model", "grammatical": vote, "compatible": True} for vote in votes]
    person = {"by": "p7", "kind": "person"}
    made = {"sentence": sentence, "writers": [{"by": "openai:m", "kind": "model"}], "votes": said}
    return row(versions=[made, {"sentence": "Jeff Dean by a person.", "writers": [person], "votes": []}])


def test_what_a_model_has_mended_goes_to_people_who_vote_and_fewer_mend_it(store: Store, tmp_path: Path) -> None:
    project = project_in(store)
    assert ask_fixers(store, project, raw_file(tmp_path, by_model()), 0.0) == 1
    fixing, verifying = sorted(progress(store, project.id, 1.0), key=lambda queue: queue.kind)
    assert (fixing.items, fixing.places) == (1, 4)
    assert (verifying.items, verifying.places) == (1, 3)
    item = handed(store, project, "verify", "ada").item
    assert from_text(SentencePayload, item.payload).models == ("openai:m",)


@pytest.mark.parametrize(("votes", "places", "decided"), [((True,), 2, False), ((True, True), 1, True)])
def test_a_models_votes_count_beside_those_of_people(
    store: Store, tmp_path: Path, votes: tuple[bool, ...], places: int, decided: bool
) -> None:
    project = project_in(store)
    ask_fixers(store, project, raw_file(tmp_path, by_model(*votes)), 0.0)
    [made] = verified(store, project)
    assert (made.approving, made.votes) == (len(votes), len(votes))
    assert made.outcome == ("approved" if decided else "open")
    assert (lease(store, project.id, "verify", "ada", 1.0) is None) == decided
    [sentence] = exports.votes(store, project)[:1]
    assert (sentence["annotator"], sentence["judge"], sentence["mended_by"]) == ("openai:m", "model", ["openai:m"])


def test_what_a_model_must_not_write_is_refused_with_its_line(store: Store, tmp_path: Path) -> None:
    project = project_in(store)
    with pytest.raises(BadData, match=r"line 1: a model mended it as 'Somebody\.'\. The sentence must still say"):
        ask_fixers(store, project, raw_file(tmp_path, by_model(sentence="Somebody.")), 0.0)
    assert progress(store, project.id, 1.0) == []


def test_what_people_and_models_have_made_is_a_file_to_go_on_from(store: Store, tmp_path: Path) -> None:
    project = project_in(store)
    ask_fixers(store, project, raw_file(tmp_path, by_model(True), row(1)), 0.0)
    held = handed(store, project, "fix", "ada")
    fix(store, held.assignment.id, "ada", "Jeff Dean says Ada.", 2.0)
    file = tmp_path / "mended.jsonl"
    file.write_text("".join(exports.as_json_lines(exports.mended(store, project))), encoding="utf-8")
    first, second = read_raw_sentences(file)
    kinds = {kind for raw in (first, second) for version in raw.versions for _, kind in version.writers}
    assert kinds == {"model", "person"}
    assert [one.kind for version in first.versions for one in version.votes] == ["model"]
    assert first.written + second.written == 2
