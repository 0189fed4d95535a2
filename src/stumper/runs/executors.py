"""Where attempts are made: in this process, or in several that return values. Only the caller writes the store."""

import os
from collections.abc import Generator, Iterable
from itertools import islice

from stumper.errors import VictimFailed
from stumper.protocols import Cache
from stumper.runs.counts import Counts
from stumper.runs.crew import Hand, dismiss, heard, hire, replace_silent
from stumper.runs.patience import not_made, patient, silence
from stumper.runs.plan import Plan
from stumper.runs.work import Components, Progress, Trust, Work, oracle_of, steps
from stumper.runs.worker import Given, Idle, Raised, Start

CHUNK = 16  # the most pieces of work that a worker takes at once


def serial(
    plan: Plan,
    components: Components,
    work: Iterable[Work],
    cache: Cache,
    batch_size: int,
    timeout: float,
    trust: Trust = Trust(),
    counts: Counts | None = None,
) -> Generator[Progress]:
    """Attempts all of the work in this process; a victim has ``timeout`` seconds to answer (0: forever), and so many
    more than the first time to be made. VictimFailed where it is not made. What is asked is added to ``counts``, also
    what was asked when an error ends it."""
    with patient(plan.victim, components.victim, timeout, components.making) as (victim, patience):
        oracle = oracle_of(plan, victim, cache, batch_size, trust)
        oracle.patience, oracle.counts = patience, counts or oracle.counts
        for attempts in steps(plan, oracle, components.adversary(), work):
            yield Progress(tuple(attempts), oracle.counts)


def processes(
    plan: Plan,
    components: Components,
    work: Iterable[Work],
    most: int,
    store_url: str,
    batch_size: int,
    workers: int,
    timeout: float,
    trust: Trust = Trust(),
    counts: Counts | None = None,
) -> Generator[Progress]:
    """Attempts the work, ``most`` pieces at most, in ``workers`` processes.

    Each reads the store's cache, and none writes it. A worker hands over what it has as soon as it has it, and goes on
    once the caller comes back for more: by then the caller has written it, so that at most a batch a worker is ever
    lost. A worker whose victim does not answer for ``timeout`` seconds (0: forever) is killed and replaced, and what it
    had asked is not asked again; VictimFailed where one does not get so far in ``timeout`` more than its share of what
    it took to make the first.
    """
    making = timeout + workers * components.making
    size = min(CHUNK, -(-most // workers))
    many, threads = min(workers, -(-most // size)), max(1, (os.cpu_count() or 1) // workers)
    pieces = iter(work)
    total, crew, failed = counts or Counts(), list[Hand](), dict[str, str]()
    try:
        for place in range(many):
            given, share = Given(list(islice(pieces, size)), {}), trust.part(place, many)
            hire(crew, Start(plan, components, store_url, batch_size, threads, share, given))
        while any(hand.is_wanted for hand in crew):
            for hand in [hand for hand in crew if timeout and hand.is_silent(timeout, making)]:
                if hand.is_making:
                    raise not_made(plan.victim, making)
                failed.update(dict.fromkeys(hand.asking.keys, silence(timeout)))
                replace_silent(crew, hand, failed)
            for hand, message in heard(crew):
                match message:
                    case Progress():
                        total.add(message.counts)
                        yield Progress(message.attempts, total, message.predictions)
                        hand.reply(True)
                    case Idle():
                        hand.reply(Given(chunk, failed) if (chunk := list(islice(pieces, size))) else None)
                    case Raised():
                        raise message.error
                    case None:
                        raise VictimFailed(
                            f"A worker ended abruptly while it asked {plan.victim!r}; is there memory for {workers} "
                            "of them? What was done is kept: run the same command with fewer --workers."
                        )
    finally:
        dismiss(crew)
