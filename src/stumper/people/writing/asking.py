"""What the model says of a text that a person wrote, judged as everywhere else, in words for people."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.datasets.wiki_pages import readable, readable_title
from stumper.errors import BadOption
from stumper.goals import goal_named
from stumper.people.writing.perturbing import original_text
from stumper.protocols import Victim
from stumper.runs.desk import Desk, Leaving, Urgency
from stumper.runs.oracle import Reply
from stumper.runs.referee import Rules, verdicts
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import BY_PEOPLE as VERIFICATION_BY_PEOPLE
from stumper.tasks.verification.evidence import counted_sentences
from stumper.text import Change, word_diff
from stumper.types import Example, Passage, Perturbation, Query, Verdict

GOALS: dict[str, str] = {"reading": "not_exact", "verification": "label_wrong"}
SHOWN = 5  # guesses
LONGEST_TEXT = 20_000  # characters of a text that is taken at all
ROOM = 5_000  # characters that anybody may put to the model, however short the original is


@dataclass(frozen=True, slots=True)
class Ranked:
    """A guess, and whether it is right."""

    answer: str
    probability: float | None
    start: int | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class Said:
    """What the model says of a perturbation, and what it said of the original; ``fault`` is why it was not asked.

    ``evidence`` is what it read for a claim, ``changes`` the comparison with the original.
    """

    perturbation: Perturbation
    before: Verdict
    after: Verdict
    fault: str | None
    guesses: tuple[Ranked, ...]
    evidence: tuple[Passage, ...]
    changes: tuple[Change, ...]

    @property
    def is_right_before(self) -> bool:
        """Whether the model is right about the original, so that it can be fooled at all."""
        return bool(self.before.score)

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the original, if only in the label."""
        return any(change.kind != "kept" for change in self.changes) or self.fault is not None

    @property
    def is_fooled(self) -> bool:
        """Whether the model is right about the original and wrong here."""
        return self.is_right_before and self.after.succeeded


def said(
    desk: Desk,
    example: Example,
    perturbation: Perturbation,
    urgency: Urgency,
    person_id: str,
    leaving: Leaving | None = None,
) -> Said:
    """The verdict on the perturbation beside that on its original; Superseded as of the desk's."""
    unchanged = Perturbation(example.id, example.query, example.gold, ())
    asking = _At(desk, urgency, person_id, leaving)
    before, after = verdicts(rules(example), asking, example, [unchanged, perturbation])
    return Said(
        perturbation,
        before,
        after,
        None if after.fault is None else in_words(after.fault),
        _ranked(example, perturbation, after),
        _read(desk.victim, perturbation.query, after),
        tuple(word_diff(original_text(example), _text(perturbation.query))),
    )


def check_length(example: Example, text: str) -> None:
    """BadOption where a text is so much longer than its original that all others would wait for the model."""
    most = max(ROOM, 2 * len(original_text(example)))
    if len(text) > most:
        raise BadOption(f"This text has {len(text)} characters. The model reads up to {most} here; shorten it.")


def rules(example: Example) -> Rules:
    """What people are held to: to fool a reader its answer must differ from every gold answer."""
    if isinstance(example.query, Question):
        return Rules(goal_named(GOALS["reading"]), READING)
    return Rules(goal_named(GOALS["verification"]), VERIFICATION_BY_PEOPLE)


def in_words(fault: str) -> str:
    """A broken constraint, or what a model met, as a sentence."""
    return f"{fault[0].upper()}{fault[1:].rstrip('.')}."


def passages(victim: Victim, ids: Sequence[str], given: Sequence[Passage] = ()) -> tuple[Passage, ...]:
    """The sentences of these ids that are known, as one reads them: given, or of pages that the victim has."""
    known = {passage.id: passage for passage in given}
    find = getattr(victim, "passage", None)
    found = [known.get(id) or (find(id) if find is not None else None) for id in ids]
    return tuple(
        Passage(passage.id, readable(passage.text), readable_title(passage.title))
        for passage in found
        if passage is not None
    )


def evidence_words(victim: Victim, example: Example) -> str:
    """The words of a claim's gold evidence, as far as they are known."""
    return " ".join(passage.text for passage in gold_evidence(victim, example))


def gold_evidence(victim: Victim, example: Example) -> tuple[Passage, ...]:
    """The evidence that a claim came with, or its first gold set where the victim has the pages."""
    given = example.query.evidence if isinstance(example.query, Claim) else ()
    first = sorted(example.gold.evidence_sets[0]) if example.gold.evidence_sets else []
    return passages(victim, [passage.id for passage in given] or first, given)


@dataclass(frozen=True, slots=True)
class _At:
    """A desk, as one person's queries of one urgency reach it."""

    desk: Desk
    urgency: Urgency
    person_id: str
    leaving: Leaving | None

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        return self.desk.ask(queries, self.urgency, self.person_id, self.leaving)


def _ranked(example: Example, perturbation: Perturbation, verdict: Verdict) -> tuple[Ranked, ...]:
    if verdict.prediction is None:
        return ()
    goal, evidence = rules(example).goal, verdict.prediction.evidence
    return tuple(
        Ranked(
            guess.answer,
            guess.probability,
            guess.start,
            goal.score(perturbation.gold, guess.answer, evidence) > 0,
        )
        for guess in verdict.prediction.guesses[:SHOWN]
    )


def _read(victim: Victim, query: Query, verdict: Verdict) -> tuple[Passage, ...]:
    if verdict.prediction is None or not isinstance(query, Claim):
        return ()
    return query.evidence or passages(victim, counted_sentences(verdict.prediction.evidence))


def _text(query: Query) -> str:
    return query.context.text if isinstance(query, Question) else query.text
