"""What models say of a text that a person wrote, judged as everywhere else, in words for people.

Where authors change an example, one model is asked about it beside its original. Where they compose, each machine hears
the text as far as it is read: its guesses at the end, and after which word it is right first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stumper.datasets.wiki_pages import readable, readable_title
from stumper.errors import BadOption
from stumper.people.annotating.drawing import evidence_given
from stumper.people.writing.evidence import Source, sources
from stumper.people.writing.tossup import Named, Reading
from stumper.predictions import best_answer
from stumper.protocols import Victim
from stumper.runs.desk import Desk, Leaving, Urgency
from stumper.runs.oracle import Reply
from stumper.runs.referee import Rules, verdicts
from stumper.text import Change, as_seen, word_diff, word_ends
from stumper.types import Example, Gold, Passage, Perturbation, Query, Verdict
from stumper.writing_desk import WritingDesk

SHOWN = 5  # guesses
TOGETHER = 8  # prefixes that are asked about at once
LONGEST_TEXT = 20_000  # characters of a text that is taken at all
ROOM = 5_000  # characters that anybody may put to a model, however short the original is
Spans = tuple[tuple[int, int], ...]


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
        """Whether its readers see a change, or it was not let through."""
        before, after = (
            "".join(change.text for change in self.changes if change.kind != other) for other in ("added", "removed")
        )
        return as_seen(before) != as_seen(after) or self.fault is not None

    @property
    def is_fooled(self) -> bool:
        """Whether the model is right about the original and wrong here."""
        return self.is_right_before and self.after.succeeded


def said(
    desk: Desk,
    work: WritingDesk,
    example: Example,
    perturbation: Perturbation,
    urgency: Urgency,
    person_id: str,
    leaving: Leaving | None = None,
) -> Said:
    """The verdict on the perturbation beside that on its original; Superseded as of the desk's."""
    asker = Asker(desk, urgency, person_id, leaving)
    before, after = verdicts(rules(work), asker, example, [unchanged(example), perturbation])
    text = work.shown(Example(example.id, perturbation.query, perturbation.gold)).text
    return Said(
        perturbation,
        before,
        after,
        None if after.fault is None else in_words(after.fault),
        _ranked(work, perturbation, after),
        _read(desk.victim, work, perturbation.query, after),
        tuple(word_diff(work.shown(example).text, text)),
    )


@dataclass(slots=True)
class Asker:
    """A desk, as one person's queries of one urgency reach it; ``heard`` are the replies to what was asked last."""

    desk: Desk
    urgency: Urgency
    person_id: str
    leaving: Leaving | None = None
    heard: list[Reply] = field(default_factory=list)

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order; Superseded as of the desk's."""
        self.heard = self.desk.ask(queries, self.urgency, self.person_id, self.leaving)
        return self.heard


