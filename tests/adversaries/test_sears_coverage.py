"""The lazy choice of rules: what the naive greedy one chooses, with fewer questions."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from stumper.adversaries.rule_induction.coverage import Chosen, Key, Reach, cover

EXAMPLES = 6


def lazy(candidates: Sequence[Sequence[Reach]], most: int, least: int, truth: Mapping[Key, bool]) -> list[Chosen]:
    return asking(candidates, most, least, truth)[0]


def asking(
    candidates: Sequence[Sequence[Reach]], most: int, least: int, truth: Mapping[Key, bool]
) -> tuple[list[Chosen], list[Key]]:
    """What is chosen, and what was asked for it."""
    turns: dict[Key, bool] = {}
    asked: list[Key] = []
    choice = cover(candidates, most, least, turns)
    try:
        queries = next(choice)
        while True:
            asked += queries
            turns |= {query: truth[query] for query in queries}
            queries = choice.send(None)
    except StopIteration as end:
        found: list[Chosen] = end.value
        return found, asked


def naive(candidates: Sequence[Sequence[Reach]], most: int, least: int, truth: Mapping[Key, bool]) -> list[Chosen]:
    """Every candidate's gain worked out anew for every choice."""
    covered = dict.fromkeys(range(EXAMPLES), 0)
    chosen: list[Chosen] = []
    flips = [sum(truth[reach.query] for reach in reaches) for reaches in candidates]
    while len(chosen) < most:
        gains = [
            sum(max(0, reach.worth - covered[reach.example]) for reach in reaches if truth[reach.query])
            for reaches in candidates
        ]
        best = max((k for k in range(len(gains)) if flips[k] >= least), key=lambda k: (gains[k], -k), default=None)
        if best is None or gains[best] == 0:
            return chosen
        chosen.append(Chosen(best, gains[best], flips[best]))
        for reach in candidates[best]:
            if truth[reach.query]:
                covered[reach.example] = max(covered[reach.example], reach.worth)
    return chosen


reaches = st.dictionaries(
    st.integers(0, EXAMPLES - 1), st.tuples(st.integers(1, 5), st.integers(0, 2)), max_size=EXAMPLES
)
candidate_sets = st.lists(
    reaches.map(lambda found: [Reach(e, worth, (e, f"text {text}")) for e, (worth, text) in sorted(found.items())]),
    max_size=8,
)
truths = st.lists(st.booleans(), min_size=3 * EXAMPLES, max_size=3 * EXAMPLES).map(
    lambda says: {(e, f"text {text}"): says[3 * e + text] for e in range(EXAMPLES) for text in range(3)}
)


@given(candidate_sets, st.integers(1, 5), st.integers(1, 3), truths)
def test_it_chooses_what_the_naive_greedy_choice_would(
    candidates: list[list[Reach]], most: int, least: int, truth: dict[Key, bool]
) -> None:
    assert lazy(candidates, most, least, truth) == naive(candidates, most, least, truth)


@given(candidate_sets, truths)
def test_no_query_is_asked_twice(candidates: list[list[Reach]], truth: dict[Key, bool]) -> None:
    _, asked = asking(candidates, 3, 1, truth)
    assert len(asked) == len(set(asked))


def reach(example: int, worth: int = 1) -> Reach:
    return Reach(example, worth, (example, "text"))


def test_a_candidate_that_cannot_win_is_never_asked_about() -> None:
    wide = [reach(k, 2) for k in range(4)]
    narrow = [Reach(5, 1, (5, "other"))]
    chosen, asked = asking([narrow, wide], 1, 1, {(k, "text"): True for k in range(4)})
    assert [each.candidate for each in chosen] == [1]
    assert (5, "other") not in asked


def test_what_is_covered_counts_no_more() -> None:
    first = [reach(0, 3), reach(1, 3)]
    same = [reach(0, 3)]
    other = [reach(2, 1)]
    truth = {(k, "text"): True for k in range(3)}
    assert [each.candidate for each in lazy([same, first, other], 3, 1, truth)] == [1, 2]


def test_a_better_way_to_turn_the_same_example_still_adds_something() -> None:
    coarse = [Reach(0, 1, (0, "a")), Reach(1, 1, (1, "a")), Reach(2, 1, (2, "a"))]
    fine = [Reach(0, 3, (0, "b"))]
    truth = {reach.query: True for reach in (*coarse, *fine)}
    assert lazy([coarse, fine], 2, 1, truth) == [Chosen(0, 3, 3), Chosen(1, 2, 1)]
