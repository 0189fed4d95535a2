"""Commands in processes that need not import first: copies of one that has imported, and done nothing else.

For tests of what a command does in an environment of its own, such as one with a plug-in. A copy begins with its own
folder, environment, import path and streams, asks anew what is installed, and ends like any process. Nobody watches it,
and what is read at import it has read before: tests of these start Python.
"""

import atexit
import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper import registry

LOADED = ("stumper.cli.app", "stumper.api", "stumper.jobs", "scipy.special")


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    code: int
    out: str
    err: str


def forked(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Ended:
    """Runs a command in a copy, and waits until it has ended."""
    with TemporaryDirectory() as said:
        out, err = Path(said, "out"), Path(said, "err")
        asked = {"words": words, "folder": str(folder), "environment": dict(environment), "files": [str(out), str(err)]}
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        print(json.dumps(asked), file=server.stdin, flush=True)
        return Ended(int(server.stdout.readline()), out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))


def fresh(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Ended:
    """Runs a command as a user does, and waits until it has ended."""
    command = [sys.executable, "-m", "stumper", *words]
    told = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return Ended(told.returncode, told.stdout, told.stderr)


@cache
def _server() -> "subprocess.Popen[str]":
    """What is copied: begun once, and ended with this process."""
    command = [sys.executable, __file__]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)
    return server


def serve() -> None:
    """Has one command after another carried out by a copy, and says how it ended; in a copy, carries it out."""
    for module in (*LOADED, *(registry.module_of("task", name) for name in registry.names("task"))):
        import_module(module)
    assert not registry.tasks.cache_info().currsize
    gc.freeze()  # a copy that ends need not look at all that was imported
    own = sys.path[1 + len(_places(os.environ)) :]
    for line in sys.stdin:
        if not (copy := os.fork()):
            become(own, **json.loads(line))
            return
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


def become(own: list[str], words: list[str], folder: str, environment: dict[str, str], files: list[str]) -> None:
    """Does what ``python -m stumper`` does in a process that nobody watches; ``own`` is Python's own import path."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = [folder, *_places(environment), *own]
    sys.argv = ["stumper", *words]
    for number, file in enumerate([os.devnull, *files]):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), number)
    app = import_module("stumper.cli.app").app
    app(prog_name="python -m stumper")


def _places(environment: Mapping[str, str]) -> list[str]:
    return [place for place in environment.get("PYTHONPATH", "").split(os.pathsep) if place]


if __name__ == "__main__":
    serve()
