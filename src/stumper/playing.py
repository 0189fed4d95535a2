"""Machines at play, and the report of play: from data sets to buzzes, and from buzzes to what is said of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from stumper.buzz import ADVERSARIAL, REGULAR, Buzz, Reading, Unheard
from stumper.datasets.buzz_log import occasion, read_buzzes, read_unheard
from stumper.datasets.each_once import SHORTEST, Asked, each_once, names_of, one_name_a_question
from stumper.datasets.mapped import SIGN
from stumper.errors import BadData, BadOption, VictimFailed
from stumper.listening import NO_DETAILS, Composed, Details, Guessed, Listening, PlayReport, Stored
from stumper.loading import check_further, kept_fingerprint, load_dataset, load_victim, what_answers
from stumper.material import check_victim, drawn
from stumper.positions import sentence_views, share_read, shares
from stumper.protocols import Cache, Collection, Dataset, Trained, Victim
from stumper.registry import read_out, task_of
from stumper.reports import Report, led_by
from stumper.runs import Counts, Memory, Oracle, seen_among
from stumper.runs.again import ASK_AGAIN, Again
from stumper.runs.patience import TIMEOUT, patient
from stumper.sections.play import NotHeard, Play
from stumper.statistics import told_of
from stumper.store.sittings import Sittings
from stumper.table.naming import short_victim
from stumper.task import Task
from stumper.text import word_ends
from stumper.types import Answer, Example, Gold, Prediction
from stumper.victims.address import without_password
from stumper.victims.guessing.buzzer import Buzzer, buzzer_of, buzzes, read_buzzer

CHUNK = 16  # questions between two signs of life
MAX_ERRORS = 0.1  # the share of questions that a machine may fail on
STORE = "the store"
PACKET = "packet"  # the group that a question's packet is


@dataclass(frozen=True, slots=True)
class Labels:
    """What is written on every buzz; of a set that holds variants on theirs alone, as their originals are "regular",
    and on those of questions that the set calls adversarial.

    ``set`` "" is "adversarial" for these and for what was written against a machine, and "regular" for all else.
    """

    set: str = ""
    round: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class Listened:
    """The newest buzzes, and the newest questions that the machine was not heard on; ``done`` of ``total`` questions
    have been read out, ``counts`` is what was asked for that."""

    buzzes: tuple[Buzz, ...]
    done: int
    total: int
    counts: Counts
    unheard: tuple[Unheard, ...] = ()


@dataclass(frozen=True, slots=True)
class GuessedAlong:
    """The newest guesses, before the ends of the questions, too; ``done`` of ``total`` questions have been read out.

    ``counts`` is what was asked for that.
    """

    guesses: tuple[Guessed, ...]
    done: int
    total: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine's name, and the hash of all that is known to answer for it."""

    name: str
    answered_by: str


UNLABELLED = Labels()
NOTHING_STORED = Stored()


def guess_along(
    dataset: str,
    victim: str,
    positions: int,
    cache: Cache,
    *,
    limit: int | None = None,
    seed: int = 1,
    ask_again: float = ASK_AGAIN,
    timeout: float = TIMEOUT,
) -> Iterator[GuessedAlong]:
    """What the machine says at so many even shares of each question and at the end of each of its sentences: all that
    evaluations and buzzers ask. VictimFailed ends it."""
    with _opened(dataset, victim, cache, limit, seed, ask_again, timeout) as opened:
        counts = opened.oracle.counts
        yield GuessedAlong((), 0, len(opened.asked), counts)
        for begin in range(0, len(opened.asked), CHUNK):
            chunk = opened.asked[begin : begin + CHUNK]
            views = [_beginnings(example.query.text, positions) for example in chunk]
            found = [
                Guessed(example.id, share_read(view, example.query.text), prediction)
                for example, said in zip(chunk, _predicted(opened.oracle, chunk, views), strict=True)
                for view, prediction in _whole(opened.oracle, example, said)
            ]
            yield GuessedAlong(tuple(found), begin + len(chunk), len(opened.asked), counts)
        opened.oracle.recheck(is_last=True)


def write_along(path: Path, dataset: str, guesses: Sequence[Guessed]) -> None:
    """The file holds what was guessed along a data set's queries."""
    _listening(next(iter(load_dataset(dataset)))).write_guesses(path, guesses)


