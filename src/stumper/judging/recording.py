"""Judgements on their way into the store, where none that is there is lost unless its annotator wants it."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

from stumper.errors import BadData, StumperError, UnknownComponent
from stumper.judgeable import Answered, Judge, Judgeable
from stumper.judging.sheet import Filled
from stumper.reasons import reason_of
from stumper.shown import hint
from stumper.store import Store
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class Recorded:
    """How many judgements were new, how many were there just so, and how many took the place of another.

    ``refused`` are those that say something else than the same annotator said before: they are not recorded.
    """

    new: int
    known: int
    replaced: int
    refused: tuple[Judgement, ...] = ()


def record(store: Store, judgements: Sequence[Judgement], replaces: bool = False) -> Recorded:
    """The judgements are in the store, beside all that was there.

    One that says something else than the same annotator said before takes its place where ``replaces`` is true; else it
    is refused, and the others are recorded.
    """
    ids = [judgement.perturbation_id for judgement in judgements]
    before = {(found.perturbation_id, found.annotator): found for found in store.judgements(ids)}
    known = [before.get((judgement.perturbation_id, judgement.annotator)) for judgement in judgements]
    changed = [new for new, old in zip(judgements, known, strict=True) if old not in (None, new)]
    refused = () if replaces else tuple(changed)
    store.put_judgements(one for one in judgements if one not in refused)
    new = known.count(None)
    return Recorded(new, len(judgements) - new - len(changed), len(changed) - len(refused), refused)


def judged_by(name: str, judges: Mapping[str, Judge], asked: Sequence[Judgeable], annotator: str) -> Filled:
    """What the judge of that name answers of what it is asked, as judgements of a model.

    UnknownComponent where there is none or it fails, BadData where it answers otherwise than a judge does.
    """
    if (judge := judges.get(name)) is None:
        known = f"There are: {', '.join(judges)}." if judges else "No package that is installed brings one."
        raise UnknownComponent(f"No judge of these is called {name!r}. {hint(name, judges, known, cutoff=0.5)}")
    answers = _answers(name, judge, asked)
    return Filled(
        tuple(
            Judgement(one.perturbation_id, annotator, *astuple(said), judge="model")
            for one, said in zip(asked, answers, strict=True)
            if said is not None
        ),
        answers.count(None),
        drawn=tuple(one.perturbation_id for one in asked),
    )


def _answers(name: str, judge: Judge, asked: Sequence[Judgeable]) -> list[Answered | None]:
    try:
        said = list(judge(asked))
    except (StumperError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a judge is foreign code: what it raises is why there are no judgements
        raise UnknownComponent(f"The judge {name!r} failed: {reason_of(error)}. Mend it there.") from error
    if len(said) != len(asked):
        raise BadData(
            f"The judge {name!r} gave {len(said)} answers for {len(asked)} texts: one is due for each. Mend it."
        )
    for one in said:
        if one is not None and not (isinstance(one, Answered) and _is_whole(one)):
            raise BadData(f"The judge {name!r} answered {one!r}, which is neither None nor an Answered of three "
                          "booleans and a note. Mend it.")  # fmt: skip
    return said


def _is_whole(said: Answered) -> bool:
    *answers, note = astuple(said)
    return all(isinstance(one, bool) for one in answers) and isinstance(note, str)
