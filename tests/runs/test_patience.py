"""A victim is waited for as long as it may take, whatever it is at: being made, being asked what it has seen."""

import threading
import time
from collections.abc import Iterator

import pytest

from running import EXAMPLES, rule
from stumper.errors import VictimFailed
from stumper.runs.patience import Patience, patient
from stumper.runs.seen import has_seen
from stumper.testing import ScriptedVictim
from stumper.types import Example


@pytest.fixture
def released() -> Iterator[threading.Event]:
    """What hangs in a test is let go at its end."""
    event = threading.Event()
    yield event
    event.set()


def test_a_victim_is_made_for_the_first_time_however_long_that_takes() -> None:
    def slowly() -> ScriptedVictim:
        time.sleep(0.1)
        return ScriptedVictim(rule)

    patience = Patience("slow", slowly, timeout=0.01)
    assert patience.victim() is patience.victim()
    assert patience.making is not None
    assert patience.making >= 0.1


def test_a_victim_has_as_long_to_be_made_again_as_the_first_time_and_the_time_out() -> None:
    def slowly() -> ScriptedVictim:
        time.sleep(0.1)
        return ScriptedVictim(rule)

    with patient("slow", slowly, 0.01, making=60.0) as (victim, _):
        assert isinstance(victim, ScriptedVictim)


def test_a_victim_that_is_not_made_again_stops_the_run(released: threading.Event) -> None:
    def never() -> ScriptedVictim:
        released.wait()
        return ScriptedVictim(rule)

    with pytest.raises(VictimFailed, match=r"'never' was made once, but not again within 0\.05 seconds"):
        Patience("never", never, timeout=0.05, making=0.0).victim()


def test_a_victim_that_does_not_say_what_it_has_seen_stops_the_run(released: threading.Event) -> None:
    class Silent(ScriptedVictim):
        def has_seen(self, example: Example) -> bool:
            return released.wait()

    with patient("silent", lambda: Silent(rule), 0.05) as (victim, patience):
        said = f"Asked whether it has seen '{EXAMPLES[0].id}', the victim 'silent' did not answer within 0.05 seconds"
        with pytest.raises(VictimFailed, match=said):
            has_seen("silent", victim, EXAMPLES, patience)
