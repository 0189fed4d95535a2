"""Passages put behind an open question, in the place of others, or taken away: into its index or among those given."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Literal

from stumper.constraints import broken
from stumper.tasks.rag.constraints import CONSTRAINTS
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Edit, Example, Gold, Nothing, Passage, Perturbation

Place = Literal["random", "first", "last"]


def of_each(
    examples: Sequence[Example], rng: Random, make: Callable[[Example, Random], Iterable[Perturbation] | Nothing]
) -> list[Perturbation | Nothing]:
    """What is made of each example by chance of its own, so that it does not depend on the others; what breaks a
    constraint is left out, and an example of which nothing is left says why."""
    seed = rng.getrandbits(64)
    found: list[Perturbation | Nothing] = []
    for example in examples:
        made = make(example, Random(f"{seed}/{example.id}"))
        if isinstance(made, Nothing):
            found.append(replace(made, example_id=example.id))
            continue
        checked = [(one, broken(CONSTRAINTS, example, one)) for one in made]
        found += [one for one, fault in checked if fault is None]
        if checked and all(fault for _, fault in checked):
            found.append(Nothing(str(checked[0][1]), example.id))
    return found


def open_query(example: Example) -> OpenQuestion:
    """What the example asks."""
    assert isinstance(example.query, OpenQuestion), "passages are put behind open questions"
    return example.query


def put(
    example: Example,
    passages: Sequence[Passage],
    edit: tuple[str, str],
    rng: Random,
    place: Place = "random",
    gold: Gold | None = None,
) -> Perturbation:
    """The example with these passages more: in the index of the system, or at this place of the list that is given,
    each at one of its own where it is random. A passage without an id gets one; ``edit`` is their kind and rule."""
    query, new = open_query(example), _named(example, passages)
    if query.passages is None:
        after = replace(query, added=(*query.added, *new))
        edits = [Edit("passages", 0, 0, written(one), *edit) for one in new]
    else:
        last = len(query.passages)
        at = sorted({"first": 0, "last": last}.get(place, rng.randint(0, last)) for _ in new)
        ranked = [*query.passages]
        for number, one in reversed(list(zip(at, new, strict=True))):
            ranked.insert(number, one)
        after = replace(query, passages=tuple(ranked))
        starts = _starts(query.passages)
        edits = [Edit("passages", starts[n], starts[n], written(one), *edit) for n, one in zip(at, new, strict=True)]
    return Perturbation(example.id, after, gold or example.gold, tuple(edits))


def given_instead(example: Example, passages: Sequence[Passage], edit: tuple[str, str]) -> Perturbation:
    """The example with these passages given, in this order, whatever was given before."""
    query = open_query(example)
    before = _starts(query.passages or ())[-1]
    text = "\n\n".join(map(written, passages))
    after = replace(query, passages=tuple(passages), added=(), removed=())
    return Perturbation(example.id, after, example.gold, (Edit("passages", 0, before, text, *edit),))


def exchanged(example: Example, new: Mapping[str, Passage], gold: Gold, edits: Sequence[Edit]) -> Perturbation | None:
    """The example with other passages in the place of those of these ids; None where one of them is not given."""
    query = open_query(example)
    if query.passages is None:
        after = replace(query, added=(*query.added, *new.values()), removed=(*query.removed, *new))
    elif new.keys() <= {one.id for one in query.passages}:
        after = replace(query, passages=tuple(new.get(one.id, one) for one in query.passages))
    else:
        return None
    return Perturbation(example.id, after, gold, tuple(edits))


def taken_away(example: Example, ids: Iterable[str], gold: Gold, edit: tuple[str, str]) -> Perturbation:
    """The example without the passages of these ids."""
    query, gone = open_query(example), tuple(dict.fromkeys(ids))
    if query.passages is None:
        after = replace(query, removed=tuple(dict.fromkeys((*query.removed, *gone))))
        return Perturbation(example.id, after, gold, (Edit("passages", 0, 0, "", *edit),))
    after = replace(query, passages=tuple(one for one in query.passages if one.id not in gone))
    starts = _starts(query.passages)
    edits = [
        Edit("passages", starts[number], starts[number + 1], "", *edit)
        for number, one in enumerate(query.passages)
        if one.id in gone
    ]
    return Perturbation(example.id, after, gold, tuple(edits))


def start_of(example: Example, passage: Passage) -> int:
    """Where the text of a passage begins in the given ones as one text; 0 where none are given."""
    given = open_query(example).passages or ()
    at = next((start for one, start in zip(given, _starts(given), strict=False) if one.id == passage.id), 0)
    return at + len(passage.title) + 1 if passage.title and given else at


def written(passage: Passage) -> str:
    """The passage behind its title, as prompts have it."""
    return f"{passage.title}\n{passage.text}" if passage.title else passage.text


def _starts(passages: Sequence[Passage]) -> list[int]:
    """Where each passage begins in all of them as one text, and where that ends."""
    starts = [0]
    for one in passages:
        starts.append(starts[-1] + len(written(one)) + 2)  # an empty line stands between two
    return [*starts[:-1], max(0, starts[-1] - 2)]


def _named(example: Example, passages: Sequence[Passage]) -> list[Passage]:
    """The passages, those without an id under one that no passage of the example has."""
    query = open_query(example)
    known = (*(query.passages or ()), *query.added, *example.gold.passages, *passages)
    taken = {one.id for one in known} | {*query.removed}
    fresh = (id for number in count(1) if (id := f"{example.id}+{number}") not in taken)
    return [one if one.id else replace(one, id=next(fresh)) for one in passages]
