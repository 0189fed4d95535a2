"""One attempt as it is shown: what was asked, what changed, what the victim said before and after."""

from collections.abc import Iterable

from stumper.predictions import best_answer
from stumper.reports.naming import Names
from stumper.reports.report import Exhibit, Response
from stumper.tasks.reading.answers import AnswerScore, answer_score
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.evidence import counted_sentences
from stumper.text import Change, word_diff
from stumper.types import Attempt, Example, Gold, Query, Verdict

GUESSES = 3  # shown of each list


def exhibit(called: Names, attempt: Attempt, example: Example) -> Exhibit:
    """An attempt beside the example that it attacked."""
    changed = attempt.perturbation.query if attempt.perturbation else example.query
    gold_after = attempt.perturbation.gold if attempt.perturbation else example.gold
    edits = attempt.perturbation.edits if attempt.perturbation else ()
    return Exhibit(
        run_id=attempt.run_id,
        example_id=attempt.example_id,
        names=called,
        outcome=attempt.outcome,
        kind=joined(edit.kind for edit in edits),
        rule=joined(edit.rule for edit in edits),
        title=_title(example.query),
        question=_changes(_asked(example.query), _asked(changed)),
        paragraph=_changes(_read(example.query), _read(changed)),
        golds=example.gold.answers,
        golds_after=gold_after.answers,
        before=_response(attempt.before, example.gold),
        after=_response(attempt.after, gold_after) if attempt.after and attempt.perturbation else None,
        queries=attempt.queries,
        reason=attempt.reason,
        task="verification" if isinstance(example.query, Claim) else "reading",
        gold_evidence=tuple(sorted(frozenset[str]().union(*example.gold.evidence_sets))),
        trained_on=attempt.trained_on,
    )


def verdict_score(verdict: Verdict, gold: Gold) -> AnswerScore:
    """How right the victim's best guess is."""
    return answer_score(gold, best_answer(verdict.prediction) if verdict.prediction else None)


def joined(names: Iterable[str]) -> str:
    """Each name once, in order."""
    return " + ".join(dict.fromkeys(filter(None, names)))


def _response(verdict: Verdict, gold: Gold) -> Response:
    if verdict.prediction is None:
        return Response((), None, None, None)
    score = verdict_score(verdict, gold)
    said = verdict.prediction
    evidence = tuple(counted_sentences(said.evidence))
    return Response(said.guesses[:GUESSES], said.mass, score.f1, score.exact_match, evidence)


def _changes(before: str, after: str) -> tuple[Change, ...]:
    return tuple(word_diff(before, after))


def _title(query: Query) -> str:
    return query.context.title if isinstance(query, Question) else ""


def _asked(query: Query) -> str:
    return query.text


def _read(query: Query) -> str:
    match query:
        case Question(_, context):
            return context.text
        case Claim(_, evidence):
            return "\n\n".join(passage.text for passage in evidence)
        case _:
            return ""