@dataclass(frozen=True, slots=True)
class Heard:
    """What a machine says of the whole text; ``by`` is the character at which the first sentence ends after which it
    is right, None where it is so after none; that is the ``sentence`` of this number. ``fault`` is why it said
    nothing.
    """

    guesses: tuple[Named, ...]
    rank: int | None
    by: int | None
    sources: tuple[Source, ...]
    fault: str | None = None
    sentence: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a text of so many ``words`` a machine is right first: after ``buzz`` of them, which end at ``end``.

    Both are None where it never is. ``fault`` is why it could not be told.
    """

    words: int
    buzz: int | None
    end: int | None
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Listener:
    """A machine at its desk, as one author's questions reach it; ``leaving`` is how they say that they left.

    What it says is judged by ``gold``, the answer as it stands after so many ``revisions``.
    """

    desk: Desk
    work: WritingDesk
    gold: Gold
    person_id: str
    leaving: Leaving | None = None
    revisions: int = 0

    def hear(self, text: str, urgency: Urgency = "typing") -> Heard:
        """What it says of the text; Superseded where its author has typed on."""
        check_length(text, readers=MACHINES)
        if not text.strip():
            return Heard((), None, None, ())
        own, asker = Example("", self._query(text), self.gold), Asker(self.desk, urgency, self.person_id, self.leaving)
        verdicts(rules(self.work), asker, own, [unchanged(own)])
        views, replies = self.work.goal.views(own.query), asker.heard
        last = replies[-1].prediction
        if last is None:
            return Heard((), None, None, (), in_words(replies[-1].fault))
        sentence = next((number for number, reply in enumerate(replies, 1) if self._is_right(reply)), None)
        by = None if sentence is None else len(views[sentence - 1].text)
        guesses = [Named(one.answer, one.probability, self.accepts(one.answer)) for one in last.guesses]
        rank = next((place for place, guess in enumerate(guesses, 1) if guess.is_right), None)
        found = sources(self.desk.victim, last, text, self.accepts)
        return Heard(tuple(guesses[:SHOWN]), rank, by, found, sentence=sentence)

    def place(self, text: str, urgency: Urgency = "idle") -> Place:
        """After which word it is right first, exactly: every word before it was tried, so it may be wrong again later.

        What it said of a beginning is remembered, so that an edit costs no more than the words behind it.
        """
        check_length(text, readers=MACHINES)
        ends, asker = word_ends(text), Asker(self.desk, urgency, self.person_id, self.leaving)
        for first in range(0, len(ends), TOGETHER):
            some = ends[first : first + TOGETHER]
            replies = asker.ask([self._query(text[:end]) for end in some])
            for number, (end, reply) in enumerate(zip(some, replies, strict=True), first + 1):
                if reply.prediction is None:
                    return Place(len(ends), None, None, in_words(reply.fault))
                if self._is_right(reply):
                    return Place(len(ends), number, end)
        return Place(len(ends), None, None)

    def accepts(self, answer: str) -> bool:
        """Whether the answer is right."""
        return self.work.goal.score(self.gold, answer) > 0

    def _query(self, text: str) -> Query:
        assert self.work.composing is not None, "machines hear what is composed"
        return self.work.composing.query(text)

    def _is_right(self, reply: Reply) -> bool:
        best = None if reply.prediction is None else best_answer(reply.prediction)
        return best is not None and self.accepts(best)


def reading(
    listener: Listener,
    machine: str,
    text: str,
    heard: Heard,
    place: Place,
    changes: int,
    now: float,
    marked: Spans = (),
) -> Reading:
    """Both as the log has them; ``marked`` is what the author saw highlighted."""
    return Reading(
        machine, text, changes, now, heard.guesses, heard.rank, place.words, place.buzz, marked,
        heard.fault or place.fault, listener.revisions,
    )  # fmt: skip


MODEL, MACHINES = "The model reads", "The machines read"


def check_length(text: str, original: str = "", readers: str = MODEL) -> None:
    """BadOption where a text is so much longer than its original that all others would wait for the model."""
    most = max(ROOM, 2 * len(original))
    if len(text) > most:
        raise BadOption(f"This text has {len(text)} characters. {readers} up to {most} here; shorten it.")


def rules(work: WritingDesk) -> Rules:
    """What people are held to."""
    return Rules(work.goal, work.constraints)


def unchanged(example: Example) -> Perturbation:
    """The example as it is."""
    return Perturbation(example.id, example.query, example.gold, ())


def in_words(fault: str | None) -> str:
    """A broken constraint, or what a model met, as a sentence."""
    said = fault or "it said nothing"
    return f"{said[0].upper()}{said[1:].rstrip('.')}."


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
    given = evidence_given(example.query)
    first = sorted(example.gold.evidence_sets[0]) if example.gold.evidence_sets else []
    return passages(victim, [passage.id for passage in given] or first, given)


def _ranked(work: WritingDesk, perturbation: Perturbation, verdict: Verdict) -> tuple[Ranked, ...]:
    if verdict.prediction is None:
        return ()
    gold, evidence = perturbation.gold, verdict.prediction.evidence
    return tuple(
        Ranked(guess.answer, guess.probability, guess.start, work.goal.score(gold, guess.answer, evidence) > 0)
        for guess in verdict.prediction.guesses[:SHOWN]
    )


def _read(victim: Victim, work: WritingDesk, query: Query, verdict: Verdict) -> tuple[Passage, ...]:
    if verdict.prediction is None:
        return ()
    return evidence_given(query) or passages(victim, work.found(verdict.prediction))
