"""Which attacks a page offers for a task, and with which options."""

import pytest

from stumper.errors import BadOption, NotThere
from stumper.people.attacking.choices import attack_named, offered

NEVER = {"pipeline", "vectors", "raw", "fixer", "file", "pages", "translator", "rules", "save"}


def test_attacks_are_those_of_the_task_that_change_something_and_need_nothing_else() -> None:
    of_reading = {one.name for one in offered("reading")}
    assert {"add-sent", "add-any", "edit-split", "question-misspell", "sears"} <= of_reading
    assert not of_reading & {"identity", "from-file", "passage-sent", "claim-rules", "tossup-synonym"}
    assert {"claim-rules", "claim-paraphrase"} <= {one.name for one in offered("verification")}
    assert "unmodified" not in {one.name for one in offered("verification")}
    assert "tossup-reorder" in {one.name for one in offered("quizbowl")}


def test_an_attack_says_itself_that_people_can_mend_what_it_makes() -> None:
    assert {one.name for one in offered("reading") if one.mendable} == {"add-sent", "add-one-sent", "add-sent-mod"}


def test_strength_comes_first_and_nothing_names_a_file_a_model_or_code() -> None:
    found = attack_named("verification", "claim-rules")
    assert [one.name for one in found.choices] == ["strength", "balanced", "further"]
    assert found.choices[0].values == ("guarded", "published", "judged")
    for task in ("reading", "verification", "quizbowl"):
        for one in offered(task):
            assert not {choice.name for choice in one.choices} & {
                "pipeline",
                "vectors",
                "raw",
                "fixer",
                "file",
                "pages",
            }


def test_only_what_differs_is_an_option_of_the_run() -> None:
    found = attack_named("verification", "claim-rules")
    assert found.options({"strength": "guarded", "balanced": "", "further": "true"}) == {}
    assert found.options({"strength": "published", "balanced": "5"}) == {"strength": "published", "balanced": "5"}
    for wrong in ({"strength": "all"}, {"balanced": "-1"}, {"balanced": "1.5"}, {"judgements": "x"}):
        with pytest.raises(BadOption):
            found.options(wrong)


def test_an_attack_for_another_task_is_not_there() -> None:
    with pytest.raises(NotThere):
        attack_named("reading", "claim-rules")
