"""Chat completions over real sockets: around the embedded reader, and with servers that fail."""

import json
import math
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stumper.errors import BadData, BadOption, VictimFailed
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import HARBOUR, LIGHTHOUSE, QUESTIONS, check_victim
from stumper.types import Guess, Passage, Prediction
from stumper.victims import embedded
from stumper.victims.openai import Chat, load
from stumper.victims.retrying import Unanswered
from stumper.victims.usage import Usage

Serve = Callable[..., Any]
QUICK = "pause=0.01&timeout=60&retries=2"
IMPATIENT = "pause=0.01&timeout=1&retries=2"
SILENT = ("hangs", "drips")
WHO = Question("Who lit the lighthouse?", LIGHTHOUSE)
CLAIM = Claim("The lighthouse was lit in 1874.", (Passage("Lighthouse:0", "It was lit in 1874.", "Lighthouse"),))


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def completion(*replies: str, logprobs: Any = None, finish: str = "stop") -> Any:
    choices = [
        {"index": i, "message": {"role": "assistant", "content": reply}, "finish_reason": finish, "logprobs": logprobs}
        for i, reply in enumerate(replies)
    ]
    return {"object": "chat.completion", "choices": choices, "usage": {"prompt_tokens": 100, "completion_tokens": 10}}


def says(*replies: str, **more: Any) -> Callable[[Any], Any]:
    return lambda body: completion(*replies, **more)


def asked(body: Any) -> str:
    """The prompt of a request."""
    return str(body["messages"][-1]["content"])


def reached(server: Any, options: str = QUICK) -> Chat:
    return load(f"my-model@{server.url}#{options}", ())


def only(server: Any, query: Any = WHO, options: str = QUICK) -> Prediction:
    [prediction] = reached(server, options).predict([query])
    return prediction


def fault(server: Any, query: Any = WHO, options: str = QUICK) -> str:
    with pytest.raises(Unanswered) as caught:
        reached(server, options).predict([query])
    return str(caught.value)


@pytest.fixture(scope="module")
def here() -> embedded.Embedded:
    return embedded.load("", ())


def test_the_embedded_reader_behind_a_socket_answers_as_it_does_here(serve: Serve, here: embedded.Embedded) -> None:
    def chat(body: Any) -> Any:
        head, _, question = asked(body).partition("\n\nQuestion: ")
        paragraph = head.partition("\n\nParagraph: ")[2]
        query = Question(question.removesuffix("\nAnswer:"), Passage("", paragraph))
        guess = here.predict([query])[0].guesses[0]
        token = {"token": guess.answer, "logprob": math.log(guess.probability or 1.0)}
        return completion(guess.answer, logprobs={"content": [token]})

    victim = reached(serve(chat))
    for inside, outside in zip(here.predict(QUESTIONS), victim.predict(QUESTIONS), strict=True):
        assert outside.guesses[0].answer == inside.guesses[0].answer
        assert outside.guesses[0].probability == pytest.approx(inside.guesses[0].probability)
    check_victim(victim)


def test_the_embedded_verifier_behind_a_socket_answers_as_it_does_here(serve: Serve, here: embedded.Embedded) -> None:
    def chat(body: Any) -> Any:
        claim = asked(body).partition("\nClaim: ")[2].removesuffix("\nLabel:")
        shares = here.predict([Claim(claim, CLAIM.evidence)])[0].guesses
        tokens = [{"token": guess.answer[:3], "logprob": math.log(guess.probability or 1e-9)} for guess in shares]
        return completion(shares[0].answer, logprobs={"content": [tokens[0] | {"top_logprobs": tokens}]})

    claims = [CLAIM, Claim("The lighthouse was never lit.", CLAIM.evidence)]
    for inside, outside in zip(here.predict(claims), reached(serve(chat)).predict(claims), strict=True):
        assert [guess.answer for guess in outside.guesses] == [guess.answer for guess in inside.guesses]
        assert outside.mass == pytest.approx(1.0)
        assert outside.evidence == inside.evidence == ("Lighthouse:0",)


