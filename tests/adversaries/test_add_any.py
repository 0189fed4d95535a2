"""AddAny's queries, counted by hand on a scripted victim; `tests/test_search.py` looks into the search itself."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import driven
from stumper.adversaries.reading.add_any import AddAny, add_common, common_words
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.identity import query_id
from stumper.loading import load_adversary
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.testing import check_adversary
from stumper.types import Answer, Example, Gold, Passage, Perturbation, Verdict

TEXT = "Ada Thorn lit it in 1874."
QUESTION = "Who lit the Lighthouse, the OLD lighthouse of Xanthippe's isle?"
ASKED = ("who", "lit", "the", "lighthouse", "old", "of", "xanthippe's", "isle")
EXAMPLE = Example("e", Question(QUESTION, Passage("p", TEXT, "Isle")), Gold((Answer("Ada Thorn", 0),)))
RIGHT = Verdict(None, 1.0, 1.0)

Judged = Callable[[Perturbation], Verdict]


def attacked(
    adversary: AddAny, judged: Judged = lambda perturbation: RIGHT, seed: int = 1, example: Example = EXAMPLE
) -> tuple[list[list[Perturbation]], Perturbation | None]:
    """The batches that an adversary proposes, and what it stands by."""
    return driven(adversary.attack(example, RIGHT, Random(seed)), lambda batch: [judged(one) for one in batch])


def added(perturbation: Perturbation) -> list[str]:
    [edit] = perturbation.edits
    assert edit.text.rstrip().endswith(".")
    return edit.text.strip().removesuffix(".").split(" ")


def test_the_common_words_are_the_thousand_of_the_brown_corpus() -> None:
    words = common_words()
    assert len(words) == len(set(words)) == 1000
    assert words[:3] == ("the", "of", "and")
    assert all(word == word.lower() for word in words)


def test_the_default_is_the_papers() -> None:
    assert AddAny() == AddAny("paper", "append", 10, 20, 6, 3, 4, True)
    assert add_common() == AddAny(question_words=False)


def test_add_any_asks_as_many_sentences_as_the_paper_says() -> None:
    """At every position 20 common words and the question's 8, fewer by those that are common and drawn."""
    batches, _ = attacked(AddAny())
    assert len(batches) == 1 + 30 + 1 + 30
    assert [len(batch) for batch in (batches[0], batches[31])] == [1, 4]
    assert all(25 <= len(batch) <= 28 for batch in batches[1:31])
    assert all(5 * 25 <= len(batch) <= 5 * 28 for batch in batches[32:])
    assert max(len(batch) for batch in batches[1:31]) == 28


def test_add_common_asks_twenty_a_position() -> None:
    batches, _ = attacked(add_common())
    assert [len(batch) for batch in batches] == [1] + [20] * 30 + [4] + [100] * 30


def test_add_any_tries_the_questions_words_in_lower_case_and_once_each() -> None:
    batches, _ = attacked(AddAny())
    [start] = batches[0]
    for batch in batches[1:31]:
        sentences = [tuple(added(perturbation)) for perturbation in batch]
        assert len(set(sentences)) == len(sentences)
        [position] = {i for words in sentences for i in range(10) if words[i] != added(start)[i]}
        assert {words[position] for words in sentences} >= set(ASKED)


@pytest.mark.parametrize("search", ["paper", "fast"])
def test_add_common_uses_common_words_alone(search: str) -> None:
    adversary = load_adversary("add-common", {"search": search})
    batches, _ = attacked(adversary)  # type: ignore[arg-type]
    used = {word for batch in batches for perturbation in batch for word in added(perturbation)}
    assert used <= set(common_words())
    assert "xanthippe's" not in used


def test_the_fast_search_uses_the_questions_words_too() -> None:
    batches, _ = attacked(AddAny("fast"))
    used = {word for batch in batches for perturbation in batch for word in added(perturbation)}
    assert "xanthippe's" in used
    assert used <= {*common_words(), *ASKED}


