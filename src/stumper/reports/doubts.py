"""What makes all figures of a data set doubtful, and is therefore said first."""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from statistics import fmean
from textwrap import shorten

from stumper.language.english import is_english
from stumper.scores.variants import Counted, counted
from stumper.sections.labels import label_doubts
from stumper.sections.matrix import Matrix
from stumper.sections.ran import Answered, AskedAgain, Ran, victim_words
from stumper.sections.repeats import repeats
from stumper.sections.verdict import figures_first
from stumper.sections.wording import (
    attack_name,
    attack_words,
    capital,
    count,
    counted_of,
    failed_on,
    listed,
    percent,
    plural,
)
from stumper.statistics import Estimate
from stumper.statistics.groups import ENOUGH
from stumper.task import Task
from stumper.text import several_of
from stumper.types import Answer, Example, Gold

LOOKED_AT = 100  # examples, by which the language of a data set is told
MOST_UNANSWERABLE = 0.5
ELSEWHERE = 0.1
FAILED = 0.01
NO_LABEL = 0.1  # a share of answers: fewer may be slips of a system that knows the labels
ALIKE = 0.8  # of difflib, from which a label may be another that was mistyped: MOSTLY TRUE and MOSTLY FALSE are less
SAID = 3  # answers that are quoted, and attacks under which a system failed that are named
REPEATED, RIGHT = 0.9, 0.75  # a share that has one answer, and the share of these that it is right on at most
SEVERAL = 5  # originals, of which fewer may well have one answer
LONGEST_ANSWER = 60  # characters that are quoted


def doubts(runs: Sequence[Ran], task: Task) -> list[str]:
    """At most a sentence for each, with the data sets or the system that it is true of."""
    every = {run.examples: run.names.dataset for run in runs if run.attempts}
    foreign = [dataset for examples, dataset in every.items() if _is_foreign(examples, task)]
    said = _varying(runs, task)
    if foreign:
        said.append(
            f"The texts of {listed(dict.fromkeys(foreign))} are not in English, the one language that Stumper's "
            "attacks and scores can read: what was made of them may say something else, and no figure here is to be "
            "trusted."
        )
    for (victim, dataset), run in {(run.names.victim, run.names.dataset): run for run in runs}.items():
        who = victim_words(victim, task.called)
        said += [*_mislabelling(run, who, dataset, task), *_repeating(run.answered, who, dataset, task)]
    for examples, dataset in every.items():
        on = [run for run in runs if run.attempts and run.examples == examples]
        said += [*label_doubts(Counter(_labels(on, task).values()), dataset, task), *_unsaid(on, dataset, task)]
        said += _unanswerable(examples, dataset, task)
        said += _elsewhere(examples, dataset, task)
    return said


def _varying(runs: Sequence[Ran], task: Task) -> list[str]:
    """A sentence for each system that answered the same original otherwise another time. What was asked twice in one
    run is not there for a change of the system; what was asked in two may be."""
    told: dict[str, list[AskedAgain]] = {}
    for victim, again in dict.fromkeys((run.names.victim, run.again) for run in runs):
        told.setdefault(victim, []).append(again)
    at_worst = "" if task.counts_variants else " at the worst of several variants"
    said = []
    for victim, found in told.items():
        varied = [one for one in found if one.otherwise]
        is_elsewhere = all(one.in_another_run for one in varied)
        counted_in = [one for one in found if one.in_another_run == is_elsewhere]
        otherwise, of = sum(one.otherwise for one in counted_in), sum(one.of for one in counted_in)
        who = capital(victim_words(victim, task.called))
        if is_elsewhere:
            why = ("otherwise in another run: it answers at random, or was changed in between; what an attack takes "
                   f"from it{at_worst} is in part due to that.")  # fmt: skip
        else:
            why = (f"otherwise when asked again: what an attack takes from it{at_worst} is in part chance, and its "
                   "figures come out otherwise each time.")  # fmt: skip
        said += [f"{who} answered {count(otherwise)} of {plural(of, task.unit)} {why}"] if varied else []
    return said


