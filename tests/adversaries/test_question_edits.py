"""Questions with slips of the fingers, in other words and in other forms; paragraph and answers stay."""

from random import Random

import pytest

from stumper import registry
from stumper.adversaries.reading.edits.proposing import EditOf
from stumper.adversaries.reading.edits.question_inflect import QuestionInflect
from stumper.adversaries.reading.edits.question_misspell import QuestionMisspell
from stumper.adversaries.reading.edits.question_paraphrase import QuestionParaphrase
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.tasks.reading.constraints import CONSTRAINTS
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Nothing, Passage, Perturbation, Verdict

TEXT = "The orchard was bought by nuns in 1902."


def example(asked: str) -> Example:
    return Example("q", Question(asked, Passage("p", TEXT)), Gold((Answer("1902", TEXT.index("1902")),)))


def asked_by(edit: EditOf, asked: str) -> dict[str, str]:
    found = edit.proposals(example(asked), Random(0))
    return {each.query.text: each.edits[0].rule for each in found if isinstance(each.query, Question)}


@pytest.mark.parametrize("edit", [QuestionMisspell(), QuestionParaphrase()])
def test_paragraph_and_answers_stay_and_a_seed_decides_all(edit: EditOf) -> None:
    given = example("In what year did the nuns purchase the orchard?")
    found = edit.proposals(given, Random(3))
    assert found == edit.proposals(given, Random(3))
    assert found
    assert all(broken(CONSTRAINTS, given, each) is None for each in found)


def test_a_misspelt_word_keeps_its_first_and_last_letter_and_a_name_stays() -> None:
    found = asked_by(QuestionMisspell(words=1, method="drop"), "Who purchased the orchard of Lowmere?")
    assert found
    for text in found:
        changed = [word for word in text.rstrip("?").split() if word not in "Who purchased the orchard of Lowmere"]
        assert len(changed) == 1
        assert (changed[0][0], changed[0][-1]) in {("p", "d"), ("o", "d")}


@pytest.mark.parametrize(
    ("asked", "also"),
    [
        ("What year was the orchard bought?", "In which year was the orchard bought?"),
        ("Why did the nuns leave?", "For what reason did the nuns leave?"),
        ("What type of tree was it?", "What kind of tree was it?"),
        ("What is the name of the orchard?", "What is the orchard called?"),
        ("Who built the mill?", "Who was it that built the mill?"),
        ("How many trees did the nuns plant?", "What number of trees did the nuns plant?"),
        ("According to Ada, who left?", "Who left, according to Ada?"),
        ("When did nuns purchase the orchard?", "When did nuns buy the orchard?"),
    ],
)
def test_a_question_is_asked_in_other_words(asked: str, also: str) -> None:
    assert also in asked_by(QuestionParaphrase(), asked)


@pytest.mark.parametrize("asked", ["How many miles is it?", "What year was it sold in?", "Who was Ada?"])
def test_a_question_that_would_read_wrongly_keeps_its_opening(asked: str) -> None:
    assert asked_by(QuestionParaphrase(), asked) == {}


def searched(asked: str, values: dict[str, float], edit: QuestionInflect) -> tuple[list[list[str]], str | None]:
    """The questions of each round, and the one that the search stands by, where these texts have these scores."""
    attack = edit.attack(example(asked), Verdict(None, 1.0, 1.0), Random(0))
    rounds: list[list[str]] = []
    verdicts: list[Verdict] | None = None
    while True:
        try:
            batch = next(attack) if verdicts is None else attack.send(verdicts)
        except StopIteration as end:
            stood = end.value
            return rounds, stood.query.text if isinstance(stood, Perturbation) else None
        texts = [each.query.text for each in batch if isinstance(each.query, Question)]
        rounds.append(texts)
        scores = [values.get(text, 1.0) for text in texts]
        verdicts = [Verdict(None, score, score, succeeded=score == 0.0) for score in scores]


def test_the_search_keeps_the_form_that_lowers_the_score_most_and_goes_on_from_it() -> None:
    values = {"When did the nun buy trees?": 0.8, "When did the nun buys trees?": 0.0}
    rounds, stood = searched("When did the nuns buy trees?", values, QuestionInflect())
    assert "When did the nun buy trees?" in rounds[0]
    assert all(text.startswith("When did the nun ") for text in rounds[1])
    assert stood == "When did the nun buys trees?"


def test_the_search_ends_where_nothing_lowers_the_score() -> None:
    rounds, _ = searched("When did the nuns buy trees?", {}, QuestionInflect())
    assert len(rounds) == 1


def test_a_question_of_names_and_auxiliaries_has_no_other_form() -> None:
    attack = QuestionInflect().attack(example("Who is Ada Thorn?"), Verdict(None, 1.0, 1.0), Random(0))
    with pytest.raises(StopIteration) as end:
        next(attack)
    assert isinstance(end.value.value, Nothing)


@pytest.mark.parametrize("name", ["question-inflect", "question-misspell", "question-paraphrase"])
def test_question_edits_are_named_as_such_and_say_that_they_change_what_is_asked(name: str) -> None:
    adversary = registry.build("adversary", name, {})
    assert (adversary.family, tuple(adversary.changes)) == ("question edits", ("text",))


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="'words' of question-inflect is a number of 1 or more, not 0"):
        QuestionInflect(words=0)
    with pytest.raises(BadOption, match="'candidates' of question-paraphrase is a number of 1 or more, not 0"):
        QuestionParaphrase(candidates=0)
    with pytest.raises(BadOption, match="'words' of question-misspell is a number of 1 or more, not 0"):
        QuestionMisspell(words=0)
