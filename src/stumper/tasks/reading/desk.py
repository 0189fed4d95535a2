"""What people do with questions: they change the paragraph, mend, vote, judge and answer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stumper.plain_desk import edits_between
from stumper.tasks.reading.constraints import CONSTRAINTS
from stumper.tasks.reading.goals import GOALS
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad
from stumper.text import Change, word_diff
from stumper.types import Answer, Example, Gold, Passage, Perturbation, Query
from stumper.writing_desk import DeskWords, Shown, WritingDesk

PARAGRAPH = (
    "Casablanca was filmed in Hollywood in the summer of 1942. Humphrey Bogart plays Rick Blaine, an American who owns "
    "a nightclub in Morocco. Ingrid Bergman plays Ilsa Lund, whom he once loved in Paris. The film won three Academy "
    "Awards, among them the one for best picture."
)
BOGART = Answer("Humphrey Bogart", PARAGRAPH.index("Humphrey Bogart"))
PRACTICE = Example(
    "practice",
    Question("Who plays the owner of the nightclub?", Passage("practice", PARAGRAPH, "Casablanca")),
    Gold((BOGART,)),
)


def perturbed(example: Example, text: str, stated: str | None = None, kinds: Sequence[str] = ()) -> Perturbation:
    """The question with this text for its paragraph.

    Each gold answer stands where its characters were kept, else at the nearest place where its words stand as whole
    words; one that is gone has no place. ``kinds`` are the types of attack that the author sees in it.
    """
    question = _question(example.query)
    before = question.context.text
    changes = word_diff(before, text)
    moved = tuple(_moved(answer, before, text, changes) for answer in example.gold.answers)
    changed = replace(question, context=replace(question.context, text=text))
    edits = edits_between(before, text, "context", kinds)
    return Perturbation(example.id, changed, replace(example.gold, answers=moved), edits)


def _shown(example: Example) -> Shown:
    question = _question(example.query)
    return Shown(question.context.text, question.text, question.context.title)


def _question(query: Query) -> Question:
    assert isinstance(query, Question), "a question"
    return query


def _moved(answer: Answer, before: str, after: str, changes: Sequence[Change]) -> Answer:
    if answer.start is None or not before.startswith(answer.text, answer.start):
        return answer
    end = answer.start + len(answer.text)
    expected = 0
    for old_start, new_start, length in _kept(changes):
        if old_start <= answer.start and end <= old_start + length:
            return replace(answer, start=new_start + answer.start - old_start)
        if old_start <= answer.start:
            expected = new_start + min(answer.start - old_start, length)
    is_whole = _is_whole(before, answer.start, end)
    places = [
        place
        for place in _occurrences(after, answer.text)
        if not is_whole or _is_whole(after, place, place + len(answer.text))
    ]
    return replace(answer, start=min(places, key=lambda place: abs(place - expected), default=None))


def _kept(changes: Sequence[Change]) -> Iterator[tuple[int, int, int]]:
    """The stretches that were kept: where each stood, where it stands, and its length."""
    old = 0
    for change in changes:
        if change.kind == "kept":
            yield old, change.start, len(change.text)
        if change.kind != "added":
            old += len(change.text)


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    """Every place where it stands, those that overlap as well; none for ""."""
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the characters [start, end) cut no word in two."""
    return not any(
        0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum() for at in (start, end)
    )  # fmt: skip


DESK = WritingDesk(
    work=frozenset({"write", "fix", "verify", "judge", "adjudicate", "answer"}),
    words=DeskWords(
        editor="The paragraph",
        change="Change the paragraph so that the model answers wrongly, while a person still finds the right answer.",
        how="You get a paragraph and a question. Change the paragraph so that the model answers wrongly, while a "
        "careful person would still find the right answer in it.",
        judged="Does the question make sense with this text?",
        hint="No, if it has become nonsense, or has nothing to do with the text.",
    ),
    goal=GOALS["not_exact"],  # to fool a reader its answer must differ from every gold answer
    constraints=CONSTRAINTS,
    field="context",
    beside="question",
    shown=_shown,
    perturbed=perturbed,
    practice=PRACTICE,
    datasets=("reading",),
    parsed=(Squad,),
)