def test_the_request_holds_the_filled_template_and_the_settings(serve: Serve) -> None:
    server = serve(says("Ada Thorn"))
    only(server)
    [body] = server.bodies
    assert body == {
        "model": "my-model",
        "messages": [{"role": "user", "content": body["messages"][0]["content"]}],
        "temperature": 0.0,
        "max_tokens": 64,
        "logprobs": True,
        "top_logprobs": 20,
    }
    assert asked(body).endswith(f"Paragraph: {LIGHTHOUSE.text}\n\nQuestion: Who lit the lighthouse?\nAnswer:")


def test_evidence_stands_in_the_prompt_behind_its_title_and_a_claim_alone_has_a_prompt_of_its_own(serve: Serve) -> None:
    server = serve(says("SUPPORTS"))
    victim = reached(server)
    [prediction] = victim.predict([Claim("It is (1).", (Passage("A_-LRB-b-RRB-:3", "One.", "A_-LRB-b-RRB-"),))])
    assert "Evidence:\nA (b): One.\n\nClaim: It is (1).\nLabel:" in asked(server.bodies[0])
    assert prediction.evidence == ("A_-LRB-b-RRB-:3",)
    victim.predict([Claim("It is {evidence}.")])
    assert asked(server.bodies[1]).endswith("Claim: It is {evidence}.\nLabel:")
    assert "Evidence" not in asked(server.bodies[1])


def test_evidence_is_retrieved_from_pages_where_they_are_named(serve: Serve, tmp_path: Path) -> None:
    lines = "0\tThe Grey Pier is a pier in Lowmere.\n1\tIt was built by Ada Thorn in 1874."
    pages = tmp_path / "pages.jsonl"
    pages.write_text(json.dumps({"id": "Grey_Pier", "text": "", "lines": lines}) + "\n")
    server = serve(says("SUPPORTS"))
    prediction = only(server, Claim("The Grey Pier is a pier."), f"{QUICK}&pages={pages}&sentences=1")
    assert "Evidence:\nGrey Pier: The Grey Pier is a pier in Lowmere.\n" in asked(server.bodies[0])
    assert prediction.evidence == ("Grey_Pier:0",)


def test_a_template_and_a_system_prompt_are_read_from_files(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "reading.txt").write_text('{"q": "{question}"} in {title}/{paragraph}\n')
    (tmp_path / "system.txt").write_text("Be brief.\n")
    server = serve(says("x"))
    options = f"template={tmp_path}/reading.txt&system={tmp_path}/system.txt&{QUICK}"
    only(server, Question("Who {title}?", Passage("", "One.", "Title")), options)
    assert server.bodies[0]["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": '{"q": "Who {title}?"} in Title/One.'},
    ]


def test_a_file_laid_over_the_request_adds_changes_and_takes_out(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "body.json").write_text('{"max_tokens": null, "max_completion_tokens": 9, "logprobs": null, "seed": 3}')
    server = serve(says("x"))
    only(server, WHO, f"body={tmp_path}/body.json&{QUICK}")
    said = {name: value for name, value in server.bodies[0].items() if name not in ("model", "messages")}
    assert said == {"temperature": 0.0, "top_logprobs": 20, "max_completion_tokens": 9, "seed": 3}


def test_an_answer_has_the_probability_of_its_tokens(serve: Serve) -> None:
    tokens = {"content": [{"token": "Ada", "logprob": math.log(0.5)}, {"token": " Thorn", "logprob": math.log(0.8)}]}
    prediction = only(serve(says("Ada Thorn", logprobs=tokens)))
    assert prediction == Prediction((Guess("Ada Thorn", pytest.approx(0.4), 34),), pytest.approx(0.4))


