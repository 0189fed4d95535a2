"""From runs on tossups to their part of a report, and from play to what stands before them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial

from stumper.scores.before_after import BeforeAfter, before_after
from stumper.scores.intervals import confidence_how, mean_interval, share_interval
from stumper.scores.signature import signature
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit
from stumper.sections.judged import correct_and_judged, judges
from stumper.sections.ran import Ran
from stumper.sections.section import RunFigures, Section
from stumper.sections.showing import notes
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.section import parts, play_parts, sentences
from stumper.tasks.quizbowl.section.asked import AskedTossup, Stand, asked, heard
from stumper.tasks.quizbowl.section.figures import SHARES, AttackCurve, Play, Quizbowl, SharePoint, TossupRun
from stumper.types import Gold, Query, Verdict


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What is said of these runs."""
    every = [(run, asked(run)) for run in runs]
    rows, curves = tuple(_row(*one) for one in every), tuple(_curve(*one) for one in every)
    told, known = tuple(sentences.of_runs(rows)), sentences.notes(rows)
    return Section(
        name="quizbowl",
        measures=("accuracy",),
        title="Pyramidal questions",
        sentences=told,
        blocks=(*parts.blocks(rows, curves), *parts.noted(known)),
        runs=tuple(
            RunFigures(run.id, run.names, row.accuracy.after.value, _signatures(run, row))
            for run, row in zip(runs, rows, strict=True)
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


def _row(run: Ran, every: Sequence[AskedTossup]) -> TossupRun:
    judged = run.judged
    correct, seen = correct_and_judged(judged)
    return TossupRun(
        run_id=run.id,
        names=run.names,
        goal=run.goal,
        accuracy=_shares_compared(every, lambda one: one.is_right),
        first_sentence=_shares_compared(every, lambda one: one.is_right_at_once),
        position=_compared(every, lambda one: one.read),
        wins=_compared(every, lambda one: one.wins),
        nevers=(sum(one.before.position is None for one in every), sum(one.after.position is None for one in every)),
        success=mean_interval([float(attempt.outcome == "succeeded") for attempt in run.made]),
        ended=run.outcomes,
        queries=run.queries,
        correct=share_interval([True] * correct + [False] * (seen - correct)),
        judges=judges(judged),
        complete=run.complete,
        refused=run.refused,
        untried=sum(attempt.outcome == "exhausted" and attempt.after is None for attempt in run.unseen),
        trained_on=len(run.attempts) - len(run.unseen),
        stopped=run.stopped,
    )


def _compared(every: Sequence[AskedTossup], figure: Callable[[Stand], float]) -> BeforeAfter:
    originals = [one.original for one in every]
    return before_after(originals, [figure(one.before) for one in every], [figure(one.after) for one in every])


def _shares_compared(every: Sequence[AskedTossup], holds: Callable[[Stand], bool]) -> BeforeAfter:
    """Shares have score intervals, which few questions do not make too narrow, unless some were changed repeatedly."""
    found = _compared(every, lambda one: float(holds(one)))
    if len({one.original for one in every}) < len(every):
        return found
    before, after = [holds(one.before) for one in every], [holds(one.after) for one in every]
    return BeforeAfter(share_interval(before), share_interval(after), found.difference)


def _curve(run: Ran, every: Sequence[AskedTossup]) -> AttackCurve:
    before, after = (_points(found) for found in ([one.before for one in every], [one.after for one in every]))
    return AttackCurve(run.id, run.names, before, after)


def _points(stands: Sequence[Stand]) -> tuple[SharePoint, ...]:
    return tuple(
        SharePoint(share, share_interval([one.position is not None and one.position <= share + 1e-9 for one in stands]))
        for share in SHARES
    )


def _exhibits(run: Ran) -> list[Exhibit]:
    """So many attempts of a run, with what the guesser says at the end of each sentence."""
    attempts = run.shown()
    examples = [run.examples[attempt.example_id] for attempt in attempts]
    before = heard(run, [(example.query, example.gold) for example in examples])
    made = [attempt.perturbation or example for attempt, example in zip(attempts, examples, strict=True)]
    after = heard(run, [(one.query, one.gold) for one in made])
    found = []
    for attempt, example, first, then in zip(attempts, examples, before, after, strict=True):
        answer = example.gold.answers[0].text if example.gold.answers else ""
        one = exhibit(run, attempt, "quizbowl", partial(_said, answer), lambda query: query.text, _response)
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


def _signatures(run: Ran, row: TossupRun) -> tuple[str, ...]:
    """What stands behind the scores of a run."""
    seen = {"trained_on": f"{row.trained_on}-left-out"} if row.trained_on else {}
    drawn = {"goal": run.goal, "seed": str(run.seed), "ci": f"{confidence_how()}-by-original"}
    how = {"errored": "left-out"} | seen | drawn
    heard_at, n = {"asked": "sentence-ends"} | how, row.accuracy.after.n
    return (
        signature("accuracy", n, match="answer-line", at="end", **how),
        signature("first_right", n, unit="share-of-words", never="1", **heard_at),
        signature("expected_wins", n, curve="protobowl-cubic", buzz="first-right", **heard_at),
        signature("success_rate", row.success.n, agg="succeeded-of-made", **how),
    )
