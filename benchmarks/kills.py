"""Commands are killed at random moments, again and again: what a kill costs, and whether anything is wrong in the end.

`stumper attack`, `evaluate` and `run`, each with two workers, on SQLite and on PostgreSQL, against a victim in Python
and one behind a URL in turn. By turns the command itself, what it starts to load foreign code, or a worker is killed:
while it starts, while it asks, while it writes what it found. The same command is then given again, until the run has
ended; its rows, files and figures are compared with those of a run that nobody disturbed.

``queries`` are all that the victims were asked, ``asked_again`` those of them that undisturbed runs do without;
``overlap`` is the most that one command asked again of what had been asked before it. One line of JSON for each command
and store; the exit status is 1 where anything hung, was torn, differed, or was left behind.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, cycle
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from clusters import cluster, database_on
from faults.campaign import Campaign, Tally, undisturbed
from faults.counting import Asked, answering
from faults.scenes import COMMANDS, Scene, furnished
from measuring import say

VICTIMS = ("python", "http")


def main() -> None:
    args = options()
    tallies: list[Tally] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        asked = Asked(Path(folder) / "nothing", args.pace)
        stack.enter_context(answering(asked))
        stores = {name: stack.enter_context(new_stores(name, Path(folder))) for name in args.stores}
        for command in args.commands:
            alone = scenes(Path(folder) / f"{command}-alone", command, _files(Path(folder) / command), asked, args)
            whole = {kind: undisturbed(scene) for kind, scene in (next(alone) for _ in args.victims)}
            for name, urls in stores.items():
                began, seed = time.monotonic(), f"{args.seed}/{command}/{name}"
                made = scenes(Path(folder) / f"{command}-{name}", command, urls, asked, args)
                tally = Campaign(made, whole, args.kills, args.hang, Random(seed)).carry_out()
                told(command, name, tally, round(time.monotonic() - began))
                tallies.append(tally)
    sys.exit(any(tally.is_wrong for tally in tallies))


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    choices = {"commands": tuple(COMMANDS), "stores": ("sqlite", "postgresql"), "victims": VICTIMS}
    for name, known in choices.items():
        parser.add_argument(f"--{name}", nargs="+", choices=known, default=known)
    parser.add_argument("--hang", type=float, default=60.0, help="seconds after which a command is taken for hanging")
    for name, value in (("kills", 50), ("seed", 1), ("workers", 2), ("examples", 100)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--pace", type=float, default=0.0015, help="seconds that the victim takes for a query")
    return parser.parse_args()


def scenes(
    folder: Path, command: str, urls: Iterator[str], asked: Asked, args: argparse.Namespace
) -> Iterator[tuple[str, Scene]]:
    """One after the other, each victim's turn after the other's; the server notes what the newest is asked."""
    for number, kind in zip(count(), cycle(args.victims)):
        asked.log = folder / f"{number}.asked"
        victim = asked.victim if kind == "http" else "python:counting:counting"
        scene = Scene(folder / str(number), command, victim, next(urls), asked.log, args.pace, args.workers)
        yield kind, furnished(scene, args.examples)


@contextmanager
def new_stores(name: str, folder: Path) -> Iterator[Iterator[str]]:
    """The URLs of as many new stores as are wanted."""
    if name == "sqlite":
        yield _files(folder / "store")
        return
    with ExitStack() as stack:
        server = os.environ.get("STUMPER_TEST_POSTGRES") or stack.enter_context(cluster())
        if server is None:
            sys.exit("There is no PostgreSQL: install it, set STUMPER_TEST_POSTGRES, or say --stores sqlite.")
        yield (stack.enter_context(database_on(server)) for _ in count())


def _files(path: Path) -> Iterator[str]:
    return (f"sqlite:///{path}-{number}.db" for number in count())


def told(command: str, store: str, tally: Tally, seconds: float) -> None:
    """What a campaign has come to, and on standard error what is wrong."""
    wrong = {"hangs": tally.hangs, "orphans": tally.orphans, "torn": tally.torn, "differences": tally.differences}
    for name, lines in wrong.items():
        for line in lines:
            print(f"{name}: {line}", file=sys.stderr)
    say("kills", command=command, store=store, kills=tally.kills.total(), of=dict(tally.kills),
        phases=dict(tally.phases), ended=dict(sorted(tally.codes.items())), runs=tally.runs, queries=tally.queries,
        asked_again=tally.queries - tally.undisturbed_queries, overlap=tally.overlap,
        **{name: len(lines) for name, lines in wrong.items()}, locks=tally.locks, drafts=tally.drafts,
        seconds=seconds)  # fmt: skip


if __name__ == "__main__":
    main()