def test_labels_have_the_probabilities_of_their_first_tokens(serve: Serve) -> None:
    others = [("SUP", 0.6), (" supports", 0.1), ("REF", 0.2), ("NOT", 0.05), ("The", 0.05)]
    first = {"token": "SUP", "logprob": math.log(0.6)}
    first["top_logprobs"] = [{"token": token, "logprob": math.log(p)} for token, p in others]
    server = serve(says("SUPPORTS", logprobs={"content": [first]}))
    assert only(server, CLAIM) == Prediction(
        (
            Guess("SUPPORTS", pytest.approx(0.7)),
            Guess("REFUTES", pytest.approx(0.2)),
            Guess("NOT ENOUGH INFO", pytest.approx(0.05)),
        ),
        pytest.approx(0.95),
        ("Lighthouse:0",),
    )


def test_without_logprobs_there_are_no_probabilities(serve: Serve) -> None:
    assert only(serve(says("Ada Thorn"))) == Prediction((Guess("Ada Thorn", None, 34),), None)
    assert only(serve(says("Refuted.")), CLAIM) == Prediction((Guess("REFUTES", None),), None, ("Lighthouse:0",))


def test_several_samples_give_shares_and_what_means_nothing_is_left_out(serve: Serve) -> None:
    server = serve(says("REFUTES", "Supported", "hm", "supports"))
    assert only(server, CLAIM, f"samples=4&{QUICK}") == Prediction(
        (Guess("SUPPORTS", 0.5), Guess("REFUTES", 0.25)), 0.75, ("Lighthouse:0",)
    )
    assert server.bodies[0]["n"] == 4
    assert server.bodies[0]["temperature"] == 1.0
    assert "logprobs" not in server.bodies[0]


def test_an_endpoint_that_gives_one_reply_a_request_is_asked_until_there_are_enough(serve: Serve) -> None:
    server = serve(says("the winter of 1861."))
    question = Question("When?", HARBOUR)
    [prediction] = reached(server, f"samples=3&{QUICK}").predict([question])
    assert prediction == Prediction((Guess("the winter of 1861", 1.0, HARBOUR.text.index("the winter")),), 1.0)
    assert [body.get("n") for body in server.bodies] == [3, 2, None]


def test_a_reply_that_means_no_label_is_a_fault_not_a_label(serve: Serve) -> None:
    server = serve(says("I would rather not say."))
    assert fault(server, CLAIM) == "my-model replied 'I would rather not say.', which is no label"
    assert len(server.bodies) == 1
    assert fault(serve(says("hm", "well")), CLAIM, f"samples=2&{QUICK}").endswith("which is no label")


def test_an_empty_reply_is_a_fault_that_says_where_it_was_cut(serve: Serve) -> None:
    said = fault(serve(says("<think>Let me see", finish="length")))
    assert said == "my-model replied '<think>Let me see', which is no answer; it was cut off at max_tokens=64"


@pytest.mark.parametrize(
    "failure",
    ["closes", "cut off", "hangs", "drips", "busy", "broken", "html", "latin-1", "huge", "nothing", "error in 200"],
)
def test_a_failure_that_passes_is_waited_out(serve: Serve, failure: str) -> None:
    server = serve(says("Ada Thorn"), failure)
    victim = reached(server, IMPATIENT if failure in SILENT else QUICK)
    assert victim.predict([WHO])[0].guesses[0].answer == "Ada Thorn"
    assert victim.usage == Usage(2, 1, 0, 100, 10)


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        ("closes", "cannot be reached ("),
        ("cut off", "broke off in the middle ("),
        ("hangs", "was silent for 1 seconds, 3 times"),
        ("drips", "was still sending after 1 seconds, 3 times"),
        ("broken", "answered with status 500: Traceback: it broke, 3 times"),
        ("bad request", "answered with status 400: too long a text"),
        ("html", "sent what is no JSON: <html>Welcome to the proxy</html>, 3 times"),
        ("nothing", "sent what is no JSON, 3 times"),
        ("huge", "sent more than 16 MiB, 3 times"),
        ("error in 200", "answered with an error: upstream is away, 3 times"),
    ],
)
def test_a_failure_that_stays_is_said_in_one_sentence(serve: Serve, failure: str, sentence: str) -> None:
    server = serve(says("x"), always=failure)
    said = fault(server, WHO, IMPATIENT if failure in SILENT else QUICK)
    assert said.startswith(f"{server.url} {sentence}")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({}, "no 'choices'"),
        ([1], "list indices must be integers"),
        ({"choices": []}, "answered with no choices"),
        ({"choices": [{"text": "Paris"}]}, "no 'message'"),
        ({"choices": [{"message": {"content": 7}}]}, "the content is no text"),
        (
            {
                "choices": [
                    {"message": {"content": "x"}, "logprobs": {"content": [{"token": "x", "logprob": math.nan}]}}
                ]
            },
            "nan is no log probability",
        ),
        ({"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": "many"}}, "invalid literal"),
    ],
)
def test_an_answer_of_another_shape_is_named(serve: Serve, answer: Any, sentence: str) -> None:
    assert sentence in fault(serve(lambda body: answer))


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        ("refused", "refuses to answer (status 401: no such key): set OPENAI_API_KEY to a key that it takes"),
        ("absent", "(status 404: no such model). Name another URL or model"),
    ],
)
def test_what_only_the_user_can_mend_ends_the_run(serve: Serve, failure: str, sentence: str) -> None:
    server = serve(says("x"), always=failure)
    with pytest.raises(BadOption) as caught:
        reached(server, f"{QUICK}&concurrency=1").predict(QUESTIONS)
    assert sentence in str(caught.value)
    assert len(server.bodies) <= 2


