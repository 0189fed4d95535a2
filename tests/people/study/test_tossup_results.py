"""What was written in a project, in figures."""

from dataclasses import replace

from stumper.people.study.tossup_results import category_shares
from stumper.people.writing.tossup import SubmittedTossup, Written


def made(number: int, category: str, answer: str) -> SubmittedTossup:
    written = Written(answer, "", category, f"Keeper {number} lit a lamp.", "", "", 60.0, 3, ())
    return SubmittedTossup(f"t{number}", f"i{number}", f"a{number}", f"p{number}", 100.0, written)


def test_tossups_on_one_answer_hang_together_whoever_wrote_them() -> None:
    """Twenty-four authors, each with a tossup, three on each of eight answers, all of which are of one category."""

    def shares(per_answer: int) -> list[float]:
        tossups = [made(n, "History" if n // 3 % 2 else "Science", f"answer {n // per_answer}") for n in range(24)]
        first = category_shares(tossups, ("History", "Science"))[0].share
        assert first.by is not None
        assert (first.by.level, first.by.crossing) == (
            "author",
            (("answer" if per_answer > 1 else "origin", 24 // per_answer),),
        )
        return [first.value, first.high - first.low]

    (value, wide), (same, narrow) = shares(3), shares(1)
    assert value == same == 0.5
    assert wide > 1.5 * narrow


def test_tossups_that_go_back_to_one_hang_together_though_their_answers_are_few() -> None:
    """Forty-five authors, each with a tossup, five on each of nine that others began from, with seven answers."""

    def one(number: int) -> SubmittedTossup:
        begun = made(number, "History" if number % 9 % 2 else "Science", f"answer {number % 9 % 7}")
        return replace(begun, written=replace(begun.written, started_from=f"i{number % 9}" if number >= 9 else ""))

    found = category_shares([one(number) for number in range(45)], ("Science", "History"))[0].share
    assert found.by is not None
    assert (found.by.level, found.by.groups, found.by.crossing) == ("author", 45, (("origin", 9),))
    assert found.by.too_few == (("answer", 7),)
    assert found.by.design_effect > 4
    assert found.high - found.low > 0.5
