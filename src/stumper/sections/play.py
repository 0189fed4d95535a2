"""What a report says of people and machines at play, as values; a task's ``listening`` makes them."""

from dataclasses import dataclass
from typing import Literal

from stumper.scores.fisher import ExactTest
from stumper.scores.t_test import WelchTest
from stumper.sections.ladder import Ladder
from stumper.statistics import UNKNOWN, Estimate

Grouping = Literal["set", "round", "against", "training"]
Measure = Literal["known", "buzzed", "unhindered"]
Who = tuple[str, bool]  # a name, and whether it is a machine's


@dataclass(frozen=True, slots=True)
class SharePoint:
    """How many have the answer once this share of the question was read."""

    share: float
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Played:
    """How one player, or people together, answered the questions of a set, a round, or against a machine.

    ``label`` is the name of the set, the round or the machine. ``accuracy`` is the share of right buzzes by the end of
    all who heard the question: with those who were ``silent``, and those who were ``wrong``. ``right_of_buzzes`` leaves
    the silent out, and ``unhindered``, of people alone, is as if no wrong buzz had come. ``position`` is the mean share
    read before right buzzes, ``wins`` what they are expected to win on Protobowl.

    Of a machine beside people ``beside`` are right buzzes on the ``met`` questions that people heard, too (those that
    are judged by answer lines, where any are); ``wins_here`` is what these win there against these people.

    Of a machine that was asked all along ``known`` is what it would say right at the end, wherever it buzzed,
    ``first_right`` where it first would, never counting as 1, which ``never`` says how often it is, and ``brier`` how
    far its probabilities are off.
    """

    label: str
    player: str
    is_machine: bool
    questions: int
    accuracy: Estimate
    silent: int
    wrong: int
    right_of_buzzes: Estimate
    unhindered: Estimate
    position: Estimate
    wins: Estimate
    wins_here: Estimate
    known: Estimate
    first_right: Estimate
    brier: Estimate
    points: int | None
    beside: Estimate = UNKNOWN
    met: int = 0
    never: int = 0


