"""Services that find their passages themselves: what a query adds to their index, by the protocol or by requests of its
own, over real sockets."""

import json
import runpy
import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import stumper
from stumper.cli.app import app
from stumper.errors import BadOption, BrokenVictim, Spent
from stumper.material import check_evidence
from stumper.runs import Memory, Oracle
from stumper.tasks.rag.files import OpenQuestions, write_adversarial
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.testing import check_victim
from stumper.types import AbsentGold, Instance, Passage, Perturbation, Prediction
from stumper.victims.allowance import allowing, index_writes
from stumper.victims.foreign_index import foreign_id
from stumper.victims.http import load
from stumper.victims.openai import load as load_model
from toy_rag import EXAMPLES, HARBOUR, LIGHT, MISLED, RIVAL, WHEN, WHO, WITHOUT, WholeToy

Serve = Callable[..., Any]
QUICK = "pause=0.01&timeout=60&retries=1"
ENDPOINTS = "add=/add&remove=/remove&get=/get"
AS_IT_IS = 'request={"q": "{question}"}&response=answer&evidence=cited&retrieved=retrieved'
SERVER = Path(__file__).parents[2] / "examples" / "rag_server.py"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of journals."""
    monkeypatch.setenv("STUMPER_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def example() -> Iterator[str]:
    """The URL of the reference server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), runpy.run_path(str(SERVER))["Handler"])
    server.RequestHandlerClass.log_message = lambda *_: None  # type: ignore[method-assign, assignment]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def best(predictions: list[Prediction]) -> list[str]:
    return [prediction.guesses[0].answer for prediction in predictions]


def service(serve: Serve, toy: WholeToy, **more: Any) -> Any:
    """A service with a way of its own of being asked, and places that change its index."""
    ways: dict[str, Callable[[Any], Any]] = {
        "/v1": lambda body: _answered(toy, body),
        "/add": lambda body: toy.add(body["passages"]),
        "/remove": lambda body: toy.remove(body["ids"]),
        "/get": lambda body: {"passages": toy.get(body["ids"])},
    }  # fmt: skip
    server = serve(lambda body: ways[server.asked[-1][0]](body), **more)
    return server


def _answered(toy: WholeToy, body: Any) -> Any:
    """In the words of the service, or of the protocol."""
    return toy.answer(body["q"]) if "q" in body else {"predictions": [_said(toy, one) for one in body["queries"]]}


def _said(toy: WholeToy, query: Any) -> Any:
    found = toy.answer(query["question"])
    return {"guesses": [{"answer": found["answer"]}], "retrieved": found["retrieved"], "evidence": found["cited"]}


def test_the_reference_server_holds_what_a_query_adds_for_that_query_alone(example: str) -> None:
    victim = load(f"{example}#{QUICK}", ())
    assert victim.fingerprint == "rag-server-1"
    rival = Passage("rival", "Carl Dorn keeps the lighthouse of Lowmere.")
    asked = OpenQuestion(WHO.text, added=(rival,)), WHO, WITHOUT, OpenQuestion("Xyz?", (HARBOUR,))
    misled, plain, without, given = victim.predict(asked)
    assert best([misled, plain, given]) == [rival.text, "The lighthouse of Lowmere stands on a rock.", ""]
    assert (misled.retrieved, misled.evidence) == (("light", "rival"), ("rival",))
    assert "light" not in without.retrieved
    check_victim(victim)


def test_an_evaluation_of_the_reference_server_pairs_questions_with_their_changes(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    who = EXAMPLES[0]
    misled = Instance("who-1", who, Perturbation("who", OpenQuestion(WHO.text, added=(RIVAL,)), who.gold, ()))
    write_adversarial(tmp_path / "set.jsonl", OpenQuestions("set", "", EXAMPLES), [misled])
    ran = CliRunner().invoke(app, ["predict", str(tmp_path / "set.jsonl"), "-v", f"http:{example}#{QUICK}", "--out",
                                   str(tmp_path / "out.jsonl")])  # fmt: skip
    assert ran.exit_code == 0, ran.output
    said = {row["id"]: row for row in map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())}
    assert said["who-1"]["answer"] == RIVAL.text.split(".")[0] + "."
    assert said["who"]["retrieved"] == ["light", "harbour"]


@pytest.mark.parametrize("way", ["", AS_IT_IS], ids=["protocol", "as it is"])
def test_an_index_with_places_of_its_own_is_changed_and_put_right(serve: Serve, way: str, state: Path) -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    server = service(serve, toy)
    victim = load(f"{server.url}#{ENDPOINTS}&{QUICK}{'&' if way else ''}{way}", ())
    edited = OpenQuestion(WHO.text, added=(RIVAL,), removed=("light",))
    misled, plain, without = victim.predict([MISLED, WHO, edited])
    assert best([misled, plain, without]) == ["Carl Dorn", "Anna Berg", "Carl Dorn"]
    assert (misled.retrieved, misled.evidence) == (("rival", "light"), ("rival",))
    assert without.retrieved == ("rival", "harbour")
    assert sorted(toy.held) == ["harbour", "light"]
    [added] = [body["passages"] for body in server.bodies if "passages" in body][:1]
    assert added == [{"id": foreign_id(RIVAL), "title": "Lowmere", "text": RIVAL.text}]
    assert not list(state.glob("*.json"))


