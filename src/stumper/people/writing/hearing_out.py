"""A text that is submitted is put to machines, for as long as its author waits and no longer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import Event, Timer

from stumper.errors import Refused
from stumper.people.writing.asking import Heard, Listener, Place, reading
from stumper.people.writing.patience import answers_in_time
from stumper.people.writing.tossup import Reading
from stumper.runs.desk import Leaving, Superseded
from stumper.text import word_ends

TRIES = 3


def in_time(
    listeners: Mapping[str, Listener], asks: Sequence[Callable[[str, Listener], None]], patience: float
) -> None:
    """All of these are asked of each machine in turn, but for what is not answered when the seconds are over."""
    answers_in_time({machine: partial(_ask_all, asks, machine, one) for machine, one in listeners.items()}, patience)


def heard(machine: str, listener: Listener, text: str, changes: int, now: float) -> Reading:
    """What the machine says of the text, as the log has it; Superseded, Refused."""
    found = listener.hear(text)
    nowhere = Place(len(word_ends(text)), None, None)
    place = nowhere if found.fault is not None else listener.place(text, "typing")
    return reading(listener, machine, text, found, place, changes, now)


def heard_in_time(listener: Listener, text: str, patience: float) -> Heard:
    """What the machine says of the text, or that it took longer; Superseded where its author has typed on, or left.

    The time counts from when the machine was asked what it has not answered yet, whoever asked that: whoever types on
    is told as soon as whoever waits.
    """
    too_long = Heard((), None, None, (), f"It gave no answer in {patience:.0f} seconds.")
    if (left := patience - listener.desk.silent) <= 0:
        return too_long
    leaving, is_late = listener.leaving or Leaving(), Event()

    def give_up() -> None:
        is_late.set()
        leaving.leave()

    late = Timer(left, give_up)
    late.start()
    try:
        return replace(listener, leaving=leaving).hear(text)
    except Superseded:
        if not is_late.is_set():
            raise
        return too_long
    finally:
        late.cancel()


def heard_soon(listener: Listener, text: str, patience: float) -> Heard | None:
    """What the machine says of the text; None where it fails, or the seconds are over."""
    try:
        heard = heard_in_time(listener, text, patience)
    except (Superseded, Refused):
        return None
    return heard if heard.fault is None else None


def _ask_all(
    asks: Sequence[Callable[[str, Listener], None]], machine: str, listener: Listener, leaving: Leaving
) -> None:
    for ask in asks:
        for _ in range(TRIES):  # what the page asked just before may come between, but not for ever
            try:
                ask(machine, replace(listener, leaving=leaving))
            except Superseded:
                continue
            except Refused:
                pass
            break