def listen(
    dataset: str,
    victim: str,
    positions: int,
    cache: Cache,
    *,
    buzzer: Buzzer | None = None,
    labels: Labels = UNLABELLED,
    limit: int | None = None,
    seed: int = 1,
    ask_again: float = ASK_AGAIN,
    timeout: float = TIMEOUT,
    max_errors: float = MAX_ERRORS,
    sittings: Sittings | None = None,
) -> Iterator[Listened]:
    """What the machine says at so many even shares of each question, and where it buzzes. It is not heard on questions
    that it fails on anywhere; VictimFailed once it fails on more than ``max_errors`` of all.

    Without a buzzer it is the guesser's own, or the shipped one; a recorded run, which says where it would have buzzed,
    is heard where it guessed. Where it never buzzes it answers at the end. The machine's predictions come from the
    cache where it has them; those of one without a fingerprint from its open sitting, or are not kept.
    """
    decide = buzzer or buzzer_of(victim)
    with _opened(dataset, victim, cache, limit, seed, ask_again, timeout, sittings) as opened:
        made_of, counts = _made_of(opened.data), opened.oracle.counts
        player = Machine(short_victim(without_password(victim)), opened.answered_by)
        failed: list[Unheard] = []
        yield Listened((), 0, len(opened.asked), counts)
        for begin in range(0, len(opened.asked), CHUNK):
            chunk = opened.asked[begin : begin + CHUNK]
            ran = [{} if buzzer else dict(opened.recorded.get(example.query.text, ())) for example in chunk]
            views = [
                tuple(own) or shares(example.query.text, positions) for own, example in zip(ran, chunk, strict=True)
            ]
            found, unheard = list[Buzz](), list[Unheard]()
            for own, example, said in zip(ran, chunk, _predicted(opened.oracle, chunk, views), strict=True):
                named = _labels(labels, opened.data, example.id, made_of)
                if isinstance(said, Fault):
                    unheard.append(Unheard(example.id, named.set, player.name, said.reason, player.answered_by))
                    continue
                found.append(
                    _buzz(
                        example,
                        said,
                        [own[view] for view, _ in said] if own else buzzes(decide, [one for _, one in said]),
                        player,
                        named,
                        made_of.get(example.id),
                        _details(opened.data, example.id),
                        example.id in opened.seen,
                    )
                )
            failed += unheard
            _check_failed(opened.oracle.name, failed, len(opened.asked), max_errors)
            yield Listened(tuple(found), begin + len(chunk), len(opened.asked), counts, tuple(unheard))
        opened.oracle.recheck(is_last=True)


def _check_failed(victim: str, failed: Sequence[Unheard], of: int, max_errors: float) -> None:
    if len(failed) > max_errors * of:
        raise VictimFailed(
            f"The victim {victim!r} failed on {len(failed)} of {of} questions, more than {max_errors:.0%} "
            f"(--max-errors); the first: {failed[0].question_id!r}: {failed[0].reason}. What it answered is kept; mend "
            "it and run the same command again."
        )


def buzzer_named(text: str) -> Buzzer:
    """The buzzer of a file, or one that buzzes once the best guess is that probable; BadOption for anything else."""
    if Path(text).is_file():
        return read_buzzer(Path(text))
    try:
        share = float(text)
    except ValueError as error:
        raise BadOption(f"--buzzer takes a number from 0 to 1 or a buzzer's file, not {text!r}.") from error
    if not 0 <= share <= 1:
        raise BadOption(f"--buzzer takes a number from 0 to 1 or a buzzer's file, not {text!r}.")
    return Buzzer(share)


def play_of(gathered: "Gathered", training: Sequence[str] = ()) -> Play:
    """How these went; ``training`` are the data sets that machines learned from."""
    learned = [example for spec in training for example in _learned(spec)]
    unheard, heard = _not_heard(gathered.unheard, gathered.buzzes)
    made: Play = _shown_by(gathered.task).figures(
        heard, *_named_alike(gathered.composed, learned), of_persons=gathered.of_persons
    )
    return replace(made, joined=gathered.joined, still_played=gathered.still_played, unheard=unheard)


def _not_heard(unheard: Sequence[Unheard], buzzes: Sequence[Buzz]) -> tuple[tuple[NotHeard, ...], list[Buzz]]:
    """What each machine failed on, and the buzzes without its answers to variants of these: a machine is held against
    itself on the same questions only."""
    by_player: dict[str, dict[str, Unheard]] = {}
    for one in unheard:
        by_player.setdefault(one.player, {})[one.question_id] = one
    alone = [buzz for buzz in buzzes if buzz.original in by_player.get(buzz.player, ()) and buzz.is_machine]
    without, answers = Counter(buzz.player for buzz in alone), Counter(buzz.player for buzz in buzzes)
    told = tuple(
        NotHeard(player, tuple(found), next(iter(found.values())).reason, answers[player] + len(found), without[player])
        for player, found in by_player.items()
    )
    dropped = {*map(id, alone)}
    return told, [buzz for buzz in buzzes if id(buzz) not in dropped]