def lacking_rows(runs: Sequence[Ran]) -> list[str]:
    """What of the files of data sets is no example of them, and why, a sentence each."""
    said = [(run.names.dataset, one.removesuffix(".")) for run in runs for one in run.left_out]
    return list(dict.fromkeys(f"{dataset}: {one}." for dataset, one in said))


def judged_aside(runs: Sequence[Ran]) -> list[str]:
    """A sentence for each data set of whose judges some were set aside."""
    found: dict[str, set[tuple[str, str]]] = {}
    for run in runs:
        found.setdefault(run.names.dataset, set()).update(run.judged_aside)
    return [_judged_aside(dataset, judgements) for dataset, judgements in found.items() if judgements]


def _judged_aside(dataset: str, judgements: Collection[tuple[str, str]]) -> str:
    people, number = len({person for _, person in judgements}), len(judgements)
    return (
        f"{dataset}: {plural(people, 'person', 'people')} {'is' if people == 1 else 'are'} set aside by those who "
        f"run the project, and {plural(number, 'judgement')} of theirs {'is' if number == 1 else 'are'} in no figure."
    )


def few_groups(found: Sequence[Matrix]) -> list[str]:
    """A sentence for each data set that has too few groups of a level to say anything of others: of the figures under
    some attacks, where others are over more groups."""
    under: dict[tuple[str, str, str, int], dict[str, None]] = {}
    attacks: dict[str, set[str]] = {}
    told = ((one, met) for one in found for met in one.met if met.scores.after.n and not met.has_nothing)
    for one, met in told:
        attacks.setdefault(one.dataset, set()).add(met.attack)
        for name, number in _too_few(met.scores.after):
            under.setdefault((one.dataset, one.unit, name, number), {})[met.attack] = None
    return [
        f"{_those_of(dataset, unit, list(those), attacks[dataset])} are of {plural(number, name)}: intervals say "
        f"nothing of other {several_of(name)}, which takes {ENOUGH}."
        for (dataset, unit, name, number), those in under.items()
    ]


def _those_of(dataset: str, unit: str, attacks: Sequence[str], every: Collection[str]) -> str:
    """The questions of a data set; where these are under some of its attacks alone, under which."""
    if len(attacks) == len(every):
        return f"The {unit}s of {dataset}"
    several = f"{count(len(attacks))} attacks ({attack_words(attacks[0])} and others)"
    under = listed(map(attack_words, attacks)) if len(attacks) <= SAID else several
    return f"The {unit}s of {dataset} under {under}"


def repeated(runs: Sequence[Ran], task: Task) -> list[str]:
    """A sentence for each data set in which the same was asked several times."""
    every = {run.examples: run.names.dataset for run in runs if run.attempts}
    return [
        said
        for examples, dataset in every.items()
        for said in repeats(_originals([run for run in runs if run.examples == examples]), dataset, task)
    ]


def with_few_groups(sentences: Sequence[str], found: Matrix) -> list[str]:
    """The sentences on a data set, the first of which says of how few groups its figures are, where each of them is of
    too few to speak of others; the coarsest alone."""
    few = [dict(_too_few(one)) for one in figures_first(found) if one.is_known]  # else there is no interval
    name = next((name for name in (few[0] if few else ()) if all(name in of_one for of_one in few)), None)
    if name is None or not sentences:
        return list(sentences)
    numbers = sorted({of_one[name] for of_one in few})
    least = f"{count(numbers[0])} to " if numbers[1:] else ""
    told = f"all from {least}{plural(numbers[-1], name)}, too few to speak of other {several_of(name)}"
    return [f"{sentences[0].removesuffix('.')}; {told}.", *sentences[1:]]


