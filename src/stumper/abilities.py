"""People beside systems: from what both answered in a store to one scale of ability in its report."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan

from stumper.datasets.answers_of_people import AnswerOfPerson, each_once
from stumper.errors import BadOption
from stumper.registry import task_of
from stumper.reports.report import Report
from stumper.sections.ladder import ladder_of, too_few
from stumper.sections.ladder_parts import Words, blocks, sentences, short
from stumper.sections.pictures import hues
from stumper.sections.section import Block, Section
from stumper.sections.showing import notes, part
from stumper.sections.wording import plural
from stumper.shown import shortened, shown
from stumper.standing import Met
from stumper.statistics.ability import Reply, Side
from stumper.store import Store
from stumper.table import Table, of_runs
from stumper.table.columns import AFTER, BEFORE
from stumper.table.counted import LEFT_OUT
from stumper.task import Task
from stumper.types import Example, Gold, Query

Key = tuple[str, str]  # the id of an original, and that of a variant of it, "" of the original itself
UNTIMED = (
    "Nobody's answers have a time or a position here, so that the scale is of right and wrong answers alone: the model "
    "of Rasch, with a difficulty to people and one to systems."
)
VERSIONS = (
    "Each version of a text that was attacked stands for itself. That versions of one text are alike is in no interval."
)
WHOLE = 1 - 1e-9  # a score of what is right
SHOWN_OF_TEXT = 90  # characters of a text in a picture


@dataclass(frozen=True, slots=True)
class _Asked:
    """A text that people have answered, as the runs have it: what is right, and what it is called."""

    task: Task
    query: Query
    gold: Gold
    example: Example
    attack: str = ""


def with_people(
    report: Report, store: Store, run_ids: Sequence[str], answers: Sequence[AnswerOfPerson], are_given: bool = True
) -> Report:
    """The report with one scale of ability for each task in which people and systems have answered what the runs
    attacked, or with why there is none.

    BadOption where nothing of what people answered is of these runs, or an id is of different texts there, and the
    user has given the answers (``are_given``). Else such answers are left out, with a note.
    """
    answers = each_once(answers)
    wanted: dict[Key, set[str]] = {}
    for one in answers:
        wanted.setdefault(_key(one), set()).add(one.asked)
    known = _Known(wanted)
    table = of_runs(store, run_ids, known.add, is_sliced=False, only={id for id, _ in wanted})
    attacks = {run.run_id: run.names.attack for section in report.sections for run in section.runs}
    if are_given and known.torn:
        raise BadOption(
            f"People have answered {shown(min(known.torn)[0])}, and these runs attacked different texts of that id. "
            "Name the runs on one data set."
        )
    asked = {key: replace(one, attack=attacks.get(run_id) or "")
             for key, (run_id, one) in known.found.items() if key not in known.torn}  # fmt: skip
    if are_given and not asked and answers:
        raise BadOption(
            f"{answers[0].place}: nothing of what people answered is of these runs, such as "
            f"{shown(answers[0].example_id)}. Name the store of runs on these examples, or write their ids as the data "
            "set has them."
        )
    of_these = [one for one in answers if _is_to(one, asked)]
    strays = [*_strays(len(answers) - len(of_these), [one for one in answers if _key(one) in known.torn])]
    for task in {one.task.name: one.task for one in asked.values()}.values():
        of_task = {key: one for key, one in asked.items() if one.task is task}
        if section := report.section(task.name):
            report = _led(report, section, task, of_task, table.of(task.name), of_these, strays)
    return report


def _key(answer: AnswerOfPerson) -> Key:
    return answer.example_id, answer.variant


def _strays(number: int, torn: Sequence[AnswerOfPerson]) -> Iterator[str]:
    """How many answers are to nothing that is known of any task, and why."""
    if unknown := number - len(torn):
        verb = "is" if unknown == 1 else "are"
        yield f"{plural(unknown, 'answer')} of people {verb} to nothing that these runs attacked, and left out."
    if torn:
        verb = "is" if len(torn) == 1 else "are"
        yield (f"{plural(len(torn), 'answer')} of people {verb} left out, as these runs attacked different texts of "
               f"that id, such as {shown(torn[0].example_id)}: report the runs on one data set.")  # fmt: skip


def _is_to(answer: AnswerOfPerson, asked: Mapping[Key, "_Asked"]) -> bool:
    """Whether it is one of these texts that was answered, and none of another data set with the same id."""
    found = asked.get(_key(answer))
    return found is not None and answer.asked in ("", found.query.text)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of texts that people have answered, while attempts are read: each with the run that told of it.

    ``wanted`` are the texts by their ids; "" where nobody says. What is ``torn`` is of different texts in these runs.
    """

    wanted: Mapping[Key, set[str]]
    found: dict[Key, tuple[str, _Asked]] = field(default_factory=dict)
    torn: set[Key] = field(default_factory=set)

    def add(self, run_id: str, one: Met) -> None:
        """Takes down the original and the variants of an attempt that are wanted."""
        if not one.is_original_known:
            return
        original, task = one.original, task_of(one.original.query)
        versions = [("", original.query, original.gold), *((of.id, of.query, of.gold) for of in one.variants)]
        for variant, query, gold in versions:
            key = original.id, variant
            if not {"", query.text} & self.wanted.get(key, set()):
                continue
            _, known = self.found.setdefault(key, (run_id, _Asked(task, query, gold, original)))
            if known.example != original:
                self.torn.add(key)


