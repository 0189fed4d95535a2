"""Rows of any table become examples of one task, or are refused with what was found."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from stumper.datasets.columns import TAKEN, level_name
from stumper.datasets.rows import Understood, read_rows
from stumper.errors import BadData, BadOption
from stumper.table.columns import FIXED
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer

ASKED: Mapping[str, Any] = {
    "question": "Who built the pier?",
    "context": "Ada Thorn built the pier. Later Ada Thorn sold it.",
    "answer": "Ada Thorn",
}
TWICE = (Answer("Ada Thorn", 0), Answer("Ada Thorn", 32))
LONG = "This author wrote a novel about a lighthouse. Name this author of Waves."


def understood(*rows: Mapping[str, Any], **how: Any) -> Understood:
    return read_rows(rows, **how)


def only(found: Understood) -> Any:
    [example] = found.dataset.examples
    return example


def test_a_question_its_context_and_an_answer_are_a_question_about_a_paragraph() -> None:
    found = understood(ASKED)
    assert found.task.name == "reading"
    assert found.columns == {"question": "question", "context": "context", "answer": "answer"}
    assert isinstance(only(found).query, Question)
    assert only(found).query.context.text == ASKED["context"]


def test_an_answer_without_a_place_gets_all_places_where_it_stands() -> None:
    assert only(understood(ASKED)).gold.answers == TWICE


def test_an_answer_stands_as_whole_words_before_it_stands_within_others() -> None:
    row = {**ASKED, "context": "Usage grew in the US.", "answer": "US"}
    assert only(understood(row)).gold.answers == (Answer("US", 18),)


def test_an_answer_in_another_case_or_with_other_white_space_is_found_as_it_stands() -> None:
    row = {**ASKED, "context": "It was the\nold pier.", "answer": "The old  pier"}
    assert only(understood(row)).gold.answers == (Answer("the\nold pier", 7),)


def test_an_answer_is_found_where_its_accents_stand_apart() -> None:
    for context, answer in (("Jose\u0301 lit it.", "Jos\u00e9"), ("Jos\u00e9 lit it.", "Jose\u0301")):
        found = understood({**ASKED, "context": context, "answer": answer})
        assert only(found).gold.answers == (Answer(context.removesuffix(" lit it."), 0),)


def test_an_answer_that_stands_nowhere_counts_by_its_words_and_is_told() -> None:
    found = understood({**ASKED, "answer": "nobody knows"})
    assert only(found).gold.answers == (Answer("nobody knows"),)
    said = "1 question whose answer does not occur in the text; an answer in the same words still counts as right"
    assert found.notes == (said,)


@pytest.mark.parametrize(
    "cell",
    [
        ["Ada Thorn", "Thorn"],
        np.array(["Ada Thorn", "Thorn"]),
        '["Ada Thorn", "Thorn"]',
        "['Ada Thorn', 'Thorn']",
        {"text": ["Ada Thorn", "Thorn"], "answer_start": [0, 4]},
        {"text": np.array(["Ada Thorn", "Thorn"]), "answer_start": np.array([0, 4])},
        [{"text": "Ada Thorn", "answer_start": 0}, {"text": "Thorn", "answer_start": 4}],
        {"value": "Ada Thorn", "aliases": ["Thorn"]},
    ],
)
def test_a_cell_may_hold_several_answers(cell: object) -> None:
    texts = {answer.text for answer in only(understood({**ASKED, "answer": cell})).gold.answers}
    assert texts == {"Ada Thorn", "Thorn"}


def test_places_that_are_told_are_kept() -> None:
    row = {**ASKED, "answer": {"text": ["Ada Thorn"], "answer_start": [32]}}
    assert only(understood(row)).gold.answers == (Answer("Ada Thorn", 32),)
    assert only(understood({**ASKED, "answer_start": "32"})).gold.answers == (Answer("Ada Thorn", 32),)


def test_an_answer_that_a_row_leaves_without_a_place_stays() -> None:
    row = {**ASKED, "answer": ["Ada Thorn", "Ada Thorn, of Bo"], "answer_start": [32, None]}
    assert only(understood(row)).gold.answers == (Answer("Ada Thorn", 32), Answer("Ada Thorn, of Bo"))


@pytest.mark.parametrize(
    "row", [{"answers": {"text": [], "answer_start": []}}, {"answers": []}, {"is_impossible": "True"}]
)
def test_a_question_that_cannot_be_answered_says_so(row: Mapping[str, Any]) -> None:
    found = understood({"question": ASKED["question"], "context": ASKED["context"], "answers": "", **row})
    assert (only(found).gold.answers, only(found).gold.answerable) == ((), False)
    assert "without an answer, by what the data says" in found.notes[0]


def test_rows_as_ragas_has_them_keep_what_the_system_said_out() -> None:
    found = understood(
        {"user_input": "Who?", "retrieved_contexts": ["Ada.", "Bo."], "response": "Bo", "reference": "Ada"}
    )
    assert found.columns == {"question": "user_input", "context": "retrieved_contexts", "answer": "reference"}
    assert found.unused == ("response",)
    assert only(found).query.context.text == "Ada.\n\nBo."


def test_where_a_right_answer_is_called_so_the_other_one_is_what_a_system_said() -> None:
    found = understood({"question": "Who?", "contexts": ["Ada."], "answer": "Bo", "ground_truth": "Ada"})
    assert found.columns["answer"] == "ground_truth"
    assert found.notes == ("'ground_truth' is read as the answer; 'answer' is not",)


def test_columns_are_mapped_by_role() -> None:
    row = {"q": "Who?", "text": "Ada.", "truth": "Ada", "sheet": "one"}
    found = understood(row, mapping={"question": "q", "context": "text", "answer": "truth", "group": "sheet"})
    assert found.columns == {"question": "q", "context": "text", "answer": "truth", "group": "sheet"}
    assert only(found).groups == (("sheet", "one"),)


def test_a_context_is_never_dropped_to_make_a_tossup() -> None:
    found = understood({"question": LONG, "answer": "Woolf", "context": "Virginia Woolf wrote it."})
    assert found.task.name == "reading"


def test_questions_and_answers_alone_are_tossups_where_they_read_as_such() -> None:
    found = understood({"question": LONG, "answer": "Virginia Woolf [or Woolf]"})
    assert found.task.name == "quizbowl"
    assert only(found).query == Tossup(LONG)


def test_short_questions_without_a_context_are_told_what_they_lack_and_what_to_do() -> None:
    with pytest.raises(BadData) as caught:
        understood({"question": "Who built it?", "answer": "Ada"})
    said = str(caught.value)
    assert said == (
        "rows: its rows have a question and an answer and no context, which questions need: add a column 'context', or "
        "say which one it is (--map context=COLUMN), or that they are tossups (--map tossup=question,answer=answer). "
        'Open questions, without a context, are read as JSON lines with "question" and "gold_passages" alone.'
    )


def test_whoever_maps_a_tossup_gets_one() -> None:
    found = understood({"question": "Who built it?", "answer": "Ada"}, mapping={"tossup": "question"})
    assert found.task.name == "quizbowl"
    assert understood({"question": "Who built it?", "answer": "Ada"}, task="quizbowl").task.name == "quizbowl"


def test_a_column_that_another_task_needs_is_not_dropped() -> None:
    with pytest.raises(BadData, match="its column 'claim' would be dropped, which is the claim of claims"):
        understood({"question": LONG, "answer": "Woolf", "claim": "She wrote it."})


def test_rows_that_fit_two_tasks_are_refused() -> None:
    with pytest.raises(BadData, match=r"its columns fit questions \(.*\) and claims \(.*\)\. Say which is meant"):
        understood({**ASKED, "claim": "Ada built it.", "label": "true"})
    assert understood({**ASKED, "claim": "Ada built it.", "label": "true"}, task="verification").task.name == (
        "verification"
    )


def test_rows_that_fit_nothing_are_refused_with_what_each_task_lacks() -> None:
    with pytest.raises(BadData) as caught:
        understood({"a": 1, "b": "x" * 500})
    said = str(caught.value)
    assert "For claims there is no claim and no label: --map claim=COLUMN,label=COLUMN." in said
    assert "Its columns are 'a', 'b'; its first row is {'a': 1, 'b': 'xxx" in said
    assert len(said) < 1000


def test_two_columns_that_could_be_one_are_refused() -> None:
    with pytest.raises(BadData, match="each of 'gold', 'reference' could be the answer of a question"):
        understood({"question": "Who?", "context": "Ada.", "gold": "Ada", "reference": "Bo"})


def test_claims_are_read_with_labels_in_other_words() -> None:
    found = understood({"claim": "Ada built the pier.", "verdict": "Supported", "source": "gazette"})
    assert only(found).query == Claim("Ada built the pier.")
    assert only(found).gold.answers == (Answer("SUPPORTS"),)
    assert only(found).groups == (("source", "gazette"),)


def test_ids_are_taken_or_made_of_the_content() -> None:
    assert only(understood({**ASKED, "id": 7})).id == "7"
    first, again = understood(ASKED), understood({"question": "Else?", "context": "Ada.", "answer": "Ada"}, ASKED)
    assert only(first).id == again.dataset.examples[1].id
    assert len(only(first).id) == 16


def test_an_id_of_two_rows_that_differ_is_refused() -> None:
    with pytest.raises(BadData, match="the id '7' stands on rows 1 and 2"):
        understood({**ASKED, "id": 7}, {**ASKED, "id": "7", "question": "Else?"})


def test_a_row_that_stands_twice_counts_once() -> None:
    found = understood(ASKED, ASKED)
    assert len(found.dataset) == 1
    assert found.left_out_told == ["1 of its questions stands there already and is left out"]
    assert found.repeated == 1


def test_what_cannot_be_used_is_counted_by_its_reason() -> None:
    found = understood(ASKED, {**ASKED, "answer": ""}, {**ASKED, "question": None}, {**ASKED, "answer": float("nan")})
    assert [(one.reason, one.rows, one.first) for one in found.left_out] == [
        ("there is no answer", 2, 2),
        ("there is no question", 1, 3),
    ]


def test_rows_of_which_none_can_be_used_are_refused() -> None:
    with pytest.raises(BadData, match="none of its 1 rows can be used as a question: row 1: there is no answer"):
        understood({**ASKED, "answer": ""})


@pytest.mark.parametrize(("role", "value"), [("answer", True), ("answer", False), ("answer", [True]),
                                             ("answer", {"text": [True]}), ("answer", [{"text": False}]),
                                             ("question", True), ("context", False)])  # fmt: skip
def test_a_truth_value_in_the_place_of_a_text_is_named(role: str, value: object) -> None:
    found = understood(ASKED, {**ASKED, role: value})
    assert [one.reason for one in found.left_out] == [f"the {role} is true or false, not a text"]


def test_a_column_called_group_is_one() -> None:
    found = understood({**ASKED, "group": "a"}, {**ASKED, "question": "Else?", "group": "b"})
    assert (dict(found.groups), found.unused) == ({"group": 2}, ())


def test_ids_of_rows_do_not_hang_on_a_column_called_group_unless_it_is_mapped() -> None:
    """It was no group once: predictions for such rows are of their ids from then."""
    row = {**ASKED, "group": "a"}
    assert (
        only(understood(row)).id == only(understood(ASKED)).id != only(understood(row, mapping={"group": "group"})).id
    )


def test_groups_are_coarsest_first_and_no_text_is_one() -> None:
    rows = [{**ASKED, "question": f"{i}?", "doc": i // 2, "source": "a", "article": "x" * 300} for i in range(4)]
    found = understood(*rows)
    assert dict(found.groups) == {"source": 1, "doc": 2}
    assert found.dataset.examples[3].groups == (("source", "a"), ("doc", "1"))


def test_no_group_is_called_as_a_column_of_the_table_is() -> None:
    assert frozenset(FIXED) == TAKEN
    assert [level_name(name) for name in ("rule", "My Doc", "before_it", "slice_it", "—")] == [
        "rule_group", "my_doc", "before_it_group", "slice_it_group", "group",
    ]  # fmt: skip


def test_two_sets_of_one_content_have_one_fingerprint() -> None:
    assert understood(ASKED).dataset.fingerprint == understood(dict(ASKED)).dataset.fingerprint
    grouped = understood({**ASKED, "doc": "a"})
    assert grouped.dataset.fingerprint != understood(ASKED).dataset.fingerprint


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ({"qestion": "question"}, "No column of any task is called 'qestion' .* Did you mean 'question'"),
        ({"question": "quest"}, "has no column 'quest' .* Did you mean 'question'"),
        ({"question": "context", "context": "context"}, "The column 'context' is mapped twice"),
        ({"question": "question", "claim": "context"}, "No task has all of question, claim"),
    ],
)
def test_a_map_names_what_is_there(mapping: Mapping[str, str], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        understood(ASKED, mapping=mapping)


def test_what_is_no_row_is_refused() -> None:
    with pytest.raises(BadData, match=r"row 1 is \['a'\], not an object"):
        read_rows([["a"]])  # type: ignore[list-item]
    with pytest.raises(BadData, match="there are no rows"):
        read_rows([])
