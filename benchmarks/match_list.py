"""How long a list of matches that are over takes: 200 of 20 tossups by default, on SQLite or the given store."""

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from measuring import say
from stumper.people.accounts.account import register
from stumper.people.matches.match import Asked, Rules
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import close_room, headings, open_room
from stumper.people.projects.project import Settings
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Example, Gold

SENTENCE = "This very long question goes on and on so that the packet of a match is as large as it is in play. "
SENTENCES, TIMES = 7, 20
GOLD = Gold((Answer("Suleiman the Magnificent"), Answer("Suleiman I")), prompts=("Suleiman",))


def main() -> None:
    """Says the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--tossups", type=int, default=20)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(options.store or f"sqlite:///{Path(folder) / 'list.db'}") as store,
    ):
        say("match_list", **_measured(store, options.matches, options.tossups))


def _measured(store: Store, matches: int, tossups: int) -> dict[str, object]:
    now, settings = time.time(), Settings("quizbowl", "quizbowl", (), ("judge",))
    project = make_project(store, "List", settings, [Example("q", Tossup(SENTENCE), GOLD)], f"list {now}", now)
    person = register(store, "Mo", None, now)
    packet = Packet(tuple(Asked(f"q{n}", "regular", SENTENCE * SENTENCES + str(n), GOLD, 100) for n in range(tossups)))
    for number in range(matches):
        room = open_room(store, project, f"Match {number}", Rules("teams"), packet, person.id, now + number)
        close_room(store, room.id, now + number)
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        assert len(headings(store, project.id)) == matches
        took.append(1000 * (time.perf_counter() - began))
    return {
        "matches": matches,
        "tossups": tossups,
        "ms": {"median": round(statistics.median(took), 1), "most": round(max(took), 1)},
        "load_average": round(os.getloadavg()[0], 1),
    }


if __name__ == "__main__":
    main()
