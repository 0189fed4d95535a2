"""Milliseconds that each view of a project's examples takes: 10,000 of them, in SQLite and in PostgreSQL."""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles

from sqlalchemy import insert

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from clusters import cluster, database_on
from measuring import arguments, say
from stumper.identity import content_id
from stumper.judging import judged_ids
from stumper.people.accounts.account import register
from stumper.people.accounts.person import code
from stumper.people.examples.acts import Actor, restore, take_back
from stumper.people.examples.browsing import View, all_of, browse, neighbours
from stumper.people.examples.catalogue import catch_up
from stumper.people.examples.files import rows_of
from stumper.people.examples.one import whole
from stumper.people.projects.project import Project, Settings, desk_of
from stumper.people.study.exports import as_csv
from stumper.people.study.founding import make_project
from stumper.people.writing.attack_types import ATTACK_TYPES
from stumper.people.writing.runs import people_plan
from stumper.people.writing.tries import Put
from stumper.runs.desk import Desk
from stumper.runs.plan import to_json
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, items, tries
from stumper.store.values import to_text
from stumper.tasks.reading.question import Question
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Attempt, Example, Gold, Guess, Judgement, Outcome, Passage, Prediction, Verdict

ORIGINALS, AUTHORS, MODELS = 500, 60, ("first", "second", "third")
WORDS = ("harbour", "lamp", "keeper", "lit", "wall", "salt", "timber", "stones", "winter", "oak", "railway", "mayor")
OUTCOMES: tuple[Outcome, ...] = ("succeeded", "succeeded", "failed")
LENGTH = 110  # words of a paragraph
JUDGED = 0.6
NUMBERS = count()


def main() -> None:
    args = arguments(__doc__, examples=10_000, rounds=40)
    for name, url in _stores():
        say("examples_page", store=name, **_measured(url, args.examples, args.rounds))


def _stores() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        yield "sqlite", f"sqlite:///{Path(folder) / 'stumper.db'}"
    with _postgres() as url:
        if url is not None:
            yield "postgresql", url


@contextmanager
def _postgres() -> Iterator[str | None]:
    with ExitStack() as stack:
        server = stack.enter_context(cluster())
        yield None if server is None else stack.enter_context(database_on(server))


def _measured(url: str, examples: int, rounds: int) -> dict[str, object]:
    with Store.open(url) as store:
        project, people = fill(store, examples)
        print(f"{url.partition(':')[0]}: filled", file=sys.stderr)
        began = time.perf_counter()
        catch_up(store, project)
        first = time.perf_counter() - began
        if store.engine.dialect.name == "postgresql":
            with store.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
                connection.exec_driver_sql("ANALYZE")
        views = {name: _times(rounds, look) for name, look in _looks(store, project, people).items()}
        return {"examples": examples, "rounds": rounds, "first_catch_up_seconds": first, "milliseconds": views}


def _looks(store: Store, project: Project, people: list[str]) -> dict[str, Callable[[], object]]:
    """What is timed, each with what its page does."""
    views = {
        "all": View(),
        "last page": View(page=10_000),
        "one word": View(sought="harbour"),
        "two words, few": View(sought="salt w77"),
        "type": View(type=("merge",)),
        "author": View(author=(code(people[3]),)),
        "model and outcome": View(model=("second",), outcome=("failed",)),
        "verdict, most judged": View(verdict=("correct",), sort="most-judged"),
        "all at once": View(sought="lamp", type=("merge", "split"), verdict=("correct",), judge=("person",)),
    }

    def look(view: View, only: str | None = None) -> Callable[[], object]:
        fresh = partial(browse, store, project, view, only)
        return lambda: fresh(f"{catch_up(store, project)} {next(NUMBERS)}")  # of no state that is remembered

    [some, *_] = browse(store, project, View(page=7)).examples
    by = Actor(people[0], 900.0, moderates=True)

    def judge_and_look() -> None:
        person = content_id(time.perf_counter())
        store.put_judgements([Judgement(some.id, person, True, True, True, judge="person")])
        look(View())()

    def reject_and_restore() -> None:
        take_back(store, project, some.id, by, "for the clock")
        restore(store, project, some.id, by)

    return {
        **{name: look(view) for name, view in views.items()},
        "an author's own": look(View(), people[3]),
        "one example": lambda: (
            catch_up(store, project), whole(store, project, some.id, people[0], moderates=True),
            neighbours(store, project, View(), some.id),
        ),
        "all, a further page": lambda: browse(store, project, View(page=3), None, catch_up(store, project)),
        "after a judgement": judge_and_look,
        "reject and restore": reject_and_restore,
        "all as CSV": lambda: "".join(as_csv(rows_of(all_of(store, project, View())))),
    }  # fmt: skip


