"""A server with the plug-in's task, for a process in which it is installed: ``python fourth_site.py URL``.

It says in one line of JSON where it is, and the cookies of two administrators, and ends with its input.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace

from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.types import Guess, Prediction, Query
from visiting import house_over, serving

LETTERS = ("first", "second", "third", "fourth", "fifth")


class Reads:
    """Knows the letters by their numbers in words, and chooses the first where there is none."""

    fingerprint = "reads-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        return [Prediction((Guess(self._said(query), None),), None) for query in queries]

    def _said(self, query: Query) -> str:
        place = next((place for place, word in enumerate(LETTERS) if word in query.text), 0)
        options: Sequence[str] = query.options  # type: ignore[attr-defined]
        return options[place % len(options)]


def main(url: str) -> None:
    with Store.open(url) as store:
        reads = Reads()
        house = replace(
            house_over(store), victims={"reads": reads}, desks={"reads": Desk("reads", reads, store.cache())}
        )
        with serving(house) as site:
            ada = site.person("Ada", administrator=True)
            others = site.cookies(site.person("Ben", administrator=True))
            print(json.dumps({"home": site.home, "cookies": site.cookies(ada), "others": others}), flush=True)
            sys.stdin.read()
        house.desks["reads"].close()


if __name__ == "__main__":
    main(sys.argv[1])
