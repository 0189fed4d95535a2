"""Evaluation sets with as many perturbations of one label as of another."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from stumper.errors import BadOption
from stumper.types import NOT_DRAWN, Nothing, Perturbation


def balanced(perturbations: Sequence[Perturbation], size: int | None, rng: Random) -> Sequence[Perturbation | Nothing]:
    """``size`` of them in their order, drawn so that the labels differ in number by as little as there are of each; and
    behind them, of each example of which none was drawn, that it is so.

    All of them where ``size`` is None. BadOption below 1.
    """
    if size is None:
        return perturbations
    _check(size)
    drawn = {label: rng.sample(places, len(places)) for label, places in _by_label(perturbations).items()}
    kept: list[int] = []
    while len(kept) < min(size, len(perturbations)):
        for places in drawn.values():
            if places and len(kept) < size:
                kept.append(places.pop())
    return _with_the_rest(perturbations, kept, size)


def evened(
    perturbations: Sequence[Perturbation], size: int | None, family: Callable[[Perturbation], str], rng: Random
) -> Sequence[Perturbation | Nothing]:
    """As ``balanced``, and each is of an example that was drawn no more often than others that are left; of these, of
    the family, and then the rule, that was drawn least."""
    if size is None:
        return perturbations
    _check(size)
    times: Counter[object] = Counter()
    waiting = [_Waiting(_grouped(perturbations, rng.sample(places, len(places)), family), times)
               for places in _by_label(perturbations).values()]  # fmt: skip
    kept: list[int] = []
    while len(kept) < min(size, len(perturbations)):
        for one in waiting:
            if len(kept) < size and (place := one.drawn(perturbations)) is not None:
                kept.append(place)
    return _with_the_rest(perturbations, kept, size)


Groups = dict[tuple[str, str], list[int]]  # the places of perturbations, by family and rule


@dataclass
class _Waiting:
    """What of one label has not been drawn: ``groups`` first, then what is ``passed`` over, as its example was drawn
    more than ``most`` times; ``times`` counts the examples, families and rules that were drawn, whatever their label.
    """

    groups: Groups
    times: Counter[object]
    most: int = 0
    passed: Groups = field(default_factory=lambda: defaultdict(list))

    def drawn(self, perturbations: Sequence[Perturbation]) -> int | None:
        """The place of the next perturbation; None where none is left."""
        while self.groups or self.passed:
            for group in sorted(self.groups, key=self._count):
                while self.groups[group]:
                    place = self.groups[group].pop()
                    example = "example", perturbations[place].example_id
                    if self.times[example] <= self.most:
                        self.times.update((example, ("family", group[0]), group))
                        return place
                    self.passed[group].append(place)
                del self.groups[group]
            self.groups, self.passed, self.most = self.passed, defaultdict(list), self.most + 1
        return None

    def _count(self, group: tuple[str, str]) -> tuple[int, int]:
        return self.times["family", group[0]], self.times[group]


def _grouped(
    perturbations: Sequence[Perturbation], places: Sequence[int], family: Callable[[Perturbation], str]
) -> Groups:
    groups: Groups = defaultdict(list)
    for place in places:
        made = perturbations[place]
        groups[family(made), " + ".join(edit.rule for edit in made.edits)].append(place)
    return groups


def _check(size: int) -> None:
    if size < 1:
        raise BadOption(f"The option balanced is a number of 1 or more, not {size}.")


def _by_label(perturbations: Sequence[Perturbation]) -> Mapping[str, Sequence[int]]:
    of_label: dict[str, list[int]] = defaultdict(list)
    for place, perturbation in enumerate(perturbations):
        of_label[perturbation.gold.answers[0].text].append(place)
    return dict(sorted(of_label.items()))


def _with_the_rest(
    perturbations: Sequence[Perturbation], kept: Sequence[int], size: int
) -> Sequence[Perturbation | Nothing]:
    """Those that are kept in their order, and of each example of which none is, that it is so."""
    found = [perturbations[place] for place in sorted(kept)]
    drawn_of = {each.example_id for each in found}
    left = dict.fromkeys(each.example_id for each in perturbations if each.example_id not in drawn_of)
    return [*found, *(Nothing(f"{NOT_DRAWN}: balanced={size}", id) for id in left)]
