"""From runs on tossups to their part of a report, and from play to what stands before them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial

from stumper.scores.before_after import BeforeAfter, before_after
from stumper.scores.correctness import correct_rate
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit
from stumper.sections.inference import together
from stumper.sections.judged import checked, judges, sample_of
from stumper.sections.play import Play, SharePoint
from stumper.sections.ran import Ran, is_control, unanswered
from stumper.sections.section import RunFigures, Section
from stumper.sections.showing import notes
from stumper.statistics import Estimate, Groups, mean, merged
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.section import parts, play_parts, sentences
from stumper.tasks.quizbowl.section.asked import AskedTossup, Stand, asked, heard
from stumper.tasks.quizbowl.section.figures import SHARES, AttackCurve, Quizbowl, TossupRun
from stumper.types import Gold, Judgement, Query, Verdict


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What is said of these runs."""
    every = [(run, asked(run)) for run in runs]
    judged = {run.id: sample_of([run]).judgements for run in runs}
    rows, curves = tuple(_row(*one, judged[one[0].id]) for one in every), tuple(_curve(*one) for one in every)
    told, known = tuple(sentences.of_runs(rows, _together(every))), sentences.notes(rows, judged)
    return Section(
        name="quizbowl",
        measures=("accuracy",),
        title="Pyramidal questions",
        sentences=told,
        blocks=(*parts.blocks(rows, curves), *parts.noted(known)),
        runs=tuple(
            RunFigures(run.id, run.names, "accuracy", row.accuracy, _signatures(run, row, curve))
            for run, row, curve in zip(runs, rows, curves, strict=True)
        ),
        short=(parts.short(rows), *notes(known)),
        figures={"quizbowl": asdict(Quizbowl(told, known, rows, curves))},
        exhibits=tuple(one for run in runs for one in _exhibits(run)) if with_examples else (),
        shows="hearings",
    )


def with_play(found: Section | None, play: Play) -> Section:
    """What is said of play, and then of the runs on tossups."""
    none = Section("quizbowl", "Pyramidal questions", (), (), shows="hearings")
    runs, empty = found or none, asdict(Quizbowl((), (), (), ()))
    figures = (runs.figures or {}).get("quizbowl", empty)
    assert isinstance(figures, dict), "it was made by the function above"
    told = *sentences.of_play(play), *runs.sentences
    limits, carried = tuple(sentences.of_played(play)), sentences.carried(play)
    known = *limits, *figures["notes"]
    noted = *limits, *carried, *figures["notes"]
    of_all = {"sentences": told, "notes": noted, "play": asdict(play)}
    return replace(
        runs,
        sentences=told,
        blocks=(
            *play_parts.blocks(play),
            *(block for block in runs.blocks if block.title != parts.NOTES),
            *parts.noted(known),
        ),
        short=(*play_parts.short(play), *(block for block in runs.short if block.kind == "table"), *notes(noted)),
        figures={"quizbowl": figures | of_all},
        computed=play_parts.computed(play),
    )


def _row(run: Ran, every: Sequence[AskedTossup], judged: Sequence[Judgement]) -> TossupRun:
    originals, groups = run.made_of, run.variants.groups
    found, attacked = checked(judged, originals), [one.original_id or one.example_id for one in run.made]
    return TossupRun(
        run_id=run.id,
        names=run.names,
        goal=run.goal,
        accuracy=_compared(every, lambda one: float(one.is_right), groups),
        first_sentence=_compared(every, lambda one: float(one.is_right_at_once), groups),
        position=_compared(every, lambda one: one.read, groups),
        wins=_compared(every, lambda one: one.wins, groups),
        nevers=(sum(one.before.position is None for one in every), sum(one.after.position is None for one in every)),
        success=mean([float(one.outcome == "succeeded") for one in run.made], attacked, groups),
        ended=run.outcomes,
        queries=run.queries,
        correct=correct_rate(found, groups),
        open=found.open,
        judges=judges(judged, originals, groups),
        complete=run.complete,
        refused=run.refused,
        untried=sum(attempt.outcome == "exhausted" and not attempt.is_answered for attempt in run.unseen),
        trained_on=len(run.attempts) - len(run.unseen),
        unanswered=unanswered(run),
        stopped=run.stopped,
        lacking=run.lacking,
        errored=len(run.variants.failed.variants) + len(run.variants.failed.originals),
        is_unmade=run.is_unmade,
    )