def with_play(report: Report, gathered: "Gathered", training: Sequence[str] = ()) -> Report:
    """The report with how these went in the section of their task, of which it then speaks first."""
    told = report.section(gathered.task.name)
    return led_by(report, _shown_by(gathered.task).section(told, play_of(gathered, training)))


@dataclass(frozen=True, slots=True)
class Gathered:
    """Buzzes and questions of all files, each question under one name, which ``joined`` of them have in the place of
    several; ``task`` is that of the questions, and ``still_played`` counts the matches that are not over. ``unheard``
    are questions that machines failed on, and did not answer in any of the files. ``of_persons`` is what each person
    did, where matches of a store say it; None where all is as files tell it."""

    buzzes: Sequence[Buzz]
    composed: Sequence[Composed]
    joined: int
    task: Task
    still_played: int = 0
    unheard: Sequence[Unheard] = ()
    of_persons: Sequence[Buzz] | None = None


def gather(
    buzz_logs: Sequence[Path],
    tossups: Sequence[str] = (),
    stored: Stored = NOTHING_STORED,
    still_played: int = 0,
) -> Gathered:
    """What buzz logs tell, tossups as ``FILE`` or ``SET=FILE``, and what a store has of both as ``stored``, with how
    many matches are ``still_played`` there.

    What a player did on one question of a set counts once, wherever it stands; BadData where that differs.
    """
    logs = [*((str(path), read_buzzes(path)) for path in buzz_logs), (STORE, stored.buzzes)]
    logged, files = each_once(logs), [_written(spec) for spec in tossups]
    names = names_of([
        *(Asked(log, buzz.question_id, dict(buzz.groups).get(PACKET, "")) for log, buzzes in logs for buzz in buzzes),
        *(Asked(STORE, one.id, dict(one.groups).get(PACKET, "")) for one in stored.composed),
        *(asked for file in files for asked in _asked(file)),
    ])  # fmt: skip
    sets = {names.get(buzz.question_id, buzz.question_id): buzz.set for buzz in logged}
    written = {
        one.id: one for one in (*stored.composed, *(one for file in files for one in _composed(file, sets, names)))
    }
    found, composed = one_name_a_question(logged, tuple(written.values()), names)
    told = {*(buzz.question_id for buzz in found), *(one.id for one in composed)}
    task = next((task_of(example.query) for file in files for example in file.data), read_out())
    answered = {(buzz.player, buzz.answered_by, buzz.question_id, buzz.set) for buzz in found}
    unheard = [
        replace(one, question_id=names.get(one.question_id, one.question_id))
        for path in buzz_logs
        for one in read_unheard(path)
    ]
    unheard = [one for one in unheard if (one.player, one.answered_by, one.question_id, one.set) not in answered]
    joined = len(told & {*names.values()})
    players = _players(found, unheard)
    persons = one_name_a_question(_of_persons(logged, stored), (), names)[0] if stored.buzzes else None
    return Gathered(
        _told_apart(found, players), composed, joined, task, still_played, _told_apart(unheard, players), persons
    )


def _of_persons(logged: Sequence[Buzz], stored: Stored) -> list[Buzz]:
    """What each person did: as files tell it, but in the matches of a store as these tell it, person by person."""
    there = {*map(occasion, stored.buzzes)}
    return [*(buzz for buzz in logged if not buzz.is_machine and occasion(buzz) not in there), *stored.of_persons]


def _shown_by(task: Task) -> PlayReport:
    assert task.listening is not None, "its queries were read out"
    return task.listening.play


def _learned(spec: str) -> Iterator[Example]:
    for example in load_dataset(spec):
        if task_of(example.query).listening is None:
            raise BadData(f"{spec} holds no tossups. Name those that machines learned from with --training.")
        yield example


def _named_alike(
    composed: Sequence[Composed], learned: Sequence[Example]
) -> tuple[tuple[Composed, ...], list[tuple[str, str]]]:
    """The questions, and pairs of answer and text that machines know: what is one answer has one name in both."""
    if not learned:
        return tuple(composed), []
    listening = _listening(learned[0])
    asked = [Example("", listening.beginning(one.text), Gold((Answer(one.answer),))) for one in composed]
    every = [replace(example, id=str(number)) for number, example in enumerate([*learned, *asked])]
    names = listening.classes(every)
    known = [(names[example.id], example.query.text) for example in every[: len(learned)]]
    renamed = [
        replace(one, answer=names[example.id]) for one, example in zip(composed, every[len(learned) :], strict=True)
    ]
    return tuple(renamed), known


