"""Sessions of onnxruntime, on as many threads as the user wants."""

import os
from importlib.resources import as_file, files
from pathlib import Path

import onnxruntime as ort

from stumper.errors import BadOption


def session(graph: Path) -> ort.InferenceSession:
    """The graph, ready to run on the processor; BadOption where STUMPER_THREADS is no number of threads."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads()
    options.log_severity_level = 3
    return ort.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def threads() -> int:
    """How many threads a session may use: all, where STUMPER_THREADS does not say."""
    text = os.environ.get("STUMPER_THREADS") or str(os.cpu_count() or 1)
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise BadOption(f"STUMPER_THREADS is a whole number of 1 or more, not {text!r}.")


def shipped() -> Path:
    """The folder of the weights that ship with the package."""
    with as_file(files("stumper.models") / "weights") as folder:
        return folder
