"""No way to misbehave gets a figure: the engine and the command line before systems that take each of them."""

from pathlib import Path

import pytest

from stumper.testing.hostile.replies import REMOTE
from stumper.testing.hostile.running import put_through
from stumper.testing.hostile.systems import CODE
from stumper.testing.hostile.ways import Way


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("way", [*CODE, *REMOTE], ids=lambda way: way.name)
def test_code(way: Way, workers: int, tmp_path: Path) -> None:
    if way.reach == "process" and workers == 1:
        pytest.skip("later")
    ending = put_through(way, tmp_path, workers)
    assert ending.ended == way.ends, ending
    assert all(len(said) < 2000 for said in (ending.said, *ending.reasons))
