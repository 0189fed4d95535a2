"""Attempts on tossups as they are shown: what changed, and what the guesser says at the end of each sentence."""

from collections.abc import Sequence

from stumper.protocols import Cache
from stumper.reports.exhibits import GUESSES, joined
from stumper.reports.quizbowl.asked import AskedRun, heard
from stumper.reports.quizbowl.values import Heard
from stumper.reports.report import Exhibit, Response
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.text import Change, word_diff
from stumper.types import Attempt, Example, Gold, Verdict


def tossup_exhibits(cache: Cache, run: AskedRun, most: int) -> list[Exhibit]:
    """So many attempts of a run, at even distances where it has more."""
    attempts: Sequence[Attempt] = run.attempts
    if len(attempts) > most:
        attempts = [attempts[place * len(attempts) // most] for place in range(most)]
    shown = [(attempt, run.examples[attempt.example_id]) for attempt in attempts]
    salt = run.plan.victim_salt
    before = heard(cache, salt, [(example.query, example.gold) for _, example in shown])
    changed = [(a.perturbation.query, a.perturbation.gold) if a.perturbation else (e.query, e.gold) for a, e in shown]
    after = heard(cache, salt, changed)
    return [
        _exhibit(run, attempt, example, first, then)
        for (attempt, example), first, then in zip(shown, before, after, strict=True)
    ]


def _exhibit(
    run: AskedRun, attempt: Attempt, example: Example, before: tuple[Heard, ...], after: tuple[Heard, ...]
) -> Exhibit:
    made = attempt.perturbation
    edits, gold_after = (made.edits, made.gold) if made else ((), example.gold)
    answer = example.gold.answers[0].text if example.gold.answers else ""
    is_changed = attempt.after is not None and made is not None
    return Exhibit(
        run_id=run.id,
        example_id=attempt.example_id,
        names=run.names,
        outcome=attempt.outcome,
        kind=joined(edit.kind for edit in edits),
        rule=joined(edit.rule for edit in edits),
        title="",
        question=(Change("kept", answer, 0),),
        paragraph=tuple(word_diff(example.query.text, made.query.text if made else example.query.text)),
        golds=example.gold.answers,
        golds_after=gold_after.answers,
        before=_response(attempt.before, example.gold),
        after=_response(attempt.after, gold_after) if is_changed and attempt.after else None,
        queries=attempt.queries,
        reason=attempt.reason,
        task="quizbowl",
        heard=before,
        heard_after=after if is_changed else (),
        trained_on=attempt.trained_on,
    )


def _response(verdict: Verdict, gold: Gold) -> Response:
    said = verdict.prediction
    if said is None:
        return Response((), None, None, None)
    is_right = bool(said.guesses) and is_accepted(gold, said.guesses[0].answer)
    return Response(said.guesses[:GUESSES], said.mass, float(is_right), float(is_right))
