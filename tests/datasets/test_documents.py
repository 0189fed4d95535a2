"""Reading leaves no trace."""

import gc

import pytest

from stumper.datasets.documents import collector_paused


def test_the_collector_goes_on_after_an_error() -> None:
    paused = collector_paused()
    with pytest.raises(ZeroDivisionError), paused:
        fail_while_paused()
    assert gc.isenabled()


def fail_while_paused() -> None:
    assert not gc.isenabled()
    raise ZeroDivisionError