def _players(buzzes: Sequence[Buzz], unheard: Sequence[Unheard]) -> Mapping[str, Set[str]]:
    """By their names the systems that have them."""
    systems: dict[str, set[str]] = {}
    told: list[Buzz | Unheard] = [*buzzes, *unheard]
    for one in told:
        systems.setdefault(one.player, set()).add(one.answered_by)
    return systems


Told = TypeVar("Told", Buzz, Unheard)


def _told_apart(told: Sequence[Told], systems: Mapping[str, Set[str]]) -> list[Told]:
    """All of it; where machines of one name are not one system, what tells them apart stands behind it."""
    return [
        replace(one, player=f"{one.player} {one.answered_by[:8]}")
        if one.answered_by and len(systems[one.player]) > 1
        else one
        for one in told
    ]


@dataclass(frozen=True, slots=True)
class _Opened:
    data: Dataset
    oracle: Oracle
    asked: Sequence[Example]
    seen: Set[str]  # the ids of those that the machine was trained on
    answered_by: str
    recorded: Mapping[str, Sequence[tuple[str, bool]]]  # by a question, where a recorded run guessed, and buzzed


@contextmanager
def _opened(
    dataset: str,
    victim: str,
    cache: Cache,
    limit: int | None,
    seed: int,
    ask_again: float,
    timeout: float,
    sittings: Sittings | None = None,
) -> Iterator[_Opened]:
    """The tossups that are asked, and what asks; BadOption where there are none, or the victim is of another task."""
    data = load_dataset(dataset)
    every = tuple(data)
    if not every or task_of(every[0].query).listening is None:
        raise BadOption(f"{dataset!r} holds no tossups, so that there is nothing to buzz on. Name a set that does.")
    with patient(without_password(victim), lambda: load_victim(victim, every), timeout) as (system, patience):
        check_victim(system, victim, dataset, task_of(every[0].query))
        check_further(getattr(system, "further", None))
        salt = kept_fingerprint(victim, system)
        if salt is None and sittings is not None:
            salt = sittings.salt("buzz", data.fingerprint, limit, seed, what_answers(victim, system))
        kept, again = Memory() if salt is None else cache, Again(ask_again, seed) if ask_again else None
        oracle = Oracle(without_password(victim), system, salt or "", kept, again=again, patience=patience)
        asked = drawn(every, limit, seed)
        seen, recorded = _seen(system, data, asked, oracle), getattr(system, "recorded", {})
        yield _Opened(data, oracle, asked, seen, what_answers(victim, system), recorded)


def _seen(victim: Victim, data: Dataset, asked: Sequence[Example], oracle: Oracle) -> Set[str]:
    """The ids of those that the machine was trained on, or on whose original it was."""
    if not isinstance(victim, Trained):
        return frozenset()
    instances = {one.id: one for one in data.instances} if isinstance(data, Collection) else {}
    work = [instances.get(example.id, example) for example in asked]
    return seen_among(oracle.name, victim, work, {}, oracle.patience)


