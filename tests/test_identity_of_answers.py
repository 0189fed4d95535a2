"""A figure belongs to the system that gave the answers, whatever a system calls itself."""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper import api
from stumper.errors import VictimFailed
from stumper.loading import adversary_code, kept_fingerprint, load_victim, options_fingerprint, what_answers
from stumper.registry import task_named
from stumper.runs import from_json
from stumper.store import Store
from stumper.victims.address import whole_url, without_password

SYSTEMS = """
from stumper.types import Guess, Prediction


class Right:
    fingerprint = "1"

    def predict(self, queries):
        return [Prediction((Guess("Ada Thorn", 0.9, 0),), 0.9) for _ in queries]


class Raising:
    fingerprint = "1"

    def predict(self, queries):
        raise RuntimeError("always")


def answer(question, context):
    return "Ada Thorn"


def vouched(question, context):
    return "Ada Thorn"


vouched.fingerprint = "mine"
unnamed = lambda question, context: "Ada Thorn"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    question = {"id": "q", "question": "Who?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}
    paragraphs = [{"context": f"Ada Thorn lit lamp {n}.", "qas": [{**question, "id": f"q{n}"}]} for n in range(6)]
    Path("lamps.json").write_text(
        json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]})
    )
    write(SYSTEMS)
    yield tmp_path
    sys.modules.pop("systems_here", None)


def write(text: str) -> None:
    """The module as a process that is started now would find it."""
    Path("systems_here.py").write_text(text)
    sys.modules.pop("systems_here", None)


def adversarial(word: str) -> object:
    """A set of one question and its variant, in which this word is added."""
    texts = {"q": "Ada Thorn lit the lamp.", "q-add-benign": f"Ada Thorn lit the lamp. There is a {word}."}
    asked = {"question": "Who?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}
    paragraphs = [{"context": text, "qas": [{**asked, "id": id}]} for id, text in texts.items()]
    return {"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}


def attack(victim: str, **how: object) -> api.Job:
    return api.attack("lamps.json", "identity", f"python:systems_here:{victim}", url="s.db", **how)


def test_of_two_systems_with_one_fingerprint_none_gets_the_score_of_the_other(folder: Path) -> None:
    assert attack("Right").outcomes() == {"failed": 6}
    with pytest.raises(VictimFailed, match="failed on 6 of 6 examples"):
        attack("Raising")


def test_a_system_whose_code_has_changed_is_another_though_it_calls_itself_the_same(folder: Path) -> None:
    before = attack("Right").plan
    write(SYSTEMS.replace('"Ada Thorn", 0.9, 0', '"lamp", 0.9, None'))
    after = attack("Right")
    assert after.plan.id != before.id
    assert after.outcomes() == {"skipped": 6}


def test_a_function_never_vouches_for_itself_but_its_author_may(folder: Path) -> None:
    specs = [f"python:systems_here:{name}" for name in ("answer", "unnamed", "vouched")]
    assert [kept_fingerprint(spec, load_victim(spec)) is None for spec in specs] == [True, True, False]


def test_an_interrupted_run_of_a_function_is_not_gone_on_with_once_its_code_has_changed(folder: Path) -> None:
    first = api.prepare("lamps.json", "identity", "python:systems_here:answer", url="s.db")
    list(first.steps())  # and it is interrupted before it is concluded
    write(SYSTEMS.replace('return "Ada Thorn"', 'return "lamp"'))
    assert attack("answer").outcomes() == {"skipped": 6}


def test_a_stale_fingerprint_is_found_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a system answers depends on a file that its fingerprint leaves out."""
    told = SYSTEMS.replace('Guess("Ada Thorn", 0.9, 0)', 'Guess(Path("said.txt").read_text(), 0.9, None)')
    write("from pathlib import Path\n" + told)
    Path("said.txt").write_text("Ada Thorn")
    assert attack("Right").outcomes() == {"failed": 6}
    Path("said.txt").write_text("lamp")
    with pytest.raises(VictimFailed, match=r"5 of 5 queries that were asked again otherwise.*'Ada Thorn' \(0\.900\)"):
        attack("Right")  # the run is recorded
    with pytest.raises(VictimFailed, match="otherwise than its fingerprint promises"):
        attack("Right", seed=2)  # a new one would take its answers from the cache
    assert attack("Right", settings=api.Settings(ask_again=0)).outcomes() == {"failed": 6}


def test_systems_are_told_apart_by_what_is_behind_them() -> None:
    names = ("embedded", "transformer", "nsmn", "hexaf", "enhanced-esim", "tfidf-da", "tfidf-esim", "ir", "ensemble")
    assert len({what_answers(name, load_victim(name)) for name in names}) == len(names)


