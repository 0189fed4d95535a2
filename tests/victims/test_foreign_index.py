"""Systems of a user's own in Python that find their passages themselves: changed for a question, then put right."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import stumper
from stumper import rag
from stumper.errors import BadData, BadOption, BadOutput, BrokenVictim, VictimFailed
from stumper.material import check_evidence
from stumper.rag import Retrieving
from stumper.reports import build_report
from stumper.runs import Memory, Oracle
from stumper.runs.again import Again
from stumper.runs.counts import Counts, counts_of
from stumper.sections.ran import Names
from stumper.sections.wording import absent_notes
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.retrieved import retrieved
from stumper.types import AbsentGold, IndexChange, OwnIndex, Passage, Prediction
from stumper.victims.foreign_index import foreign_id
from stumper.victims.own_index import Misnamed
from stumper.victims.python_callable import PythonVictim, load, victim_of
from toy_rag import EXAMPLES, HARBOUR, LIGHT, MISLED, RIVAL, WHEN, WHO, WITHOUT, Toy, WholeToy


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of journals."""
    monkeypatch.setenv("STUMPER_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def of(system: Any) -> PythonVictim:
    found = victim_of(system, "toy")
    assert isinstance(found, PythonVictim)
    return found


def best(predictions: Sequence[Prediction]) -> list[str]:
    return [prediction.guesses[0].answer for prediction in predictions]


def left(state: Path) -> list[Path]:
    return sorted(state.glob("*.json"))


def test_what_is_added_for_a_question_is_there_for_it_alone(state: Path) -> None:
    toy = Toy(LIGHT, HARBOUR)
    misled, plain, _ = of(toy).predict([MISLED, WHO, WHEN])
    assert best([misled, plain]) == ["Carl Dorn", "Anna Berg"]
    assert misled.retrieved == ("rival", "light")
    assert misled.evidence == ("rival",)
    assert list(toy.held) == ["light", "harbour"]
    assert left(state) == []


def test_questions_that_share_a_change_share_its_making_and_those_without_come_first() -> None:
    toy, when = Toy(LIGHT, HARBOUR), OpenQuestion(WHEN.text, added=(RIVAL,))
    assert best(of(toy).predict([MISLED, WHO, when, WHEN])) == ["Carl Dorn", "Anna Berg", "1874", "1874"]
    assert toy.calls == [
        "asked Who of 2",
        "asked When of 2",
        "added 1",
        "asked Who of 3",
        "asked When of 3",
        "removed 1",
        "asked Who of 2",  # whether what was added is out again
    ]


def test_what_is_taken_out_for_a_question_is_put_back_as_it_was() -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    toy.held["light"]["tags"] = ["sea"]
    edited = OpenQuestion(WHO.text, added=(RIVAL,), removed=("light",))
    found = of(toy).predict([WITHOUT, edited])
    assert best(found) == ["1874", "Carl Dorn"]
    assert [one.retrieved for one in found] == [("harbour",), ("rival", "harbour")]
    assert toy.held["light"] == {"id": "light", "title": "Lowmere", "text": LIGHT.text, "tags": ["sea"]}
    assert len(toy.held) == 2


def test_an_added_passage_never_takes_the_place_of_one_that_has_its_id() -> None:
    toy = Toy(LIGHT, HARBOUR)
    namesake = OpenQuestion(WHO.text, added=(Passage("light", RIVAL.text),))
    with pytest.raises(Misnamed, match="names the retrieved passage 'light' twice"):
        of(toy).predict([namesake])
    assert toy.held["light"]["text"] == LIGHT.text


class Objects(Toy):
    """Takes passages as objects, each method to be awaited."""

    async def add(self, passages: list[Passage]) -> None:  # type: ignore[override]
        await asyncio.sleep(0)
        super().add([{"id": one.id, "title": one.title, "text": one.text} for one in passages])

    async def remove(self, ids: Sequence[str]) -> None:  # type: ignore[override]
        super().remove(ids)

    async def answer(self, question: str) -> dict[str, Any]:  # type: ignore[override]
        return super().answer(question)


def test_methods_may_be_awaited_and_passages_be_objects() -> None:
    toy = Objects(LIGHT, HARBOUR)
    assert best(of(toy).predict([MISLED, WHO])) == ["Carl Dorn", "Anna Berg"]
    assert len(toy.held) == 2


@pytest.mark.parametrize("raised", [ValueError("no more room"), KeyboardInterrupt(), SystemExit(3)])
def test_the_index_is_put_right_whatever_the_question_raises(state: Path, raised: BaseException) -> None:
    class Raising(WholeToy):
        def answer(self, question: str) -> dict[str, Any]:
            if len(self.held) != 2:
                raise raised
            return super().answer(question)

    toy = Raising(LIGHT, HARBOUR)
    with pytest.raises(type(raised)):
        of(toy).predict([MISLED])
    assert list(toy.held) == ["light", "harbour"]
    assert left(state) == []


def test_a_passage_that_is_too_long_is_the_outcome_of_its_question_alone(state: Path) -> None:
    class Short(Toy):
        def add(self, passages: list[dict[str, Any]]) -> None:
            if any(len(one["text"]) > 60 for one in passages):
                raise ValueError("a passage has 60 characters at most")
            super().add(passages)

    toy = Short(LIGHT, HARBOUR)
    long = OpenQuestion(WHO.text, added=(Passage("long", RIVAL.text * 2),))
    replies = Oracle("toy", of(toy), "salt", Memory()).ask([long, MISLED, WHO])
    assert replies[0].fault == "ValueError: a passage has 60 characters at most"
    assert [reply.prediction is None for reply in replies] == [True, False, False]
    assert list(toy.held) == ["light", "harbour"]
    assert left(state) == []


def test_a_passage_that_the_index_lacks_cannot_be_taken_out() -> None:
    [reply] = Oracle("toy", of(WholeToy(HARBOUR)), "salt", Memory()).ask([WITHOUT])
    assert reply.fault is not None
    assert "its index holds no passage 'light' that could be taken out" in reply.fault


def test_an_index_that_cannot_be_put_right_ends_the_run_and_stays_noted(state: Path) -> None:
    class Stuck(Toy):
        def remove(self, ids: Sequence[str]) -> None:
            raise OSError("read-only")

    toy = Stuck(LIGHT, HARBOUR)
    with pytest.raises(BrokenVictim, match=r"could not be taken out again: OSError: read-only. It stands in .*\.json"):
        Oracle("toy", of(toy), "salt", Memory()).ask([MISLED])
    [file] = left(state)
    assert json.loads(file.read_text())["added"] == [foreign_id(RIVAL)]


def test_a_removal_that_removes_nothing_is_noticed_where_the_index_can_be_looked_at() -> None:
    class Deaf(WholeToy):
        def remove(self, ids: Sequence[str]) -> None:
            pass

    with pytest.raises(BrokenVictim, match=r"after remove\(ids\) it still holds"):
        of(Deaf(LIGHT, HARBOUR)).predict([MISLED])


class Keeps(Toy):
    """Takes nothing out again."""

    def remove(self, ids: Sequence[str]) -> None:
        self.calls.append(f"kept {len(ids)}")


def test_a_removal_that_removes_nothing_is_noticed_by_what_is_retrieved(state: Path) -> None:
    toy = Keeps(LIGHT, HARBOUR)
    with pytest.raises(BrokenVictim, match=rf"after remove\(ids\) it still retrieves '{foreign_id(RIVAL)}'"):
        of(toy).predict([MISLED])
    assert toy.calls == ["added 1", "asked Who of 3", "kept 1", "asked Who of 3"]
    [noted] = left(state)
    assert foreign_id(RIVAL) in noted.read_text()


def test_what_was_taken_out_and_is_retrieved_later_ends_the_run() -> None:
    class Later(Toy):
        def remove(self, ids: Sequence[str]) -> None:
            if self.calls.count("removed 1") == 0:
                super().remove(ids)

    system = of(Later(LIGHT, HARBOUR))
    system.predict([MISLED])
    system.predict([MISLED])
    with pytest.raises(BrokenVictim, match="is not taken out again"):
        system.predict([WHO])


def test_a_removal_is_asked_for_once_in_the_life_of_a_system() -> None:
    toy = Toy(LIGHT, HARBOUR)
    system = of(toy)
    for _ in range(3):
        system.predict([MISLED])
    assert toy.calls.count("asked Who of 2") == 1


def test_a_system_that_names_nothing_it_retrieves_is_said_to_be_unverified(caplog: pytest.LogCaptureFixture) -> None:
    class Mute(Toy):
        def answer(self, question: str) -> str:  # type: ignore[override]
            return str(super().answer(question)["answer"])

    toy = Mute(LIGHT, HARBOUR)
    system = of(toy)
    system.predict([MISLED])
    system.predict([MISLED])
    assert [one for one in caplog.messages if "cannot be verified without get(ids)" in one] == caplog.messages[-1:]
    assert toy.calls.count("asked Who of 2") == 0


def test_an_index_without_room_for_a_journal_is_refused_before_anything_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STUMPER_STATE", str(tmp_path / "file"))
    toy = Toy(LIGHT)
    with pytest.raises(BadOutput, match=r"cannot be noted in .* Name a folder in the variable STUMPER_STATE"):
        of(toy).predict([MISLED])
    assert toy.calls == []


def test_a_journal_that_cannot_be_read_is_named(state: Path) -> None:
    class Stuck(Toy):
        def remove(self, ids: Sequence[str]) -> None:
            raise OSError("read-only")

    with pytest.raises(BrokenVictim):
        of(Stuck(LIGHT)).predict([MISLED])
    [file] = left(state)
    file.write_text("{")
    with pytest.raises(BadData, match="says what is still to be taken out of the index of"):
        of(Stuck(LIGHT))


def test_nobody_asks_while_somebody_else_has_changed_the_index() -> None:
    begun, go_on = threading.Event(), threading.Event()

    class Slow(Toy):
        def answer(self, question: str) -> dict[str, Any]:
            if len(self.held) == 3:
                begun.set()
                assert go_on.wait(60)
            return super().answer(question)

    toy = Slow(LIGHT, HARBOUR)
    answers: list[str] = []
    first = threading.Thread(target=lambda: answers.extend(best(of(toy).predict([MISLED]))))
    second = threading.Thread(target=lambda: answers.extend(best(of(toy).predict([WHO]))))
    first.start()
    assert begun.wait(60)
    second.start()
    go_on.set()
    first.join(60)
    second.join(60)
    assert sorted(answers) == ["Anna Berg", "Carl Dorn"]
    assert toy.calls[:3] == ["added 1", "asked Who of 3", "removed 1"]
    assert toy.calls[3:] == ["asked Who of 2"] * 2  # by the second, and whether what was added is out again


def test_an_index_that_somebody_else_changes_meanwhile_is_noticed_at_the_end() -> None:
    toy = Toy(LIGHT, HARBOUR)
    oracle = Oracle("toy", of(toy), "salt", Memory(), again=Again(0.01, 1))
    oracle.ask([MISLED, WHO, WHEN])
    oracle.recheck()
    assert oracle.counts.again == 0
    toy.held["harbour"]["text"] = "The harbour of Lowmere was dug in 1902."
    oracle.recheck(is_last=True)
    assert oracle.counts.said.endswith("1 asked again (1 answered otherwise, 100.0%)")
    oracle.recheck(is_last=True)
    assert oracle.counts.again == 1
    assert oracle.counts.drift == DRIFT


DRIFT = (
    "Asked again at the end with nothing of an attack in the index, a question was answered otherwise by toy ('When "
    "was the harbour dug?' got '1874', and now '1902'): the index, or the system itself, has changed meanwhile, so "
    "that recall and answers before an attack may be of another one than those after it, and no difference between "
    "them, and no blame, is surely the attack's. Attack it again in another store while nobody writes to its index."
)


def test_an_index_that_changes_meanwhile_is_told_first_in_the_report(tmp_path: Path) -> None:
    toy = Toy(LIGHT, HARBOUR)
    asked = []

    class Changing:
        def answer(self, question: str) -> dict[str, Any]:
            asked.append(question)
            if question == WHEN.text and asked.count(question) > 1 and len(toy.held) == 2:
                toy.held["harbour"]["text"] = "The harbour of Lowmere was dug in 1902."
            return toy.answer(question)

        def add(self, passages: list[dict[str, Any]]) -> None:
            toy.add(passages)

        def remove(self, ids: Sequence[str]) -> None:
            toy.remove(ids)

    data = OpenQuestions("one", "one-1", EXAMPLES[1:])
    found = stumper.attack(data, victim={"toy": Changing()}, adversaries=["passage-poison"], store=tmp_path / "s.db")
    report = build_report(found.store, found.run_ids)
    assert report.sentences[0] == DRIFT
    assert report.provenance[0].queries.endswith("2 asked again (2 answered otherwise, 100.0%)")  # once more at the end


def test_a_system_with_a_fingerprint_whose_index_changes_is_told_that_it_may_be_that() -> None:
    toy = Toy(LIGHT, HARBOUR)
    oracle = Oracle("toy", replace(of(toy), fingerprint="toy-1"), "salt", Memory(), again=Again(0.01, 1))
    oracle.ask([WHEN])
    toy.held["harbour"]["text"] = "The harbour of Lowmere was dug in 1902."
    with pytest.raises(VictimFailed, match="system now, its index has changed meanwhile, so that attacked and"):
        oracle.recheck(is_last=True)


def test_of_a_system_that_says_that_it_varies_no_index_is_said_to_have_changed() -> None:
    toy = Toy(LIGHT, HARBOUR)

    class Varying:
        fingerprint, varies, tasks, own_index = None, True, ("rag",), OwnIndex()
        predict = staticmethod(of(toy).predict)

    oracle = Oracle("toy", Varying(), "salt", Memory(), again=Again(0.01, 1))
    oracle.ask([WHEN])
    toy.held["harbour"]["text"] = "The harbour of Lowmere was dug in 1902."
    oracle.recheck(is_last=True)
    assert (oracle.counts.changed, oracle.counts.drift) == (1, "")


def test_counts_keep_what_came_out_otherwise_and_those_of_earlier_versions_are_read() -> None:
    assert counts_of(json.loads(json.dumps(Counts(drifted=("a", "b")).document))).drifted == ("a", "b")
    assert counts_of({key: value for key, value in Counts().document.items() if key != "drifted"}).drifted == ()


def test_passages_that_are_given_cannot_change_meanwhile() -> None:
    oracle = Oracle("toy", of(lambda question, passages: passages[0]), "salt", Memory(), again=Again(0.01, 1))
    oracle.ask([GIVEN])
    oracle.recheck(is_last=True)
    assert oracle.counts.again == 0


KILLED = """
import json, os, signal, sys
from pathlib import Path
sys.path.insert(0, {support!r})
from toy_rag import HARBOUR, LIGHT, WholeToy

FILE = Path({held!r})


class Kept(WholeToy):
    def __init__(self):
        super().__init__(LIGHT, HARBOUR)
        if FILE.exists():
            self.held = json.loads(FILE.read_text())

    def answer(self, question):
        if os.environ.get("KILL") and (len(self.held) != 2 or "light" not in self.held):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().answer(question)

    def add(self, passages: list[dict]):
        super().add(passages)
        FILE.write_text(json.dumps(self.held))

    def remove(self, ids):
        super().remove(ids)
        FILE.write_text(json.dumps(self.held))
"""


@pytest.mark.parametrize(
    "change", [{"added": [{"id": "rival", "text": RIVAL.text}]}, {"removed": ["light"]}], ids=["added", "removed"]
)
def test_what_a_killed_command_left_is_undone_by_the_next_before_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], state: Path
) -> None:
    held, module = tmp_path / "held.json", f"kept_rag_{next(iter(change))}"
    (tmp_path / f"{module}.py").write_text(
        KILLED.format(support=str(Path(__file__).parents[1] / "support"), held=str(held))
    )
    gold = {"gold_passages": [{"id": "light", "text": LIGHT.text}]}
    answers = ["Anna Berg"] if "added" in change else []
    rows = [
        {"id": "who", "question": WHO.text, "answers": ["Anna Berg"], **gold},
        {"id": "who-1", "original_id": "who", "question": WHO.text, "answers": answers, **gold, **change},
    ]
    data = tmp_path / "set.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)))
    command = [sys.executable, "-m", "stumper", "predict", str(data), "-v", f"python:{module}:Kept", "--out"]
    environment = {**os.environ, "STUMPER_STORE": str(tmp_path / "s.db"), "KILL": "1"}
    killed = subprocess.run([*command, "out.jsonl"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert killed.returncode == 3, killed.stderr
    assert json.loads(held.read_text()).keys() != {"light", "harbour"}
    assert len(left(state)) == 1

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    load(f"{module}:Kept", ())
    assert json.loads(held.read_text()).keys() == {"light", "harbour"}
    assert left(state) == []


def test_what_a_thread_left_that_was_given_up_is_undone_when_the_process_ends(tmp_path: Path, state: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"""
import sys, threading, time
sys.path.insert(0, {str(Path(__file__).parents[1] / "support")!r})
from toy_rag import HARBOUR, LIGHT, MISLED, Toy
from stumper.victims.own_index import Misnamed
from stumper.victims.python_callable import victim_of

begun = threading.Event()

class Hanging(Toy):
    def answer(self, question):
        begun.set()
        time.sleep(0.5)
        return super().answer(question)

    def remove(self, ids):
        super().remove(ids)
        print("held", list(self.held), flush=True)

victim = victim_of(Hanging(LIGHT, HARBOUR), "toy")
threading.Thread(target=lambda: victim.predict([MISLED]), daemon=True).start()
assert begun.wait(60)
""")
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env={**os.environ})
    assert ran.stdout == "held ['light', 'harbour']\n", ran.stderr
    assert left(state) == []


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(BadOption) as caught:
        call()
    return str(caught.value)


def test_a_system_without_remove_says_which_method_is_missing_and_is_asked_nothing() -> None:
    class Adding:
        def answer(self, question: str) -> str:
            raise AssertionError("it is not asked")

        def add(self, passages: list[Passage]) -> None:
            raise AssertionError("nothing is added")

    assert refusal(lambda: Oracle("toy", of(Adding()), "salt", Memory()).ask([MISLED])) == (
        "'toy' has no method remove(ids), so that nothing can be added to its index and taken out again. Give it "
        "add(passages) and remove(ids), or attack the question alone."
    )


def test_a_system_that_cannot_give_its_passages_has_none_taken_out() -> None:
    said = refusal(lambda: Oracle("toy", of(Toy(LIGHT)), "salt", Memory()).ask([WITHOUT]))
    assert said.startswith("'toy' has no method get(ids), so that a passage that is taken out could not be put back.")


def test_passages_that_are_added_need_an_id() -> None:
    class Texts(Toy):
        def add(self, passages: list[str]) -> None:  # type: ignore[override]
            raise AssertionError("nothing is added")

    assert "must have an id to be taken out again" in refusal(lambda: of(Texts(LIGHT)))


def test_two_passages_may_have_one_text() -> None:
    """Seen: a corpus that says a thing twice lost each question for which a system returned both texts."""

    def answer(question: str) -> dict[str, Any]:
        return {"answer": "x", "retrieved": [LIGHT.text, LIGHT.text, HARBOUR.text]}

    [reply] = Oracle("toy", of(answer), "salt", Memory()).ask([WHO])
    assert reply.prediction is not None
    assert retrieved(WHO, reply.prediction) == (LIGHT.text, HARBOUR.text)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"retrieved": ["light", "light"]}, "it names the retrieved passage 'light' twice"),
        ({"retrieved": ["light"], "cited": ["other"]}, "it cites 'other', which was not among what it retrieved"),
    ],
)
def test_passages_that_cannot_have_been_named_are_an_error_of_the_system(said: dict[str, Any], fault: str) -> None:
    def answer(question: str) -> dict[str, Any]:
        return {"answer": "x", **said}

    [reply] = Oracle("toy", of(answer), "salt", Memory()).ask([WHO])
    assert reply.fault == f"Misnamed: {fault}"