def _led(
    report: Report,
    section: Section,
    task: Task,
    asked: Mapping[Key, _Asked],
    table: Table,
    answers: Sequence[AnswerOfPerson],
    strays: Sequence[str],
) -> Report:
    """The report with a task's scale of ability in its section, and as a value; or with why there is none. ``strays``
    tells of answers that are to none of these texts."""
    words = Words("a right answer", "the answer", task.unit, task.called, is_timed=False)
    machines, wrong = _of_machines(table, task, asked)
    people = list(_of_people(task, {key: one for key, one in asked.items() if key not in wrong}, answers))
    met = [{one.item for one in side} for side in (people, machines)]
    replies = [*people, *machines]
    lacks = too_few(len(met[0] & met[1]), len(replies), task.unit, f"{task.called}s")
    if lacks:
        told = part("One scale of ability", *notes([f"There is no scale of ability, as {lacks}."]))
        return _with(report, section, replace(section, blocks=(*section.blocks, told), short=_short(section, told)))
    found = ladder_of(replies, _named(asked), steps=1)
    assert found is not None, "both have enough in common"
    of_task = hues(system for one in report.matrices for system in one.systems)
    ladder = blocks(found, of_task, words, [*_notes(asked, answers, wrong, strays)])
    more = replace(
        section,
        sentences=(*section.sentences, *sentences(found, words)[:1]),
        blocks=(*section.blocks, *ladder),
        short=_short(section, short(found, words)),
    )
    return replace(_with(report, section, more), abilities=(*report.abilities, (task.name, found)))


def _with(report: Report, section: Section, more: Section) -> Report:
    """The report with a section that says more than it did."""
    said = [one for one in more.sentences if one not in section.sentences]
    sections = tuple(more if one is section else one for one in report.sections)
    return replace(report, sentences=(*report.sentences, *said), sections=sections)


def _short(section: Section, block: Block) -> tuple[Block, ...]:
    return (*section.short, block) if section.short else ()


def _of_machines(table: Table, task: Task, asked: Mapping[Key, _Asked]) -> tuple[list[Reply], set[Key]]:
    """What systems answered to what people did, each once, and the variants that judges have found incorrect."""
    right = task.scoring.tells_right
    ids, variants, victims = (table.texts(name) for name in ("original", "variant", "victim"))
    status, correct = table.texts("status"), table.numbers("correct")
    before, after = table.numbers(BEFORE + right), table.numbers(AFTER + right)
    found: dict[tuple[str, Key], Reply] = {}
    wrong: set[Key] = set()
    for row, (id, variant, victim) in enumerate(zip(ids, variants, victims, strict=True)):
        if status[row] in LEFT_OUT:
            continue
        for key, scores in (((id or "", ""), before), ((id or "", variant or ""), after)):
            if key[1] and correct[row] == 0:
                wrong.add(key)
            elif key in asked and not isnan(scores[row]):
                found.setdefault((victim or "", key), _reply(victim or "", "machines", key, scores[row] >= WHOLE))
    return list(found.values()), wrong


def _of_people(task: Task, asked: Mapping[Key, _Asked], answers: Sequence[AnswerOfPerson]) -> Iterator[Reply]:
    """What people answered, judged as the systems are where it does not say whether it is right."""
    measure = task.scoring.measures[task.scoring.tells_right]
    for one in answers:
        key = _key(one)
        if key in asked:
            is_right = one.correct if one.correct is not None else measure.of(asked[key].gold, one.answer, ()) >= WHOLE
            yield _reply(one.annotator, "people", key, is_right)


def _reply(who: str, side: Side, key: Key, is_right: bool) -> Reply:
    return Reply(who, side, _item(key), 1.0, bool(is_right))


def _item(key: Key) -> str:
    return " ".join(filter(None, key))


def _named(asked: Mapping[Key, _Asked]) -> dict[str, str]:
    """What each text is called: by its words, of several alike with the attack, and then with their ids behind them."""
    texts = {key: shortened(one.query.text, SHOWN_OF_TEXT) for key, one in asked.items()}
    for more in (lambda key: asked[key].attack if key[1] else "as it was", _item):
        often = Counter(texts.values())
        texts = {key: f"{text} ({more(key)})" if often[text] > 1 else text for key, text in texts.items()}
    return {_item(key): text for key, text in texts.items()}


def _notes(
    asked: Mapping[Key, _Asked], answers: Sequence[AnswerOfPerson], wrong: set[Key], strays: Sequence[str]
) -> Iterator[str]:
    """What to know of a scale."""
    yield UNTIMED
    if any(variant for _, variant in asked):
        yield VERSIONS
    yield from strays
    if gone := sum(_key(one) in wrong for one in answers):
        verb = "is" if gone == 1 else "are"
        yield f"{plural(gone, 'answer')} of people to versions that judges find incorrect {verb} left out."