@dataclass(frozen=True, slots=True)
class ShareCurve:
    """The share of questions answered right against the share that was read, of a set, a round, or against a machine.

    ``of`` is what is counted: by what is "known", what machines that were asked all along would say there; "buzzed",
    right buzzes that came so far of all who heard the question; "unhindered", of people alone, as if no wrong one had
    come, as far as ten
    were still waiting.
    """

    by: Grouping
    label: str
    of: Measure
    player: str
    is_machine: bool
    points: tuple[SharePoint, ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """In what two sets differ, where they do, and the ``difference`` within what is alike in that, weighed as in the
    second set; UNKNOWN where they have none of it in common. ``n`` are the answers that count in either."""

    unlike: tuple[str, ...]
    difference: Estimate
    p: float
    n: tuple[int, int]


NOTHING_UNLIKE = Alike((), UNKNOWN, float("nan"), (0, 0))


@dataclass(frozen=True, slots=True)
class Compared:
    """One player on the questions of a set against those of another: ``before`` and ``after`` are the shares answered
    right, by what ``of`` says, ``accuracy`` their difference; ``read_before`` and ``read_after`` the mean positions of
    right buzzes, or by what is "known" of where a machine is first right, never counting as 1.

    ``p`` is the probability of shares so far apart by chance, ``later`` how much later these are and
    ``later_p`` the probability of that, both by players and questions; where none of these has several answers, they
    are those of ``exact`` and ``welch``, tests that take every answer as independent of all others. Where all of the
    second set are variants of questions in the first, their originals count, each once for each of its variants. Where
    the sets are not ``alike`` in what is asked, that says in what, and what difference there is among like questions.
    ``questions`` is how many of either the answers are to; they ``are_paired`` where the first are such originals.
    """

    of: Measure
    player: str
    is_machine: bool
    first: str
    second: str
    before: Estimate
    after: Estimate
    accuracy: Estimate
    p: float
    exact: ExactTest
    read_before: Estimate
    read_after: Estimate
    later: Estimate
    later_p: float
    welch: WelchTest
    alike: Alike = NOTHING_UNLIKE
    questions: tuple[int, int] = (0, 0)
    are_paired: bool = False


@dataclass(frozen=True, slots=True)
class Transfer:
    """What questions that were written against one machine do to another: accuracy there, less that on regular ones.

    ``later`` is how much later it is first right, as a share of the words. Where all of them are variants of regular
    questions, each is compared with its own original: they ``are_paired``.
    """

    against: str
    player: str
    is_machine: bool
    accuracy: Estimate
    regular: Estimate
    difference: Estimate
    later: Estimate
    are_paired: bool


@dataclass(frozen=True, slots=True)
class BothWays:
    """What questions against the ``first`` machine cost the second, what the reverse costs, and the difference.

    By where machines are first right, where all were asked all along, else by accuracy.
    """

    first: str
    second: str
    by: Literal["first right", "accuracy"]
    there: Estimate
    back: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Makeup:
    """What the questions of a set are made of: means over questions (Wallace et al. 2019, table 2).

    ``examples`` is the number of training questions with the same answer; what is shared is looked for in these, and
    only over questions whose answer has any. NaN throughout where there is nothing to train on.
    """

    set: str
    questions: int
    words: Estimate
    characters: Estimate
    sentences: Estimate
    names: Estimate
    examples: Estimate
    known: Estimate
    unigrams: Estimate
    bigrams: Estimate
    trigrams: Estimate
    longest: Estimate
    shared_names: Estimate


@dataclass(frozen=True, slots=True)
class Part:
    """The share of a set's questions that belong to a category or show a phenomenon, and who answers these.

    ``people`` and ``machines`` are right buzzes of all who heard them, over all of each.
    """

    set: str
    name: str
    questions: int
    share: Estimate
    people: Estimate
    machines: Estimate


@dataclass(frozen=True, slots=True)
class TrainedOn:
    """Of so many answers of a machine those to questions that it was trained on."""

    player: str
    seen: int
    answers: int


@dataclass(frozen=True, slots=True)
class NotHeard:
    """The questions that a machine failed on, of so many that it was asked, and the first reason; ``without`` counts
    its answers to variants of these, which are left out as they have nothing to be held against."""

    player: str
    questions: tuple[str, ...]
    reason: str
    of: int
    without: int = 0


@dataclass(frozen=True, slots=True)
class Rejudged:
    """Of machines' ``answers`` whose verdicts came with them, and whose answer lines are known, how many are right by
    these lines and by those verdicts; ``left`` keep their verdicts, as no answer line is known, to so many
    ``questions``."""

    answers: int
    right: int
    right_by_source: int
    left: int
    questions: int


@dataclass(frozen=True, slots=True)
class Play:
    """People and machines at play. ``sets`` are in their order: the regular one first.

    Nothing of it counts what a machine says of questions that it was ``trained_on``. ``rounds`` and ``against`` are
    empty where there is one round, or no question names a machine; ``training``, by the
    number of training questions with the same answer, where that is alike for all, or not known. Of ``observations``
    of people nobody knows who it was. ``no_ladder`` says why there is no ladder, where people and machines played.
    ``rejudged`` is None where no verdict came with an answer, ``joined`` counts questions that files name
    differently, and ``still_played`` matches that are not over. ``unheard`` has the machines that failed on some of
    their questions.
    """

    sets: tuple[str, ...]
    played: tuple[Played, ...]
    people: tuple[Played, ...]
    rounds: tuple[Played, ...]
    against: tuple[Played, ...]
    training: tuple[Played, ...]
    curves: tuple[ShareCurve, ...]
    compared: tuple[Compared, ...]
    transfer: tuple[Transfer, ...]
    both_ways: tuple[BothWays, ...]
    makeups: tuple[Makeup, ...]
    categories: tuple[Part, ...]
    phenomena: tuple[Part, ...]
    buzzes: int
    signatures: tuple[str, ...]
    trained_on: tuple[TrainedOn, ...] = ()
    observations: int = 0
    has_categories: bool = True
    ladder: Ladder | None = None
    no_ladder: str = ""
    rejudged: Rejudged | None = None
    joined: int = 0
    still_played: int = 0
    unheard: tuple[NotHeard, ...] = ()