def test_a_system_may_retrieve_nothing_and_what_nobody_knows() -> None:
    def answer(question: str) -> dict[str, Any]:
        return {"answer": "", "retrieved": [] if question == WHO.text else ["page 7", {"id": "page 8"}], "cited": []}

    nothing, unknown = of(answer).predict([WHO, WHEN])
    assert (nothing.retrieved, unknown.retrieved) == ((), ("page 7", "page 8"))


def test_what_a_mapping_names_is_a_list() -> None:
    def answer(question: str) -> dict[str, Any]:
        return {"answer": "x", "retrieved": "light"}

    with pytest.raises(BrokenVictim, match=r"returned 'light' as 'retrieved': return a list of ids, of texts or of"):
        of(answer).predict([WHO])


GIVEN = OpenQuestion(WHO.text, (LIGHT, HARBOUR))


def test_given_passages_come_as_texts_or_as_what_the_annotation_says() -> None:
    def texts(question, passages):  # type: ignore[no-untyped-def]
        return passages[0]

    def mappings(question: str, passages: list[dict[str, str]]) -> tuple[str, float]:
        return f"{passages[1]['id']}: {passages[1]['title']}", 0.5

    def objects(question: str, passages: Sequence[Passage]) -> dict[str, Any]:
        return {"answer": passages[0].title, "cited": [passages[0]]}

    def optional(question: str, passages: list[str] | None = None) -> str:
        return "none" if passages is None else str(len(passages))

    assert best(of(texts).predict([GIVEN])) == [LIGHT.text]
    [found] = of(mappings).predict([GIVEN])
    assert (found.guesses[0].answer, found.guesses[0].probability) == ("harbour: Harbour", 0.5)
    assert of(objects).predict([GIVEN])[0].evidence == ("light",)
    assert best(of(optional).predict([GIVEN, WHO])) == ["2", "none"]
    assert {"rag", "reading"} == set(of(texts).tasks)


