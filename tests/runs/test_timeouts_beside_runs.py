"""What hangs is given up wherever it is asked, not in runs alone."""

import sys
import time
from collections.abc import Iterator
from types import ModuleType

import pytest

from stumper import api, playing
from stumper.errors import VictimFailed
from stumper.runs import Memory
from stumper.types import Prediction, Query


class Hangs:
    """Answers nothing for as long as a test may take."""

    fingerprint = "hangs"

    def predict(self, queries: list[Query]) -> list[Prediction]:
        while True:
            time.sleep(0.01)


@pytest.fixture(autouse=True)
def module() -> Iterator[None]:
    made = ModuleType("hangs_for_ever")
    made.__dict__["Hangs"] = Hangs
    sys.modules["hangs_for_ever"] = made
    yield
    del sys.modules["hangs_for_ever"]


def test_predictions_end_where_the_victim_hangs(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with (
        api.open_store(str(tmp_path / "s.db")) as store,
        pytest.raises(VictimFailed, match=r"did not answer within 0\.1 seconds"),
    ):
        list(api.predict("reading", "python:hangs_for_ever:Hangs", limit=1, store=store, timeout=0.1))


def test_buzzes_end_where_the_victim_hangs() -> None:
    with pytest.raises(VictimFailed, match=r"did not answer within 0\.1 seconds"):
        list(playing.listen("quizbowl", "python:hangs_for_ever:Hangs", 2, Memory(), limit=1, timeout=0.1))
