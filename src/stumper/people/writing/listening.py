"""What a machine that listens says of a tossup: its guesses at the end, and after which word it is right first."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.errors import BadOption
from stumper.people.writing.evidence import Source, sources
from stumper.people.writing.tossup import Named, Reading
from stumper.runs.desk import Desk, Leaving, Urgency
from stumper.runs.oracle import Reply
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.positions import sentence_views, word_ends
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Gold, Prediction

SHOWN = 5  # guesses
TOGETHER = 8  # prefixes that are asked about at once
LONGEST_HEARD = 5_000  # characters that a machine is asked about
Spans = tuple[tuple[int, int], ...]


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
    gold: Gold
    person_id: str
    leaving: Leaving | None = None
    revisions: int = 0

    def hear(self, text: str, urgency: Urgency = "typing") -> Heard:
        """What it says of the text; Superseded where its author has typed on."""
        check_length(text)
        views = sentence_views(text) if text.strip() else ()
        if not views:
            return Heard((), None, None, ())
        replies = self.desk.ask([Tossup(view) for view in views], urgency, self.person_id, self.leaving)
        last = replies[-1]
        if last.prediction is None:
            return Heard((), None, None, (), in_words(last))
        sentence = next((number for number, reply in enumerate(replies, 1) if self._is_right(reply)), None)
        by = None if sentence is None else len(views[sentence - 1])
        guesses = tuple(self._named(last.prediction))
        rank = next((place for place, guess in enumerate(guesses, 1) if guess.is_right), None)
        found = sources(self.desk.victim, last.prediction, text, self.gold)
        return Heard(guesses[:SHOWN], rank, by, found, sentence=sentence)

    def place(self, text: str, urgency: Urgency = "idle") -> Place:
        """After which word it is right first, exactly: every word before it was tried, so it may be wrong again later.

        What it said of a beginning is remembered, so that an edit costs no more than the words behind it.
        """
        check_length(text)
        ends = word_ends(text)
        for first in range(0, len(ends), TOGETHER):
            some = ends[first : first + TOGETHER]
            replies = self.desk.ask([Tossup(text[:end]) for end in some], urgency, self.person_id, self.leaving)
            for number, (end, reply) in enumerate(zip(some, replies, strict=True), first + 1):
                if reply.prediction is None:
                    return Place(len(ends), None, None, in_words(reply))
                if self._is_right(reply):
                    return Place(len(ends), number, end)
        return Place(len(ends), None, None)

    def _named(self, prediction: Prediction) -> Sequence[Named]:
        return [
            Named(guess.answer, guess.probability, is_accepted(self.gold, guess.answer)) for guess in prediction.guesses
        ]

    def _is_right(self, reply: Reply) -> bool:
        guesses = reply.prediction.guesses if reply.prediction is not None else ()
        return bool(guesses) and is_accepted(self.gold, guesses[0].answer)


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


def check_length(text: str) -> None:
    """BadOption where a text is so long that all others would wait for the machine."""
    if len(text) > LONGEST_HEARD:
        raise BadOption(
            f"This text has {len(text)} characters. The machines read up to {LONGEST_HEARD} here; shorten it."
        )


def in_words(reply: Reply) -> str:
    """Why there is no prediction, as a sentence."""
    fault = reply.fault or "it said nothing"
    return f"{fault[0].upper()}{fault[1:].rstrip('.')}."