def _too_few(figure: Estimate) -> list[tuple[str, int]]:
    """The levels of which a figure has too few groups, coarsest first, with how many."""
    return [(name.replace("_", " "), number) for name, number in (figure.by.too_few if figure.by else ())]


def _is_foreign(examples: Iterable[Example], task: Task) -> bool:
    texts = [" ".join(task.wire.arguments(example.query)) for example in islice(examples, LOOKED_AT)]
    return bool(texts) and not is_english("\n".join(texts))


def failing(runs: Sequence[Ran], found: Sequence[Matrix], task: Task) -> list[str]:
    """At most ``SAID`` sentences for each system that failed so often that leaving this out may hide what attacks take
    from it: one for each attack, those under which it failed most first; the last tells of how many more there are."""
    measures = {met.run_id: one.measure for one in found for met in one.met}
    under: dict[str, list[tuple[Ran, str, Counted]]] = {}
    for run in runs:
        by = _aimed_at(run, measures.get(run.id, ""), task)
        kept = counted(run.variants, by, task.counts_variants)
        if kept.failed_rate >= FAILED and kept.units:
            under.setdefault(run.names.victim, []).append((run, by, kept))
    said = []
    for victim, every in under.items():
        most = sorted(every, key=lambda one: -one[2].failed_rate)
        told = [_failed_under(victim, *one, task) for one in most[:SAID]]
        said += [f"{one}." for one in (*told[:-1], f"{told[-1]}{_of_others(most[SAID:])}")]
    return said


def _aimed_at(run: Ran, measure: str, task: Task) -> str:
    """The name of the score that an attack is told by: the one of its goal where that is told apart, else that which is
    called ``measure`` in the matrix."""
    scoring = task.scoring
    if run.goal in scoring.apart:
        return scoring.by_goal[run.goal]
    return next((name for name, one in scoring.measures.items() if one.label == measure), scoring.headline)


def _failed_under(victim: str, run: Ran, by: str, kept: Counted, task: Task) -> str:
    """On how much a system failed under an attack, and by how much its figure there would be another, had it been wrong
    or right on all that it failed on; without a full stop."""
    has, (least, most) = fmean(kept.after[by].tolist()), kept.bounds(by)
    lower, higher = percent(has - least), percent(most - has)
    measure = task.scoring.measures[by]
    if measure.at_zero:
        told = (f"of the others it {measure.at_zero} in {percent(1 - has)}%, which would be {lower} points more had it "
                f"done so in all of these, and {higher} points less had it in none")  # fmt: skip
    else:
        told = (f"what it keeps there, {percent(has)} {measure.label}, would be {lower} points lower had it been wrong "
                f"on all of them, and {higher} points higher had it been right")  # fmt: skip
    on = f"{failed_on(kept.missing, task.unit)} under {attack_words(attack_name(run.names))}"
    return f"{capital(victim_words(victim, task.called))} failed on {on}, and {counted_of(kept.missing)}: {told}"


def _of_others(others: Sequence[tuple[Ran, str, Counted]]) -> str:
    """Under how many more attacks a system failed, and how often; "" under none."""
    if not others:
        return ""
    rates = sorted(one.failed_rate for _, _, one in others)
    often = " to ".join(dict.fromkeys((percent(rates[0]), percent(rates[-1]))))
    return f"; under {plural(len(others), 'other attack')} it failed on {often}%"


def _first(examples: Iterable[Example]) -> Example | None:
    """The first one; what reads them is closed, and not left to whenever it is collected."""
    reading = iter(examples)
    first = next(reading, None)
    if isinstance(reading, Generator):
        reading.close()
    return first


