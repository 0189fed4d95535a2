"""A text that is submitted is put to machines, for as long as its author waits and no longer."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from threading import Event, Timer

from stumper.errors import Refused
from stumper.people.writing.listening import Heard, Listener, Place, reading
from stumper.people.writing.tossup import Reading
from stumper.runs.desk import Leaving, Superseded
from stumper.tasks.quizbowl.positions import word_ends

PATIENCE = 5.0  # seconds: whoever waits for longer believes that nothing happens
TRIES = 3


def heard_out(listeners: Mapping[str, Listener], text: str, changes: int, now: float, patience: float) -> list[Reading]:
    """What each machine says of the text; without those that are not done when the seconds are over."""
    if not listeners:
        return []
    leaving = {machine: Leaving() for machine in listeners}
    with ThreadPoolExecutor(len(listeners)) as threads:
        asked = [
            threads.submit(_heard, machine, replace(listener, leaving=leaving[machine]), text, changes, now)
            for machine, listener in listeners.items()
        ]
        wait(asked, patience)
        for each in leaving.values():
            each.leave()
    return [said for one in asked if (said := one.result()) is not None]


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


def _heard(machine: str, listener: Listener, text: str, changes: int, now: float) -> Reading | None:
    """None where its author waits no longer; what the page asked just before may come between, but not for ever."""
    for _ in range(TRIES):
        try:
            heard = listener.hear(text)
            nowhere = Place(len(word_ends(text)), None, None)
            place = nowhere if heard.fault is not None else listener.place(text, "typing")
        except Superseded:
            continue
        except Refused:
            return None
        return reading(listener, machine, text, heard, place, changes, now)
    return None
