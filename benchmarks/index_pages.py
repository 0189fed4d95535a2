"""An index of synthetic pages, built as a user builds it, then asked: memory, seconds, disk, and FEVER's from these.

    python benchmarks/index_pages.py [--pages 500000] [--queries 200]

The pages are those of benchmarks/synthetic_pages.py, of the same seed. What grows with the pages is told for the 5.4
million of FEVER, too, as so many times as much: building, disk and searching are linear in them, or nearly so.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from measuring import arguments, say
from retrieval import Figures, asked, peak, size
from stumper.datasets.page_dumps import dump_size
from stumper.datasets.wiki_pages import read_pages
from stumper.retrieval import Index
from stumper.retrieval.building import check
from stumper.retrieval.ranked import RANKINGS
from synthetic_pages import write

SEED = 1
FEVER = 5_416_537  # pages of the dump that are no empty record
CLAIM_WORDS = 9
BUILD = """
import json, sys, time
from pathlib import Path
from stumper.retrieval import build_from
before = time.process_time()
for _ in build_from(Path(sys.argv[1]), Path(sys.argv[2])):
    pass
status = Path("/proc/self/status").read_text()
print(json.dumps({"cpu": time.process_time() - before, "peak": int(status.partition("VmHWM:")[2].split()[0]) / 1e3}))
"""


def main() -> None:
    args = arguments(__doc__, pages=500_000, queries=200)
    with tempfile.TemporaryDirectory() as root:
        dump, folder = Path(root) / "pages", Path(root) / "index"
        dump.mkdir()
        write(dump, args.pages, SEED)
        figures: Figures = {"pages": args.pages, "dump_megabytes": dump_size(dump) / 1e6, **built(dump, folder)}
        figures |= read(folder, claims(dump, args.queries))
    say("index_pages", **figures, **at_fever(figures, args.pages))


def built(dump: Path, folder: Path) -> Figures:
    """What building costs, in a process of its own; the most memory that is no file's, and the most disk meanwhile."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", BUILD, str(dump), str(folder)], stdout=subprocess.PIPE, text=True)
    seen = {"anonymous": 0.0, "disk": 0.0}
    watching = threading.Thread(target=watch, args=(process, folder.with_name(f"{folder.name}.building"), seen))
    watching.start()
    said = json.loads(process.communicate()[0])
    watching.join()
    return {
        "build_seconds": time.perf_counter() - began,
        "build_cpu_seconds": said["cpu"],
        "build_peak_megabytes": said["peak"],
        "build_peak_megabytes_without_files": seen["anonymous"],
        "build_peak_disk_megabytes": seen["disk"],
    }


def watch(process: "subprocess.Popen[str]", draft: Path, seen: dict[str, float]) -> None:
    """The most memory and disk that was seen, twice a second."""
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
            seen["anonymous"] = max(seen["anonymous"], int(status.partition("RssAnon:")[2].split()[0]) / 1e3)
            seen["disk"] = max(seen["disk"], size(draft))
        except (OSError, IndexError):  # a file that is gone meanwhile
            pass
        time.sleep(0.5)


def read(folder: Path, claims: list[str]) -> Figures:
    """What opening and asking cost, and how large the index is."""
    before, began = peak(), time.perf_counter()
    index = Index.open(folder)
    figures: Figures = {
        "open_seconds": time.perf_counter() - began,
        "megabytes": size(folder),
        "megabytes_of_sentences": size_of(folder, "sentences."),
        "sentences": len(index.content.sentences),
        "claims": len(claims),
    }
    ways: dict[str, Callable[[str], object]] = {"sentences_anywhere": index.sentences_anywhere}
    ways |= {f"evidence_{ranking}": partial(index.sentences, ranking=ranking) for ranking in RANKINGS}
    for name, way in ways.items():
        figures |= asked(name, way, claims)
        figures[f"{name}_milliseconds_a_claim"] = 1e3 * float(str(figures[f"{name}_seconds"])) / len(claims)
    figures["read_peak_megabytes"] = peak() - before
    began = time.perf_counter()
    check(folder)
    return figures | {"fingerprint_seconds": time.perf_counter() - began}


def claims(dump: Path, number: int) -> list[str]:
    """Each is nine words of some page's sentence, in their order, before them the first words of its title."""
    rng, found = np.random.default_rng(2), []
    for page in read_pages(dump):
        if len(found) == number:
            return found
        if rng.random() < 0.01:
            words = page.sentences[int(rng.integers(len(page.sentences)))].text.split()
            kept = sorted(rng.choice(len(words), min(CLAIM_WORDS, len(words)), replace=False).tolist())
            found.append(" ".join([*page.title.split()[:2], *(words[place] for place in kept)]))
    return found


def size_of(folder: Path, start: str) -> float:
    return sum(path.stat().st_size for path in folder.iterdir() if path.name.startswith(start)) / 1e6


def at_fever(figures: Figures, pages: int) -> Figures:
    """What grows with the pages, as many times as FEVER has more of them."""
    linear = [name for name in figures if name.startswith(("build_seconds", "build_cpu", "build_peak_disk", "megabytes",
              "dump", "fingerprint")) or name.endswith("milliseconds_a_claim")]  # fmt: skip
    return {f"fever_{name}": float(str(figures[name])) * FEVER / pages for name in linear}


if __name__ == "__main__":
    main()
