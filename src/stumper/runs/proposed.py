"""What adversaries give, looked at where it is taken from them: code of others, which no type check may have read."""

from collections.abc import Generator, Iterable, Sequence
from random import Random

from stumper.errors import BrokenAdversary
from stumper.protocols import Adversary, Enumerator
from stumper.types import Example, Nothing, Perturbation, Verdict

Proposals = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]


def attack_of(name: str, adversary: Adversary, example: Example, original: Verdict, rng: Random) -> Proposals:
    """What the adversary of that name yields and returns for an example; BrokenAdversary where that is something else
    than batches of perturbations, and what it stands by."""
    search: object = adversary.attack(example, original, rng)
    if not isinstance(search, Generator):
        raise broken_adversary(name, adversary, f"returns {_called(search)} from attack: yield lists of Perturbation")
    said: Sequence[Verdict] | None = None
    try:
        while True:
            try:
                proposed = search.send(said)  # None starts a generator
            except StopIteration as end:
                if not isinstance(end.value, Perturbation | Nothing | None):
                    raise broken_adversary(name, adversary, f"returns {_called(end.value)}: return the Perturbation "
                                           "that it stands by, Nothing with a reason, or None") from None  # fmt: skip
                return end.value
            if not isinstance(proposed, Sequence) or isinstance(proposed, str):
                raise broken_adversary(name, adversary, f"yields {_called(proposed)}: yield a list of Perturbation")
            for one in proposed:
                if not isinstance(one, Perturbation):
                    raise broken_adversary(name, adversary, f"yields a list with {_called(one)} in it: yield a list of "
                                           "Perturbation")  # fmt: skip
            said = yield proposed
    finally:
        search.close()


def instances_of(
    name: str, enumerator: Enumerator, examples: Sequence[Example], rng: Random
) -> Iterable[Perturbation | Nothing]:
    """What the adversary of that name proposes for examples; BrokenAdversary where that is something else."""
    proposed: object = enumerator.instances(examples, rng)
    wanted = "return a list of Perturbation, and of Nothing with a reason"
    if not isinstance(proposed, Iterable) or isinstance(proposed, str):
        raise broken_adversary(name, enumerator, f"returns {_called(proposed)} from instances: {wanted}")
    for one in proposed:
        if not isinstance(one, Perturbation | Nothing):
            raise broken_adversary(
                name, enumerator, f"returns from instances a list with {_called(one)} in it: {wanted}"
            )
        yield one


def broken_adversary(name: str, adversary: object, does: str) -> BrokenAdversary:
    """The error that says what is wrong with what an adversary does, and where it stands."""
    kind = type(adversary)
    return BrokenAdversary(f"The adversary {name!r} ({kind.__module__}:{kind.__qualname__}) {does}. Mend it there.")


def _called(value: object) -> str:
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[:1] in 'AEIOUaeiou' else 'a'} {kind}"
