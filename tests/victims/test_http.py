"""The protocol over real sockets: around the embedded reader, and with servers that fail."""

import math
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.errors import BadOption, BrokenVictim, VictimFailed
from stumper.runs import Memory, Oracle
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import LIGHTHOUSE, QUESTIONS, check_victim
from stumper.types import Guess, Passage, Prediction
from stumper.victims import embedded
from stumper.victims.contract import checked
from stumper.victims.exchange import SAY_HOW, answers_to_json, read_queries, to_json
from stumper.victims.http import Http, load
from stumper.victims.retrying import Unanswered

Serve = Callable[..., Any]
QUICK = "pause=0.01&timeout=60&retries=2"
IMPATIENT = "pause=0.01&timeout=1&retries=2"
SILENT = ("hangs", "drips")
CLAIM = Claim("The lighthouse was lit in 1874.", (Passage("Lighthouse:0", "It was lit in 1874.", "Lighthouse"),))


def first_words(body: Any) -> Any:
    """A server of its own, which knows nothing of Stumper but the protocol."""
    said = []
    for query in body["queries"]:
        if query["task"] == "reading":
            said.append({"guesses": [{"answer": query["context"].split()[0], "probability": 0.75}]})
        else:
            sentence = query["evidence"][0]
            label = "supports" if sentence["text"].split()[-1] in query["claim"] else "Refutes"
            said.append({"guesses": [{"answer": label, "probability": 0.9}], "evidence": [sentence["id"]]})
    return {"predictions": said}


def reached(server: Any, options: str = QUICK) -> Http:
    return load(f"{server.url}#{options}", ())


def fault(server: Any, options: str = QUICK) -> str:
    with pytest.raises(Unanswered) as caught:
        reached(server, options).predict(QUESTIONS[:1])
    return str(caught.value)


@pytest.fixture(scope="module")
def here() -> embedded.Embedded:
    return embedded.load("", ())


def test_the_embedded_systems_behind_a_socket_answer_as_they_do_here(serve: Serve, here: embedded.Embedded) -> None:
    server = serve(
        lambda body: answers_to_json(here.predict(read_queries(body)), here.fingerprint),
        get={"fingerprint": here.fingerprint},
    )
    victim = reached(server, "timeout=60")
    assert victim.fingerprint == here.fingerprint
    queries = [*QUESTIONS, CLAIM, Claim("Ada Lovelace was a mathematician.")]
    assert victim.predict(queries) == here.predict(queries)
    check_victim(victim)


