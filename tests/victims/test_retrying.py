"""When a service is asked again, after which pause, and when it is given up."""

import time
from email.utils import formatdate

import pytest

from stumper.errors import BadOption, VictimFailed
from stumper.victims.retrying import Passing, Service, Unanswered, refusal
from stumper.victims.usage import Usage


class Flaky:
    """Fails so many times, then answers."""

    def __init__(self, failures: int, after: float | None = None) -> None:
        self.failures, self.after = failures, after
        self.times: list[float] = []

    def __call__(self) -> str:
        self.times.append(time.monotonic())
        if len(self.times) <= self.failures:
            raise Passing("was away", self.after)
        return "here"

    @property
    def pauses(self) -> list[float]:
        return [after - before for before, after in zip(self.times, self.times[1:], strict=False)]


def service(retries: int = 3, pause: float = 0.01, max_errors: int = 9) -> Service:
    return Service("http://h", retries, pause, max_errors)


def test_pauses_double() -> None:
    flaky = Flaky(3)
    assert service(pause=0.04).ask(flaky, "a query") == "here"
    first, second, third = flaky.pauses
    assert first >= 0.04
    assert second >= 0.08
    assert third >= 0.16


def test_the_pause_that_is_asked_for_takes_the_place_of_its_own() -> None:
    flaky = Flaky(1, after=0.0)
    service(pause=60.0).ask(flaky, "a query")
    assert flaky.pauses[0] < 5


def test_after_the_last_repetition_it_is_unanswered() -> None:
    asked = service(retries=1)
    with pytest.raises(Unanswered, match=r"^http://h was away, 2 times$"):
        asked.ask(Flaky(2), "a query")
    assert asked.usage == Usage(requests=2, retries=1, failures=1)


def test_an_answer_between_failures_starts_the_count_anew() -> None:
    asked = service(retries=0, max_errors=2)
    for _ in range(3):
        with pytest.raises(Unanswered):
            asked.ask(Flaky(1), "a query")
        asked.ask(Flaky(0), "a query")
    with pytest.raises(Unanswered):
        asked.ask(Flaky(1), "a query")
    with pytest.raises(VictimFailed, match="left 2 queries in a row unanswered"):
        asked.ask(Flaky(1), "a query")


def test_when_nobody_waits_any_more_no_pause_is_made() -> None:
    asked = service(pause=60.0)
    asked.stopped.set()
    with pytest.raises(Unanswered):
        asked.ask(Flaky(3), "a query")


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_some_statuses_pass(status: int) -> None:
    assert isinstance(refusal("http://h", status, "", None, "KEY"), Passing)


@pytest.mark.parametrize("status", [301, 302, 401, 403, 404, 405])
def test_some_statuses_are_for_the_user_to_mend(status: int) -> None:
    assert isinstance(refusal("http://h", status, "", None, "KEY"), BadOption)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_the_others_are_of_the_query(status: int) -> None:
    assert isinstance(refusal("http://h", status, "", None, "KEY"), Unanswered)


@pytest.mark.parametrize(("header", "seconds"), [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("nan", None)])
def test_retry_after_in_seconds(header: str, seconds: float | None) -> None:
    failure = refusal("http://h", 429, "", header, "KEY")
    assert isinstance(failure, Passing)
    assert failure.after == seconds


def test_retry_after_as_a_date() -> None:
    failure = refusal("http://h", 503, "", formatdate(time.time() + 30, usegmt=True), "KEY")
    assert isinstance(failure, Passing)
    assert failure.after == pytest.approx(30, abs=3)


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
