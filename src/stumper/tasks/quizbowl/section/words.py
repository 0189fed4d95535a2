"""Figures of the quizbowl part as they are said, the same in every form of the report."""

from math import isinf, isnan

from stumper.scores.fisher import ExactTest
from stumper.scores.t_test import WelchTest
from stumper.sections.wording import MINUS, NOTHING, count, signed
from stumper.tasks.quizbowl.section.figures import PEOPLE

LEAST_P = 0.001
PHENOMENA = {  # Wallace et al. 2019, table 3
    "composing": "composing seen clues",
    "logic": "logic and calculation",
    "multi-step": "multi-step reasoning",
    "paraphrase": "paraphrase",
    "distractor": "entity-type distractor",
    "novel": "novel clue",
}


def p_value(p: float) -> str:
    """A probability by a test; very small ones as that."""
    if isnan(p):
        return NOTHING
    return f"p < {LEAST_P}" if p < LEAST_P else f"p = {p:.3f}"


def odds_ratio(test: ExactTest) -> str:
    """An odds ratio with its interval."""
    if isnan(test.odds_ratio):
        return NOTHING
    return f"{_two(test.odds_ratio)} [{_two(test.low)}, {_two(test.high)}]"


def effect_size(test: WelchTest) -> str:
    """Hedges' g with its interval."""
    if isnan(test.g):
        return NOTHING
    return f"{_signed(test.g)} [{_signed(test.g_low)}, {_signed(test.g_high)}]"


def t_and_df(test: WelchTest) -> str:
    """The statistic with its degrees of freedom."""
    return NOTHING if isnan(test.t) else f"{_signed(test.t)} ({test.df:.1f})"


def position_difference(test: WelchTest) -> str:
    """The difference of two mean positions in points of the question, with its interval."""
    if isnan(test.low):
        return signed(test.difference)
    return f"{signed(test.difference)} [{signed(test.low)}, {signed(test.high)}]"


def who(player: str, is_machine: bool) -> str:
    """A player in a table."""
    return player if is_machine or player != PEOPLE else "people together"


def subject(player: str, is_machine: bool) -> str:
    """A player at the beginning of a sentence."""
    return player if is_machine else "People" if player == PEOPLE else player


def points(scored: int | None) -> str:
    """Points of matches; none where none were played for."""
    return NOTHING if scored is None else count(scored).replace("-", MINUS)


def nevers(never: int, n: int) -> str:
    """How often a guesser is never right."""
    return f"{count(never)} of {count(n)}" if n else NOTHING


def share_label(share: float) -> str:
    """A share of the question in percent, without decimals where it has none."""
    return f"{round(100 * share, 1):g}"


def part_name(name: str) -> str:
    """A category or a phenomenon in full."""
    return PHENOMENA.get(name, name)


def _two(value: float) -> str:
    return "∞" if isinf(value) else f"{value:.2f}"


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", MINUS)
