"""What questions are made of: lengths, names, what they share with training questions, categories and phenomena."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import nan

from stumper.buzz import Buzz
from stumper.errors import BadData
from stumper.language.pipeline import load_pipeline
from stumper.listening import Composed
from stumper.scores.overlap import Overlap, overlap
from stumper.sections.play import Makeup, Part
from stumper.statistics import AMOUNT, SHARE, Estimate, Groups, crossed, groups_told, mean
from stumper.statistics.interval import Range
from stumper.tasks.quizbowl.grouping import LEVELS
from stumper.tasks.quizbowl.section.by_question import BY, OBSERVATION, question_of
from stumper.tasks.quizbowl.section.estimands import right_by
from stumper.text import normalise_answer, sentences, words

NAMES = ("PERSON", "PLACE", "ORG", "OTHER")  # entities that are no numbers
PARSED = 300  # questions of a set in which names are looked for: fifty take a second
Named = tuple[str, ...] | None  # the names of a question; None where they were not looked for


def makeups(
    composed: Sequence[Composed], sets: Sequence[str], training: Sequence[tuple[str, str]]
) -> tuple[Makeup, ...]:
    """A row a set that has questions; ``training`` are pairs of an answer and a question for it."""
    by_answer = _by_answer(training)
    by_set = {name: [one for one in composed if one.set == name] for name in sets}
    return tuple(
        _makeup(name, mine, _names([one.text for one in mine]), by_answer) for name, mine in by_set.items() if mine
    )


def in_training(composed: Sequence[Composed], training: Sequence[tuple[str, str]]) -> dict[str, str]:
    """For each question, by id, which of ``BANDS`` the number of other questions with its answer falls into."""
    by_answer = _by_answer(training)
    return {one.id: _band(len(_others(one, by_answer))) for one in composed} if training else {}


BANDS = {"none": 0, "1": 1, "2 to 4": 2, "5 to 9": 5, "10 to 19": 10, "20 or more": 20}  # each from that number on


def parts(
    composed: Sequence[Composed],
    buzzes: Sequence[Buzz],
    sets: Sequence[str],
    names_of: Callable[[Composed], Sequence[str]],
) -> tuple[Part, ...]:
    """A row a set and name, the most frequent of all first; a question of several names counts for each.

    Questions of which nothing is known but a buzz count by the category that the buzz names.
    """
    known = {one.id for one in composed}
    played = {(buzz.set, buzz.question_id): buzz for buzz in buzzes if buzz.question_id not in known}
    every = [*composed, *(_played(id, buzz) for (_, id), buzz in played.items())]
    told = [(each, names) for each in every if (names := names_of(each))]
    named = {one: [(each, names) for each, names in told if each.set == one] for one in sets}
    frequent = Counter(name for _, names in told for name in names)
    return tuple(
        _part(one, name, [(each, name in names) for each, names in named[one]], buzzes)
        for one in sets
        if named[one]
        for name in sorted(frequent, key=lambda name: (-frequent[name], name))
    )


def _played(id: str, buzz: Buzz) -> Composed:
    return Composed(id, "", "", buzz.set, buzz.category, original=buzz.original, groups=buzz.groups)


def _by_answer(training: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for answer, text in training:
        found.setdefault(normalise_answer(answer), []).append(text)
    return found


def _others(one: Composed, by_answer: Mapping[str, list[str]]) -> list[str]:
    """The training questions with its answer, without itself."""
    return [text for text in by_answer.get(normalise_answer(one.answer), []) if text != one.text]


def _band(questions: int) -> str:
    return next(name for name, least in reversed(BANDS.items()) if questions >= least)


def _part(one: str, name: str, has: Sequence[tuple[Composed, bool]], buzzes: Sequence[Buzz]) -> Part:
    of_it = {each.id for each, is_of_it in has if is_of_it}
    assert len(of_it) == sum(is_of_it for _, is_of_it in has), "each question stands there once"
    answers = [buzz for buzz in buzzes if buzz.set == one and buzz.question_id in of_it]
    people, machines = ([buzz for buzz in answers if buzz.is_machine == is_machine] for is_machine in (False, True))
    right = (crossed(right_by(said)) for said in (people, machines))
    share = _mean([each for each, _ in has], [float(is_of_it) for _, is_of_it in has], SHARE)
    return Part(one, name, len(of_it), share, *right)


def groups_of_all(buzzes: Iterable[Buzz], composed: Iterable[Composed]) -> Groups:
    """What questions share with others, by all that is told of each in whatever place; BadData where that is called as
    what answers are by."""
    every: list[Buzz | Composed] = [*buzzes, *composed]
    told = ((question_of(one), dict(one.groups)) for one in every)
    found = groups_told(told, LEVELS)
    if taken := [level for level in found.levels if level in (*BY, OBSERVATION)]:
        raise BadData(f"A group of tossups is called {taken[0]!r}, as answers are grouped by anyway. Rename it in the "
                      "log of buzzes, or in the data set.")  # fmt: skip
    return found


def _makeup(name: str, mine: Sequence[Composed], called: Sequence[Named], by_answer: Mapping[str, list[str]]) -> Makeup:
    texts = [_others(one, by_answer) for one in mine]
    shared = [
        overlap(one.text, of or (), known) if known else None
        for one, of, known in zip(mine, called, texts, strict=True)
    ]

    def over(values: Iterable[float], within: Range = AMOUNT) -> Estimate:
        return _mean(mine, list(values), within)

    def shared_mean(figure: Callable[[Overlap], float], within: Range = SHARE) -> Estimate:
        return over((nan if one is None else figure(one) for one in shared), within)

    return Makeup(
        set=name,
        questions=len(mine),
        words=over(len(words(one.text)) for one in mine),
        characters=over(len(one.text) for one in mine),
        sentences=over(len(sentences(one.text)) for one in mine),
        names=over(nan if of is None else len(of) for of in called),
        examples=over(len(known) if by_answer else nan for known in texts),
        known=over((float(bool(known)) if by_answer else nan for known in texts), SHARE),
        unigrams=shared_mean(lambda one: one.unigrams),
        bigrams=shared_mean(lambda one: one.bigrams),
        trigrams=shared_mean(lambda one: one.trigrams),
        longest=shared_mean(lambda one: one.longest, AMOUNT),
        shared_names=shared_mean(lambda one: one.names),
    )


def _mean(every: Sequence[Composed], values: Sequence[float], within: Range) -> Estimate:
    """The mean over questions, NaN for those that have no value; by originals, and by what these share."""
    groups = groups_told(((question_of(one), dict(one.groups)) for one in every), LEVELS)
    return mean(values, list(map(question_of, every)), groups, within)


def _names(texts: Sequence[str]) -> list[Named]:
    """The distinct names in each text, as the pipeline of the package finds them; in some at even distances of many."""
    places = list(range(len(texts)))
    if len(texts) > PARSED:
        places = sorted({number * len(texts) // PARSED for number in range(PARSED)})
    parsed = load_pipeline().parse([texts[place] for place in places])
    found: list[Named] = [None] * len(texts)
    for place, one in zip(places, parsed, strict=True):
        kept = (one.span(entity.first, entity.last) for entity in one.entities if entity.kind in NAMES)
        found[place] = tuple(dict.fromkeys(kept))
    return found