def test_a_function_of_given_passages_is_not_asked_without_them() -> None:
    def answer(question: str, passages: list[str]) -> str:
        raise AssertionError("it is not asked")

    assert refusal(lambda: Oracle("toy", of(answer), "salt", Memory()).ask([WHO])) == (
        "'toy' has no index of its own, and gets passages from the data alone. Attack data that gives them, or name a "
        "system that finds its own, such as rag:FOLDER."
    )
    assert EXAMPLES[0].query == WHO


def test_a_process_that_ends_undoes_what_another_was_killed_at(tmp_path: Path, state: Path) -> None:
    """As the driver of workers does, whose own object knows the index as it was before they changed it."""
    held = tmp_path / "held.json"
    (tmp_path / "kept_by_file.py").write_text(
        KILLED.format(support=str(Path(__file__).parents[1] / "support"), held=str(held))
    )
    script = tmp_path / "script.py"
    script.write_text("""
import os, signal, subprocess, sys
from stumper.victims.python_callable import load

load("kept_by_file:Kept", ())
killed = "from toy_rag import MISLED; victim.predict([MISLED])"
code = f"from stumper.victims.python_callable import load; victim = load('kept_by_file:Kept', ()); {killed}"
assert subprocess.run([sys.executable, "-c", code], env={**os.environ, "KILL": "1"}).returncode == -signal.SIGKILL
print(len(open("held.json").read().split('"id"')) - 1, flush=True)
""")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path, env=environment
    )  # fmt: skip
    assert ran.stdout == "3\n", ran.stderr
    assert json.loads(held.read_text()).keys() == {"light", "harbour"}
    assert left(state) == []


