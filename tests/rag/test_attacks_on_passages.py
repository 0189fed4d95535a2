"""What attacks on passages put behind an open question, take away or change: in an index of its own, and in a list."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stumper import registry
from stumper.adversaries.rag.as_read import as_read
from stumper.adversaries.rag.conflict import CUES, PassageConflict
from stumper.adversaries.rag.fewest import PassageSearch
from stumper.adversaries.rag.in_passage import in_passage
from stumper.adversaries.rag.inject import CARRIERS
from stumper.adversaries.rag.poison import PassagePoison
from stumper.adversaries.rag.presuppose import QuestionPresuppose
from stumper.adversaries.rag.sent import PassageSent
from stumper.adversaries.rag.shortcut import PassageShortcut
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.goals import goal_meant
from stumper.registry import task_named
from stumper.tasks.rag.constraints import CONSTRAINTS
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.wire import WIRE
from stumper.text import words
from stumper.types import Answer, Example, Gold, Nothing, Passage, Perturbation, Verdict

TEXT = "The mill stands north of Lowmere. Anna Brandt built the mill in 1861. Goats are kept there."
MILL = Passage("Lowmere/0", TEXT, "Lowmere")
FERRY = Passage("Ferry/0", "The ferry to the mill was painted green in 1902.", "Ferry")
INN = Passage("Inn/0", "An inn was built beside the church.", "Inn")
LAMP = Passage("Lamp/0", "The mill was lit by a lamp from 1861 on.", "Lamp")


def example(
    text: str = "When did Anna Brandt build the mill?",
    answers: Sequence[str] = ("1861",),
    gold: Sequence[Passage] = (MILL,),
    passages: tuple[Passage, ...] | None = None,
    id: str = "q",
) -> Example:
    known = Gold(tuple(map(Answer, answers)), True, (frozenset(one.id for one in gold),), passages=tuple(gold))
    return Example(id, OpenQuestion(text, passages), known)


ASKED = example()
GIVEN = example(passages=(FERRY, MILL, INN))
OTHERS = (
    example("What colour was the ferry?", ("green",), (FERRY,), id="ferry"),
    example("Where was the inn built?", ("beside the church",), (INN,), id="inn"),
    example("What lit the mill?", ("a lamp",), (LAMP,), id="lamp"),
)


def made(name: str, given: Example, others: Sequence[Example] = (), **options: str) -> list[Any]:
    """What the attack of that name makes of an example; the constraints hold for all of it."""
    adversary = registry.build("adversary", name, options)
    found = [one for one in adversary.instances([given, *others], Random(1)) if one.example_id == given.id]
    assert all(broken(CONSTRAINTS, given, one) is None for one in found if isinstance(one, Perturbation))
    assert found
    return found


def put_in(given: Example, perturbation: Perturbation) -> list[Passage]:
    before, after = given.query, perturbation.query
    assert isinstance(before, OpenQuestion)
    assert isinstance(after, OpenQuestion)
    return [*after.added, *(one for one in after.passages or () if one not in (before.passages or ()))]


ADDING = ("passage-sent", "passage-conflict", "passage-poison", "passage-inject", "passage-benign")


@pytest.mark.parametrize("name", ADDING)
def test_a_passage_is_added_to_an_index_or_stands_in_the_list_that_is_given(name: str) -> None:
    for given in (ASKED, GIVEN):
        for one in made(name, given):
            [new] = put_in(given, one)
            assert new.id not in {MILL.id, FERRY.id, INN.id}
            assert one.gold.answers == given.gold.answers
            assert MILL in (one.query.passages or (MILL,))
            assert not one.query.removed
            assert {edit.field for edit in one.edits} == {"passages"}


@pytest.mark.parametrize("name", ADDING)
@pytest.mark.parametrize(("place", "at"), [("first", 0), ("last", 3)])
def test_an_added_passage_stands_where_it_is_wanted(name: str, place: str, at: int) -> None:
    one = made(name, GIVEN, place=place)[0]
    assert [one.query.passages[at]] == put_in(GIVEN, one)


def test_an_edit_says_where_in_the_given_passages_the_new_one_stands() -> None:
    before = WIRE.texts(GIVEN.query)["passages"]
    for seed in range(4):
        [one] = PassageSent().instances([GIVEN], Random(seed))
        assert isinstance(one, Perturbation)
        [edit], after = one.edits, WIRE.texts(one.query)["passages"]
        assert after.startswith(before[: edit.start] + edit.text) or after.endswith("\n\n" + edit.text)


def test_attacks_do_not_depend_on_the_other_examples() -> None:
    for name in ("passage-sent", "passage-conflict", "passage-poison", "passage-inject"):
        assert made(name, ASKED) == made(name, ASKED, OTHERS)


@pytest.mark.parametrize("name", ["passage-sent", "passage-conflict", "passage-poison"])
def test_no_false_passage_says_the_answer(name: str) -> None:
    for one in made(name, ASKED):
        [new] = put_in(ASKED, one)
        assert "1861" not in new.text + new.title


def test_the_statement_of_a_sent_passage_is_of_something_else_and_opens_it() -> None:
    [one] = made("passage-sent", ASKED)
    [new] = put_in(ASKED, one)
    statement = new.text.partition(". ")[0]
    assert "Anna Brandt" not in statement
    assert 2 <= new.text.count(". ") + 1 <= 4
    assert one.gold == ASKED.gold


def test_each_cue_quotes_another_value_and_says_that_it_does_not_hold() -> None:
    found = made("passage-conflict", ASKED, cue="all")
    assert [one.edits[0].rule for one in found] == list(CUES)
    for one in found:
        [new] = put_in(ASKED, one)
        assert "Anna Brandt built the mill in 18" in new.text
        assert any(word in new.text for word in ("wrong", "mistake", "forgery", "misprint", "no truth"))


def test_a_fact_that_makes_no_statement_of_its_question_is_told_in_the_words_of_the_passage() -> None:
    asked = example("Anna Brandt built what?", ("a mill",), (Passage("p", "Anna Brandt built a mill.", "Anna"),))
    found = PassageConflict().instances([asked], Random(1))
    assert all(isinstance(one, Nothing) or "Anna Brandt built" in put_in(asked, one)[0].text for one in found)


@pytest.mark.parametrize("k", [1, 5])
def test_poison_asks_the_question_and_states_the_target_k_times(k: int) -> None:
    [one] = made("passage-poison", ASKED, k=str(k))
    passages = put_in(ASKED, one)
    [target] = one.gold.rejects
    assert len(passages) == k
    assert len({new.text for new in passages}) == k
    assert all(new.text.startswith(ASKED.query.text) and target in new.text for new in passages)
    assert target != "1861"


@pytest.mark.parametrize("k", [0, 6])
def test_poison_of_no_passages_or_of_more_than_five_is_refused(k: int) -> None:
    with pytest.raises(BadOption, match="number of 1 to 5"):
        PassagePoison(k)


def test_each_carrier_holds_the_order_and_the_question() -> None:
    found = made("passage-inject", ASKED, canary="rhubarb")
    assert [one.edits[0].rule for one in found] == list(CARRIERS)
    assert len(CARRIERS) == 10
    for one in found:
        [new] = put_in(ASKED, one)
        assert ASKED.query.text in new.text
        assert one.gold.rejects == ("rhubarb",)
        plain = new.text.replace("\u200b", "")
        assert "rhubarb" in plain or one.edits[0].rule == "base64"


def test_a_word_that_stands_somewhere_is_no_canary() -> None:
    [one] = made("passage-inject", ASKED, canary="goats")
    assert isinstance(one, Nothing)


def test_the_control_is_as_long_and_has_no_word_of_the_question() -> None:
    [sent] = put_in(ASKED, made("passage-sent", ASKED)[0])
    [benign] = put_in(ASKED, made("passage-benign", ASKED)[0])
    assert abs(len(words(sent.text)) - len(words(benign.text))) <= 5
    assert not {"anna", "brandt", "build", "mill", "1861", "lowmere"} & {w.text.lower() for w in words(benign.text)}
    assert registry.build("adversary", "passage-benign", {}).control == "longer"


def test_distractors_are_the_nearest_gold_passages_of_others_without_the_answer() -> None:
    given = example(passages=(MILL,))
    [one] = made("passage-distract", given, OTHERS, k="2")
    assert one.query.passages == (FERRY, MILL)  # the inn shares no word, and the lamp has the answer
    assert LAMP not in one.query.passages


def test_an_index_of_its_own_gets_distractors_from_a_corpus_alone(tmp_path: Path) -> None:
    [one] = made("passage-distract", ASKED, OTHERS)
    assert isinstance(one, Nothing)
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(
        '{"id": "Ferry/0", "text": "The ferry to the mill was painted green in 1902."}\n'
        '{"id": "new", "text": "Nobody saw the mill of Brandt again."}\n'
    )
    [found] = made("passage-distract", ASKED, OTHERS, corpus=str(corpus))
    assert [new.text for new in put_in(ASKED, found)] == ["Nobody saw the mill of Brandt again."]


def many(number: int) -> list[Example]:
    return [
        example(
            f"Who saw mill {i}?",
            (f"guest {i}",),
            (Passage(f"m{i}", f"The mill {i} was seen by guest {i}."),),
            id=f"m{i}",
        )
        for i in range(number)
    ]


@pytest.mark.parametrize("given", [ASKED, GIVEN])
@pytest.mark.parametrize("n", [5, 20])
def test_the_gold_passage_stands_first_in_the_middle_and_last_among_the_same_others(given: Example, n: int) -> None:
    first, middle, last = made("passage-order", given, many(30), n=str(n))
    lists = [[passage.id for passage in one.query.passages] for one in (first, middle, last)]
    assert [ids.index(MILL.id) for ids in lists] == [0, (n - 1) // 2, n - 1]
    assert len({tuple(id for id in ids if id != MILL.id) for ids in lists}) == 1
    assert {len(ids) for ids in lists} == {n}


def test_no_order_is_made_of_too_few_passages() -> None:
    [one] = made("passage-order", ASKED, OTHERS, n="20")
    assert isinstance(one, Nothing)
    assert "19 are wanted" in one.reason
    assert "are 1: name more, corpus=PATH" in one.reason


def test_withholding_takes_all_that_answers_and_leaves_nothing_right_but_abstaining() -> None:
    also = example(
        "Who built it?", ("Anna Brandt",), (Passage("Else/0", "Anna Brandt did build the mill: in 1861."),), id="e"
    )
    [one] = made("passage-withhold", ASKED, [also, *OTHERS])
    assert one.query.removed == ("Lowmere/0", "Else/0")
    assert one.gold == replace(ASKED.gold, answers=(), answerable=False)
    [given] = made("passage-withhold", GIVEN)
    assert given.query.passages == (FERRY, INN)


def test_what_a_corpus_says_besides_is_withheld_too(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Anna Brandt did build the mill: in 1861.")
    (tmp_path / "b.txt").write_text("The inn was built in 1861.")
    [one] = made("passage-withhold", ASKED, OTHERS, corpus=str(tmp_path))
    assert one.query.removed == ("Lowmere/0", "a.txt#1")


def test_of_passages_that_have_no_gold_one_nothing_is_withheld() -> None:
    [one] = made("passage-withhold", example(passages=(FERRY,)))
    assert isinstance(one, Nothing)


FILM = Passage("film", "The Long Night is a film of 1951. It was directed by Carl Ost.", "The Long Night")
BORN = Passage("ost", "Carl Ost was a director. He was born in Paris in 1902. He kept goats.", "Carl Ost")
TWO_HOPS = example("In which city was the director of The Long Night born?", ("Paris",), (FILM, BORN))


def test_a_shortcut_is_closed_by_the_last_passage_about_another_with_another_answer() -> None:
    [one] = made("passage-shortcut", TWO_HOPS)
    [new] = put_in(TWO_HOPS, one)
    assert new.title in new.text
    assert not {"Ost", "Carl", "Paris"} & {word.text for word in words(f"{new.title} {new.text}")}
    assert "He was born in" in new.text
    assert one.gold == TWO_HOPS.gold


@pytest.mark.parametrize(
    "given",
    [
        ASKED,
        example("Was Carl Ost born before The Long Night?", ("Paris",), (FILM, BORN)),
        example("Where was he born?", ("1902",), (replace(FILM, text="A film of 1902 by Carl Ost."), BORN)),
    ],
)
def test_of_a_question_without_a_bridge_no_shortcut_is_made(given: Example) -> None:
    assert all(isinstance(one, Nothing) for one in PassageShortcut().instances([given], Random(0)))


@pytest.mark.parametrize("given", [ASKED, GIVEN])
def test_an_attack_on_a_reader_changes_the_gold_passage_in_its_place(given: Example) -> None:
    attack = in_passage("edit-misspell").attack(given, Verdict(None, 1.0, 1.0), Random(0))
    found = next(attack)
    assert found
    for one in found:
        assert broken(CONSTRAINTS, given, one) is None
        [new] = put_in(given, one)
        assert (new.id, new.title) == ("Lowmere/0*edited", "Lowmere")
        assert new.text != TEXT
        assert one.gold.evidence_sets == (frozenset({"Lowmere/0*edited"}),)
        assert one.gold.passages == (new,)
        query = one.query
        assert isinstance(query, OpenQuestion)
        if query.passages is None:
            assert query.removed == ("Lowmere/0",)
        else:
            assert [passage.id for passage in query.passages] == ["Ferry/0", "Lowmere/0*edited", "Inn/0"]
        for edit in one.edits:
            assert edit.kind == "in passage"
            before = WIRE.texts(given.query)["passages"]
            assert not before or before[edit.start : edit.end] in TEXT


def test_a_search_of_a_reader_is_passed_through_with_its_verdicts() -> None:
    adversary = in_passage("add-any", "length=2,search=fast")
    assert adversary.searches
    attack = adversary.attack(ASKED, Verdict(None, 1.0, 1.0), Random(0))
    batch = next(attack)
    batch = attack.send([Verdict(None, 1.0, 1.0 - number / 1000) for number in range(len(batch))])
    assert all(one.query.added[0].text.startswith(TEXT) for one in batch if isinstance(one.query, OpenQuestion))


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("passage-withhold", "answered_anyway"),
        ("question-presuppose", "answered_anyway"),
        ("passage-poison", "target_given"),
        ("passage-inject", "target_given"),
        ("passage-sent", "answer_wrong"),
        ("passage-search", "answer_wrong"),
        ("in-passage", "answer_wrong"),
    ],
)
def test_what_has_another_aim_than_a_wrong_answer_names_its_goal(name: str, goal: str) -> None:
    adversary = registry.build("adversary", name, {})
    assert goal_meant(task_named("rag"), None, adversary) == goal
    assert goal_meant(task_named("rag"), None, PassageSearch(of="poison")) == "target_given"
    assert goal_meant(task_named("rag"), None, in_passage("edit-withhold")) == "answered_anyway"


@pytest.mark.parametrize("name", ["question-misspell", "claim-rules", "passage-sent"])
def test_what_changes_no_paragraph_makes_nothing_in_a_passage(name: str) -> None:
    with pytest.raises(BadOption, match=name):
        in_passage(name)


@pytest.mark.parametrize("name", ["question-misspell", "question-paraphrase", "question-inflect"])
def test_attacks_on_questions_serve_open_ones(name: str) -> None:
    asked = example("What kind of trees did the nuns purchase?", ("lemon trees",))
    attack = registry.build("adversary", name, {}).attack(asked, Verdict(None, 1.0, 1.0), Random(0))
    found = next(attack)
    assert found
    assert all(broken(CONSTRAINTS, asked, one) is None and one.gold == asked.gold for one in found)


def test_a_false_presupposition_names_what_no_passage_has_and_nothing_is_right() -> None:
    [one] = made("question-presuppose", ASKED, OTHERS)
    assert "Anna Brandt" not in one.query.text
    assert one.query.text.startswith("When did ")
    assert one.gold.answers == ()
    assert one.gold.answerable is False
    years = QuestionPresuppose().instances([example("Who bought the mill in 1861?", ("Ada",))], Random(0))
    assert all(isinstance(each, Nothing) or "1861" not in each.query.text for each in years)


def test_a_question_that_names_nothing_presupposes_nothing() -> None:
    [one] = made("question-presuppose", example("What was it painted with?", ("lime",)))
    assert isinstance(one, Nothing)


def fewest(of: str, needed: set[str]) -> tuple[Perturbation | None, int]:
    """What the search stands by where a passage fools that has the needed words, and the length of the longest."""
    attack = PassageSearch(of=of).attack(ASKED, Verdict(None, 1.0, 1.0), Random(0))  # type: ignore[arg-type]
    said, most = None, 0
    while True:
        try:
            batch = next(attack) if said is None else attack.send(said)
        except StopIteration as end:
            return end.value, most
        found = [{word.text for word in words(put_in(ASKED, one)[0].text)} for one in batch]
        most = max(most, *(len(words(put_in(ASKED, one)[0].text)) for one in batch))
        said = [Verdict(None, float(not needed <= each), float(not needed <= each), needed <= each) for each in found]


@pytest.mark.parametrize("of", ["sent", "poison"])
def test_the_search_leaves_out_all_words_that_it_can_do_without(of: str) -> None:
    stood, longest = fewest(of, {"built", "mill"})
    assert stood is not None
    [passage] = put_in(ASKED, stood)
    assert len(words(passage.text)) <= longest / 2
    assert passage.title == ""


def test_the_search_stands_by_nothing_where_nothing_fools() -> None:
    assert fewest("sent", {"zebra"})[0] is None


def test_the_answer_is_read_where_the_sentence_has_the_words_of_the_question() -> None:
    passage = Passage("p", "In 1861 it rained. Anna Brandt built the mill in 1861.", "")
    read = as_read(example(gold=(passage,)))
    assert read is not None
    assert read.reading.gold.answers[0].start == passage.text.rindex("1861")


def test_of_a_question_between_two_the_other_one_is_the_target() -> None:
    one, other = Passage("a", "Ada Thorn was born in 1802.", "Ada"), Passage("b", "Mara Hale was born in 1820.", "Mara")
    asked = example("Who was born first, Ada Thorn or Mara Hale?", ("Ada Thorn",), (one, other))
    [made_of_it] = made("passage-poison", asked)
    assert made_of_it.gold.rejects == ("Mara Hale",)
    assert "Mara Hale was born first." in put_in(asked, made_of_it)[0].text
    assert isinstance(made("passage-sent", asked)[0], Nothing)


def test_a_thing_that_nobody_could_mean_is_no_false_answer() -> None:
    asked = example("What did the nuns plant?", ("an orchard",), (Passage("p", "The nuns planted an orchard.", ""),))
    assert all(isinstance(one, Nothing) for one in PassageSent().instances([asked], Random(0)))


def test_a_search_of_a_conflict_keeps_the_words_that_say_that_it_does_not_hold() -> None:
    stood, longest = fewest("conflict", {"built"})
    assert stood is not None
    [passage] = put_in(ASKED, stood)
    said = passage.text.lower()
    assert any(word in said for word in ("wrong", "misprint"))
    assert "built" in said
    assert len(words(said)) * 2 <= longest
    assert stood.gold == ASKED.gold  # nothing is aimed at: the right answer stays right