def test_an_attack_through_a_socket_writes_what_one_without_writes(
    serve: Serve, here: embedded.Embedded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    server = serve(lambda body: answers_to_json(here.predict(read_queries(body))), "broken", get={})
    for name, victim in [("here", "embedded"), ("there", f"http:{server.url}#pause=0.01")]:
        out = ["--out", str(tmp_path / f"{name}.json")]
        ran = CliRunner().invoke(app, ["attack", "reading", "--adversary", "add-benign", "--limit", "3", "--victim",
                                       victim, *out])  # fmt: skip
        assert ran.exit_code == 0, ran.output
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_what_is_sent_is_what_the_page_documents(serve: Serve) -> None:
    server = serve(first_words)
    reached(server).predict([Question("Who?", LIGHTHOUSE), CLAIM])
    assert server.bodies == [
        {
            "version": 1,
            "queries": [
                {"task": "reading", "question": "Who?", "context": LIGHTHOUSE.text, "title": ""},
                {
                    "task": "verification",
                    "claim": "The lighthouse was lit in 1874.",
                    "evidence": [{"id": "Lighthouse:0", "title": "Lighthouse", "text": "It was lit in 1874."}],
                },
            ],
        }
    ]


def test_a_server_sees_the_queries_that_were_asked(serve: Serve) -> None:
    server = serve(first_words)
    reached(server).predict([*QUESTIONS, CLAIM])
    seen = read_queries(server.bodies[0])
    assert [query.text for query in seen] == [query.text for query in [*QUESTIONS, CLAIM]]
    assert seen[-1] == CLAIM


def test_answers_get_a_place_labels_their_case_and_a_list_its_mass(serve: Serve) -> None:
    assert reached(serve(first_words)).predict([QUESTIONS[0], CLAIM, Claim("It never was.", CLAIM.evidence)]) == [
        Prediction((Guess("The", 0.75, 0),), 0.75),
        Prediction((Guess("SUPPORTS", 0.9),), 0.9, ("Lighthouse:0",)),
        Prediction((Guess("REFUTES", 0.9),), 0.9, ("Lighthouse:0",)),
    ]


def test_many_queries_are_asked_in_batches_in_order(serve: Serve) -> None:
    server = serve(lambda body: {"predictions": [{"guesses": [{"answer": q["question"]}]} for q in body["queries"]]})
    predictions = reached(server, f"{QUICK}&batch=2").predict(QUESTIONS)
    assert sorted(len(body["queries"]) for body in server.bodies) == [1, 2, 2]
    assert [prediction.guesses[0].answer for prediction in predictions] == [query.text for query in QUESTIONS]


def test_the_fingerprint_is_the_servers_word_or_none(serve: Serve) -> None:
    assert reached(serve(first_words, get={"fingerprint": "mine-1"})).fingerprint == "mine-1"
    assert reached(serve(first_words, get={})).fingerprint is None
    assert reached(serve(first_words)).fingerprint is None
    with pytest.raises(BrokenVictim, match="the fingerprint 7: make it a text"):
        reached(serve(first_words, get={"fingerprint": 7}))


def test_a_server_that_becomes_another_one_is_not_believed(serve: Serve) -> None:
    server = serve(lambda body: first_words(body) | {"fingerprint": "mine-2"}, get={"fingerprint": "mine-1"})
    with pytest.raises(BrokenVictim, match="answers as 'mine-2', but gave the fingerprint 'mine-1'"):
        reached(server).predict(QUESTIONS[:1])


@pytest.mark.parametrize(
    "failure",
    ["closes", "cut off", "hangs", "drips", "busy", "broken", "html", "latin-1", "huge", "nothing", "error in 200"],
)
def test_a_failure_that_passes_is_waited_out(serve: Serve, failure: str) -> None:
    server = serve(first_words, failure)
    victim = reached(server, IMPATIENT if failure in SILENT else QUICK)
    assert victim.predict(QUESTIONS[:1]) == [Prediction((Guess("The", 0.75, 0),), 0.75)]
    assert len(server.bodies) == 2
    assert (victim.usage.requests, victim.usage.retries, victim.usage.failures) == (3, 1, 0)


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        ("closes", "cannot be reached (Server disconnected without sending a response.), 3 times"),
        (
            "cut off",
            "broke off in the middle (peer closed connection without sending complete message body (received 17 bytes, "
            "expected 1000)), 3 times",
        ),
        ("hangs", "was silent for 1 seconds, 3 times"),
        ("drips", "was still sending after 1 seconds, 3 times"),
        ("broken", "answered with status 500: Traceback: it broke, 3 times"),
        ("bad request", f"answered with status 400: too long a text. {SAY_HOW}"),
        ("error in 200", "answered with an error: upstream is away, 3 times"),
        ("html", "sent what is no JSON: <html>Welcome to the proxy</html>, 3 times"),
        ("latin-1", 'sent what is no JSON: {"caf\ufffd": []}, 3 times'),
        ("nothing", "sent what is no JSON, 3 times"),
    ],
)
def test_a_failure_that_stays_is_said_in_one_sentence(serve: Serve, failure: str, sentence: str) -> None:
    server = serve(first_words, always=failure)
    assert fault(server, IMPATIENT if failure in SILENT else QUICK) == f"{server.url} {sentence}"


def test_a_response_that_is_too_large_is_not_read_to_its_end(serve: Serve) -> None:
    assert "sent more than 16 MiB" in fault(serve(first_words, always="huge"), "retries=0&timeout=60")


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        ("refused", "refuses to answer (status 401"),
        ("absent", "There is nothing to ask at"),
        ("moved", "(status 302)"),
    ],
)
def test_what_only_the_user_can_mend_ends_the_run(serve: Serve, failure: str, sentence: str) -> None:
    server = serve(first_words, always=failure)
    with pytest.raises(BadOption) as caught:
        reached(server).predict(QUESTIONS)
    assert sentence in str(caught.value)
    assert len(server.bodies) == 1


def test_the_pause_that_a_server_asks_for_is_kept(serve: Serve) -> None:
    victim = reached(serve(first_words, "busy"))
    began = time.monotonic()
    victim.predict(QUESTIONS[:1])
    assert 0.2 <= time.monotonic() - began < 30


def test_nothing_that_listens_is_said_before_the_run() -> None:
    with socket.socket() as free:  # which nobody else comes to listen at
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(BadOption, match=r"cannot be asked: .* cannot be reached \(.*refused\), 2 times"):
            load(f"http://127.0.0.1:{port}#retries=1&pause=0.01", ())


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ([], "an object with the list 'predictions' belongs there"),
        ({"predictions": None}, "an object with the list 'predictions' belongs there"),
        ({"predictions": []}, "gave 0 predictions for 1 queries"),
        ({"predictions": [{}]}, "'guesses' is missing"),
        ({"predictions": [None]}, "which is no prediction"),
        ({"predictions": [{"guesses": [{"answer": 7}]}]}, "the answer 7 is no text"),
        ({"predictions": [{"guesses": [{"answer": "a", "probability": "0.5"}]}]}, "the probability '0.5' is no number"),
        ({"predictions": [{"guesses": [{"answer": "a", "start": 0.5}]}]}, "the start 0.5 is no whole number"),
        ({"predictions": [{"guesses": "Paris"}]}, "which is no prediction"),
    ],
)
def test_an_answer_of_another_shape_is_named_and_not_asked_again(serve: Serve, answer: Any, sentence: str) -> None:
    server = serve(lambda body: answer)
    with pytest.raises(BrokenVictim) as caught:
        reached(server).predict(QUESTIONS[:1])
    assert sentence in str(caught.value)
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    ("prediction", "sentence"),
    [
        ({"guesses": [{"answer": "The", "probability": math.nan}]}, "the probability nan"),
        ({"guesses": [{"answer": "The", "probability": 1.5}]}, "the probability 1.5"),
        ({"guesses": [{"answer": "The", "start": 3}]}, "at character 3 of the paragraph stands"),
        ({"guesses": [{"answer": "The"}], "mass": 0.5}, "the mass 0.5"),
        ({"guesses": [{"answer": "The"}], "mass": "0.5"}, "a str for a mass"),
        ({"guesses": [{"answer": "The"}], "evidence": [7]}, "gave the evidence (7,)"),
    ],
)
def test_an_answer_that_breaks_the_contract_is_refused_by_it(serve: Serve, prediction: Any, sentence: str) -> None:
    victim = reached(serve(lambda body: {"predictions": [prediction]}))
    with pytest.raises(BrokenVictim) as caught:
        checked("http", QUESTIONS[:1], victim.predict(QUESTIONS[:1]))
    assert sentence in str(caught.value)