def test_a_function_of_batches_is_asked_with_passages_for_the_questions_that_give_some_alone() -> None:
    class Both:
        """Answers with the titles that it is given, a batch at a time."""

        def answer(self, questions: list[str], passages: list[list[dict[str, str]]] | None = None) -> list[str]:
            return [",".join(one["title"] for one in some) for some in passages] if passages else ["its own"] * 2

    queries = [WHO, OpenQuestion(WHO.text, (LIGHT, HARBOUR)), WHEN]
    assert best(of(Both()).predict(queries)) == ["its own", "Lowmere,Harbour", "its own"]


def test_a_system_made_of_somebody_elses_retrieval_reads_the_passages_that_it_is_given() -> None:
    def reads(question: str, passages: list[dict[str, str]]) -> str:
        return passages[0]["title"]

    system = of(Retrieving(lambda question: [{"id": "light", "title": "found", "text": "x"}], reads))
    found, given = system.predict([WHO, OpenQuestion(WHO.text, (HARBOUR,))])
    assert best([found, given]) == ["found", "Harbour"]


def test_gold_passages_that_the_index_has_under_no_such_id_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    assert check_evidence(of(WholeToy(LIGHT)), "toys", EXAMPLES) == AbsentGold(1, 2)
    assert (
        "toys: Of 2 open questions with gold evidence, 1 has no set of it whole in the index of the system: its recall"
    ) in caplog.text
    caplog.clear()
    assert check_evidence(of(WholeToy(LIGHT, HARBOUR)), "toys", EXAMPLES) == AbsentGold(0, 2)
    assert check_evidence(of(Toy(LIGHT)), "toys", EXAMPLES) is None
    assert "gold evidence" not in caplog.text


