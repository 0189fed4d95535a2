"""The geometry of the error analysis: two small plots, in percent of the width and in px of the height."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan
from operator import attrgetter

from stumper.scores.failures import Contrast, QuestionLength
from stumper.sections.pictures import Bar, Histogram, Histograms, Series, Spot, SpotPlot, Tick
from stumper.statistics import Estimate
from stumper.tasks.reading.section.analysis import STILL_RIGHT, TURNED_WRONG
from stumper.tasks.reading.section.figures import Analysis

HEIGHT = 184  # px of the plot of shared words
LABEL_GAP = 19  # px between the baselines of two labels
BAR_HEIGHT = 60  # px of the tallest bar
LEAST_BAR = 1.5  # px: one question among thousands is seen
BIN = 2  # question lengths in one bar
LAST_LENGTH = 31  # words: longer questions stand with these
ASIDE = 4  # px by which the two groups stand apart


def shared_plot(analysis: Analysis) -> SpotPlot:
    """Figure 3 of Jia & Liang 2017."""
    shared = analysis.failures.shared
    places = [100 * rank / (len(shared) - 1) for rank in range(len(shared))]
    across = tuple(Tick(place, str(row.n)) for place, row in zip(places, shared, strict=True))
    up = tuple(Tick(_place(share / 100), str(share)) for share in (0, 50, 100))
    means = [[group.of(row.share) for row in shared] for group in GROUPS]
    heights = _label_heights([estimates[-1].value for estimates in means], [estimates[2].value for estimates in means])
    drawn = zip(GROUPS, means, heights, strict=True)
    series = tuple(_series(group, values, places, height) for group, values, height in drawn if values[0].n)
    told = "Share of questions with so many words in a row from the paragraph, in percent"
    return SpotPlot(told, "words in a row; questions in percent", HEIGHT, across, up, series)


def length_plot(analysis: Analysis) -> Histograms:
    """Figure 4 of Jia & Liang 2017."""
    lengths = analysis.failures.lengths
    first = min(*(row.words for row in lengths), LAST_LENGTH) // BIN * BIN
    end = min(max(row.words for row in lengths), LAST_LENGTH) // BIN * BIN + BIN
    shares = [_shares(group, lengths) for group in GROUPS]
    tallest = max(share for found in shares for share in found.values())
    histograms = []
    for group, found in zip(GROUPS, shares, strict=True):
        if not (told := group.of(analysis.failures.question_words)).n:
            continue
        bars = (
            _bar(start, share / tallest, (first, end), round(share * told.n)) for start, share in sorted(found.items())
        )
        mean, low, high = (
            100 * (min(words, end - 0.5) + 0.5 - first) / (end - first) for words in (told.value, *told.ends)
        )
        histograms.append(Histogram(group.key, group.label, tuple(bars), mean, low, high, told))
    step = BIN if end - first <= 8 * BIN else 2 * BIN
    ticks = (
        Tick(100 * (start - first) / (end - first), _bin_label(start), is_crowded=rank % 2 == 1)
        for rank, start in enumerate(range(first, end, step))
    )
    half = 100 * BIN / (end - first) / 2
    return Histograms(
        "Question lengths", "words; the dot is the mean", BAR_HEIGHT, tuple(ticks), half, tuple(histograms)
    )


@dataclass(frozen=True, slots=True)
class _Group:
    """The questions still answered right, or the others: ``key`` is the style sheet's."""

    key: str
    label: str
    aside: int
    of: Callable[[Contrast], Estimate]
    questions: Callable[[QuestionLength], int]


GROUPS = (
    _Group("right", STILL_RIGHT, -ASIDE, attrgetter("still_right"), attrgetter("still_right")),
    _Group("wrong", TURNED_WRONG, ASIDE, attrgetter("turned_wrong"), attrgetter("turned_wrong")),
)


def _series(group: _Group, means: Sequence[Estimate], places: Sequence[float], label_height: float) -> Series:
    spots = [_spot(place, mean) for place, mean in zip(places, means, strict=True)]
    return Series(group.key, group.label, group.aside, tuple(spots), label_height)


def _spot(place: float, mean: Estimate) -> Spot:
    low, high = mean.ends
    return Spot(place, _place(mean.value), _place(high), _place(low))


def _label_heights(ends: Sequence[float], middles: Sequence[float]) -> list[float]:
    """Where two labels stand: at the ends of their lines, else apart, that of the line that ends higher on top.

    Of lines that end together the one that is higher in the middle has its label on top.
    """
    heights = [_place(0 if isnan(end) else end) for end in ends]
    if abs(heights[0] - heights[1]) >= LABEL_GAP:
        return heights
    centre = min(sum(heights) / 2, HEIGHT - LABEL_GAP / 2)
    is_below = (ends[0], middles[0]) < (ends[1], middles[1])
    half = LABEL_GAP / 2 if is_below else -LABEL_GAP / 2
    return [centre + half, centre - half]


def _shares(group: _Group, lengths: Sequence[QuestionLength]) -> dict[int, float]:
    """The share of the group's questions in each bar, by its shortest length; bars without any are left out."""
    bins: dict[int, int] = {}
    for row in lengths:
        start = min(row.words, LAST_LENGTH) // BIN * BIN
        bins[start] = bins.get(start, 0) + group.questions(row)
    total = sum(bins.values())
    return {start: questions / total for start, questions in bins.items() if questions}


def _bar(start: int, share: float, scale: tuple[int, int], questions: int) -> Bar:
    first, end = scale
    width, height = 100 / (end - first), max(LEAST_BAR, BAR_HEIGHT * share)
    return Bar(width * (start - first), width * BIN, height, f"{_bin_label(start)} words", questions)


def _bin_label(start: int) -> str:
    return f"{start}+" if start + BIN > LAST_LENGTH else f"{start}–{start + BIN - 1}"


def _place(share: float) -> float:
    return round(HEIGHT * (1 - share), 2)
