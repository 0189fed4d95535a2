"""A project on a few of the bundled questions, sent as a file, which machines attack."""

import json
from dataclasses import replace
from functools import cache
from importlib import resources

from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person
from stumper.people.attacking.systems import Means
from stumper.people.projects.data_sets import take_data_set
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import found_project
from stumper.protocols import Victim
from stumper.store import Store

SETTINGS = Settings("", "", ("sliding-window",), ("fix", "verify", "judge", "adjudicate"), practice=False)
OWN = ("sliding-window", "sliding-window")  # a system that is quick, as a server has it by its name


@cache
def few(number: int) -> bytes:
    """The first of the bundled questions, in SQuAD's format."""
    bundled = resources.files("stumper.datasets") / "bundled" / "reading.json"
    whole = json.loads(bundled.read_text(encoding="utf-8"))
    articles, left = [], number
    for article in whole["data"]:
        paragraphs = []
        for paragraph in article["paragraphs"]:
            asked = paragraph["qas"][:left]
            left -= len(asked)
            paragraphs += [{**paragraph, "qas": asked}] if asked else []
        articles += [{**article, "paragraphs": paragraphs}] if paragraphs else []
    return json.dumps({"version": "1.1", "data": articles}).encode()


def attacked_project(
    store: Store,
    now: float,
    victims: dict[str, Victim],
    number: int | None = 12,
    file: str = "few.json",
    **settings: object,
) -> tuple[Project, Person]:
    """The project on so many questions, sent as a file, or on the bundled ones, with its owner."""
    owner = register(store, f"Ada of {now}", None, now)
    spec = "reading" if number is None else take_data_set(store, file, few(number), now, owner.id).spec
    meant = replace(SETTINGS, dataset=spec, victims=tuple(victims), **settings)
    return found_project(store, "Attacked", meant, victims, now, owner.id), owner


def means_of(store: Store, *own: tuple[str, str]) -> Means:
    """A server with these systems of its own."""
    return Means(store.url, own)