def test_the_fast_search_of_add_common_favours_those_of_the_questions_words_that_are_common() -> None:
    [first, *_], _ = attacked(add_common(search="fast"))
    favoured = [word for word in ASKED if word in common_words()]
    assert favoured == ["who", "the", "old", "of"]
    assert all(set(added(perturbation)) & set(favoured) for perturbation in first)


def test_the_fast_search_never_proposes_a_sentence_twice() -> None:
    batches, _ = attacked(AddAny("fast"))
    ids = [query_id(perturbation.query) for batch in batches for perturbation in batch]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("search", ["paper", "fast"])
def test_success_ends_the_search_with_what_succeeded(search: str) -> None:
    def judged(perturbation: Perturbation) -> Verdict:
        return Verdict(None, 0.0, 0.0, succeeded=True) if "lit" in added(perturbation) else RIGHT

    batches, chosen = attacked(AddAny(search), judged)  # type: ignore[arg-type]
    fooled = [perturbation for batch in batches for perturbation in batch if "lit" in added(perturbation)]
    assert fooled != []
    assert all("lit" not in added(perturbation) for batch in batches[:-1] for perturbation in batch)
    assert chosen == (fooled[0] if search == "paper" else None)  # the referee takes the one with score 0


def test_the_paper_stands_by_its_best_sequence() -> None:
    def judged(perturbation: Perturbation) -> Verdict:
        expected = 0.5 if "isle" in added(perturbation) else 1.0
        return Verdict(None, 1.0, expected)

    _, chosen = attacked(AddAny(), judged)
    assert chosen is not None
    assert "isle" in added(chosen)


def test_faults_do_not_disturb_the_search() -> None:
    batches, chosen = attacked(AddAny(), lambda perturbation: Verdict(None, None, None, fault="victim"))
    assert chosen == batches[0][0]


@given(st.sampled_from(["append", "prepend"]), st.integers(1, 12), st.sampled_from(["paper", "fast"]))
def test_every_proposal_keeps_the_constraints(place: str, length: int, search: str) -> None:
    adversary = AddAny(search, place, length, drawn=2, epochs=1)  # type: ignore[arg-type]
    batches, _ = attacked(adversary)
    for batch in batches:
        for perturbation in batch:
            assert broken(READING, EXAMPLE, perturbation) is None
            assert len(added(perturbation)) == length
            assert isinstance(perturbation.query, Question)
            text, sentence = perturbation.query.context.text, " ".join(added(perturbation)) + "."
            assert text == (f"{TEXT} {sentence}" if place == "append" else f"{sentence} {TEXT}")
            [answer] = perturbation.gold.answers
            assert text.startswith("Ada Thorn", answer.start)


@pytest.mark.parametrize("adversary", [AddAny(), AddAny("fast"), add_common(), AddAny("fast", length=1)])
def test_it_is_an_adversary_as_plug_in_authors_must_write_them(adversary: AddAny) -> None:
    check_adversary(adversary)


def test_another_seed_adds_other_words() -> None:
    assert attacked(AddAny("fast"), seed=1) == attacked(AddAny("fast"), seed=1)
    assert attacked(AddAny("fast"), seed=1) != attacked(AddAny("fast"), seed=2)


@pytest.mark.parametrize(
    ("option", "value", "least"),
    [("length", "0", 1), ("drawn", "0", 1), ("drawn", "-1", 1), ("epochs", "0", 1), ("further_starts", "-1", 0)],
)
def test_numbers_that_make_no_search_are_refused(option: str, value: str, least: int) -> None:
    with pytest.raises(BadOption, match=f"option '{option}'.* {least} or more, not {value}"):
        load_adversary("add-any", {option: value})


def test_more_words_than_there_are_can_be_drawn() -> None:
    batches, _ = attacked(AddAny(drawn=5000, epochs=1, length=1, question_words=False))
    assert [len(batch) for batch in batches] == [1, 1000]


def test_a_question_without_a_word_is_attacked_with_common_words() -> None:
    example = Example("e", Question("?!", Passage("p", TEXT)), EXAMPLE.gold)
    for search in ("paper", "fast"):
        assert attacked(AddAny(search), example=example)[0]  # type: ignore[arg-type]
