"""What a project with tossups knows: answers to choose from, questions to begin with, and what is no longer new."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Generic, TypeVar

from stumper.datasets.originals import originals
from stumper.errors import StumperError
from stumper.people.projects.project import Project
from stumper.people.writing.answer_search import AnswerIndex, folded, index_of
from stumper.people.writing.submitted_texts import SubmittedTexts
from stumper.protocols import Goal, Victim
from stumper.retrieval.near_duplicates import PastQuestions, past_questions
from stumper.store import Store
from stumper.types import Example, Gold

MOST_HELD = 4  # projects of which this is held at once
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Known:
    """A project's answers, which of them each of its machines can give, and its questions by their answer.

    A machine that does not say which answers it can give has None.
    """

    index: AnswerIndex
    by_machine: tuple[AnswerIndex | None, ...]
    asking: Mapping[str, tuple[Example, ...]]


@dataclass(slots=True)
class KnownAnswers:
    """What projects know, read once and kept while it is asked for, as data set and machines stay what they are."""

    _answers: "Kept[tuple[str, tuple[str, ...]], Known]" = field(default_factory=lambda: Kept())
    _past: "Kept[str, PastQuestions]" = field(default_factory=lambda: Kept())
    _submitted: "Kept[str, SubmittedTexts]" = field(default_factory=lambda: Kept())

    def of(self, store: Store, project: Project, victims: Mapping[str, Victim]) -> Known:
        """The answers."""
        key = project.fingerprint, project.settings.victims
        return self._answers.get(key, lambda: _known(_examples(store, project), project, victims))

    def past(self, store: Store, project: Project) -> PastQuestions:
        """The questions of the data set, to be compared with."""
        return self._past.get(
            project.fingerprint,
            lambda: past_questions((example.id, example.query.text) for example in _examples(store, project)),
        )

    def submitted(self, project: Project) -> SubmittedTexts:
        """What was submitted, to be compared with; it catches up by itself."""
        return self._submitted.get(project.id, lambda: SubmittedTexts(project.id))

    def prepare(self, store: Store, project: Project, victims: Mapping[str, Victim]) -> None:
        """Both will be there soon: of a large data set that takes a while."""
        if not self._answers.has((project.fingerprint, project.settings.victims)):
            Thread(target=self._answers_soon, args=(store, project, victims), daemon=True).start()
        if not self._past.has(project.fingerprint):
            Thread(target=self.past, args=(store, project), daemon=True).start()

    def _answers_soon(self, store: Store, project: Project, victims: Mapping[str, Victim]) -> None:
        """Whoever asks for them meets what goes wrong, such as a machine that is not loaded yet."""
        with suppress(StumperError):
            self.of(store, project, victims)


@dataclass(slots=True)
class Kept(Generic[Key, Value]):
    """Values that are made once, of which the latest few are held."""

    _held: OrderedDict[Key, Value] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def has(self, key: Key) -> bool:
        """Whether it is there, or nobody can tell because one is being made."""
        if not self._lock.acquire(blocking=False):
            return True
        with_it = key in self._held
        self._lock.release()
        return with_it

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value, made where it is not there; whoever else asks for one waits meanwhile."""
        with self._lock:
            if key not in self._held:
                self._held[key] = make()
            self._held.move_to_end(key)
            while len(self._held) > MOST_HELD:
                self._held.popitem(last=False)
            return self._held[key]


def can_say(answers: AnswerIndex | None, gold: Gold, goal: Goal) -> bool | None:
    """Whether one of the answers is right by the goal; None where a machine does not say which it can give."""
    if answers is None:
        return None
    if any(answer.text in answers for answer in gold.answers):
        return True
    return any(goal.score(gold, one.answer) > 0 for one in answers.found)


def is_said_by_one(known: Known, answer: str) -> bool:
    """Whether a machine can give it, as it is spelled."""
    return any(answers is not None and answer in answers for answers in known.by_machine)


def _examples(store: Store, project: Project) -> Sequence[Example]:
    """The data set's own: the store keeps what was submitted beside them, under ids of its own."""
    return originals(store.examples(project.fingerprint).values())


def _known(examples: Sequence[Example], project: Project, victims: Mapping[str, Victim]) -> Known:
    times = Counter(example.gold.answers[0].text for example in examples)
    said = [getattr(victims.get(spec), "answers", None) for spec in project.settings.victims]
    for answers in said:
        for answer in answers or ():
            times.setdefault(answer, 0)
    also: dict[str, list[str]] = {}
    for example in examples:
        also.setdefault(example.gold.answers[0].text, []).extend(answer.text for answer in example.gold.answers[1:])
    asking: dict[str, list[Example]] = {}
    for example in examples:
        asking.setdefault(folded(example.gold.answers[0].text), []).append(example)
    machines = (None if answers is None else index_of(dict.fromkeys(answers, 0)) for answers in said)
    return Known(index_of(times, also), tuple(machines), {answer: tuple(asked) for answer, asked in asking.items()})