def test_questions_are_counted_of_which_no_gold_set_is_whole_in_the_index() -> None:
    """Seen: ids were counted, also of questions that are answered by another set, or by nothing."""
    who, when = EXAMPLES
    either = replace(who, gold=replace(who.gold, evidence_sets=(frozenset({"gone"}), frozenset({"light"}))))
    both = replace(when, id="both", gold=replace(when.gold, evidence_sets=(frozenset({"light", "gone"}),)))
    unanswerable = replace(both, id="none", gold=replace(both.gold, answers=(), answerable=False))
    given = replace(both, id="given", query=OpenQuestion(WHEN.text, (HARBOUR,)))
    asked = [either, both, unanswerable, given]
    assert check_evidence(of(WholeToy(LIGHT)), "toys", asked) == AbsentGold(1, 2)


def test_gold_passages_that_somebody_has_taken_out_for_a_question_are_waited_for() -> None:
    """Seen: a run that began while another had taken a passage out said that its recall counts no such question."""
    toy = WholeToy(LIGHT, HARBOUR)
    found: list[AbsentGold | None] = []
    second = threading.Thread(target=lambda: found.append(check_evidence(of(toy), "toys", EXAMPLES)))
    index = of(toy).index
    assert index is not None
    with index.holding(IndexChange(removed=("light",))):
        second.start()
        second.join(0.3)  # time enough for a look that waits for nobody
    second.join(60)
    assert found == [AbsentGold(0, 2)]


