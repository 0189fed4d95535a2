"""Who fooled the model most, by what was judged correct: only those who want to be seen."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.judging import correct_and_judged
from stumper.people.accounts.person import Person
from stumper.people.study.attempts import attempts
from stumper.people.writing.tries import Press
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class Place:
    """One author's submissions that fooled the model; equal numbers share a ``rank``."""

    rank: int
    person_id: str
    name: str
    submissions: int
    judged: int
    correct: int


def leaderboard(
    presses: Sequence[Press], judgements: Sequence[Judgement], people: Mapping[str, Person]
) -> tuple[Place, ...]:
    """The listed authors, by correct submissions, then by submissions: what nobody has judged is not correct yet."""
    made: dict[str, set[str]] = defaultdict(set)
    for press in attempts(presses):
        if press.submitted and press.fooled and people[press.person_id].listed:
            made[press.person_id].add(press.text_id)
    said: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in judgements:
        said[judgement.perturbation_id].append(judgement)
    counted = {id: correct_and_judged(one for text in texts for one in said[text]) for id, texts in made.items()}
    scores = {id: (counted[id][0], len(texts)) for id, texts in made.items()}
    order = sorted(made, key=lambda id: (-scores[id][0], -scores[id][1], people[id].name))
    return tuple(
        Place(
            rank=1 + sum(other > scores[id] for other in scores.values()),
            person_id=id,
            name=people[id].name,
            submissions=len(made[id]),
            judged=counted[id][1],
            correct=counted[id][0],
        )
        for id in order
    )