def test_a_label_that_does_not_exist_is_refused_by_the_contract(serve: Serve) -> None:
    victim = reached(serve(lambda body: {"predictions": [{"guesses": [{"answer": "MAYBE"}]}]}))
    with pytest.raises(BrokenVictim, match="answered 'MAYBE' to a claim: the labels are SUPPORTS, REFUTES"):
        checked("http", [CLAIM], victim.predict([CLAIM]))


def test_one_query_that_a_server_cannot_answer_leaves_the_others_their_answers(serve: Serve) -> None:
    def picky(body: Any) -> Any:
        asked = [query["question"] for query in body["queries"]]
        return "bad request" if "When?" in asked else first_words(body)

    victim = reached(serve(picky))
    replies = Oracle("http", victim, "", Memory()).ask(QUESTIONS)
    assert [reply.prediction is None for reply in replies] == [query.text == "When?" for query in QUESTIONS]
    [failed] = [reply.fault for reply in replies if reply.fault]
    assert failed.startswith("Unanswered: http://127.0.0.1")
    assert "too long a text" in failed


def test_a_server_that_only_fails_is_given_up(serve: Serve) -> None:
    server = serve(first_words, always="broken")
    victim = reached(server, "pause=0&retries=1&max_errors=3")
    for _ in range(2):
        with pytest.raises(Unanswered):
            victim.predict(QUESTIONS[:1])
    with pytest.raises(
        VictimFailed, match=r"left 3 queries in a row unanswered \(max_errors\); the last: .* status 500"
    ):
        victim.predict(QUESTIONS[:1])
    assert len(server.bodies) == 6


def test_the_key_is_sent_only_where_one_is_named(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    server = serve(first_words)
    reached(server).predict(QUESTIONS[:1])
    reached(server, "key=MY_KEY").predict(QUESTIONS[:1])
    assert server.keys == [None, "Bearer secret"]


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("", "Say http:URL"),
        ("localhost:8000", "Say http:URL"),
        ("ftp://localhost/", "Say http:URL"),
        ("http://[1/", "Say http:URL"),
        ("http://", "Say http:URL"),
        ("http://localhost:99999/", "Say http:URL"),
        ("http://localhost/#timeout", "is no option: write #KEY=VALUE"),
        ("http://localhost/#timeout=1&timeout=2", "gives the option 'timeout' twice"),
        ("http://localhost/#tineout=1", "Did you mean 'timeout'?"),
        ("http://localhost/#timeout=soon", "takes a number, not 'soon'"),
        ("http://localhost/#timeout=0", "is more than 0 seconds, not 0"),
        ("http://localhost/#batch=0", "is 1 or more, not 0"),
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(argument: str, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        load(argument, ())
    assert sentence in str(caught.value)


def test_a_url_may_stand_without_its_name_and_keeps_its_query(serve: Serve) -> None:
    server = serve(first_words)
    victim = load(f"//127.0.0.1:{server.port}/v1?model=a#{QUICK}", ())
    assert victim.service.url.text == f"http://127.0.0.1:{server.port}/v1?model=a"
    assert victim.predict(QUESTIONS[:1])[0].guesses[0].answer == "The"


def test_a_tossup_is_asked_and_read_back(serve: Serve) -> None:
    server = serve(lambda body: {"predictions": [{"guesses": [{"answer": "George Eliot", "probability": 0.5}]}]})
    [prediction] = reached(server).predict([Tossup("This author")])
    assert prediction == Prediction((Guess("George Eliot", 0.5),), 0.5)
    assert read_queries(to_json([Tossup("This author")])) == [Tossup("This author")]


def test_a_request_of_another_version_or_shape_is_refused() -> None:
    with pytest.raises(BadOption, match="of version 2: version 1 is understood"):
        read_queries({"version": 2, "queries": []})
    for body in ([], {}, {"version": 1, "queries": [{}]}, {"version": 1, "queries": [{"task": "poetry"}]}):
        with pytest.raises(BadOption, match="no request of the protocol"):
            read_queries(body)