def test_ids_are_looked_up_some_hundred_at_a_time() -> None:
    sizes = []

    class Counting(WholeToy):
        def get(self, ids: Sequence[str]) -> list[dict[str, Any]]:
            sizes.append(len(ids))
            return super().get(ids)

    many = [replace(EXAMPLES[0], id=f"{n}", gold=replace(EXAMPLES[0].gold, evidence_sets=(frozenset({f"p{n}"}),)))
            for n in range(450)]  # fmt: skip
    assert check_evidence(of(Counting(LIGHT)), "toys", many) == AbsentGold(450, 450)
    assert sizes == [200, 200, 50]


def test_an_index_that_was_put_right_is_not_told_of_any_more(tmp_path: Path) -> None:
    """Seen: what the first command found stayed in signature, note and report for good, or not, by chance."""

    class Failing(WholeToy):
        is_down = True

        def answer(self, question: str) -> dict[str, Any]:
            if self.is_down and question == WHEN.text:
                raise RuntimeError("down")
            return super().answer(question)

    toy, data = Failing(LIGHT), OpenQuestions("toys", "toys-1", EXAMPLES)
    found = stumper.evaluate(data, victim={"toy": toy}, store=tmp_path / "s.db", max_errors=1.0)
    assert [one for one in found.said if "1 has no set" in one]
    toy.is_down = False
    toy.add([{"id": "harbour", "title": HARBOUR.title, "text": HARBOUR.text}])
    found = stumper.evaluate(data, victim={"toy": toy}, store=found.store, retry_errors=True)
    [recall] = [score for score in found.scores if score.name == "rag_gold_retrieved"]
    assert (recall.value, "absent-gold" in recall.signature) == (1, False)
    assert not [one for one in found.said if "no set of it" in one]
    assert not [one for one in build_report(found.store, found.run_ids).sentences if "no set of it" in one]


