"""Sessions of onnxruntime, on as many threads as the user wants; the weights that ship, and several models as one."""

import os
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt
import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as refusals

from stumper.errors import BadData, BadOption
from stumper.reasons import reason_of

Scores = npt.NDArray[np.floating]

# What onnxruntime raises of a file that is damaged, or no graph at all.
_NO_GRAPH = (refusals.Fail, refusals.InvalidProtobuf, refusals.InvalidGraph, refusals.InvalidArgument,
             refusals.NoSuchFile, refusals.NotImplemented, refusals.RuntimeException, refusals.EPFail, RuntimeError,
             UnicodeDecodeError, MemoryError)  # fmt: skip


def session(graph: Path) -> ort.InferenceSession:
    """The graph, ready to run on the processor; BadOption where STUMPER_THREADS is no number of threads."""
    return _ready(str(graph))


def session_with_gradient(graph: Path, backward: Path) -> ort.InferenceSession:
    """The graph with its backward pass behind it, one for all who ask for it, whatever their threads; as ``session``.

    A graph's file and that of its end, one behind the other, are the file of the whole (``gradient_graph.py``).
    """
    with _LOCK:
        return _with_gradient(graph, backward, threads())


_LOCK = Lock()


@lru_cache(maxsize=4)
def _with_gradient(graph: Path, backward: Path, at_once: int) -> ort.InferenceSession:
    return _ready(graph.read_bytes() + backward.read_bytes())


def _ready(graph: str | bytes) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads()
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # who waits leaves the core to others
    try:
        return ort.InferenceSession(graph, options, providers=["CPUExecutionProvider"], enable_fallback=0)
    except _NO_GRAPH as error:
        named = graph if isinstance(graph, str) else "The graph with its gradient"
        raise BadData(
            f"{named} is no graph that onnxruntime can run ({reason_of(error)}). Fetch or write it again."
        ) from error


def threads() -> int:
    """How many threads a session may use: all, where STUMPER_THREADS does not say."""
    text = os.environ.get("STUMPER_THREADS") or str(os.cpu_count() or 1)
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise BadOption(f"STUMPER_THREADS is a whole number of 1 or more, not {text!r}.")


def members(name: str, argument: str, file: str) -> tuple[Path, ...]:
    """The file of weights of a victim that ships, or the one in the folder that ``argument`` names, or those in its
    folders, whose models answer together; BadOption where there is none."""
    folder = Path(argument) if argument else shipped()
    found = (folder / file,) if (folder / file).is_file() else tuple(sorted(folder.glob(f"*/{file}")))
    if not found:
        raise BadOption(f"There is no {file} in {str(folder)!r}, nor in a folder in it. After '{name}:' comes a folder "
                        f"that training/classic_readers.py wrote; '{name}' alone is the one that ships.")  # fmt: skip
    return found


def mean_log_shares(scores: Sequence[Scores]) -> Scores:
    """The mean over models of the log probabilities that each one's scores give the outcomes along the first axis.

    All are of one shape. Those of a single model are returned as they are: they give the same probabilities.
    """
    return scores[0] if len(scores) == 1 else np.mean([_log_shares(rows) for rows in scores], axis=0)


def _log_shares(scores: Scores) -> Scores:
    shifted = scores - scores.max(axis=0)
    shares: Scores = shifted - np.log(np.exp(shifted).sum(axis=0))
    return shares


def shipped() -> Path:
    """The folder of the weights that ship with the package."""
    with as_file(files("stumper.models") / "weights") as folder:
        return folder
