"""What submitting a tossup takes, with few and with many that were submitted before it in the project."""

import tempfile
import time

from measuring import arguments, say
from people_load import ms
from stumper import api
from stumper.people.accounts.account import register
from stumper.people.projects.project import Settings
from stumper.people.queues.queue import lease_item
from stumper.people.study.founding import make_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.people.writing.known_answers import KnownAnswers
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.store import Store


def main() -> None:
    args = arguments(__doc__, tossups=2000, measured=40)
    dataset = api.load_dataset("quizbowl")
    examples, known = list(dataset), KnownAnswers()
    words = " ".join(example.query.text for example in examples).split()
    with tempfile.TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/people.db") as store:
        settings = Settings("quizbowl", "quizbowl", ("ir",), ("write",))
        project = make_project(store, "Load", settings, examples, dataset.fingerprint, 1.0)
        person = register(store, "Ada", None, 1.0)
        past = (known.past(store, project),)
        waits: list[float] = []
        for number in range(args.tossups):
            # Every text is of other words in other places, so that none resembles another.
            text = ". ".join(
                " ".join(words[(number * 7919 + at * (number % 613 + 2)) % len(words)].strip(".,") for at in row)
                for row in (range(first, first + 18) for first in range(0, 90, 18))
            )
            beginning = Beginning(f"k{number}", "Ada Lovelace", "", "Science")
            item = begin_tossup(store, project, person.id, beginning, float(number))
            held = lease_item(store, item, person.id, float(number), is_looking=True)
            began = time.perf_counter()
            submit_tossup(
                store, project, held, Sent(f"s{number}", f"{text}.", "of its own"), past, float(number),
                earlier=known.submitted(project),
            )  # fmt: skip
            waits.append(time.perf_counter() - began)
    first, last = (sorted(some) for some in (waits[: args.measured], waits[-args.measured :]))
    say("tossup-submitting", tossups=args.tossups, first_p50_ms=ms(first, 0.5), first_p95_ms=ms(first, 0.95),
        last_p50_ms=ms(last, 0.5), last_p95_ms=ms(last, 0.95))  # fmt: skip


if __name__ == "__main__":
    main()
