"""Attempts on claims as they are scored: each perturbation beside its original, whether or not that was right."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from sys import intern
from typing import TypeVar

from stumper.kind_of_test import joined
from stumper.sections.judged import judged_ids
from stumper.sections.ran import Names, Ran, asked_of
from stumper.standing import Met, Variant
from stumper.tasks.verification.evidence import can_match
from stumper.tasks.verification.fever_score import ClaimScore, claim_score
from stumper.tasks.verification.shift import Shifted
from stumper.types import Example, Gold, Perturbation, Prediction

Alike = TypeVar("Alike", bound=Hashable)


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """A perturbation that was asked, without its texts, as there may be a million: what was made of which original, and
    what the system said of both.

    ``key`` is the same for the same claim put to another system; ``judged_as`` are the ids of its judgements.
    ``label`` is its own, ``label_before`` that of its original, ``example_id`` that of the example that was attacked.
    The system ``gives_evidence`` that can be held against the data set's, or ``cites`` what cannot; ``has_none``: the
    data set has nothing to match. Its label holds where what it ``assumes`` does.
    """

    key: str
    judged_as: tuple[str, ...]
    example_id: str
    label: str
    label_before: str
    kind: str
    rule: str
    shifted: Shifted
    is_changed: bool
    gives_evidence: bool
    cites: bool = False
    has_none: bool = False
    assumes: str = ""

    @property
    def original(self) -> str:
        """The id of the original."""
        return self.shifted.original


@dataclass(frozen=True, slots=True)
class Shared:
    """Values that many claims have in common, each held once."""

    _known: dict[Hashable, Hashable] = field(default_factory=dict)
    _judged_as: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def one(self, value: Alike) -> Alike:
        """The first that is equal to this one."""
        return self._known.setdefault(value, value)  # type: ignore[return-value]  # what is equal is of one type

    def judged_as(self, made: Variant) -> tuple[str, ...]:
        """The ids of a perturbation's judgements, found out once for all systems that met it."""
        ids = self._judged_as.get(made.id)
        if ids is None:
            ids = self._judged_as[made.id] = judged_ids(Perturbation(made.made_of, made.query, made.gold, ()))
        return ids


@dataclass(frozen=True, slots=True)
class AskedRun:
    """A run on claims with all that was asked in it; claims that the system failed on (``errored``), and attempts on
    those that it was ``trained_on``, are only counted."""

    ran: Ran
    claims: tuple[AskedClaim, ...]
    errored: int
    trained_on: int = 0

    @property
    def names(self) -> Names:
        """How the run is called."""
        return self.ran.names

    @property
    def is_baseline(self) -> bool:
        """Whether nothing was changed, be it by a baseline or in a file."""
        if self.names.control == "unchanged":
            return True
        if self.names.is_alone:
            return False
        return bool(self.claims) and not any(claim.is_changed for claim in self.claims)


def asked_run(ran: Ran) -> AskedRun:
    """The run with all that was noted of its attempts."""
    failed = ran.variants.failed
    errored = len(failed.variants) + len(failed.originals)
    return AskedRun(ran, tuple(ran.noted), errored, len(ran.attempts) - len(ran.unseen))


def noting() -> Callable[[Met], Sequence[AskedClaim]]:
    """What notes of an attempt what was asked in it; what attempts have in common is held once."""
    return partial(_noted, Shared())


def _noted(shared: Shared, one: Met) -> Sequence[AskedClaim]:
    """Each perturbation that was answered; nothing of what the system failed on, or was trained on."""
    if one.trained_on:
        return ()
    answered = [(variant, variant.after.prediction) for variant in one.answered if variant.after is not None]
    first = shared.one(claim_score(one.original.gold, one.before.prediction))
    return [_asked(one, first, variant, said, shared) for variant, said in answered if said is not None]


def texts_of(ran: Ran, claim: AskedClaim) -> tuple[Example, Perturbation]:
    """Reads a claim that was asked in this run again, with the example that it was made of."""
    [(attempt, example)] = ran.read([claim.example_id], True)
    return example, next(made for made, _ in asked_of(attempt) if judged_ids(made)[-1] == claim.key)


def _asked(one: Met, first: ClaimScore, made: Variant, said: Prediction, shared: Shared) -> AskedClaim:
    last, ids = shared.one(claim_score(made.gold, said)), shared.judged_as(made)
    return AskedClaim(
        key=ids[-1],
        judged_as=ids,
        example_id=intern(one.example_id),
        label=_right(made.gold),
        label_before=_right(one.original.gold),
        kind=intern(joined(edit.kind for edit in made.edits)),
        rule=intern(joined(edit.rule for edit in made.edits)),
        shifted=Shifted(intern(made.made_of), first, last, _label(one.before.prediction), _label(said)),
        is_changed=made.query != one.original.query,
        gives_evidence=can_match(made.gold, said.evidence),
        cites=bool(said.evidence),
        has_none=made.gold.matched_by == "none",
        assumes=intern(joined(edit.assumes for edit in made.edits)),
    )


def _right(gold: Gold) -> str:
    return intern(gold.answers[0].text if gold.answers else "")


def _label(prediction: Prediction | None) -> str:
    return intern(prediction.guesses[0].answer) if prediction and prediction.guesses else ""