def test_what_a_service_does_not_take_is_the_outcome_of_its_question_alone(serve: Serve) -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    server = service(serve, toy)
    answer = server.answer
    server.answer = lambda body: "bad request" if server.asked[-1][0] == "/add" else answer(body)
    victim = load(f"{server.url}#{ENDPOINTS}&{QUICK}", ())
    plain, misled = Oracle("s", victim, "salt", Memory()).ask([WHO, MISLED])
    assert plain.prediction is not None
    assert misled.fault == f"Unanswered: {server.url.removesuffix('/v1')}/add answered with status 400: too long a text"
    assert sorted(toy.held) == ["harbour", "light"]


def test_what_puts_an_index_right_is_sent_however_much_is_spent(serve: Serve) -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    victim = load(f"{service(serve, toy).url}#{ENDPOINTS}&{QUICK}", ())
    with allowing(2, None):
        assert best(victim.predict([MISLED])) == ["Carl Dorn"]
    with allowing(1, None), pytest.raises(Spent):
        victim.predict([MISLED])
    assert sorted(toy.held) == ["harbour", "light"]


def test_what_a_killed_command_left_in_a_service_is_taken_out_when_it_is_next_loaded(
    serve: Serve, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    server = service(serve, toy)
    victim = load(f"{server.url}#{ENDPOINTS}&{QUICK}", ())
    assert victim.index is not None
    with monkeypatch.context() as dead:
        dead.setattr(toy, "remove", lambda ids: None)  # as if the process had ended before
        with pytest.raises(BrokenVictim, match="could not be taken out again"):
            victim.predict([MISLED])
    assert len(toy.held) == 3
    [file] = state.glob("*.json")
    load(f"{server.url}#{ENDPOINTS}&{QUICK}", ())
    assert sorted(toy.held) == ["harbour", "light"]
    assert not file.exists()


def refused(victim: Any, query: OpenQuestion) -> str:
    with pytest.raises(BadOption) as caught:
        Oracle("s", victim, "salt", Memory()).ask([query])
    return str(caught.value)


def test_a_service_that_says_nothing_of_its_index_is_asked_what_changes_nothing(serve: Serve) -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    server = service(serve, toy)
    own, other = load(f"{server.url}#{QUICK}", ()), load(f"{server.url}#{AS_IT_IS}&{QUICK}", ())
    assert best(own.predict([WHO])) == best(other.predict([WHO])) == ["Anna Berg"]
    asked = len(server.bodies)
    assert "does not say that it applies what a query adds and removes" in refused(own, MISLED)
    assert "does not say that passages can be added to its index" in refused(other, MISLED)
    assert len(server.bodies) == asked


def test_an_index_that_cannot_be_looked_at_has_nothing_taken_out(serve: Serve) -> None:
    toy = WholeToy(LIGHT, HARBOUR)
    victim = load(f"{service(serve, toy).url}#add=/add&remove=/remove&{QUICK}", ())
    assert best(victim.predict([MISLED])) == ["Carl Dorn"]
    assert "has no place that gives passages by their ids" in refused(victim, WITHOUT)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("add=/add", "Say both 'add' and 'remove' of an index"),
        ("add=http://elsewhere.org/add&remove=/remove", "not at 'http://elsewhere.org/add': name a path there"),
    ],
)
def test_half_an_index_or_one_elsewhere_is_refused(serve: Serve, options: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        load(f"{serve(lambda body: None).url}#{options}&{QUICK}", ())


def test_an_index_on_another_machine_is_written_to_only_where_that_is_allowed() -> None:
    name = f"http://192.0.2.7/ask#{ENDPOINTS}&{AS_IT_IS}"
    assert "is not on this machine, and its index would be written to. Say --allow-index-writes" in refused(
        load(name, ()), MISLED
    )
    with index_writes(True):
        victim = load(name, ())
    assert victim.own_index is not None
    assert (victim.own_index.added, victim.own_index.removed) == ("", "")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "127.3.2.1"])
def test_an_index_on_this_machine_needs_no_leave(host: str) -> None:
    victim = load(f"http://{host}:9/ask#{ENDPOINTS}&{AS_IT_IS}", ())
    assert victim.own_index is not None
    assert victim.own_index.added == ""


def test_a_service_that_is_sent_passages_is_not_asked_without_them(serve: Serve) -> None:
    server = serve(lambda body: {"answer": body["docs"].split()[0]})
    victim = load(f'{server.url}#request={{"q": "{{question}}", "docs": "{{passages}}"}}&response=answer&{QUICK}', ())
    assert best(victim.predict([OpenQuestion(WHO.text, (LIGHT, HARBOUR))])) == ["Lowmere"]
    assert "has no index of its own" in refused(victim, WHO)