def _mislabelling(run: Ran, who: str, dataset: str, task: Task) -> list[str]:
    """A sentence where more than a tenth of what a system answered is no label of the data set, and is right on none:
    both may mean the same by other words."""
    first = _first(run.examples)
    labels = (first and task.wire.labels(first.query)) or ()
    right = task.scoring.measures[task.scoring.headline].of
    golds = [Gold((Answer(label),)) for label in labels]
    foreign = {
        answer: times
        for answer, times in run.answered.times.items()
        if answer and answer not in labels and not any(right(gold, answer, ()) for gold in golds)
    }
    number, every = sum(foreign.values()), run.answered.of
    if not labels or number <= NO_LABEL * every:
        return []
    it_said = [shorten(answer, LONGEST_ANSWER, placeholder=" …") for answer in islice(foreign, SAID)]
    more = [f"{plural(len(foreign) - SAID, 'other')}"] if len(foreign) > SAID else []
    these = f"{plural(every, 'answer')} of {who}"
    told = (
        f"None of the {these} is one of the labels of {dataset}"
        if number == every
        else f"{count(number)} of the {these} {'is' if number == 1 else 'are'} none of the labels of {dataset}"
    )
    return [
        f"{told} ({', '.join(labels)}): it said {', '.join([*it_said, *more])}. Map them before any figure is trusted."
    ]


def _originals(runs: Sequence[Ran]) -> Iterator[Example]:
    """The examples of a data set that were attempted, without variants of others."""
    own = {one.example_id for run in runs for one in run.attempts if one.original_id in (None, one.example_id)}
    return (example for example in runs[0].examples if example.id in own)


def _labels(runs: Sequence[Ran], task: Task) -> dict[str, str]:
    """The right answer of each original that was attempted, where these are labels."""
    first = _first(runs[0].examples)
    if first is None or task.wire.labels(first.query) is None:
        return {}
    asked = {attempt.example_id: attempt.original_id or attempt.example_id for run in runs for attempt in run.attempts}
    golds = ((asked[one.id], one.gold.answers) for one in runs[0].examples if one.id in asked)
    return {original: answers[0].text for original, answers in golds if answers}


def _unsaid(runs: Sequence[Ran], dataset: str, task: Task) -> list[str]:
    """A sentence for each right label that is none of the task's own and that no system's answer means, or that is much
    like one of the task's or a more frequent one: it may be mistyped."""
    said = {answer for run in runs for answer in run.answered.times}
    first = _first(runs[0].examples)
    if not said or not first or task.wire.labels(first.query) is None:
        return []
    labels = _labels(runs, task)
    times, met = Counter(labels.values()), _met(runs, labels, task)
    own, every = task.desk.choices if task.desk else {}, plural(times.total(), task.unit)
    right = task.scoring.measures[task.scoring.headline].of
    is_mapped = not any(_mislabelling(run, "", dataset, task) for run in runs)  # else the sentence on this says more
    told = []
    for label in (label for label in times if label not in own):
        is_said = any(right(Gold((Answer(label),)), answer, ()) for answer in said)
        meant = _like(label, [*own, *(other for other in times if times[other] > times[label])])
        if meant or (is_mapped and not is_said):
            hint = f"did you mean {meant}? Correct the label in the data" if meant else "correct the label in the data"
            are, they = ("is", "it counts") if times[label] == 1 else ("are", "each of them counts")
            wrong = f"which no system said of any, so {they} as wrong"
            wrong = f"so whoever says {meant} there counts as wrong" if is_said else wrong
            told.append(
                f"{count(times[label])} of {every} of {dataset} {are} labelled {label}, {wrong}: {hint}, unless "
                "it is one that a system can say."
            )
        elif is_mapped:
            told += _never_said(label, met, dataset, task)
    return told


@dataclass(frozen=True, slots=True)
class _Met:
    """What a system has ``said`` to originals of a data set, and how many that it answered have each label."""

    said: set[str]
    labels: Counter[str]


