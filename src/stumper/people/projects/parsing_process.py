"""The process in which one uploaded file is parsed: ``CONTENTS FILE RESULT UNPACKED MEMORY CPU TASK``.

It sets its own bounds before it looks at the file, and ends as ``parsing`` says.
"""

import os
import pickle
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from stumper.adversaries.reading.addsent.raw_file import read_raw_sentences
from stumper.datasets.documents import check_size
from stumper.datasets.files import open_dataset
from stumper.datasets.mapped import mapped_path
from stumper.errors import BadData, StumperError
from stumper.people.projects.parsing import DONE, REFUSED, TOO_LARGE, Contents, Summary
from stumper.people.projects.previewing import preview
from stumper.registry import no_desk, task_named, task_of


def read_out(path: Path, task: str) -> object:
    """What is read out in matches of this task, and nothing else."""
    listening = task_named(task).listening
    assert listening is not None, "it is heard"
    return listening.read(path)


def summary(path: Path) -> Summary:
    """What is to be known of a data set at first."""
    examples = list(dataset := open_dataset(path))
    return Summary(len(examples), getattr(dataset, "skipped", ()))


def data_set(path: Path) -> object:
    """What people can work on; BadData where it is of a task without a desk."""
    dataset = open_dataset(path)
    first = next(iter(dataset), None)
    if first is not None and (task := task_of(first.query)).desk is None:
        raise BadData(f"{path}: {no_desk(task)}")
    return dataset


READERS: Mapping[Contents, Callable[[Path], object]] = {
    "data set": data_set,
    "summary": summary,
    "raw sentences": read_raw_sentences,
    "preview": preview,
}
KINDNESS = 5  # steps by which whoever waits for a page goes first


def main(contents: Contents, file: str, result: str, unpacked: str, memory: str, cpu: str, task: str) -> int:
    """How the process ends; the result is in its file: the value, or the sentence that says what is wrong."""
    bound(int(memory), int(cpu))
    path = Path(file)
    try:
        check_size(mapped_path(path)[0], int(unpacked))
        value = read_out(path, task) if contents == "read out" else READERS[contents](path)
        with Path(result).open("wb") as out:
            pickle.dump(value, out, pickle.HIGHEST_PROTOCOL)
    except StumperError as error:
        Path(result).write_text(str(error), encoding="utf-8", errors="backslashreplace")
        return REFUSED
    except MemoryError:
        return TOO_LARGE
    return DONE


def bound(memory: int, cpu: int) -> None:
    """From now on the system ends this process where it takes more; Windows has no such bounds, only the clock's."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(KINDNESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (memory, memory))
    if sys.platform != "darwin":  # which refuses to bound addresses
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))  # type: ignore[arg-type]