def _beginnings(text: str, positions: int) -> list[str]:
    return sorted({*shares(text, positions), *sentence_views(text)}, key=len)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why nothing is known of what a machine says along a question: the first reason that it failed for."""

    reason: str


Said = list[tuple[str, Prediction]]


def _whole(oracle: Oracle, example: Example, said: Said | Fault) -> Said:
    if isinstance(said, Fault):
        raise VictimFailed(f"The victim {oracle.name!r} failed on {example.id!r}: {said.reason}.")
    return said


def _predicted(oracle: Oracle, chunk: Sequence[Example], views: Sequence[Sequence[str]]) -> Iterator[Said | Fault]:
    """Of each question the beginnings that are asked, each once, with what the machine said; a Fault where it failed on
    any of them."""
    distinct = [list(dict.fromkeys(of_one)) for of_one in views]
    beginning = _listening(chunk[0]).beginning
    replies = iter(oracle.ask([beginning(view) for of_one in distinct for view in of_one]))
    for of_one in distinct:
        of_these = [*islice(replies, len(of_one))]
        faults = [reply.fault or "" for reply in of_these if reply.prediction is None]
        said = [
            (view, one.prediction) for view, one in zip(of_one, of_these, strict=True) if one.prediction is not None
        ]
        yield Fault(faults[0]) if faults else said


def _buzz(
    example: Example,
    said: Sequence[tuple[str, Prediction]],
    decisions: Sequence[bool],
    player: Machine,
    labels: Labels,
    original: Example | None,
    details: Details,
    is_seen: bool,
) -> Buzz:
    of = max(1, len(word_ends(example.query.text)))
    readings = tuple(_reading(example, view, prediction, of) for view, prediction in said)
    at = next((place for place, buzzes_here in enumerate(decisions) if buzzes_here), len(readings) - 1)
    return Buzz(
        question_id=example.id,
        set=labels.set,
        player=player.name,
        is_machine=True,
        words=readings[at].words,
        of=of,
        position=readings[at].position,
        correct=readings[at].correct,
        round=labels.round,
        category=details.category,
        against=labels.against,
        original=original.id if original else "",
        readings=readings,
        trained_on=is_seen,
        answered_by=player.answered_by,
        groups=_groups(original or example),
        censored=not readings[at].answer and not decisions[at],
    )


def _groups(example: Example) -> tuple[tuple[str, str], ...]:
    return tuple(told_of(example, task_of(example.query).groups).items())


def _reading(example: Example, view: str, prediction: Prediction, of: int) -> Reading:
    words = len(word_ends(view))
    if not prediction.guesses:
        return Reading(words, words / of, "", None, False)
    best = prediction.guesses[0]
    is_right = _listening(example).accepts(example.gold, best.answer)
    return Reading(words, words / of, best.answer, best.probability, is_right)


def _made_of(data: Dataset) -> Mapping[str, Example]:
    """By the ids of variants their originals."""
    return {one.id: one.example for one in data.instances} if isinstance(data, Collection) else {}


def _labels(given: Labels, data: Dataset, id: str, variants: Mapping[str, Example]) -> Labels:
    is_adversarial = id in variants or _details(data, id).fold == ADVERSARIAL
    if variants and not is_adversarial:
        return Labels(REGULAR)
    named = given.set or (ADVERSARIAL if is_adversarial or given.against else REGULAR)
    return Labels(named, given.round, given.against if named != REGULAR else "")


def _details(data: Dataset, id: str) -> Details:
    first = next(iter(data), None)
    return NO_DETAILS if first is None else _listening(first).details(data, id)


def _listening(example: Example) -> Listening:
    found = task_of(example.query).listening
    assert found is not None
    return found


def _answer(data: Dataset, example: Example) -> str:
    return _details(data, example.id).page or example.gold.answers[0].text


@dataclass(frozen=True, slots=True)
class _Written:
    """A file of tossups; ``set`` is "" where none is named for it."""

    set: str
    file: str
    data: Dataset


def _written(spec: str) -> _Written:
    name, equals, file = spec.partition("=")
    if SIGN in name:  # it says what the columns of a file are
        name, equals, file = "", "", spec
    data = load_dataset(file if equals else spec)
    if not (first := [*islice(data, 1)]) or task_of(first[0].query).listening is None:
        raise BadData(f"{file or spec} holds no tossups. Name a file of tossups with --tossups.")
    return _Written(name if equals else "", file or spec, data)


def _asked(file: _Written) -> Iterator[Asked]:
    """The questions whose ids end as those of an event do: others are one by their whole id."""
    for example in file.data:
        if len(example.id) >= SHORTEST:
            yield Asked(file.file, example.id, dict(_groups(example)).get(PACKET, ""))


def _composed(file: _Written, sets: Mapping[str, str], names: Mapping[str, str]) -> Iterator[Composed]:
    """The questions of a file under the set that is named for it, or that of their buzzes, else the file's name.

    Of a file without a named set whose questions were played, those that nobody was asked are left out.
    """
    data, made_of = file.data, _made_of(file.data)
    default = partial(_default_set, data, made_of)
    set_of = {example.id: sets.get(names.get(example.id, example.id)) for example in data}
    was_played = not file.set and any(set_of.values())
    for example in data:
        if set_of[example.id] or not was_played:
            one = _counted(data, example, file.set or set_of[example.id], default)
            original = made_of.get(example.id, example)
            yield replace(one, original=original.id, groups=_groups(original))


def _default_set(data: Dataset, variants: Mapping[str, Example], id: str) -> str:
    if id in variants or _details(data, id).fold == ADVERSARIAL:
        return ADVERSARIAL
    return REGULAR if variants else data.name


def _counted(data: Dataset, example: Example, named: str | None, default: Callable[[str], str]) -> Composed:
    details = _details(data, example.id)
    return Composed(
        example.id,
        example.query.text,
        _answer(data, example),
        named or default(example.id),
        details.category,
        details.phenomena,
        gold=example.gold,
    )
