"""Processes of their own beside the server: each finds what the server has imported, wherever that came from."""

import os
import subprocess
import sys
from threading import Thread
from typing import TYPE_CHECKING

from stumper.errors import Refused, StumperError

if TYPE_CHECKING:  # a process that parses a file needs no store, which is half of what it would import
    from stumper.store import Store


def command(module: str, *arguments: str) -> list[str]:
    """Runs a module of ours with the Python that runs this one."""
    return [sys.executable, "-m", module, *arguments]


def environment() -> dict[str, str]:
    """Tells a Python where this one looks for modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def begin(module: str, id: str, needed: str) -> None:
    """Starts a process on what has the id; it ends with neither the page nor the server.

    What it needs to know, passwords among it, goes through a pipe: an environment can be read by others.
    """
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command(module, id), env=environment(), stdin=subprocess.PIPE, stdout=quiet,
                               stderr=quiet, start_new_session=True)  # fmt: skip
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(needed.encode())
    Thread(target=process.wait, name=module, daemon=True).start()  # so that the system may forget it


def check_others_reach(store: "Store") -> None:
    """Refused where the store is in the memory of this process."""
    if store.is_private:
        raise Refused("This server keeps everything in memory, where no other process reaches it. Serve with --store.")


def fault_of(error: Exception, too_large: str, bug: str) -> str:
    """Says why the work of a process has failed, as nobody else ever would: it has no one to speak to.

    What is neither a mistake of a user's nor a lack of memory is a ``bug``, in whose sentence ``{fault}`` is named.
    """
    match error:
        case StumperError():
            return str(error)
        case MemoryError():
            return too_large
    return bug.format(fault=f"{type(error).__name__}: {error}")
