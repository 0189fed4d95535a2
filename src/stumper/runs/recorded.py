"""What a run in the store has made, proposed again: to further victims, without making it anew."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from stumper.protocols import Adversary
from stumper.runs.instances import Made, unmade
from stumper.runs.plan import Plan, from_json
from stumper.store import Store
from stumper.types import NOTHING_PROPOSED, Attempt, Example, Instance, Nothing, Perturbation, Verdict

Proposals = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]


@dataclass(frozen=True)
class Recorded:
    """Proposes what the run proposed for an example, or what it stands by where it ``searches``.

    What the run cannot tell is left to ``otherwise``; without one, there is nothing of it. ``store`` is the open one,
    or its URL for another process.
    """

    store: Store | str
    run_id: str
    searches: bool = False
    otherwise: Adversary | None = None

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        """One batch, in the order of the run."""
        found = self._opened.attempt(self.run_id, example.id)
        if self.otherwise is not None and not _tells_all(found):
            return (yield from self.otherwise.attack(example, original, rng))
        proposed = _proposed(found)
        if not proposed:
            reason = found.reason if found is not None else "the run has no attempt on it"
            if self.otherwise is not None and reason is None:
                return None
            return Nothing((reason or "the run has nothing of it").removeprefix(NOTHING_PROPOSED))
        yield proposed
        return _stood_by(found)

    @cached_property
    def _opened(self) -> Store:
        return Store.open(self.store) if isinstance(self.store, str) else self.store


@dataclass(frozen=True)
class RecordedInstances:
    """Proposes the instances of a run under the ids that they have there, and says of what the run made nothing."""

    given: Made
    searches: bool = False

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """What the run made of these examples."""
        ids = {example.id for example in examples}
        made = [instance.perturbation for instance in self.given.instances if instance.example.id in ids]
        return [*made, *(Nothing(one.reason, one.id) for one in self.given.unmade if one.id in ids)]


def run_made_alike(plan: Plan, store: Store) -> str | None:
    """A complete run whose adversary, which does not search, was asked for the very same, against any victim."""
    for run_id, document in store.plans().items():
        other = from_json(document)
        if run_id != plan.id and _making(other) == _making(plan) and store.standing(run_id).complete:
            return run_id
    return None


def recorded_made(store: Store, run_id: str, examples: Sequence[Example]) -> Made:
    """The instances that a run made of these examples, in their order, those of one by the number in their ids; and of
    which it made none, as far as the store says why."""
    places = {example.id: place for place, example in enumerate(examples)}
    attempts = [one for one in store.attempts(run_id) if one.original_id in places]
    found = [
        (places[one.original_id], len(one.example_id), one.example_id, one.perturbation)
        for one in attempts
        if one.perturbation is not None and one.original_id in places
    ]
    ordered = sorted(found, key=lambda entry: entry[:3])
    made = [Instance(id, examples[place], perturbation) for place, _, id, perturbation in ordered]
    return Made(made, unmade(examples, made, store.unmade(run_id) | nothing_proposed(attempts)))


def nothing_proposed(attempts: Sequence[Attempt]) -> dict[str, str]:
    """Why there was nothing to propose for the examples of these attempts, where it was so."""
    said = ((one.example_id, one.reason or "") for one in attempts if one.perturbation is None)
    return {id: reason.removeprefix(NOTHING_PROPOSED) for id, reason in said if reason.startswith(NOTHING_PROPOSED)}


def _making(plan: Plan) -> tuple[object, ...]:
    """All that decides what a fixed attack proposes, and of what it is kept."""
    options = plan.options_fingerprint or plan.options
    kept = (plan.format, plan.referee, plan.only_right, plan.replays, plan.continued)
    return (*kept, plan.dataset_fingerprint, plan.adversary, options, plan.seed, plan.limit, plan.budget,
            plan.adversary_code)  # fmt: skip


def _tells_all(attempt: Attempt | None) -> bool:
    """Whether an attempt shows all that was proposed for its example: not where the victim failed before anything was,
    nor where a constraint was broken by all that was."""
    if attempt is None:
        return False
    if attempt.outcome == "errored":
        return bool(attempt.candidates)
    return attempt.reason is None or attempt.reason.startswith(NOTHING_PROPOSED)


def _proposed(attempt: Attempt | None) -> list[Perturbation]:
    if attempt is None or attempt.candidates or attempt.perturbation is None:
        return [each.perturbation for each in attempt.candidates] if attempt else []
    return [attempt.perturbation]


def _stood_by(attempt: Attempt | None) -> Perturbation | None:
    if attempt is None or not attempt.candidates:
        return None if attempt is None else attempt.perturbation
    return next((each.perturbation for each in attempt.candidates if each.stood_by), None)
