"""Buzz logs: JSON lines, a buzz each, as matches export them and ``stumper buzz`` writes them; or other files of
buzzes, told apart by how they begin."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from stumper.buzz import REGULAR, Buzz, Reading, Unheard
from stumper.datasets.buzz_table import is_buzz_table, read_buzz_table
from stumper.datasets.documents import called, read_start
from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.json_lines import Line, read_lines, write_lines
from stumper.datasets.kinds import check_kind
from stumper.datasets.run_outputs import are_run_outputs
from stumper.datasets.system_runs import buzzes_of_runs
from stumper.errors import BadData
from stumper.listening import BUZZ_LOG
from stumper.shown import shown


def read_buzzes(path: Path) -> list[Buzz]:
    """The buzzes of a log, of a table or of systems' runs, in its order; BadData names the file and the line that holds
    none, or a second answer of one player to one question."""
    try:
        return list(_each_once(_numbered(path)))
    except BadData as error:
        said = str(error)
        raise error if said.startswith(str(path)) else BadData(f"{path}: {said}") from error


def _numbered(path: Path) -> Iterator[tuple[int, Buzz]]:
    start = read_start(path)
    if is_buzz_table(start):
        yield from read_buzz_table(path)
    elif are_run_outputs(start):
        yield from buzzes_of_runs(read_lines(path))
    else:
        check_kind(path, BUZZ_LOG)
        if not start.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            if not start.strip("\ufeff \t\r\n"):
                raise BadData("the file is empty.")
            first = start.lstrip("\ufeff").partition("\n")[0].strip()
            raise BadData(
                f"this is no log of buzzes: it begins with {shown(first)}, which is neither JSON nor a line of columns "
                "with 'question', 'position' and 'correct'. Write these names there, or name another file."
            )
        lines = (line for line in read_lines(path) if UNHEARD not in line.values)
        yield from _of_one_length((line.number, _buzz(line)) for line in lines)


UNHEARD = "unheard"  # says in a line why there is no buzz


def read_unheard(path: Path) -> list[Unheard]:
    """What the machines of a log were not heard on; nothing of tables and systems' runs, which do not tell."""
    start = read_start(path)
    if is_buzz_table(start) or are_run_outputs(start):
        return []
    try:
        return [_unheard(line) for line in read_lines(path) if UNHEARD in line.values]
    except BadData as error:
        said = str(error)
        raise error if said.startswith(str(path)) else BadData(f"{path}: {said}") from error


def _each_once(numbered: Iterable[tuple[int, Buzz]]) -> Iterator[Buzz]:
    """The buzzes, without what a machine says twice in the same way."""
    met: dict[tuple[object, ...], tuple[int, Buzz]] = {}
    for number, buzz in numbered:
        first, known = met.setdefault(occasion(buzz), (number, buzz))
        if known is buzz:
            yield buzz
        elif not (buzz.is_machine and buzz == known):
            raise BadData(
                f"line {number}: {shown(buzz.player)} answers {shown(buzz.question_id)} as on line {first} already. "
                "Give each person a name of their own, or each time that it was played its 'round'; where nobody knows "
                "who it was, leave the player out, and number the rows with 'observation'."
            )


def _of_one_length(numbered: Iterable[tuple[int, Buzz]]) -> Iterator[tuple[int, Buzz]]:
    """The buzzes; BadData where two of them tell of a question of a set that it has different numbers of words."""
    met: dict[tuple[str, str], tuple[int, int]] = {}
    for number, buzz in numbered:
        if buzz.of is not None:
            first, of = met.setdefault((buzz.question_id, buzz.set), (number, buzz.of))
            if of != buzz.of:
                raise BadData(
                    f"line {number}: {shown(buzz.question_id)} has {buzz.of:,} words ('of'), and {of:,} on line "
                    f"{first}. Correct one, or give two questions ids of their own."
                )
        yield number, buzz


def occasion(buzz: Buzz) -> tuple[object, ...]:
    """What two rows have in common that tell of one player at one question."""
    who = buzz.player, buzz.observation, buzz.answered_by, buzz.is_machine
    return *who, buzz.question_id, buzz.set, buzz.round, buzz.against


def write_buzzes(path: Path, buzzes: Iterable[Buzz], unheard: Iterable[Unheard] = ()) -> str:
    """The file holds the buzzes, and then what machines were not heard on, the same bytes for the same; their
    fingerprint."""
    return write_lines(path, [*map(buzz_row, buzzes), *map(_unheard_row, unheard)])


def _unheard_row(one: Unheard) -> dict[str, object]:
    row = {"question": one.question_id, "set": one.set, "player": one.player, "machine": True, UNHEARD: one.reason}
    return row | ({"answered_by": one.answered_by} if one.answered_by else {})