def test_one_file_of_predictions_on_two_sets_is_one_system_until_it_changes(folder: Path) -> None:
    for word in ("cat", "dog"):
        Path(f"{word}.json").write_text(json.dumps(adversarial(word)))
    Path("said.json").write_text('{"q": "Ada Thorn", "q-add-benign": "lamp"}')
    cat, dog = (api.prepare_evaluation(f"{word}.json", "file:said.json", url="s.db") for word in ("cat", "dog"))
    assert cat.plan.victim_code == dog.plan.victim_code
    assert cat.plan.victim_fingerprint != dog.plan.victim_fingerprint  # one id, two queries
    for job in (cat, dog):
        list(job.steps())
        job.conclude()
    rows = api.report(store=cat.store).figures["rows"]
    assert [(row["names"]["victim"], row["names"]["is_past"]) for row in rows] == [("file:said.json", False)] * 2
    Path("said.json").write_text('{"q": "Ada Thorn", "q-add-benign": "Ada Thorn"}')
    changed = api.prepare_evaluation("dog.json", "file:said.json", url="s.db")
    assert changed.plan.victim_code != dog.plan.victim_code
    assert changed.plan.id != dog.plan.id


def test_a_file_of_predictions_is_what_it_holds_packed_or_not_and_wherever(folder: Path) -> None:
    Path("dog.json").write_text(json.dumps(adversarial("dog")))
    said = '{"q": "Ada Thorn", "q-add-benign": "lamp"}'
    Path("said.json").write_text(said)
    Path("same.json.gz").write_bytes(gzip.compress(said.encode()))
    plain, packed = (api.prepare_evaluation("dog.json", f"file:{name}") for name in ("said.json", "same.json.gz"))
    assert plain.plan.id == packed.plan.id


def test_the_code_of_an_attack_and_the_parser_that_it_is_given_decide_what_run_it_is(tmp_path: Path) -> None:
    reading, claims = task_named("reading"), task_named("verification")
    assert len({adversary_code("add-any", reading), adversary_code("add-sent", reading)}) == 2
    assert adversary_code("identity", reading) != adversary_code("identity", claims)  # others judge
    (tmp_path / "parser").mkdir()
    (tmp_path / "parser" / "meta.json").write_text("{}")
    options = {"pipeline": str(tmp_path / "parser")}
    before = options_fingerprint("add-sent", options)
    (tmp_path / "parser" / "meta.json").write_text("[]")
    assert options_fingerprint("add-sent", options) != before
    assert options_fingerprint("add-sent", {"pipeline": "embedded"}) == ""


def test_a_run_of_stumper_0_1_is_read_and_never_gone_on_with(folder: Path) -> None:
    job = attack("Right")
    with Store.open("s.db") as store:
        document = json.loads(store.plans()[job.plan.id])
        for added in ("format", "victim_code", "adversary_code", "joined"):
            del document[added]
        old = from_json(json.dumps(document | {"victim_fingerprint": "1"}))
        store.put_plan(old.id, json.dumps(document), old.dataset_fingerprint)
        assert (old.format, old.id != job.plan.id) == (1, True)
        assert len(api.report([old.id, job.plan.id], store).provenance) == 2


def test_the_password_in_an_address_stands_in_no_plan() -> None:
    assert without_password("http:http://me:secret@localhost:1/x#key=K") == "http:http://***@localhost:1/x#key=K"
    assert without_password("openai:m@https://me:secret@host/v1") == "openai:m@https://***@host/v1"
    assert without_password("openai:m@https://me:se@cret@host/v1") == "openai:m@https://***@host/v1"
    assert without_password("openai:m@https://host/v1?by=me@home") == "openai:m@https://host/v1?by=me@home"
    assert without_password("openai:m@https://host/v1") == "openai:m@https://host/v1"
    assert without_password("http:HTTP://me:se@cret@host/x") == "http:HTTP://***@host/x"


def test_a_key_in_the_query_of_an_address_stands_in_no_plan_and_still_tells_systems_apart() -> None:
    shown = "http:https://host/x?model=a&api_key=***&sig=***#key=K"
    assert without_password("http:https://host/x?model=a&api_key=S3&sig=abc#key=K") == shown
    assert without_password("http:http://host?x=0123456789abcdef0123") == "http:http://host?x=***"
    assert without_password("http:http://host?sk-live") == "http:http://host?***"
    assert without_password("http:http://host?model=meta-llama-3-70b-instruct") == (
        "http:http://host?model=meta-llama-3-70b-instruct"
    )
    urls = [whole_url(f"https://host/x?{query}") for query in ("key=one1", "key=two2", "key=one1")]
    assert len({url.identity for url in urls if url}) == 2
    assert [url.text for url in urls if url] == ["https://host/x?key=***"] * 3
    assert not any("one1" in repr(url) + url.identity for url in urls if url)


def test_a_victim_that_changes_the_folder_is_attacked_with_the_files_that_were_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another folder holds files of the same names; each of the two begins with the victim's own import."""
    for place, word in ((folder, "wall"), (folder / "elsewhere", "lamp")):
        place.mkdir(exist_ok=True)
        (place / "named.json").write_text(json.dumps(adversarial(word)))
    write("import os\nos.chdir('elsewhere')\n" + SYSTEMS)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    job = api.prepare_evaluation("named.json", "python:systems_here:Right")
    list(job.steps())
    [attempt] = job.attempts()
    assert "wall" in str(attempt.perturbation)
    assert (folder / "stumper.db").exists()
    assert not (folder / "elsewhere" / "stumper.db").exists()
