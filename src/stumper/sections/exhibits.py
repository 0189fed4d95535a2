"""One attempt as it is shown: what was asked, what changed, what the victim said before and after."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from stumper.kind_of_test import joined, kind_of_test
from stumper.registry import task_named
from stumper.sections.ran import SHOWN, Names, Ran
from stumper.text import Change, word_diff
from stumper.types import Answer, Attempt, Example, Gold, Guess, Outcome, Query, Verdict

GUESSES = 3  # shown of each list


@dataclass(frozen=True, slots=True)
class Heard:
    """What a guesser says once a sentence has ended: ``end`` counts characters, ``share`` words of the question."""

    end: int
    share: float
    answer: str
    probability: float | None
    correct: bool


@dataclass(frozen=True, slots=True)
class Response:
    """What the victim said of one query: its best guesses, and how right the first is (of a claim, 1 or 0; where
    no F1 is taken, by the goal's score).

    ``evidence`` are the ids of the sentences that a verifier names, as many as count. ``told`` is what else there is to
    know of it, line by line.
    """

    guesses: tuple[Guess, ...]
    mass: float | None
    f1: float | None
    exact_match: float | None
    evidence: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One attempt, to be looked at; ``question`` and ``paragraph`` are word by word what changed.

    Of a task without a section of its own they are what a function in Python is asked with.
    Of a claim, ``question`` is its text, ``paragraph`` the evidence that the victim was given, if any, and
    ``gold_evidence`` holds the ids of the sentences of its gold sets. Of a tossup ``question`` is its answer,
    ``paragraph`` its text, and ``heard`` and ``heard_after`` what the guesser says at the end of each sentence.

    ``kind`` is the type of attack that it stands by and ``rule`` the row of the adversary's table, where they are told;
    ``capability`` is what it tests, and ``test`` the kind of test, where it stands by a change.
    To one ``unproposed`` nothing was proposed that could be asked. ``says_none``: an empty answer says that there is
    none.
    """

    run_id: str
    example_id: str
    names: Names
    outcome: Outcome
    kind: str
    rule: str
    title: str
    question: tuple[Change, ...]
    paragraph: tuple[Change, ...]
    golds: tuple[Answer, ...]
    golds_after: tuple[Answer, ...]
    before: Response
    after: Response | None
    queries: int
    reason: str | None
    task: str
    gold_evidence: tuple[str, ...] = ()
    heard: tuple[Heard, ...] = ()
    heard_after: tuple[Heard, ...] = ()
    trained_on: bool = False
    unproposed: bool = False
    capability: str = ""
    test: str = ""
    says_none: bool = False


def exhibit(
    ran: Ran,
    attempt: Attempt,
    example: Example,
    task: str,
    asked: Callable[[Query], str],
    read: Callable[[Query], str],
    response: Callable[[Verdict, Gold], Response],
    title: str = "",
) -> Exhibit:
    """An attempt of a run beside the example that it attacked: what was ``asked``, and what was ``read`` for it."""
    made = attempt.perturbation
    of = task_named(task)
    kind = joined(edit.kind for edit in made.edits) if made else ""
    changed, gold_after, edits = (made.query, made.gold, made.edits) if made else (example.query, example.gold, ())
    return Exhibit(
        run_id=attempt.run_id,
        example_id=attempt.example_id,
        names=ran.names,
        outcome=attempt.outcome,
        kind=kind,
        rule=joined(edit.rule for edit in edits),
        title=title,
        question=tuple(word_diff(asked(example.query), asked(changed))),
        paragraph=tuple(word_diff(read(example.query), read(changed))),
        golds=example.gold.answers,
        golds_after=gold_after.answers,
        before=response(attempt.before, example.gold),
        after=response(attempt.after, gold_after) if attempt.after and made else None,
        queries=attempt.queries,
        reason=attempt.reason,
        task=task,
        trained_on=attempt.trained_on,
        unproposed=attempt.outcome in ("failed", "exhausted") and attempt.after is None,
        capability=of.capability(kind, ran.names.family) if made else "",
        test=kind_of_test(None if ran.names.is_alone else example.gold, gold_after) if made else "",
        says_none=of.knows_unanswerable,
    )


def shown_note(attempts: Iterable[int], units: str) -> tuple[str, ...]:
    """That the browser of examples does not show all of the attempts of each run, where it does not."""
    if all(number <= SHOWN for number in attempts):
        return ()
    return (f"Of a run with more than {SHOWN} {units} the examples show {SHOWN}, at even distances.",)