def test_nothing_that_listens_is_said() -> None:
    with socket.socket() as free:  # which nobody else comes to listen at
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(Unanswered, match=r"cannot be reached \(.*refused\), 2 times"):
            load(f"m@http://127.0.0.1:{port}/v1#retries=1&pause=0.01", ()).predict([WHO])


def test_the_pause_that_an_endpoint_asks_for_is_kept(serve: Serve) -> None:
    began = time.monotonic()
    only(serve(says("x"), "busy"))
    assert 0.2 <= time.monotonic() - began < 30


def test_a_failed_query_costs_the_others_nothing(serve: Serve) -> None:
    server = serve(lambda body: "bad request" if "When?" in asked(body) else completion("The"))
    victim = reached(server)
    outcomes = dict(victim.predict_each(QUESTIONS))
    answered = [isinstance(outcomes[at], Prediction) for at in range(len(QUESTIONS))]
    assert answered == [query.text != "When?" for query in QUESTIONS]
    assert len(server.bodies) == len(QUESTIONS)
    assert victim.usage.failures == 1


def test_a_failed_query_may_be_asked_again_later(serve: Serve) -> None:
    victim = reached(serve(says("The"), "bad request"))
    with pytest.raises(Unanswered):
        victim.predict([WHO])
    assert victim.predict([WHO])[0].guesses[0].answer == "The"


def test_an_endpoint_that_only_fails_is_given_up(serve: Serve) -> None:
    server = serve(says("x"), always="broken")
    with pytest.raises(VictimFailed, match=r"left 3 queries in a row unanswered \(max_errors\)"):
        reached(server, "pause=0&retries=0&max_errors=3&concurrency=1").predict(QUESTIONS * 4)
    assert len(server.bodies) <= 4


def test_queries_are_asked_at_once_but_no_more_than_allowed(serve: Serve) -> None:
    together = threading.Barrier(3)

    def wait_for_others(body: Any) -> Any:
        together.wait(60)
        return completion("The")

    server = serve(wait_for_others)
    reached(server, f"{QUICK}&concurrency=3").predict([*QUESTIONS, WHO])
    assert server.most_at_once == 3


def test_tokens_and_cost_are_counted(serve: Serve) -> None:
    victim = reached(serve(says("The")), f"{QUICK}&price_in=2&price_out=8")
    victim.predict(QUESTIONS)
    assert victim.usage == Usage(5, 0, 0, 500, 50, pytest.approx(5 * (100 * 2 + 10 * 8) / 1e6))
    before = victim.usage
    victim.predict(QUESTIONS[:1])
    assert victim.usage.since(before) == Usage(1, 0, 0, 100, 10, pytest.approx(280 / 1e6))