def buzz_row(buzz: Buzz) -> dict[str, object]:
    """A buzz as a line has it; what is not known is left out."""
    row: dict[str, object] = {
        "question": buzz.question_id,
        "set": buzz.set,
        **({"player": buzz.player} if buzz.player else {"observation": buzz.observation}),
        "machine": buzz.is_machine,
        **({"position": buzz.position} if buzz.words is None else {"words": buzz.words, "of": buzz.of}),
        "correct": buzz.correct,
    }
    told = {"points": buzz.points, "round": buzz.round, "category": buzz.category, "against": buzz.against,
            "original": buzz.original, "answered_by": buzz.answered_by}  # fmt: skip
    row |= {key: value for key, value in told.items() if value not in (None, "")}
    row |= written_groups(buzz)
    readings = [
        {"words": one.words, "answer": one.answer, "probability": one.probability, "correct": one.correct}
        for one in buzz.readings
    ]
    row |= {name: True for name in ("trained_on", "censored", "judged_by_source") if getattr(buzz, name)}
    return row | ({"readings": readings} if readings else {})


def _buzz(line: Line) -> Buzz:
    words, of, position = _place(line)
    correct, censored = line.value("correct", bool), _is_so(line, "censored")
    if correct and censored:
        raise line.bad("'censored' and 'correct' are both true, but whoever was right has answered. Correct one")
    is_known = "observation" not in line.values or line.text("player") is not None
    return Buzz(
        question_id=_name(line, "question", line.id("question")),
        set=line.text("set") or REGULAR,
        player=_name(line, "player", line.value("player", str)) if is_known else "",
        is_machine=line.value("machine", bool),
        words=words,
        of=of,
        position=position,
        correct=correct,
        points=_points(line),
        round=line.text("round") or "",
        category=line.text("category") or "",
        against=line.text("against") or "",
        original="" if line.values.get("original") is None else line.id("original"),
        readings=tuple(sorted((_reading(line, row, of) for row in _rows(line)), key=lambda one: one.words)),
        censored=censored,
        observation="" if is_known else _name(line, "observation", line.id("observation")),
        answered_by=line.text("answered_by") or "",
        trained_on=_is_so(line, "trained_on"),
        groups=_groups(line),
        judged_by_source=_is_so(line, "judged_by_source"),
    )


def _unheard(line: Line) -> Unheard:
    return Unheard(
        _name(line, "question", line.id("question")),
        line.text("set") or REGULAR,
        _name(line, "player", line.value("player", str)),
        line.value(UNHEARD, str),
        line.text("answered_by") or "",
    )


def _is_so(line: Line, key: str) -> bool:
    return key in line.values and line.value(key, bool)


MOST_WORDS, MOST_POINTS = 100_000, 1_000_000


def _place(line: Line) -> tuple[int | None, int | None, float]:
    """After how many of how many words it came, and their share; the share alone where the line has ``position``."""
    if "position" in line.values and "words" not in line.values:
        found = line.values["position"]
        if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
            raise line.bad(f"'position' is {shown(found)}, not a number from 0 to 1. Correct it")
        return None, None, float(found)
    words, of = line.value("words", int), line.value("of", int)
    if not 1 <= of <= MOST_WORDS:
        raise line.bad(f"'of' is {shown(of)}, but a question has 1 to {MOST_WORDS:,} words. Correct it")
    if not 0 <= words <= of:
        raise line.bad(f"'words' is {shown(words)}, which is not between 0 and the question's {of}. Correct it")
    return words, of, words / of


def _name(line: Line, key: str, value: str) -> str:
    if not value.strip():
        raise line.bad(f"{key!r} is empty. Write one")
    return value


def _groups(line: Line) -> tuple[tuple[str, str], ...]:
    try:
        return read_groups(line.values)
    except BadData as error:
        raise line.bad(str(error)) from error


def _points(line: Line) -> int | None:
    if line.values.get("points") is None:
        return None
    points = line.value("points", int)
    if abs(points) > MOST_POINTS:
        raise line.bad(f"'points' is {shown(points)}, which nobody can have of one question. Correct it")
    return points


def _rows(line: Line) -> list[object]:
    return [] if line.values.get("readings") is None else line.value("readings", list)


def _reading(line: Line, row: object, of: int | None) -> Reading:
    if of is None:
        raise line.bad("there are 'readings', but not after how many 'words' of how many it was. Add 'words' and 'of'")
    if not isinstance(row, Mapping):
        raise line.bad(f"'readings' holds {called(row)}, not an object. Correct it")
    values = Line(line.number, row)
    words, probability = values.value("words", int), row.get("probability")
    if not 0 <= words <= of:
        raise line.bad(f"a reading's 'words' is {shown(words)}, which is not between 0 and {of}. Correct it")
    if probability is not None and (isinstance(probability, bool) or not isinstance(probability, int | float)):
        raise line.bad(f"a reading's 'probability' is {called(probability)}, not a number. Correct it")
    if probability is not None and not 0 <= probability <= 1:
        raise line.bad(f"a reading's 'probability' is {str(probability)[:30]}, not a number from 0 to 1. Correct it")
    return Reading(
        words=words,
        position=words / of,
        answer=values.value("answer", str),
        probability=None if probability is None else float(probability),
        correct=values.value("correct", bool),
    )
