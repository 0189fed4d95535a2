"""What parses, parses English: an attack says so of texts in another language, and makes no nonsense of them."""

from pathlib import Path

import pytest

from stumper.adversaries.reading.add_any import AddAny
from stumper.adversaries.reading.add_sent import AddSent
from stumper.errors import BadOption
from stumper.preparing import prepare
from stumper.runs.instances import NOT_ENGLISH, is_legible, reads_english
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

GERMAN = (
    "Jeff Dean wurde als Sohn eines Arztes geboren und zog mit seiner Familie in viele verschiedene Orte, bevor er an "
    "einer staatlichen Hochschule das Studium der Informatik aufnahm und es einige Jahre später mit einer Arbeit über "
    "Übersetzer abschloss; danach ging er zu einem jungen Unternehmen, das eine Suchmaschine betrieb, und baute dort "
    "mit wenigen Leuten jene Rechenzentren auf, auf denen heute beinahe alles läuft, was man von ihm kennt."
)
ENGLISH = "The lighthouse was built by Ada Thorn in the year of the great storm, and it stands to this day."


def question(id: str, text: str, context: str, answer: str) -> Example:
    gold = Gold((Answer(answer, context.index(answer)),))
    return Example(id, Question(text, Passage(id, context)), gold)


FOREIGN = question("de", "Wer war der erste Sohn eines Arztes in dieser Geschichte?", GERMAN, "Jeff Dean")
OWN = question("en", "Who built the lighthouse?", ENGLISH, "Ada Thorn")


def rows(folder: Path, *examples: Example) -> str:
    lines = [f'{one.id},"{one.query.text}","{one.query.context.text}",{one.gold.answers[0].text}' for one in examples]  # type: ignore[attr-defined]
    (folder / "mine.csv").write_text("\n".join(["id,question,context,answer", *lines]))
    return str(folder / "mine.csv")


def test_what_has_a_pipeline_reads_english_and_what_adds_words_does_not() -> None:
    assert (reads_english(AddSent()), reads_english(AddAny())) == (True, False)
    assert [is_legible(AddSent(), one) for one in (FOREIGN, OWN)] == [False, True]
    assert is_legible(AddAny(), FOREIGN)


def test_a_data_set_in_another_language_is_refused(tmp_path: Path) -> None:
    """Seen: "Jeff Dean Fenwick war der erste Fenwick von Lindqvist." was added to a German paragraph."""
    with pytest.raises(BadOption, match=r"'add-sent' reads English alone, and .*mine.csv is in another language"):
        prepare(rows(tmp_path, FOREIGN), "add-sent", store=Store.open("sqlite://"))


def test_of_one_example_in_another_language_nothing_is_proposed_and_it_is_said(tmp_path: Path) -> None:
    long = [question(f"en{n}", OWN.query.text, f"{n}. {ENGLISH * 9}", "Ada Thorn") for n in range(3)]
    job = prepare(rows(tmp_path, *long, FOREIGN), "add-one-sent", "sliding-window", store=Store.open("sqlite://"))
    for _ in job.steps():
        pass
    reasons = {attempt.example_id: attempt.reason for attempt in job.attempts()}
    assert reasons["de"] == f"nothing proposed: {NOT_ENGLISH}"
    assert not any(NOT_ENGLISH in str(reasons[one.id]) for one in long)
