"""The one transport of both remote victims over real sockets: pace, streams, threads, keys, and refused parameters."""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from stumper.errors import BadOption, BrokenVictim, StumperError, VictimFailed
from stumper.tasks.reading.question import Question
from stumper.types import Passage, Prediction
from stumper.victims import http, openai
from stumper.victims.retrying import Unanswered

Serve = Callable[..., Any]
PARAGRAPH = Passage("", "The lighthouse was lit in 1874.")
KEY = "sk-live-0123456789abcdef"
CHAT = {"choices": [{"message": {"content": "1874"}}], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}


def questions(count: int) -> list[Question]:
    return [Question(f"Question {number}?", PARAGRAPH) for number in range(count)]


def numbers(body: Any) -> list[int]:
    """Which of the questions a request asks, of either victim."""
    asked = [query["question"] for query in body["queries"]] if "queries" in body else [body["messages"][-1]["content"]]
    return [int(text.rpartition("Question ")[2].partition("?")[0]) for text in asked]


def answer(body: Any) -> Any:
    """What a server that works says, by either protocol."""
    if "queries" in body:
        return {"predictions": [{"guesses": [{"answer": "1874"}]} for _ in body["queries"]]}
    return CHAT


def chat(server: Any, options: str = "") -> openai.Chat:
    return openai.load(f"m@{server.url}#{with_defaults(options, pause=0.01, timeout=60)}", ())


def service(server: Any, options: str = "") -> http.Http:
    return http.load(f"{server.url}#{with_defaults(options, pause=0.01, timeout=60, batch=1)}", ())


def with_defaults(options: str, **defaults: float) -> str:
    said = dict(pair.split("=") for pair in options.split("&") if pair)
    return "&".join(f"{name}={value}" for name, value in {**defaults, **said}.items())


BOTH = pytest.mark.parametrize("connect", [chat, service])


def quota(most: int, window: float) -> Callable[[Any], Any]:
    """A server that answers so many requests in each window and refuses the others without saying for how long."""
    lock, opened, served = threading.Lock(), [0.0], [0]

    def limited(body: Any) -> Any:
        with lock:
            if time.monotonic() - opened[0] > window:
                opened[0], served[0] = time.monotonic(), 0
            if served[0] >= most:
                return "slow down"
            served[0] += 1
        return answer(body)

    return limited


@BOTH
def test_a_quota_without_retry_after_is_survived(serve: Serve, connect: Any) -> None:
    victim = connect(serve(quota(20, 0.5)), "concurrency=8&retries=0&max_errors=1")
    outcomes = dict(victim.predict_each(questions(60)))
    assert [isinstance(outcomes[at], Prediction) for at in range(60)] == [True] * 60
    assert victim.usage.failures == 0
    assert victim.usage.retries > 0


@BOTH
def test_a_service_that_lets_nothing_through_is_given_up(serve: Serve, connect: Any) -> None:
    server = serve(lambda body: "slow down")
    with pytest.raises(
        VictimFailed, match=r"status 429, and has let nothing through for 0\.2 seconds \(patience\)\. What was done"
    ):
        connect(server, "patience=0.2").predict(questions(30))


@BOTH
def test_a_service_that_refuses_all_is_asked_with_rests_even_without_a_pause(serve: Serve, connect: Any) -> None:
    server = serve(lambda body: "slow down")
    with pytest.raises(VictimFailed, match="patience"):
        connect(server, "pause=0&patience=0.3&concurrency=2").predict(questions(30))
    assert len(server.bodies) < 30


@BOTH
def test_any_number_of_retries_is_made(serve: Serve, connect: Any) -> None:
    server = serve(answer, *["broken"] * 40)
    assert len(connect(server, "pause=0&retries=2000").predict(questions(1))) == 1
    assert len(server.bodies) == 41


@BOTH
def test_a_pause_that_is_longer_than_anybody_waits_ends_the_run_and_not_the_next_one(
    serve: Serve, connect: Any
) -> None:
    victim = connect(serve(answer, "busy for long"))
    with pytest.raises(VictimFailed, match=r"asks for a pause of 86400 seconds, longer than 180 \(patience\)"):
        victim.predict(questions(1))
    assert len(victim.predict(questions(3))) == 3


@BOTH
def test_a_query_that_alone_is_refused_costs_the_others_nothing(serve: Serve, connect: Any) -> None:
    server = serve(lambda body: "slow down" if numbers(body) == [2] else answer(body))
    outcomes = dict(connect(server, "patience=3&concurrency=1").predict_each(questions(6)))
    assert [at for at in outcomes if isinstance(outcomes[at], Unanswered)] == [2]
    assert "to this query alone" in str(outcomes[2])