def test_the_last_look_counts_in_whichever_order_commands_are_read() -> None:
    for first, second in ((1.0, 2.0), (2.0, 1.0)):
        counts = Counts(looked=(first, first, 4))
        counts.add(Counts(looked=(second, second, 4)))
        counts.add(Counts())
        assert counts_of(json.loads(json.dumps(counts.document))).looked == (2, 2, 4)


def test_a_report_without_a_recall_says_nothing_of_absent_gold(tmp_path: Path) -> None:
    class Silent(WholeToy):
        def answer(self, question: str) -> dict[str, Any]:
            return {"answer": super().answer(question)["answer"]}

    data = OpenQuestions("toys", "toys-1", EXAMPLES)
    found = stumper.evaluate(data, victim={"toy": Silent(LIGHT)}, store=tmp_path / "s.db")
    assert not [one for one in build_report(found.store, found.run_ids).sentences if "no set of it" in one]


def test_of_several_runs_that_is_told_which_lacks_most() -> None:
    """Seen: the last run's count stood beside a recall of all."""
    attacks = ["none", "sentence", "other", "more"]
    looks = zip((Names("toys", "toy", attack, attack, "") for attack in attacks),
                (AbsentGold(1, 2), AbsentGold(3, 9), None, AbsentGold(0, 2)), strict=True)  # fmt: skip
    assert absent_notes(looks, "question") == [
        "Of 9 questions with gold evidence (toys, in the run that lacks most), 3 have no set of it whole in the index "
        "of toy: their recall is 0 whatever the system finds, unless it names that evidence all the same."
    ]
    assert absent_notes([(Names("toys", "toy", "none", "none", ""), AbsentGold(0, 2))], "question") == []


