"""The pace of requests to one service: more at once after answers, fewer after refusals."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from stumper.victims.pacing import LONGEST_REST, Pace


def paced(play: Callable[[Pace], Awaitable[None]]) -> Pace:
    """The pace after what is played on its loop."""
    pace = Pace()

    async def main() -> None:
        await play(pace)

    asyncio.run(main())
    return pace


async def under_way(pace: Pace, wanted: int) -> int:
    """How many of so many requests are under way at once, if none ends."""
    held = asyncio.Event()

    async def request() -> None:
        async with pace.turn():
            await held.wait()

    tasks = [asyncio.create_task(request()) for _ in range(wanted)]
    for _ in range(5):
        await asyncio.sleep(0)
    count = pace.under_way
    held.set()
    await asyncio.gather(*tasks)
    return count


def test_nothing_is_held_back_before_something_is_refused() -> None:
    async def play(pace: Pace) -> None:
        assert await under_way(pace, 100) == 100

    paced(play)


def test_one_that_was_too_much_halves_what_is_under_way() -> None:
    async def play(pace: Pace) -> None:
        pace.under_way = 32
        pace.slower(0)
        pace.under_way = 0
        assert await under_way(pace, 100) == 16

    paced(play)


def test_those_that_were_sent_before_the_pace_was_halved_do_not_halve_it_again() -> None:
    async def play(pace: Pace) -> None:
        pace.under_way = 32
        for _ in range(32):
            pace.slower(0)

    assert paced(play).allowed == 16


def test_there_is_always_one_that_may_be_sent() -> None:
    async def play(pace: Pace) -> None:
        pace.under_way = 1
        for round in range(9):
            pace.slower(round)
        pace.under_way = 0
        assert await under_way(pace, 5) == 1

    paced(play)


def test_a_round_of_answers_allows_one_more_at_once() -> None:
    async def play(pace: Pace) -> None:
        pace.under_way = 8
        pace.slower(0)
        for _ in range(4):
            pace.faster(1)

    assert 4.8 < paced(play).allowed <= 5


def test_an_answer_to_what_was_sent_before_says_nothing_of_the_new_pace() -> None:
    async def play(pace: Pace) -> None:
        pace.under_way = 8
        pace.slower(0)
        pace.faster(0)

    assert paced(play).allowed == 4


def rests(*refusals: float | None) -> list[float]:
    """The seconds for which nobody asks after each of several refusals in a row, with a pause of one."""
    said = []

    async def play(pace: Pace) -> None:
        loop = asyncio.get_running_loop()
        with pytest.MonkeyPatch.context() as standing:
            standing.setattr(loop, "time", lambda: 64.0)  # whatever else the machine does meanwhile
            for round, after in enumerate(refusals):
                pace.closed_until = 0.0
                pace.refused(round, after, 1.0)
                said.append(pace.closed_until - loop.time())

    paced(play)
    return said


def test_rests_double_up_to_a_bound() -> None:
    assert rests(None, None, None, None, None, None) == [1, 2, 4, 8, LONGEST_REST, LONGEST_REST]


def test_the_rest_that_is_asked_for_is_kept_at_first_and_is_the_least_afterwards() -> None:
    assert rests(0.5, 0.5, 0.5, 30.0) == [0.5, 2, 4, 30]


def test_nobody_is_sent_before_the_rest_is_over() -> None:
    async def play(pace: Pace) -> None:
        loop = asyncio.get_running_loop()
        pace.refused(0, 0.1, 1.0)
        until = pace.closed_until
        async with pace.turn():
            assert loop.time() >= until

    paced(play)


def test_who_waits_and_leaves_takes_no_place() -> None:
    async def place(pace: Pace) -> None:
        async with pace.turn():
            pass

    async def play(pace: Pace) -> None:
        pace.slower(0)
        async with pace.turn():
            leaving = asyncio.create_task(place(pace))
            await asyncio.sleep(0)
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
        assert await under_way(pace, 3) == 1

    paced(play)


def test_requests_begin_evenly_at_the_rate_that_is_allowed() -> None:
    began: list[float] = []

    async def one(pace: Pace) -> None:
        async with pace.turn(rate=100):
            began.append(asyncio.get_running_loop().time())

    async def play(pace: Pace) -> None:
        await asyncio.gather(*(one(pace) for _ in range(4)))

    assert paced(play).next_at >= began[0] + 0.03