def _times(rounds: int, look: Callable[[], object]) -> dict[str, float]:
    look()
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        look()
        taken.append(1000 * (time.perf_counter() - began))
    cuts = quantiles(taken, n=20, method="inclusive")
    return {"p50": cuts[9], "p95": cuts[18]}


def fill(store: Store, number: int) -> tuple[Project, list[str]]:
    """A project with so many submissions against three models, most of them judged; the ids of its authors."""
    rng = Random(5)
    originals = [_original(rng, place) for place in range(ORIGINALS)]
    settings = Settings("reading", "reading", MODELS, ("write", "judge"), items=None)
    project = make_project(store, "Large", settings, originals, "of ten thousand", 100.0)
    people = [register(store, f"Author {place}", None, 100.0).id for place in range(AUTHORS)]
    desks = [Desk(name, ScriptedVictim(lambda query: Prediction((), None), name), store.cache()) for name in MODELS]
    plans = {desk.name: people_plan(project, desk) for desk in desks}
    for plan in plans.values():
        store.put_plan(plan.id, to_json(plan), project.fingerprint)
    work = desk_of(settings)
    texts, attempts, pressed, judgements = [], [], [], []
    for place in range(number):
        original, person = rng.choice(originals), rng.randrange(AUTHORS)
        types = tuple(rng.sample(ATTACK_TYPES, rng.choice((1, 1, 2))))
        words = work.shown(original).text.split()
        at = rng.randrange(len(words))
        words[at : at + rng.randrange(3)] = [*rng.choices(WORDS, k=4), f"w{place % 900}"]
        made = work.perturbed(original, " ".join(words), None, types)
        id, instance = judged_ids(made)[-1], f"{original.id}-people-{place}"
        texts.append(Example(instance, original.query, original.gold))
        right = original.gold.answers[0].text
        before = Verdict(Prediction((Guess(right, 0.9, 0),), 0.9), 1.0, 0.9)
        for plan in plans.values():
            outcome = rng.choice(OUTCOMES)
            said = rng.choice(WORDS) if outcome == "succeeded" else right
            after = Verdict(Prediction((Guess(said, 0.7, 0),), 0.7), 0.0, 0.2, outcome == "succeeded")
            attempts.append(Attempt(plan.id, instance, "people", plan.victim, outcome, before, after, made, 2, ()))
        put = Put(" ".join(words), None, types, "lamp", 0.2, 0.9, 60.0, 12, None, MODELS[0])
        pressed.append((original.id, people[person], id, instance, put, 200.0 + place))
        judgements += [
            Judgement(id, f"judge {one}", True, rng.random() < 0.8, True, judge=rng.choice(("person", "model")))
            for one in range(rng.choice((1, 1, 2)))
            if rng.random() < JUDGED
        ]
    store.put_examples(project.fingerprint, texts)
    store.put_attempts(attempts)
    store.put_judgements(judgements)
    _press(store, project, pressed)
    for desk in desks:
        desk.close()
    return project, people


def _original(rng: Random, place: int) -> Example:
    words = rng.choices(WORDS, k=LENGTH)
    words[rng.randrange(LENGTH)] = answer = f"Ada{place}"
    text = " ".join(words)
    query = Question(f"Who lit the {rng.choice(WORDS)} of {rng.choice(WORDS)}?", Passage(f"p{place}", text, "Lights"))
    return Example(f"q{place}", query, Gold((Answer(answer, text.index(answer)),)))


def _press(store: Store, project: Project, pressed: list[tuple[str, str, str, str, Put, float]]) -> None:
    """Every submission, with the place at which its author worked."""
    of_items = {topic: content_id("item", topic) for topic, *_ in pressed}
    places = {(topic, person): content_id("place", topic, person) for topic, person, *_ in pressed}
    with writing(store.engine) as connection:
        connection.execute(insert(items), [
            {"id": id, "project_id": project.id, "kind": "write", "topic": topic, "payload": "{}", "places": 1,
             "decided": False, "created": 100.0, "key": f"large {topic}"}
            for topic, id in of_items.items()
        ])  # fmt: skip
        connection.execute(insert(assignments), [
            {"id": id, "item_id": of_items[topic], "person_id": person, "state": "done", "expires": 900.0,
             "started": 100.0, "seen": 100.0, "spent": 60.0}
            for (topic, person), id in places.items()
        ])  # fmt: skip
        connection.execute(insert(tries), [
            {"assignment_id": places[topic, person], "key": instance, "kind": "submit", "at": at, "fooled": True,
             "perturbation_id": id, "instance_id": instance, "document": to_text(put)}
            for topic, person, id, instance, put, at in pressed
        ])  # fmt: skip


if __name__ == "__main__":
    main()
