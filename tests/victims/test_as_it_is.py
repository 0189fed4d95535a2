"""Services that speak no protocol of ours, over real sockets: what they are sent, and where their answers are found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.errors import BadData, BadOption, BrokenVictim
from stumper.loading import load_victim, what_answers
from stumper.runs import Memory, Oracle
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import LIGHTHOUSE, QUESTIONS, check_victim
from stumper.types import Guess, Passage, Prediction
from stumper.victims.as_it_is import AsItIs
from stumper.victims.http import load
from stumper.victims.retrying import Unanswered

Serve = Callable[..., Any]
QUICK = "pause=0.01&timeout=60&retries=2"
REQUEST = '{"q": "{question}", "docs": ["{context}"], "top_k": 1}'
WHO = Question("Who lit the lighthouse?", LIGHTHOUSE)
CLAIM = Claim("The lighthouse was lit in 1874.", (Passage("Lighthouse:0", "It was lit in 1874.", "Lighthouse"),))


def rag(body: Any) -> Any:
    """A service as teams write them: it knows nothing of Stumper."""
    return {"id": 7, "answer": {"text": body["docs"][0].split()[0], "sources": []}}


def reached(server: Any, options: str = f"request={REQUEST}&response=answer.text") -> AsItIs:
    victim = load(f"{server.url}#{options}&{QUICK}", ())
    assert isinstance(victim, AsItIs)
    return victim


def test_a_service_is_asked_in_its_own_words_and_its_answer_found(serve: Serve) -> None:
    server = serve(rag)
    victim = reached(server)
    assert victim.predict([WHO]) == [Prediction((Guess("The", None, 0),), None)]
    assert server.bodies == [{"q": WHO.text, "docs": [LIGHTHOUSE.text], "top_k": 1}]
    assert victim.tasks == ("reading",)
    check_victim(victim)


def test_whatever_stands_in_a_text_breaks_no_request(serve: Serve) -> None:
    text = 'He said "no" \\ {question} ${HOME} \n\u2028 }}'
    server = serve(rag)
    reached(server).predict([Question(text, Passage("p", f"{text}."))])
    assert server.bodies == [{"q": text, "docs": [f"{text}."], "top_k": 1}]


def test_a_brace_is_written_twice_and_names_of_objects_stay(serve: Serve) -> None:
    server = serve(lambda body: ["x"])
    reached(server, 'request={"{{q}}": "{{a}}: {question}"}&response=0').predict([WHO])
    assert server.bodies == [{"{{q}}": f"{{a}}: {WHO.text}"}]


def test_a_get_has_its_texts_in_the_url(serve: Serve) -> None:
    hard = Question('Who & "why"? #1 50%/é', LIGHTHOUSE)
    server = serve(rag, get=lambda path: {"answers": [{"t": "The", "p": 0.2}, {"t": "Grey", "p": 0.7}]})
    asked = f"{server.url}/ask?v=2&q={{question}}#response=answers.*.t&probability=answers[*].p&{QUICK}"
    [prediction] = load(asked, ()).predict([hard])
    assert prediction == Prediction((Guess("Grey", 0.7, None), Guess("The", 0.2, 0)), pytest.approx(0.9))
    [(path, _)] = server.asked
    assert parse_qs(urlsplit(path).query) == {"v": ["2"], "q": [hard.text]}
    options = 'method=GET&request={"q": "{question}", "n": 3, "tag": ["a", "{title}"]}&response=answers.0.t'
    reached(server, options).predict([hard])
    found = parse_qs(urlsplit(server.asked[1][0]).query, keep_blank_values=True)
    assert found == {"q": [hard.text], "n": ["3"], "tag": ["a", ""]}


@pytest.mark.parametrize(
    ("preset", "query", "body", "reply", "prediction"),
    [
        ("answer", WHO, {"question": WHO.text, "context": LIGHTHOUSE.text, "title": ""}, {"answer": "Ada Thorn"},
         Prediction((Guess("Ada Thorn", None, LIGHTHOUSE.text.index("Ada")),), None)),
        ("answer", CLAIM, {"claim": CLAIM.text, "evidence": [
            {"id": "Lighthouse:0", "title": "Lighthouse", "text": "It was lit in 1874."}]}, {"answer": "Entailment"},
         Prediction((Guess("SUPPORTS", None),), None)),
        ("answer", Tossup("This author"), {"text": "This author"}, {"answer": ["George Eliot", "Jane Austen"]},
         Prediction((Guess("George Eliot", None), Guess("Jane Austen", None)), None)),
        ("question-answering", WHO, {"inputs": {"question": WHO.text, "context": LIGHTHOUSE.text}},
         {"answer": "Ada Thorn", "score": 0.75, "start": 34, "end": 43},
         Prediction((Guess("Ada Thorn", 0.75, LIGHTHOUSE.text.index("Ada")),), 0.75)),
    ],
)  # fmt: skip
def test_presets_stand_beside_the_protocol(
    serve: Serve, preset: str, query: Any, body: Any, reply: Any, prediction: Prediction
) -> None:
    server = serve(lambda _: reply)
    assert reached(server, f"preset={preset}").predict([query]) == [prediction]
    assert server.bodies == [body]


def test_a_chat_is_asked_by_the_prompt_and_its_reply_read(serve: Serve) -> None:
    server = serve(lambda _: {"choices": [{"message": {"content": "<think>Who?</think>\n**Ada Thorn**."}}]})
    [prediction] = reached(server, "preset=chat").predict([WHO])
    assert prediction.guesses == (Guess("Ada Thorn", None, LIGHTHOUSE.text.index("Ada")),)
    [body] = server.bodies
    assert body["messages"][0]["content"].endswith(f"Question: {WHO.text}\nAnswer:")
    reached(server, 'preset=chat&request={"prompt": "{prompt}", "model": "m"}').predict([WHO])
    assert server.bodies[1] == {"prompt": body["messages"][0]["content"], "model": "m"}


def test_null_and_nothing_say_that_there_is_no_answer(serve: Serve) -> None:
    for said in ({"text": None}, {"text": ""}, {"text": "The passage does not say."}):
        assert reached(serve(lambda _, said=said: {"answer": said})).predict([WHO]) == [
            Prediction((Guess("", None),), None)
        ]


def test_true_and_false_are_no_answers_where_a_text_is_asked_for(serve: Serve) -> None:
    for said in (False, True, [False]):
        with pytest.raises(BrokenVictim, match=r"has no text at 'answer' but (false|true): make it a text, and null"):
            reached(serve(lambda _, said=said: {"answer": said}), f"request={REQUEST}&response=answer").predict([WHO])
    [verdict] = reached(serve(lambda _: {"answer": False}), "preset=answer").predict([CLAIM])
    assert verdict.guesses[0].answer == "REFUTES"


def test_an_error_that_is_sent_as_if_all_were_well_is_no_answer(serve: Serve) -> None:
    for reply in (
        {"error": "no quota"},
        {"answer": None, "error": {"message": "no quota"}},
        {"answer": {"text": "", "error": "no quota"}},
    ):
        server = serve(lambda _, reply=reply: reply)
        with pytest.raises(Unanswered, match="answered with an error: no quota, 3 times"):
            reached(server, f"request={REQUEST}&response=answer").predict([WHO])


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("answer.txt", "answered without 'txt', as at 'answer' there are the keys 'text', 'sources'. Say with"),
        ("text", "answered without 'text', as there are the keys 'id', 'answer'."),
        ("answer.sources.0", "answered without '0', as at 'answer.sources' there is an empty list."),
        ("answer.text.0", "answered without '0', as at 'answer.text' there is a text."),
        ("answer", "has no text at 'answer' but the keys 'text', 'sources': name the path of a text, such as "
                   "answer.text."),
    ],
)  # fmt: skip
def test_a_reply_that_lacks_the_path_is_told_by_what_is_there(serve: Serve, path: str, sentence: str) -> None:
    with pytest.raises(BrokenVictim) as caught:
        reached(serve(rag), f"request={REQUEST}&response={path}").predict([WHO])
    assert sentence in str(caught.value)


def test_once_replies_are_understood_one_without_the_answer_is_an_error_of_its_own(serve: Serve) -> None:
    server = serve(lambda body: {"detail": "?"} if body["q"] == "When?" else rag(body))
    victim = reached(server)
    victim.predict([WHO])
    replies = Oracle("http", victim, "", Memory()).ask(QUESTIONS)
    assert [reply.prediction is None for reply in replies] == [query.text == "When?" for query in QUESTIONS]
    assert "answered without 'answer.text', as there is the key 'detail'" in str(
        next(reply.fault for reply in replies if reply.fault)
    )


def test_a_label_that_is_none_is_an_error_and_no_verdict(serve: Serve) -> None:
    with pytest.raises(Unanswered, match="answered 'perhaps', which is no label"):
        reached(serve(lambda _: {"answer": "perhaps"}), "preset=answer").predict([CLAIM])


def test_a_service_that_refuses_what_it_is_sent_says_so_at_once(serve: Serve) -> None:
    server = serve(rag, always="raw")
    server.raw, server.raw_status = b'{"detail": "field required: query"}', 422
    with pytest.raises(BadOption, match=r"status 422: field required: query. It does not take what is sent: mend"):
        reached(server).predict([WHO])
    with pytest.raises(BadOption, match=r"It was asked in Stumper's own protocol .*If it has a way of its own"):
        load(f"{server.url}#{QUICK}", ()).predict([WHO])


def test_headers_come_from_the_environment_and_are_told_to_nobody(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "s3cret-value-77")
    server = serve(lambda _: {"seen": "s3cret-value-77"})
    options = f"request={REQUEST}&response=answer&header.X-Api-Key=Key ${{MY_KEY}}&header.X-Team=readers"
    victim = reached(server, options)
    with pytest.raises(BrokenVictim):
        victim.predict([WHO])
    headers = server.asked[0][1]
    assert (headers["X-Api-Key"], headers["X-Team"]) == ("Key s3cret-value-77", "readers")
    echoed = serve(lambda _: {"answer": "It is s3cret-value-77"})
    [prediction] = reached(echoed, options).predict([WHO])
    assert prediction.guesses[0].answer == "It is [key]"
    assert "s3cret" not in json.dumps([*victim.address, repr(victim)])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (f"request={REQUEST}", "Say with --response"),
        ('request={"q": "{quest}"}&response=a', "holds {quest}, which stands for nothing"),
        ('request={"q": "{context}"}&response=a', "does not say what is asked"),
        ('request={"q": "{question} {claim}"}&response=a', "asks of two tasks at once"),
        ('request={"q": "{question}"&response=a', "cannot be sent: the JSON is cut off"),
        (f"request={REQUEST}&response=a&header.X-Api-Key=abc", "'X-Api-Key' in the headers would be kept"),
        ('request={"q": "{text}", "auth": {"api_key": "abc"}}&response=a', "'api_key' in the request would be kept"),
        (f"request={REQUEST}&response=a&header.Authorization=${{NO_SUCH}}", "environment variable NO_SUCH, which"),
        (f"request={REQUEST}&response=a&header.X-Q={{question}}", "'X-Q' with '{question}' is no header"),
        ("preset=grpc", "No preset is called 'grpc': there are stumper, answer, chat"),
        (f"request={REQUEST}&response=a&batch=4", "has no option 'batch'"),
        (f"request={REQUEST}&response=a&rate=-1", "'rate' of 'http' is 0 or more"),
        (f"request={REQUEST}&response=a&method=PUT", "is one of , GET, POST, not 'PUT'"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_asked(serve: Serve, options: str, sentence: str) -> None:
    server = serve(rag)
    with pytest.raises(BadOption) as caught:
        reached(server, options)
    assert sentence in str(caught.value)
    assert not server.asked


def test_a_get_that_would_send_what_is_nested_is_refused(serve: Serve) -> None:
    with pytest.raises(BadOption, match="'b' of the request is nested, and a GET cannot send that"):
        reached(serve(rag), 'method=GET&request={"b": {"q": "{question}"}}&response=a').predict([WHO])


FILE = """
url = "{url}"
response = "answer.text"
concurrency = 2
rate = 200
timeout = 60
revision = "2026-11"
request = {{ q = "{{question}}", docs = ["{{context}}"] }}
[headers]
Authorization = "Bearer ${{MY_KEY}}"
"""


def test_a_file_says_all_of_it_and_is_no_part_of_what_answers(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "s3cret-value-77")
    server = serve(rag)
    (tmp_path / "a").mkdir()
    paths = [tmp_path / "service.toml", tmp_path / "a" / "other.toml"]
    for path in paths:
        path.write_text(FILE.format(url=server.url), encoding="utf-8")
    victims = [load_victim(f"http:{path}") for path in paths]
    assert victims[0].predict([WHO]) == [Prediction((Guess("The", None, 0),), None)]
    assert server.keys == ["Bearer s3cret-value-77"]
    assert victims[0].fingerprint == victims[1].fingerprint is not None
    assert len({what_answers(f"http:{path}", victim) for path, victim in zip(paths, victims, strict=True)}) == 1
    other = load_victim(f"http:{paths[0]}#revision=2026-12&concurrency=1")
    assert other.fingerprint != victims[0].fingerprint


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('response = "a"', "names no URL"),
        ('url = "http://localhost"\nrequest = {d = 2026-01-01}', "the request holds what JSON cannot say"),
        ('url = "http://localhost"\nresponse = ["a"]', "response is ['a'], and belongs there as a text or a number"),
        ("url = ", "this is no TOML"),
    ],
)
def test_a_file_that_cannot_be_meant_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "service.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        load(str(path), ())
    assert sentence in str(caught.value)


def test_a_command_says_how_a_service_is_asked(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    monkeypatch.setenv("MY_KEY", "s3cret-value-77")
    server = serve(lambda body: {"a": [body["docs"].split()[0]]})
    asks = ["--request", '{"q": "100% {question} & #", "docs": "{context}"}', "--response", "a.0"]
    out = ["--limit", "3", "--out", str(tmp_path / "out.json")]
    command = ["attack", "reading", "-a", "identity", *out, *asks, "--header", "X-Api-Key: ${MY_KEY}"]
    ran = CliRunner().invoke(app, [*command, "--victim", f"http:{server.url}"])
    assert ran.exit_code == 0, ran.output
    assert server.bodies[0]["q"].startswith("100% ")
    assert server.bodies[0]["q"].endswith(" & #")
    assert {headers["X-Api-Key"] for _, headers in server.asked} == {"s3cret-value-77"}
    assert b"s3cret-value-77" not in (tmp_path / "stumper.db").read_bytes()
    refused = CliRunner().invoke(app, [*command, "--victim", "embedded"])
    assert refused.exit_code == 2
    assert "say how a service is asked: name it as --victim http:URL" in refused.output
