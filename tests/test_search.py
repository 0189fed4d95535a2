"""The searches over word sequences, against losses written by hand."""

import os
import subprocess
import sys
from collections.abc import Callable
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import driven
from stumper.search import CHILDREN, ROUNDS, Loss, Search, Vocabulary, Words, fast_search, local_search

Judged = Callable[[Words], Loss]
PAPER = {"length": 10, "drawn": 20, "epochs": 6, "lonely_epochs": 3, "further_starts": 4}
MOST = CHILDREN * (ROUNDS + 1)
COMMON = tuple(f"w{number}" for number in range(1000))


def searched(search: Search, judged: Judged) -> tuple[list[list[Words]], Words]:
    """The batches that a search asks, and what it stands by."""
    return driven(search, lambda batch: [judged(words) for words in batch])


def never(words: Words) -> Loss:
    return Loss(1.0)


def paper(special: Words = ("who", "lit", "it"), seed: int = 1) -> Search:
    return local_search(Vocabulary(COMMON, special), Random(seed), **PAPER)


def test_without_success_the_paper_asks_one_start_for_three_epochs_and_five_for_three_more() -> None:
    # 1 start, 3 epochs x 10 positions x (20 drawn + 3 special), 4 further starts, 3 x 10 x 5 starts x 23.
    batches, _ = searched(paper(), never)
    assert [len(batch) for batch in batches] == [1] + [23] * 30 + [4] + [5 * 23] * 30


def test_a_word_that_is_common_and_special_is_tried_once() -> None:
    batches, _ = searched(local_search(Vocabulary(("a", "b"), ("b", "c")), Random(1), 2, 2, 1, 3, 4), never)
    assert [len(batch) for batch in batches] == [1, 3, 3]


def test_each_epoch_visits_every_position_once() -> None:
    batches, _ = searched(paper(), never)
    start = batches[0][0]
    for epoch in range(3):
        visited = []
        for batch in batches[1 + 10 * epoch : 11 + 10 * epoch]:
            changed = {i for words in batch for i in range(10) if words[i] != start[i]}
            assert len(changed) == 1  # nothing improves, so all differ from the start in one position
            visited += changed
        assert sorted(visited) == list(range(10))


def test_positions_are_visited_in_another_order_each_epoch() -> None:
    batches, _ = searched(paper(), never)
    start = batches[0][0]
    orders = [
        tuple(
            next(i for words in batch for i in range(10) if words[i] != start[i])
            for batch in batches[begin : begin + 10]
        )
        for begin in (1, 11, 21)
    ]
    assert len(set(orders)) == 3


def test_all_special_words_are_tried_at_every_position() -> None:
    batches, _ = searched(paper(), never)
    start = batches[0][0]
    for batch in batches[1:31]:
        tried = {words[i] for words in batch for i in range(10) if words[i] != start[i]}
        assert tried >= {"who", "lit", "it"}


def test_a_position_changes_only_when_that_lowers_the_loss() -> None:
    def judged(words: Words) -> Loss:
        return Loss(0.5 if "lit" in words else 1.0)

    batches, best = searched(paper(), judged)
    [start], first = batches[0], batches[1]
    improved = next(words for words in first if "lit" in words)
    assert sum(a != b for a, b in zip(start, improved, strict=True)) == 1
    for batch in batches[2:31]:  # from there on, every sequence of the first start descends from the improved one
        assert all(sum(a != b for a, b in zip(improved, words, strict=True)) <= 1 for words in batch)
    assert best == improved


def test_of_equally_good_words_the_first_stays() -> None:
    batches, best = searched(
        local_search(Vocabulary(("a", "b"), ()), Random(1), 1, 2, 3, 9, 0), lambda words: Loss(0.5)
    )
    assert best == batches[0][0]


def test_it_stops_as_soon_as_the_best_sequence_succeeds() -> None:
    def judged(words: Words) -> Loss:
        return Loss(0.1, succeeded=True) if "lit" in words else Loss(1.0)

    batches, best = searched(paper(), judged)
    assert [len(batch) for batch in batches] == [1, 23]
    assert "lit" in best


def test_a_start_that_succeeds_at_once_is_all_that_is_asked() -> None:
    batches, best = searched(paper(), lambda words: Loss(0.2, succeeded=True))
    assert batches == [[best]]


def test_a_success_with_a_higher_loss_than_the_best_does_not_stop_it() -> None:
    """The paper looks at the argmax answer of its best sequence, which is best by the expected F1."""

    def judged(words: Words) -> Loss:
        if "who" in words:
            return Loss(0.3, succeeded=True)
        return Loss(0.2) if "lit" in words else Loss(1.0)

    batches, best = searched(paper(), judged)
    assert "lit" in best
    assert len(batches) == 62