def _met(runs: Sequence[Ran], labels: Mapping[str, str], task: Task) -> dict[str, _Met]:
    """By system, of those that have answered any original, each original once: as ``Ran.answered`` counts them."""
    said: dict[str, set[str]] = {}
    answered: dict[str, set[str]] = {}
    for run in runs:
        who = victim_words(run.names.victim, task.called)
        said.setdefault(who, set()).update(run.answered.times)
        ended = (one for one in run.unseen if one.outcome != "errored" and not one.is_silent)
        answered.setdefault(who, set()).update(one.original_id or one.example_id for one in ended)
    return {
        who: _Met(answers, Counter(labels[id] for id in answered[who] if id in labels))
        for who, answers in said.items()
        if answers
    }


def _never_said(label: str, met: Mapping[str, _Met], dataset: str, task: Task) -> list[str]:
    """A sentence on the systems of which no answer means a label, where others say it and at least a few of the
    originals that the system answered have it; one for each number of these."""
    right, gold = task.scoring.measures[task.scoring.headline].of, Gold((Answer(label),))
    silent: dict[int, list[str]] = {}
    for who, one in met.items():
        if one.labels[label] >= SEVERAL and not any(right(gold, answer, ()) for answer in one.said):
            silent.setdefault(one.labels[label], []).append(who)
    return [
        f"{capital(listed(systems))} said {label} of none of the {plural(times, task.unit)} of {dataset} that have "
        f"this label and that {they} answered, nor of any other: all {count(times)} count as wrong, and {they} may "
        "not know the label."
        for times, systems in silent.items()
        for they in ["it" if len(systems) == 1 else "they"]
    ]


def _like(label: str, others: Sequence[str]) -> str:
    """The other label that this one is nearly spelt as; "" where none. One that the other ends with is denied or
    limited by it, and no slip: UNSUPPORTED, MOSTLY TRUE."""
    bare, spelt = label.casefold(), {other.casefold(): other for other in others}
    near = get_close_matches(bare, spelt, n=len(spelt) or 1, cutoff=ALIKE)
    return next((spelt[one] for one in near if not one.endswith(bare) and not bare.endswith(one)), "")


def _repeating(answered: Answered, who: str, dataset: str, task: Task) -> list[str]:
    """A sentence where a system says the same to nearly all originals, unless the same is right of most of these:
    whoever labels claims nine in ten of which are supported says so nine times in ten."""
    answer, times = next(iter(answered.times.items()), ("", 0))
    if answered.of < SEVERAL or times < REPEATED * answered.of or answered.right > RIGHT:
        return []
    said = f'the same answer, "{shorten(answer, LONGEST_ANSWER, placeholder=" …")}",' if answer else "no answer"
    every = plural(answered.of, task.unit)
    to = f"all {every}" if times == answered.of else f"{count(times)} of {every}"
    return [f"{capital(who)} gave {said} to {to} of {dataset} that it was asked: see what it is sent and what it sends "
            "back before any figure is trusted."]  # fmt: skip


def _unanswerable(examples: Iterable[Example], dataset: str, task: Task) -> list[str]:
    known = [example.gold.answerable is False for example in examples]
    without = sum(known)
    if without <= MOST_UNANSWERABLE * len(known):
        return []
    return [
        f"{count(without)} of {plural(len(known), task.unit)} of {dataset} {'has' if without == 1 else 'have'} no "
        "answer in what is given with them: a system that says that there is none is right there, and is fooled once "
        "it gives one."
    ]


def _elsewhere(examples: Iterable[Example], dataset: str, task: Task) -> list[str]:
    wire = task.wire
    asked = [one for one in examples if one.gold.answers and wire.paragraph(one.query) is not None]
    lost = sum(all(wire.place(one.query, answer.text) is None for answer in one.gold.answers) for one in asked)
    if lost <= ELSEWHERE * len(asked):
        return []
    return [
        f"The right answers to {count(lost)} of {plural(len(asked), task.unit)} of {dataset} do not stand in what is "
        "given with them: a system that answers from there is wrong on these. See stumper data FILE."
    ]
