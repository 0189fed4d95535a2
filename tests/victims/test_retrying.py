"""What the failures of a service mean."""

import time
from email.utils import formatdate

import pytest

from stumper.errors import BadOption
from stumper.victims.retrying import Busy, Passing, Unanswered, pause_asked, refusal
from stumper.victims.usage import Usage


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_some_statuses_pass(status: int) -> None:
    assert isinstance(refusal("http://h", status, "", None, "KEY"), Passing)


@pytest.mark.parametrize("status", [301, 302, 401, 403, 404, 405])
def test_some_statuses_are_for_the_user_to_mend(status: int) -> None:
    assert isinstance(refusal("http://h", status, "", None, "KEY"), BadOption)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_the_others_are_of_the_query(status: int) -> None:
    assert isinstance(refusal("http://h", status, "", None, "KEY"), Unanswered)


def test_too_many_requests_say_nothing_of_the_query() -> None:
    assert isinstance(refusal("http://h", 429, "", None, "KEY"), Busy)
    assert isinstance(refusal("http://h", 503, "", 7.0, "KEY"), Busy)
    assert not isinstance(refusal("http://h", 503, "", None, "KEY"), Busy)


@pytest.mark.parametrize(("header", "seconds"), [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("nan", None)])
def test_retry_after_in_seconds(header: str, seconds: float | None) -> None:
    assert pause_asked({"retry-after": header}) == seconds


def test_retry_after_as_a_date() -> None:
    assert pause_asked({"retry-after": formatdate(time.time() + 30, usegmt=True)}) == pytest.approx(30, abs=3)
    assert pause_asked({"retry-after": "Mon, 99 Foo 2026 00:00:00 GMT"}) is None
    assert pause_asked({}) is None


def test_retry_after_as_a_date_counts_from_the_clock_of_the_service() -> None:
    yesterday = time.time() - 86_400
    headers = {"date": formatdate(yesterday, usegmt=True), "retry-after": formatdate(yesterday + 30, usegmt=True)}
    assert pause_asked(headers) == 30


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('{"error": {"message": "too long"}}', "too long"),
        ('{"error": "too long"}', "too long"),
        ('{"object": "error", "message": "too long"}', "too long"),
        ('{"detail": "too long"}', "too long"),
        ('{"reason": "too long"}', '{"reason": "too long"}'),
        ("too long", "too long"),
    ],
)
def test_of_an_error_its_sentence_is_told(body: str, sentence: str) -> None:
    assert str(refusal("http://h", 400, body, None, "KEY")) == f"http://h answered with status 400: {sentence}"


def test_what_a_service_says_is_shortened_to_one_line() -> None:
    failure = refusal("http://h", 500, "It\nbroke. " * 100, None, "KEY")
    assert str(failure).startswith("answered with status 500: It broke. It broke.")
    assert len(str(failure)) < 340
    assert str(failure).endswith("…")


def test_usage_adds_up_and_tells_what_was_added() -> None:
    first, second = Usage(1, 0, 0, 10, 2), Usage(2, 1, 1, 20, 4, 0.5)
    assert first + second == Usage(3, 1, 1, 30, 6, 0.5)
    assert (first + second).since(first) == second
    assert (first + first).cost is None


def test_usage_is_said_in_a_line() -> None:
    assert Usage(1200, 3, 1, 5000, 20, 0.125).said == (
        "1,200 requests (3 repeated, 1 queries given up), 5,000 tokens in, 20 out, cost 0.1250"
    )
    assert Usage(2).said == "2 requests (0 repeated, 0 queries given up)"