def test_recall_says_how_many_gold_ids_are_not_in_the_index_in_evaluate_and_in_the_report(tmp_path: Path) -> None:
    """Seen: an index built anew with other ids lost half its recall, and nothing said why."""
    stale = replace(HARBOUR, id="harbour-v2")
    data = OpenQuestions("toys", "toys-1", EXAMPLES)
    found = stumper.evaluate(data, victim={"toy": WholeToy(LIGHT, stale)}, store=tmp_path / "s.db")
    told = (
        "Of 2 {}questions with gold evidence{}, 1 has no set of it whole in the index of toy: its recall is 0 whatever "
        "the system finds, unless it names that evidence all the same."
    )
    assert [one for one in found.said if one.endswith(told.format("open ", ""))], found.said
    [recall] = [score for score in found.scores if score.name == "rag_gold_retrieved"]
    assert (recall.value, "|absent-gold:1-of-2" in recall.signature) == (0.5, True)
    assert told.format("", " (toys)") in build_report(found.store, found.run_ids).sentences
    whole = OpenQuestions("lights", "lights-1", EXAMPLES[:1])
    other = stumper.evaluate(whole, victim={"toy": WholeToy(LIGHT, stale)}, store=found.store)
    assert not [one for one in other.said if "gold evidence" in one]


def test_a_method_that_takes_objects_for_mappings_is_told_how_to_be_given_these() -> None:
    class Plain(Toy):
        def add(self, passages):  # type: ignore[no-untyped-def]
            self.held |= {one["id"]: one for one in passages}

    with pytest.raises(BrokenVictim, match=r"is not subscriptable\)\. Annotate it, passages: list\[dict\]"):
        of(Plain(LIGHT)).predict([MISLED])


def test_a_corpus_is_listed_by_the_ids_of_its_passages(tmp_path: Path) -> None:
    (tmp_path / "mill.md").write_text("# The mill\n\nThe mill was bought by Tom Reed.\n")
    [found] = rag.passages(str(tmp_path))
    assert (found.id, found.title) == ("mill.md#1", "The mill")


def test_the_embedded_reader_answers_from_passages_of_ones_own() -> None:
    found = rag.reader("Who keeps the lighthouse of Lowmere?", [{"id": "light", "text": LIGHT.text}])
    assert (found["answer"], found["cited"]) == ("Anna Berg", ["light"])