@BOTH
def test_the_pause_that_one_request_was_asked_for_holds_for_all(serve: Serve, connect: Any) -> None:
    times: deque[float] = deque()

    def timed(body: Any) -> Any:
        times.append(time.monotonic())
        return answer(body)

    server = serve(timed, "busy")
    began = time.monotonic()
    with ThreadPoolExecutor(3) as threads:
        victim = connect(server, "concurrency=1")
        list(threads.map(lambda _: victim.predict(questions(1)), range(3)))
    assert min(times) - began >= 0.2


@BOTH
def test_no_more_are_under_way_than_allowed_whoever_asks(serve: Serve, connect: Any) -> None:
    at_once, most, lock = [0], [0], threading.Lock()

    def slow(body: Any) -> Any:
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.02)
        with lock:
            at_once[0] -= 1
        return answer(body)

    server = serve(slow)
    victim = connect(server, "concurrency=3")
    with ThreadPoolExecutor(8) as threads:
        answered = list(threads.map(lambda _: len(victim.predict(questions(5))), range(8)))
    assert answered == [5] * 8
    assert most == [3]
    assert victim.usage.requests == len(server.bodies) + (connect is service)  # which begins with a GET


@BOTH
def test_what_a_service_bears_at_once_is_found_out(serve: Serve, connect: Any) -> None:
    at_once, lock = [0], threading.Lock()

    def narrow(body: Any) -> Any:
        with lock:
            at_once[0] += 1
            is_too_much = at_once[0] > 4
        time.sleep(0.01)
        with lock:
            at_once[0] -= 1
        return "slow down" if is_too_much else answer(body)

    victim = connect(serve(narrow), "concurrency=32&retries=0&max_errors=1")
    assert len(victim.predict(questions(100))) == 100
    assert victim.usage.failures == 0


@BOTH
def test_answers_come_as_they_arrive(serve: Serve, connect: Any) -> None:
    held = threading.Event()

    def slowest_first(body: Any) -> Any:
        if numbers(body) == [0]:
            held.wait(60)
        return answer(body)

    arriving = connect(serve(slowest_first)).predict_each(questions(5))
    early = {next(arriving)[0] for _ in range(4)}
    held.set()
    assert early == {1, 2, 3, 4}
    assert [place for place, _ in arriving] == [0]


@BOTH
def test_one_who_asks_does_not_wait_for_the_slowest_of_another(serve: Serve, connect: Any) -> None:
    held = threading.Event()

    def slow_for_one(body: Any) -> Any:
        if numbers(body) == [0]:
            held.wait(60)
        return answer(body)

    victim = connect(serve(slow_for_one))
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(victim.predict, questions(1))
        assert len(victim.predict(questions(9)[1:])) == 8
        assert not waiting.done()
        held.set()
        assert len(waiting.result(60)) == 1


@BOTH
def test_who_wants_no_more_asks_no_more(serve: Serve, connect: Any) -> None:
    released = threading.Event()

    def slow(body: Any) -> Any:
        if numbers(body) != [0]:
            released.wait(60)
        return answer(body)

    server = serve(slow)
    victim = connect(server, "concurrency=2")
    arriving = victim.predict_each(questions(50))
    assert next(arriving)[0] == 0
    arriving.close()
    released.set()
    victim.predict(questions(1))
    assert len(server.bodies) < 10


@BOTH
def test_what_ends_a_run_ends_it_for_all_who_ask(serve: Serve, connect: Any) -> None:
    held = threading.Event()

    def refused_at_last(body: Any) -> Any:
        if numbers(body) == [1]:
            return "refused"
        held.wait(60)
        return answer(body)

    victim = connect(serve(refused_at_last))
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(victim.predict, questions(1))
        with pytest.raises(BadOption, match="401"):
            victim.predict(questions(2)[1:])
        with pytest.raises(BadOption, match="401"):
            waiting.result(60)
    held.set()


@BOTH
def test_headers_that_never_end_are_not_waited_for(serve: Serve, connect: Any) -> None:
    victim = connect(serve(answer, "drips headers"), "timeout=0.3&retries=0")
    with pytest.raises(Unanswered, match=r"was silent for 0\.3 seconds"):
        victim.predict(questions(1))


