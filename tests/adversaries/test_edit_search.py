"""Edits one after the other, chosen by what the victim says."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from math import log
from random import Random

import pytest

from stumper.adversaries.reading.edits.paragraph import Change, changed, paragraph
from stumper.adversaries.reading.edits.paraphrase import Paraphrase
from stumper.adversaries.reading.edits.searched import Searched, both, margin, parts_of
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Guess, Nothing, Passage, Perturbation, Prediction, Verdict

TEXT = "Ada Thorn purchased the mill in May and sold a house in 1902. Rain fell. The ruler purchased a boat."
EXAMPLE = Example(
    "q", Question("When did Ada Thorn sell a house?", Passage("p", TEXT)), Gold((Answer("1902", TEXT.index("1902")),))
)


def text_of(made: Perturbation) -> str:
    assert isinstance(made.query, Question)
    return made.query.context.text


def rounds(expected: Callable[[str], float], search: Searched, of: Example = EXAMPLE) -> list[list[Perturbation]]:
    """What is proposed round after round to a system with this expected score; it fails at 0."""
    attack = search.attack(of, Verdict(None, 1.0, 1.0), Random(0))
    proposed: Sequence[Perturbation] = next(attack)
    found = [list(proposed)]
    try:
        while True:
            worth = [expected(text_of(made)) for made in proposed]
            proposed = attack.send([Verdict(None, 1.0, at, at == 0) for at in worth])
            found.append(list(proposed))
    except StopIteration:
        return found


def test_each_round_edits_what_the_system_minded_most_before() -> None:
    found = rounds(lambda text: 1 - 0.4 * text.endswith("1902."), Searched(edits="synonym,split", width=1, each=16))
    assert len(found) == 2  # the second took nothing more
    assert {made.edits[0].kind for made in found[0]} == {"split", "synonym"}
    assert "split + synonym" in {made.edits[0].kind for made in found[1]}
    assert all(made.edits[0].kind.startswith("split") for made in found[1])


def test_with_one_candidate_of_an_edit_later_rounds_edit_further() -> None:
    found = rounds(lambda text: 1 - 0.4 * (text.count(".") > 3), Searched(edits="split,synonym", width=1, each=1))
    assert "split + synonym" in {made.edits[0].kind for made in found[1]}


def test_several_edits_are_one_change_of_the_original_that_keeps_the_answer() -> None:
    found = rounds(lambda text: 1 - 0.2 * text.count("bought"), Searched(each=16))
    for made in (each for batch in found for each in batch):
        new, done = "", 0
        for edit in made.edits:
            new += TEXT[done : edit.start] + edit.text
            done = edit.end
        assert new + TEXT[done:] == text_of(made)
        [answer] = made.gold.answers
        assert answer.start is not None
        assert text_of(made).startswith("1902", answer.start)


def test_a_success_ends_the_search() -> None:
    assert len(rounds(lambda text: 0.0 if "bought" in text else 0.5, Searched(each=16))) == 1


def test_the_words_that_a_success_does_without_are_put_back() -> None:
    attack = Searched(edits="synonym", each=16).attack(EXAMPLE, Verdict(None, 1.0, 1.0), Random(0))
    proposed: Sequence[Perturbation] = next(attack)
    fooling = min((made for made in proposed if len(made.edits) == 3), key=lambda made: len(text_of(made)))
    first, _, last = said(fooling)

    def fools(made: Perturbation) -> bool:
        return {first, last} <= set(said(made))

    assert set(said(stood_by(attack, proposed, fools))) == {first, last}


def said(made: Perturbation) -> list[tuple[int, int, str]]:
    """What a change writes, and where."""
    return [(edit.start, edit.end, edit.text) for edit in made.edits]


def stood_by(
    attack: Generator[Sequence[Perturbation], Sequence[Verdict], object],
    proposed: Sequence[Perturbation],
    fools: Callable[[Perturbation], bool],
) -> Perturbation:
    """What the attack returns."""
    while True:
        try:
            proposed = attack.send([Verdict(None, 1.0, 0.5, fools(made)) for made in proposed])
        except StopIteration as end:
            found: Perturbation = end.value
            return found


def told(*guesses: tuple[str, float]) -> Verdict:
    mass = sum(share for _, share in guesses)
    return Verdict(Prediction(tuple(Guess(text, share) for text, share in guesses), mass), 1.0, 0.9)


def test_the_margin_is_that_of_the_right_answer_over_the_likeliest_wrong_one() -> None:
    gold = EXAMPLE.gold
    assert margin(gold, told(("in 1902", 0.5), ("1902", 0.3), ("the mill", 0.1))) == pytest.approx(log(5))
    assert margin(gold, told(("the mill", 0.5), ("1902", 0.1))) == pytest.approx(-log(5))


def test_a_wrong_answer_that_is_not_told_may_have_what_is_left() -> None:
    assert margin(EXAMPLE.gold, told(("1902", 0.96))) == pytest.approx(log(0.96 / 0.04))
    assert margin(EXAMPLE.gold, told(("1902", 0.94), ("in 1902", 0.02))) == pytest.approx(log(0.94 / 0.02))


def test_a_round_that_changed_nothing_is_the_last() -> None:
    assert len(rounds(lambda _: 1.0, Searched())) == 1


def test_no_paragraph_is_asked_about_twice() -> None:
    found = rounds(lambda text: 1 - 0.3 * text.count("bought"), Searched(each=16))
    asked = [text_of(made) for batch in found for made in batch]
    assert len(asked) == len(set(asked))


def test_where_no_edit_can_be_made_it_says_so() -> None:
    of = Example("q", Question("When?", Passage("p", "In 1902.")), Gold((Answer("1902", 3),)))
    attack = Searched().attack(of, Verdict(None, 1.0, 1.0), Random(0))
    with pytest.raises(StopIteration) as end:
        next(attack)
    assert isinstance(end.value.value, Nothing)


def test_an_edit_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="polish"):
        Searched(edits="split,polish")
    with pytest.raises(BadOption, match="width"):
        Searched(width=0)


def put(at: str, text: str) -> Perturbation:
    given = paragraph(EXAMPLE)
    assert given is not None
    made = changed(given, [Change(TEXT.index(at), TEXT.index(at) + len(at), text)], "synonym", "by hand")
    assert made is not None
    return made


def test_two_edits_that_lie_apart_are_made_at_once() -> None:
    made = both(EXAMPLE, put("ruler", "king"), put("house", "home"))
    assert made is not None
    assert text_of(made) == TEXT.replace("house", "home").replace("ruler", "king")
    assert text_of(made)[made.gold.answers[0].start or 0 :].startswith("1902")
    assert {edit.kind for edit in made.edits} == {"synonym"}


def test_a_kind_of_edit_that_is_made_twice_is_told_once() -> None:
    ship = put("boat", "ship")
    split = replace(ship, edits=tuple(replace(edit, kind="split") for edit in ship.edits))
    made: Perturbation | None = put("ruler", "king")
    for further in (split, put("house", "home"), put("Rain", "Snow")):
        assert made is not None
        made = both(EXAMPLE, made, further)
    assert made is not None
    assert {edit.kind for edit in made.edits} == {"synonym + split"}


def test_two_edits_of_the_same_words_are_not_made_at_once() -> None:
    assert both(EXAMPLE, put("the mill", "the works"), put("mill in", "works in")) is None


def test_what_hurt_by_itself_is_made_upon_what_hurt_most() -> None:
    text = f"{TEXT} The nuns purchased a cow. The king purchased salt. The farmer purchased a goat."
    of = replace(EXAMPLE, query=Question(EXAMPLE.query.text, Passage("p", text)))
    found = rounds(lambda new: 1 - 0.1 * new.count("bought"), Searched(edits="synonym", each=4, width=8), of)
    hurt = [made for made in found[0] if "bought" in text_of(made)]
    twice = [text_of(made) for one in hurt for other in hurt if (made := both(of, one, other)) is not None]
    assert twice
    assert {text_of(made) for made in (*found[0], *found[1])} >= set(twice)


def test_the_second_round_has_several_edits_of_the_first_at_once() -> None:
    text = (
        "Ada sold the mill, and Bo left the town in 1871. Cy burned the house, and Di ran to the river. "
        "Ed bought a boat, and Flo made a net. Gil lost the key, and Hal broke the door."
    )
    gold = Gold((Answer("1871", text.index("1871")),))
    of = Example("q", Question("When did Bo leave?", Passage("p", text)), gold)
    one_cut = rounds(lambda made: 1 - 0.1 * (made.count(".") < 8), Searched(edits="split", width=1), of)
    assert {text_of(made).count(".") for made in one_cut[0]} == {5, 7}
    assert 8 in {text_of(made).count(".") for made in one_cut[1]}


def test_the_second_round_has_those_words_at_once_that_took_most_in_any_paragraph() -> None:
    text = (
        "Ada sold a house in 1902. The ruler purchased a boat. The ruler purchased a lamp. The ruler purchased a goat. "
        "The ruler purchased a net. The ruler purchased a key. The ruler purchased a bell."
    )
    of = Example("q", Question("When did Ada sell a house?", Passage("p", text)), EXAMPLE.gold)
    of = replace(of, gold=Gold((Answer("1902", text.index("1902")),)))
    found = rounds(lambda made: 1 - 0.1 * made.count("bought"), Searched(edits="synonym", each=16, width=1), of)
    assert max(text_of(made).count("bought") for made in found[0]) <= 4
    assert 6 in {text_of(made).count("bought") for made in found[1]}


def test_a_search_that_fails_stands_by_the_fewest_edits_that_took_as_much() -> None:
    attack = Searched(edits="split,synonym", each=2).attack(EXAMPLE, Verdict(None, 1.0, 1.0), Random(0))
    proposed: Sequence[Perturbation] = next(attack)
    firsts = set(map(text_of, proposed))
    try:
        while True:
            proposed = attack.send([Verdict(None, 1.0, 1 / len(text_of(made))) for made in proposed])
    except StopIteration as end:
        stood = end.value
    assert text_of(stood) in firsts


def test_of_a_paraphrase_each_sentence_is_a_part_of_its_own() -> None:
    text = "Ada bought the mill in 1871. Rain fell in May."
    of = Example("q", Question("When did Ada buy the mill?", Passage("p", text)), Gold((Answer("1871", 23),)))
    given = paragraph(of)
    assert given is not None
    made = changed(given, [Change(0, 3, "She"), Change(4, 10, "got"), Change(29, 33, "Hail")], "paraphrase", "by hand")
    assert made is not None
    parts = [text_of(part) for part in parts_of(of, made)]
    assert parts == ["She got the mill in 1871. Rain fell in May.", "Ada bought the mill in 1871. Hail fell in May."]


def test_no_part_of_a_paraphrase_has_half_of_a_sentence() -> None:
    text = "In May 1902, the old guild sold the firm to the baker. In June 1903, the town bought the old mill. Bo left."
    of = Example("q", Question("Who left?", Passage("p", text)), Gold((Answer("Bo", text.index("Bo")),)))
    old = text.split(". ")
    parted = 0
    for made in Paraphrase(candidates=40).proposals(of, Random(0)):
        new = text_of(made).split(". ")
        parts = [text_of(part).split(". ") for part in parts_of(of, made)]
        parted += len(parts) > 1
        assert all(said in pair for part in parts for said, *pair in zip(part, old, new, strict=True))
    assert parted


def test_an_answer_that_runs_over_two_sentences_is_of_one_part() -> None:
    key = "In May 1902, the old guild sold the firm of Orr Bros. In Lowmere to the baker."
    text = f"{key} Bo left."
    answer = Answer("Orr Bros. In Lowmere", text.index("Orr"))
    of = Example("q", Question("What was sold?", Passage("p", text)), Gold((answer,)))
    given, end = paragraph(of), key.index(".", key.index("baker"))
    assert given is not None
    made = changed(given, [Change(0, 14, "T"), Change(end, end, " in May 1902")], "paraphrase", "by hand")
    assert made is not None
    after = "The old guild sold the firm of Orr Bros. In Lowmere to the baker in May 1902. Bo left."
    assert [text_of(part) for part in parts_of(of, made)] == [after]
