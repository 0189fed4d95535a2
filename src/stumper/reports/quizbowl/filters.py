"""What the page's templates ask of the quizbowl part."""

from collections.abc import Callable, Mapping, Sequence

from stumper.reports.quizbowl.pictures import attack_colours, attack_panels, play_panels, player_colours
from stumper.reports.quizbowl.sentences import both_ways, transfers
from stumper.reports.quizbowl.values import (
    Grouping,
    Makeup,
    Measure,
    Part,
    Play,
    ShareCurve,
)
from stumper.reports.quizbowl.words import (
    effect_size,
    nevers,
    odds_ratio,
    of_questions,
    p_value,
    part_name,
    points,
    position_difference,
    share_label,
    subject,
    t_and_df,
    told_change,
    who,
)
from stumper.scores.intervals import Estimate

TOLD_SHARES = (0.25, 0.5, 0.75, 1.0)


def carried(play: Play) -> tuple[str, ...]:
    """The notes that say what carries over from machine to machine."""
    return (*transfers(play.transfer), *both_ways(play.both_ways))


def curves_of(play: Play, by: Grouping, of: Measure) -> list[ShareCurve]:
    """The curves of one kind."""
    return [curve for curve in play.curves if (curve.by, curve.of) == (by, of)]


def at_share(curve: ShareCurve, share: float) -> Estimate:
    """The point of a curve at this share."""
    return next(point.estimate for point in curve.points if abs(point.share - share) < 1e-9)


def makeup_rows(found: Sequence[Makeup]) -> list[tuple[str, str, list[tuple[Estimate, str]]]]:
    """The table of what sets are made of: a title, what it means, and a figure with how it is said a set."""
    return [(title, meaning, [(getattr(row, name), kind) for row in found]) for title, meaning, name, kind in MAKEUP
            if any(getattr(row, name).n for row in found)]  # fmt: skip


MAKEUP = (
    ("Words", "a question", "words", "count"),
    ("Characters", "a question", "characters", "count"),
    ("Sentences", "a question", "sentences", "count"),
    ("Names", "distinct people, places, organisations and works a question", "names", "count"),
    ("Examples per answer", "training questions with the same answer", "examples", "count"),
    ("Answer seen in training, %", "questions whose answer has a training question", "known", "share"),
    ("Words shared, %", "of a question's distinct words, with training questions of its answer", "unigrams", "share"),
    ("Pairs of words shared, %", "of its distinct pairs of words in a row", "bigrams", "share"),
    ("Three words in a row shared, %", "of its distinct runs of three words", "trigrams", "share"),
    ("Longest run shared", "words in a row", "longest", "count"),
    ("Names shared, %", "of its distinct names", "shared_names", "share"),
)


def names_of_parts(parts: Sequence[Part]) -> list[str]:
    """Each category or phenomenon once, the most frequent first."""
    return list(dict.fromkeys(part.name for part in parts))


def part(parts: Sequence[Part], name: str, one: str) -> Part | None:
    """The row of a set; None where it has no such question."""
    return next((found for found in parts if (found.name, found.set) == (name, one)), None)


def sets_of(parts: Sequence[Part]) -> list[str]:
    """The sets of which something is told."""
    return list(dict.fromkeys(found.set for found in parts))


FILTERS: Mapping[str, Callable[..., object]] = {
    "attack_colours": attack_colours,
    "player_colours": player_colours,
    "play_panels": play_panels,
    "attack_panels": attack_panels,
    "carried": carried,
    "at_share": at_share,
    "curves_of": curves_of,
    "makeup_rows": makeup_rows,
    "names_of_parts": names_of_parts,
    "part_of": part,
    "sets_of": sets_of,
    "p_value": p_value,
    "odds_ratio": odds_ratio,
    "effect_size": effect_size,
    "t_and_df": t_and_df,
    "position_difference": position_difference,
    "of_questions": of_questions,
    "match_points": points,
    "nevers": nevers,
    "part_name": part_name,
    "share_label": share_label,
    "subject": subject,
    "who_plays": who,
    "told_tossup_change": told_change,
}
