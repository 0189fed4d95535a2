"""What is told of a match bit by bit leads to what somebody sees who comes anew, whatever happens in it."""

import json
import re
from dataclasses import asdict
from random import Random
from typing import Any, get_args

import pytest

from played_matches import played
from stumper.people.matches.match import Match, first_words
from stumper.people.matches.state import State, step, words_at
from stumper.people.matches.views import Company, Earlier, Onlooker, View, asked_again, changes, read_on, view


def as_json(seen: object) -> dict[str, Any]:
    return json.loads(json.dumps(seen))


def merged(known: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """As a page does."""
    plays = {play["number"]: play for play in (*known["plays"], *told.get("plays", []))}
    return {**known, **told, "plays": list(plays.values())}


class Told:
    """Somebody at the websocket, and somebody who asks again and again."""

    def __init__(self, seen: View) -> None:
        self.seen = seen
        self.earlier: Earlier | None = None
        self.page = self.asking = as_json(asdict(seen))

    def change(self, now: View) -> None:
        self.page, self.seen = merged(self.page, as_json(changes(self.seen, now))), now

    def ask(self, now: View) -> None:
        self.asking = merged(self.asking, as_json(asdict(asked_again(now, self.asking["number"]))))

    def words(self, number: int, after: int, words: int, text: str) -> None:
        self.seen = read_on(self.seen, number, after, words, first_words(text, words))
        if number == self.page["number"] and after <= self.page["words"] < words:
            more = re.findall(r"\s*\S+", first_words(text, words, after))[self.page["words"] - after :]
            self.page |= {"words": words, "text": self.page["text"] + "".join(more)}


@pytest.mark.parametrize("mode", ["teams", "alone", "machine"])
@pytest.mark.parametrize("onlooker", get_args(Onlooker))
def test_whatever_happens_who_is_told_changes_sees_what_somebody_new_sees(mode, onlooker: Onlooker) -> None:
    compared = 0
    for seed in range(12):
        match, events = played(seed, mode)
        rng, state, names = Random(seed), State(), dict[str, str]()
        told = Told(view(match, state, Company(names, {}, 0), 0.0, onlooker))
        for place, recorded in enumerate(events):
            state = step(match, state, recorded)
            until = events[place + 1].at if place + 1 < len(events) else recorded.at + 5
            for now in sorted([recorded.at, *(rng.uniform(recorded.at, until) for _ in range(3))]):
                if now > recorded.at and rng.random() < 0.5:
                    read_to(told, match, state, now)
                    continue
                names |= {person: person[:2] for person in state.seats}
                company = Company(names, {}, rng.randrange(3))
                seen = view(match, state, company, now, onlooker, told.earlier)
                told.earlier = Earlier(state, seen)
                told.change(seen)
                told.ask(seen)
                assert told.page == told.asking == as_json(asdict(view(match, state, company, now, onlooker)))
                compared += 1
    assert compared > 500


def read_to(told: Told, match: Match, state: State, now: float) -> None:
    words = words_at(match, state, now)
    if state.play is not None and words > told.seen.words:
        told.words(state.number, told.seen.words, words, match.packet[state.play.tossup].text)