def test_a_service_that_is_sent_the_question_alone_is_given_no_passages(serve: Serve) -> None:
    victim = load(f'{serve(lambda body: {"answer": "x"}).url}#request={{"q": "{{question}}"}}&response=answer', ())
    assert "is sent none: it would never see them" in refused(victim, OpenQuestion(WHO.text, (LIGHT,)))


def test_a_service_that_found_nothing_said_so(serve: Serve) -> None:
    for said, retrieved in (({"retrieved": []}, ()), ({"retrieved": None}, None)):
        server = serve(lambda body, said=said: {"answer": "x", "cited": [], **said})
        [found] = load(f"{server.url}#{AS_IT_IS}&{QUICK}", ()).predict([WHO])
        assert found.retrieved == retrieved


def test_an_invented_citation_is_an_error_of_its_question(serve: Serve) -> None:
    server = serve(lambda body: {"answer": "x", "retrieved": ["a"], "cited": ["b"]})
    victim = load(f"{server.url}#{AS_IT_IS}&{QUICK}", ())
    [reply] = Oracle("s", victim, "salt", Memory()).ask([WHO])
    assert reply.fault is not None
    assert "it cites 'b', which was not among what it retrieved" in reply.fault


def test_a_language_model_reads_the_passages_that_are_given_and_is_not_asked_without(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def chat(body: Any) -> Any:
        asked = body["messages"][-1]["content"]
        said = "Anna Berg." if "Anna Berg keeps" in asked and asked.endswith(f"{WHO.text}\nAnswer:") else "No answer"
        return {"choices": [{"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": "stop"}]}

    server = serve(chat)
    model = load_model(f"my-model@{server.url}#{QUICK}", ())
    given = [OpenQuestion(WHO.text, (HARBOUR, LIGHT)), OpenQuestion(WHO.text, (HARBOUR,)), OpenQuestion(WHO.text, ())]
    assert best(model.predict(given)) == ["Anna Berg", "", ""]
    assert "Harbour\nThe harbour of Lowmere was dug in 1874.\n\nLowmere\nAnna Berg" in json.dumps(
        server.bodies, ensure_ascii=False
    ).replace("\\n", "\n")
    (tmp_path / "t.txt").write_text("{passages}\n\n{question}\nAnswer:")
    own = load_model(f"my-model@{server.url}#{QUICK}&template={tmp_path}/t.txt", ())
    assert best(own.predict(given[:1])) == ["Anna Berg"]
    assert "Answer the question from the passages" not in json.dumps(server.bodies[-1])
    asked = len(server.bodies)
    assert refused(model, WHEN).startswith("'s' has no index of its own, and gets passages from the data alone.")
    assert len(server.bodies) == asked


def test_the_reference_server_has_forty_lines_as_the_page_says() -> None:
    assert len(SERVER.read_text().splitlines()) <= 40
    page = SERVER.parents[1] / "docs" / "howto-victim.md"
    assert "[examples/rag_server.py](../examples/rag_server.py) does so in forty lines" in page.read_text()


@pytest.mark.parametrize("way", ["", AS_IT_IS], ids=["protocol", "as it is"])
def test_gold_ids_that_the_index_of_a_service_does_not_have_are_counted(serve: Serve, way: str) -> None:
    server = service(serve, WholeToy(LIGHT))
    victim = load(f"{server.url}#{ENDPOINTS}&{QUICK}{'&' if way else ''}{way}", ())
    assert check_evidence(victim, "toys", EXAMPLES) == AbsentGold(1, 2)


@pytest.mark.parametrize("reply", [[{"id": "light", "text": "x"}], {"error": "boom"}, "no JSON", {}])
def test_a_look_for_gold_evidence_that_fails_stops_no_evaluation(
    serve: Serve, reply: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Seen: a service that gave scores before ended with an error, as its place for looking up was broken."""
    server = service(serve, WholeToy(LIGHT, HARBOUR))
    answer = server.answer
    server.answer = lambda body: reply if server.asked[-1][0] == "/get" else answer(body)
    data = OpenQuestions("toys", "toys-1", EXAMPLES)
    found = stumper.evaluate(data, victim=f"http:{server.url}#{ENDPOINTS}&{QUICK}", store=tmp_path / "s.db")
    assert [one.value for one in found.scores if one.name == "rag_gold_retrieved"] == [1]
    assert "toys: nobody could look up which gold evidence the index of the system has: " in caplog.text


def test_a_look_for_gold_evidence_spends_no_request_of_those_that_are_counted(serve: Serve) -> None:
    server = service(serve, WholeToy(LIGHT))
    with allowing(5, None):
        assert check_evidence(load(f"{server.url}#{ENDPOINTS}&{QUICK}", ()), "toys", EXAMPLES) is None
    assert "/get" not in [one[0] for one in server.asked]