def test_a_batch_that_fails_is_halved_until_the_query_is_found(serve: Serve) -> None:
    server = serve(lambda body: "bad request" if 5 in numbers(body) else answer(body))
    victim = service(server, "batch=8&max_errors=2")
    outcomes = dict(victim.predict_each(questions(8)))
    assert [at for at in sorted(outcomes) if isinstance(outcomes[at], Unanswered)] == [5]
    assert sorted(map(numbers, server.bodies), key=lambda asked: (-len(asked), asked)) == [
        [0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3], [4, 5, 6, 7], [4, 5], [6, 7], [4], [5],
    ]  # fmt: skip
    assert victim.usage.failures == 1


def test_a_query_that_the_server_says_it_could_not_answer_is_no_answer(serve: Serve) -> None:
    server = serve(
        lambda body: {"predictions": [{"error": "no GPU", "guesses": []}, {"guesses": [{"answer": "1874"}]}]}
    )
    outcomes = dict(service(server, "batch=2").predict_each(questions(2)))
    assert str(outcomes[0]) == f"{server.url} answered with an error: no GPU"
    assert isinstance(outcomes[1], Prediction)


@pytest.mark.parametrize(
    "said",
    [
        {**CHAT, "error": {"message": "upstream is away"}},
        {**CHAT, "choices": [{**CHAT["choices"][0], "error": {"message": "upstream is away"}}]},  # type: ignore[index]
    ],
)
def test_an_error_beside_an_answer_is_an_error(serve: Serve, said: Any) -> None:
    with pytest.raises(Unanswered, match="answered with an error: upstream is away"):
        chat(serve(lambda body: said), "retries=0").predict(questions(1))


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"predictions": [' + "[" * 900 + "]" * 900 + "]}"])
def test_json_that_is_nested_too_deeply_is_a_failure_and_no_crash(serve: Serve, deep: str) -> None:
    server = serve(answer, always="raw")
    server.raw = deep.encode()
    with pytest.raises((Unanswered, BrokenVictim)):
        service(server, "retries=0").predict(questions(1))


# Keys


ECHOES = ["echo 400", "echo 401", "echo 500", "echo 200", "echo html", "echo at the cut"]


def told(victim: Any) -> str:
    """What is said of a query that fails."""
    with pytest.raises((Unanswered, StumperError)) as caught:
        victim.predict(questions(1))
    return str(caught.value)


@BOTH
@pytest.mark.parametrize("failure", ECHOES)
@pytest.mark.parametrize("key", [KEY, "open sesame", "pw12"])
def test_what_repeats_the_key_is_told_without_it(
    serve: Serve, connect: Any, failure: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", key)
    server = serve(answer, always=failure)
    said = told(connect(server, "key=MY_KEY&retries=1"))
    assert server.keys[0] == f"Bearer {key}"
    assert key[:4] not in said
    assert "[key]" in said or "echo at the cut" in failure


@BOTH
@pytest.mark.parametrize("failure", ECHOES)
def test_a_password_in_the_url_is_sent_and_not_told(serve: Serve, connect: Any, failure: str) -> None:
    server = serve(answer, always=failure)
    server.login = "ada:p%40ss%2Fw"
    victim = connect(server)
    said = told(victim)
    assert server.keys[0] == "Basic YWRhOnBAc3Mvdw=="
    assert "p@ss" not in said
    assert "YWRhOn" not in said
    assert "ada" not in repr(victim.address)
    assert "p@ss" not in repr(victim)


def test_an_answer_that_is_the_key_is_kept_without_it(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    victim = service(serve(lambda body: {"predictions": [{"guesses": [{"answer": f"It is {KEY}"}]}]}), "key=MY_KEY")
    assert victim.predict(questions(1))[0].guesses[0].answer == "It is [key]"


def test_a_prediction_of_another_shape_that_repeats_the_key_is_told_without_it(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "pw12")
    for said in [{"guesses": [{"answer": ["pw12"]}]}, {"guesses": "pw12"}, {"pw12": 1}]:
        server = serve(lambda body, said=said: {"predictions": [said]})
        assert "pw12" not in told(service(server, "key=MY_KEY"))
    server = serve(lambda body: {"predictions": [{"guesses": [{"answer": "pw12", "start": 3}]}]})
    assert "pw12" not in told(service(server, "key=MY_KEY"))
    server = serve(lambda body: {**answer(body), "fingerprint": "pw12"})
    assert "pw12" not in told(service(server, "key=MY_KEY"))


def test_a_reply_that_means_nothing_and_repeats_the_key_is_told_without_it(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "pw12")
    server = serve(lambda body: {"choices": [{"message": {"content": "<think>pw12"}}]})
    assert "[key]" in told(chat(server, "key=MY_KEY"))


@BOTH
def test_a_key_is_in_no_representation(serve: Serve, connect: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    victim = connect(serve(answer), "key=MY_KEY")
    assert KEY not in repr(victim)
    assert KEY not in repr(victim.address)


@BOTH
def test_a_key_with_a_line_end_is_sent_without_it_and_one_that_no_header_carries_is_refused(
    serve: Serve, connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(answer)
    monkeypatch.setenv("MY_KEY", f"{KEY}\n")
    connect(server, "key=MY_KEY").predict(questions(1))
    assert server.keys == [f"Bearer {KEY}"]
    monkeypatch.setenv("MY_KEY", "schlüssel")
    with pytest.raises(BadOption, match="MY_KEY holds characters that no header can carry"):
        connect(server, "key=MY_KEY")


def test_a_key_that_is_named_and_not_there_is_said(serve: Serve) -> None:
    with pytest.raises(BadOption, match="The variable NO_SUCH_KEY, which the option 'key' of 'http' names, is empty"):
        service(serve(answer), "key=NO_SUCH_KEY")


# Parameters


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        ('{"error": {"message": "Unsupported parameter: \'logprobs\' is not supported", "param": "logprobs"}}',
         "It does not take 'logprobs' as it is sent: add logprobs=0 behind the #."),
        ('{"error": {"message": "Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\' instead."}}',
         '"max_completion_tokens": 500}'),
        ('{"error": {"message": "Unsupported value: \'temperature\' does not support 0 with this model."}}',
         '{"temperature": null}'),
        ('{"object": "error", "message": "top_logprobs must be at most 5"}', "add logprobs=5, or logprobs=0"),
        ('{"detail": [{"type": "extra_forbidden", "loc": ["body", "logprobs"], "msg": "Extra", "input": true}]}',
         "add logprobs=0"),
        ("unknown field: logprobs", "add logprobs=0"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("status", [400, 422])
def test_a_parameter_that_is_refused_is_told_by_name_at_once(
    serve: Serve, refusal: str, sentence: str, status: int
) -> None:
    server = serve(answer, always="raw")
    server.raw, server.raw_status = refusal.encode(), status
    with pytest.raises(BadOption) as caught:
        chat(server, "concurrency=1").predict(questions(5))
    assert sentence in str(caught.value)
    assert f"answered with status {status}: " in str(caught.value)
    assert len(server.bodies) == 1


def test_a_parameter_of_the_users_own_is_told_by_name(serve: Serve, tmp_path: Any) -> None:
    (tmp_path / "body.json").write_text('{"reasoning_effort": "none"}')
    server = serve(answer, always="raw")
    server.raw, server.raw_status = b'{"error": {"message": "Unknown parameter: reasoning_effort"}}', 400
    with pytest.raises(BadOption, match="'reasoning_effort' as it is sent: mend it in the file that body names"):
        chat(server, f"body={tmp_path}/body.json").predict(questions(1))


@pytest.mark.parametrize(
    "refusal",
    [
        "'max_tokens' is too large: 64. This model's maximum context length is 100, and your request has 90 tokens",
        '{"error": {"message": "The question about the temperature of max was filtered", "param": "prompt"}}',
        '{"error": {"message": "invalid request"}, "request": {"logprobs": true, "max_tokens": 64}}',
        "invalid request: {'logprobs': True, 'temperature': 0.0}",
    ],
)
def test_a_refusal_for_another_reason_is_of_the_query(serve: Serve, refusal: str) -> None:
    server = serve(answer, always="raw")
    server.raw, server.raw_status = refusal.encode(), 400
    with pytest.raises(Unanswered):
        chat(server).predict(questions(1))


def test_an_endpoint_that_has_answered_takes_the_parameters(serve: Serve) -> None:
    server = serve(lambda body: "no logprobs" if numbers(body) == [3] else answer(body))
    outcomes = dict(chat(server, "concurrency=1").predict_each(questions(5)))
    assert [isinstance(outcomes[at], Prediction) for at in range(5)] == [True, True, True, False, True]


# What is asked


def test_the_address_says_what_is_asked_and_no_setting_that_changes_no_answer(serve: Serve) -> None:
    server = serve(answer)
    assert service(server).address == service(server, "timeout=3&batch=9").address == ["http", 1, server.url]
    one, other = chat(server), chat(server, "timeout=3&concurrency=2")
    assert one.address == other.address
    assert server.url in one.address
    assert chat(server, "max_tokens=9").address != one.address
    assert one.varies
    assert service(server).varies


@BOTH
def test_nothing_is_asked_where_there_is_nothing_to_ask(serve: Serve, connect: Any) -> None:
    server = serve(answer)
    victim = connect(server)
    assert victim.predict([]) == []
    assert list(victim.predict_each([])) == []
    assert server.bodies == []