def _compared(every: Sequence[AskedTossup], figure: Callable[[Stand], float], groups: Groups) -> BeforeAfter:
    originals = [one.original for one in every]
    return before_after(originals, [figure(one.before) for one in every], [figure(one.after) for one in every], groups)


def _together(every: Sequence[tuple[Ran, Sequence[AskedTossup]]]) -> dict[str, Estimate]:
    """By run how much later its guesser is first right, with intervals that hold for all attacks on the guesser."""
    found: dict[str, Estimate] = {}
    met = [(run, tossups) for run, tossups in every if tossups and not is_control(run.names)]
    for key in dict.fromkeys((run.names.dataset, run.names.victim) for run, _ in met):
        alike = [(run, tossups) for run, tossups in met if (run.names.dataset, run.names.victim) == key]
        moved = [([one.original for one in tossups], [one.after.read - one.before.read for one in tossups])
                 for _, tossups in alike]  # fmt: skip
        groups = merged(run.variants.groups for run, _ in alike)
        found |= zip((run.id for run, _ in alike), together(moved, groups), strict=True)
    return found


def _curve(run: Ran, every: Sequence[AskedTossup]) -> AttackCurve:
    shares = [_compared(every, partial(_is_right_by, read), run.variants.groups) for read in SHARES]
    before, after = ([one.before for one in shares], [one.after for one in shares])
    return AttackCurve(run.id, run.names, *(tuple(map(SharePoint, SHARES, side)) for side in (before, after)))


def _is_right_by(read: float, one: Stand) -> float:
    return float(one.position is not None and one.position <= read + 1e-9)


def _exhibits(run: Ran) -> list[Exhibit]:
    """So many attempts of a run, with what the guesser says at the end of each sentence."""
    shown = list(run.shown())
    attempts, examples = [attempt for attempt, _ in shown], [example for _, example in shown]
    before = heard(run, [(example.query, example.gold) for example in examples])
    made = [attempt.perturbation or example for attempt, example in zip(attempts, examples, strict=True)]
    after = heard(run, [(one.query, one.gold) for one in made])
    found = []
    for attempt, example, first, then in zip(attempts, examples, before, after, strict=True):
        answer = example.gold.answers[0].text if example.gold.answers else ""
        one = exhibit(run, attempt, example, "quizbowl", partial(_said, answer), lambda query: query.text, _response)
        found.append(replace(one, heard=first, heard_after=then if one.after else ()))
    return found


def _said(answer: str, _: Query) -> str:
    """What stands in the place of a question, whether or not it was changed."""
    return answer


def _response(verdict: Verdict, gold: Gold) -> Response:
    said = verdict.prediction
    if said is None:
        return Response((), None, None, None)
    is_right = float(bool(said.guesses) and is_accepted(gold, said.guesses[0].answer))
    return Response(said.guesses[:GUESSES], said.mass, is_right, is_right)


def _signatures(run: Ran, row: TossupRun, curve: AttackCurve) -> tuple[str, ...]:
    """What stands behind the scores of a run."""
    seen = {"trained_on": f"{row.trained_on}-left-out"} if row.trained_on else {}
    drawn = {"goal": run.goal, "seed": str(run.seed), **made_by(row.accuracy.after)}
    how = {"errored": "left-out"} | seen | drawn
    how |= {"without": f"{row.lacking.without}-left-out"} if row.lacking.without else {}
    heard_at, n, last = {"asked": "sentence-ends"} | how, row.accuracy.after.n, curve.after[-1].estimate
    return (
        signature("accuracy", n, match="answer-line", at="end", **how),
        signature("first_right", n, unit="share-of-words", never="1", **heard_at),
        signature("right_so_far", last.n, unit="share-of-words", **heard_at | made_by(last)),
        signature("expected_wins", n, curve="protobowl-cubic", buzz="first-right", **heard_at),
        signature("success_rate", row.success.n, agg="succeeded-of-made", **how),
    )
