"""What workers of a Ray cluster are given to do in tests."""

import os
import time
from collections.abc import Callable
from pathlib import Path


def waiting_on_a_node(begun: Path, leave: Path) -> str:
    """The node that carries this out, which is written with its process where it begins; ends once there is leave."""
    import ray

    node: str = ray.get_runtime_context().get_node_id()
    part = begun.with_suffix(".part")
    part.write_text(f"{node} {os.getpid()}")
    part.rename(begun)
    until(leave.exists)
    return node


def gpus_of_a_worker(meeting: Path, expected: int) -> str:
    """The graphics processors that Ray has given to whoever carries this out; ends once as many as are expected are at
    it, so that no worker does what another one is there for."""
    (meeting / str(os.getpid())).touch()
    until(lambda: len(list(meeting.iterdir())) >= expected)
    return os.environ.get("CUDA_VISIBLE_DEVICES", "")


def until(is_so: Callable[[], bool], seconds: float = 120) -> None:
    """Waits until it is so, two minutes at most unless it says more."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)