def test_the_key_is_that_of_the_environment(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(says("The"))
    only(server)
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("MY_KEY", "mine")
    only(server)
    only(server, WHO, f"{QUICK}&key=MY_KEY")
    assert server.keys == ["Bearer unset", "Bearer secret", "Bearer mine"]


def test_the_fingerprint_is_of_all_that_decides_the_replies(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("{question}")

    def of(place: str = "m@http://h/v1", options: str = "") -> str | None:
        return load(f"{place}#{options}", ()).fingerprint

    others = [
        of("n@http://h/v1"), of("m@http://g/v1"), of(options=f"template={tmp_path}/t.txt"), of(options="max_tokens=9"),
        of(options="revision=2"), of(options="logprobs=0"), of(options="pages=bundled"),
    ]  # fmt: skip
    assert None not in others
    assert len({of(), *others}) == len(others) + 1
    assert of() == of(options="timeout=9&retries=1&concurrency=2&price_in=1") == of("m@http://h/v1/")


@pytest.mark.parametrize("options", ["samples=2", "temperature=0.7"])
def test_what_is_drawn_at_random_has_no_fingerprint(options: str) -> None:
    assert load(f"m@http://h/v1#{options}", ()).fingerprint is None


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("", "Say openai:MODEL@URL"),
        ("gpt", "Say openai:MODEL@URL"),
        ("gpt@localhost", "Say openai:MODEL@URL"),
        ("@http://h/v1", "Say openai:MODEL@URL"),
        ("m@http://h/v1#sample=2", "Did you mean 'samples'?"),
        ("m@http://h/v1#samples=0", "'samples' of 'openai' is 1 or more, not 0"),
        ("m@http://h/v1#concurrency=none", "takes a whole number, not 'none'"),
        ("m@http://h/v1#timeout=-1", "is more than 0 seconds, not -1"),
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(argument: str, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        load(argument, ())
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("What is it?", "holds none of {question}, {claim}, {tossup} and {part}"),
        ("{question} {evidence}", "holds {evidence}, which stands for nothing: it may use {question}, {paragraph}"),
        ("{claim} {clam}", "holds {clam}, which stands for nothing"),
    ],
)
def test_a_template_that_asks_nothing_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "t.txt").write_text(text)
    with pytest.raises(BadOption) as caught:
        load(f"m@http://h/v1#template={tmp_path}/t.txt", ())
    assert sentence in str(caught.value)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text("[1]")
    (tmp_path / "t.txt").write_bytes(b"\xff")
    for options, sentence in [
        (f"template={tmp_path}/none.txt", "There is no file"),
        (f"template={tmp_path}/t.txt", "t.txt: not text: byte 0 is not UTF-8"),
        (f"body={tmp_path}/none.json", "none.json. Check the path"),
        (f"body={tmp_path}/b.json", "holds a list, not a JSON object"),
    ]:
        with pytest.raises(BadData) as caught:
            load(f"m@http://h/v1#{options}", ())
        assert sentence in str(caught.value)


def test_a_name_with_an_at_sign_belongs_to_the_model() -> None:
    assert load("org/m@v2@http://h/v1", ()).model.name == "org/m@v2"


TOSSUP = Tossup("This author of Middlemarch")


def test_a_tossup_is_asked_for_its_answer(serve: Serve) -> None:
    server = serve(says("George Eliot."))
    assert only(server, TOSSUP).guesses == (Guess("George Eliot", None),)
    assert "This author of Middlemarch" in asked(server.bodies[0])


def test_several_guesses_at_a_tossup_come_one_a_line_best_first(serve: Serve) -> None:
    prediction = only(serve(says("1. George Eliot\n2. Jane Austen\n3. george eliot")), TOSSUP)
    assert prediction.guesses == (Guess("George Eliot", None), Guess("Jane Austen", None))


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I'm sorry, but I can't help with that.",
        "Let us see what we know about this so far, clue by clue, before we say it.",
    ],
)
def test_a_reply_that_guesses_nothing_is_a_fault(serve: Serve, reply: str) -> None:
    assert "which is no answer" in fault(serve(says(reply)), TOSSUP)