def test_success_of_a_further_start_ends_the_search() -> None:
    seen: list[Words] = []

    def judged(words: Words) -> Loss:
        seen.append(words)
        return Loss(0.0, succeeded=True) if len(seen) == 1 + 30 * 23 + 3 else Loss(1.0)

    batches, best = searched(paper(), judged)
    assert [len(batch) for batch in batches] == [1] + [23] * 30 + [4]
    assert best == batches[-1][2]


def test_what_could_not_be_asked_never_replaces_anything() -> None:
    batches, best = searched(paper(), lambda words: Loss(inf))
    assert best == batches[0][0]


def test_the_same_seed_searches_alike_and_another_does_not() -> None:
    assert searched(paper(seed=3), never) == searched(paper(seed=3), never)
    assert searched(paper(seed=3), never) != searched(paper(seed=4), never)


def fast(common: Words = COMMON, special: Words = ("who", "lit", "it"), length: int = 10, seed: int = 1) -> Search:
    return fast_search(Vocabulary(common, special), Random(seed), length)


def by_content(words: Words) -> Loss:
    return Loss(sum(int(word[1:]) if word[1:].isdigit() else 2000 for word in words) / 1e5)


def test_the_fast_search_asks_no_sequence_twice_and_no_more_than_it_says() -> None:
    batches, _ = searched(fast(), by_content)
    asked = [words for batch in batches for words in batch]
    assert len(asked) == len(set(asked)) == MOST
    assert f"at most {MOST} sequences" in (fast_search.__doc__ or "")


def test_the_fast_search_ends_with_the_first_success() -> None:
    batches, best = searched(fast(), lambda words: Loss(0.9, succeeded="lit" in words))
    assert "lit" in best
    assert not any("lit" in words for batch in batches[:-1] for words in batch)
    assert next(words for words in batches[-1] if "lit" in words) == best


def test_the_fast_search_stands_by_the_best_when_nothing_succeeds() -> None:
    batches, best = searched(fast(), by_content)
    assert by_content(best).value == min(by_content(words).value for batch in batches for words in batch)


def test_the_fast_search_learns() -> None:
    batches, best = searched(fast(), by_content)
    assert by_content(best).value < 0.6 * min(by_content(words).value for words in batches[0])


def test_the_fast_search_works_without_special_words() -> None:
    batches, _ = searched(fast(special=()), by_content)
    assert sum(map(len, batches)) == MOST


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("common", [("a",), ("a", "b", "c"), COMMON])
def test_the_fast_search_ends_where_there_are_few_sequences(length: int, common: Words) -> None:
    batches, _ = searched(fast(common=common, special=(), length=length), never)
    asked = [words for batch in batches for words in batch]
    assert len(asked) == len(set(asked)) <= min(MOST, len(common) ** length)
    if len(common) == 3:
        assert len(asked) == 3**length


def test_the_fast_search_survives_that_nothing_can_be_asked() -> None:
    batches, _ = searched(fast(), lambda words: Loss(inf))
    assert sum(map(len, batches)) == MOST


@given(
    common=st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True),
    special=st.lists(st.sampled_from("efgh"), max_size=3, unique=True),
    length=st.integers(1, 4),
    seed=st.integers(0, 9),
)
def test_both_searches_keep_to_their_words_and_length(
    common: list[str], special: list[str], length: int, seed: int
) -> None:
    vocabulary = Vocabulary(tuple(common), tuple(special))
    judged = {word: index for index, word in enumerate("hgfedcba")}
    for search in (
        fast_search(vocabulary, Random(seed), length),
        local_search(vocabulary, Random(seed), length, 3, 2, 1, 2),
    ):
        batches, best = searched(search, lambda words: Loss(float(sum(judged[word] for word in words))))
        asked = [words for batch in batches for words in batch]
        assert best in asked
        assert {word for words in asked for word in words} <= {*common, *special}
        assert {len(words) for words in asked} == {length}


def test_every_process_searches_alike() -> None:
    script = (
        "from random import Random; from stumper.search import Loss, Vocabulary, fast_search\n"
        "search = fast_search(Vocabulary(tuple('abcdefghij'), ('who', 'lit')), Random(1), 5)\n"
        "batch = next(search)\n"
        "for _ in range(20): batch = search.send([Loss(sum(map(ord, ''.join(words))) / 9999) for words in batch])\n"
        "print(batch)"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
