"""A task: all that is its own, as one value that everything else asks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from stumper.formats import Format, Kind, PredictionsFormat, Rows
from stumper.judgeable import Judge, Judgeable
from stumper.listening import Listening
from stumper.protocols import Collection, Constraint, Dataset, Goal
from stumper.scoring import Measure, Scoring
from stumper.types import Example, Instance, Perturbation, Query
from stumper.wire import Wire
from stumper.writing_desk import WritingDesk


class MakesSection(Protocol):
    """What a report says of a task's runs. What it is given and gives stands in layers above, so that no system or
    attack depends on the words of reports: ``testing.check_task`` looks at what it gives."""

    def __call__(self, runs: Sequence[Any], with_examples: bool, /) -> Any:
        """Makes a ``sections.section.Section`` of each ``sections.ran.Ran`` of the runs, and of whether examples are
        shown."""


class ChangesSection(Protocol):
    """What a package adds to the section that a task has made."""

    def __call__(self, section: Any, runs: Sequence[Any], /) -> Any:
        """Makes another ``sections.section.Section`` of the one that there was, and of its runs."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What a package adds to the ``tasks`` of others; found by its name under the entry points ``stumper.additions``.

    ``goals`` stand behind the task's own, ``constraints`` bind whatever a machine proposes there, each of ``measures``
    is a score beside the task's (of the worst variant, where an original is as good as that), ``judges`` are programs
    that judge perturbations, and ``formats`` are recognised after all others. The fingerprint of what a format reads is
    that of the file's bytes (``identity.file_fingerprint``). ``section`` makes the task's section of a report, of the
    one that there was and of its runs (``sections.ran.Ran``); it changes what is told, and no figure that is kept.
    """

    tasks: Sequence[str]
    goals: Mapping[str, Goal] = field(default_factory=dict)
    constraints: tuple[Constraint, ...] = ()
    measures: Mapping[str, Measure] = field(default_factory=dict)
    judges: Mapping[str, Judge] = field(default_factory=dict)
    formats: Sequence[Format] = ()
    section: ChangesSection | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """What is told of an original, from which alone it follows: a number, or where its name ends in ``_type`` a word;
    None where there is nothing to tell. ``label`` is what people call it; ``is_share``: it is shown in percent."""

    of: Callable[[Example], float | str | None]
    label: str
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """Found under the entry points ``stumper.tasks`` by its ``name``.

    ``query`` is the type of its queries, ``unit`` what one is called in words, ``rank`` its place in lists and reports.
    ``wire`` is how queries are told apart, kept, sent and asked. A system of ours that answers them is ``called`` so in
    sentences.
    ``goals`` stand by their names, the one that is meant where none is named first; ``constraints`` bind whatever a
    machine proposes, and ``scoring`` says how what is said counts.

    Data sets: ``formats`` of files, ``suffix`` of those that are written; ``collected`` makes one of a name, a
    fingerprint and examples from elsewhere, with the words of their evidence by id where these are known (BadData where
    they are none of the task's); ``write_perturbed`` writes instances of one and gives the file's fingerprint.
    ``rows`` is how rows of any table are read; without it, none are.
    ``given`` is a data set with its gold evidence given, for which users say ``oracle:``; BadData where nobody has the
    words of it. Without it, there is no such setting. ``without_passages`` is a data set of any task, under the name
    that its user has for it, as questions of this one that nobody gives passages to: ``open:``; BadData where it is of
    none that have some.
    ``files`` are the kinds of file beside data sets and ``predictions`` for which a user is told where they belong.

    ``judgeable`` is a perturbation of an example as people judge it, under the id of their judgements, with the words
    of the evidence where these are known; ``judges`` are programs that judge it, too, by their names. ``desk`` is what
    people do with its texts, None where they do nothing yet.

    ``section`` makes what a report says of runs: of ``sections.ran.Ran`` and of whether examples are shown a
    ``sections.section.Section``; without one, a table says what each attack leaves. ``absent`` is what the report has
    as JSON, by its keys, where it has no run of the task. ``noting`` makes what tells of an attempt, as a
    ``standing.Met``, all that the section wants to know of it: it is asked while the table of results is read, and what
    it tells is in ``Ran.noted``.

    ``counts_variants``: each variant counts by itself; else an original is as good as its worst variant.
    ``variants_by_id``: an example whose id continues another's after a dash is its variant; else instances say so.
    ``groups`` are what an example shares with others of its data set (its article, its paragraph), by the names of the
    table's columns, coarsest first; what it shares with none is left out. What the example itself names goes before.
    ``slices`` are what is told of an original, by which figures may be sliced: columns of the table, and tables of the
    section, where that makes any. ``capability`` is what a change tests, by the kind of its edits and the family of its
    adversary; "": unknown.
    ``knows_unanswerable``: some of its queries have no answer, so that an empty answer says so; else it is none.
    ``listening`` is how its queries are read out in matches and to machines that buzz; None: they are not.
    ``media`` is where the pictures and sounds of a query are, by its id, in the order of their marks in what a report
    shows of it and seen from the folder of the file. ``additions`` are what other packages have added to all this.
    """

    name: str
    query: type[Query]
    unit: str
    wire: Wire
    goals: Mapping[str, Goal]
    constraints: tuple[Constraint, ...]
    scoring: Scoring
    formats: Sequence[Format]
    suffix: str
    predictions: PredictionsFormat
    collected: Callable[..., Collection]
    write_perturbed: Callable[[Path, Collection, Sequence[Instance]], str]
    judgeable: Callable[[str, Example, Perturbation, str], Judgeable]
    rows: Rows | None = None
    given: Callable[[Collection], Collection] | None = None
    without_passages: Callable[[str, Dataset], Collection] | None = None
    files: Sequence[Kind] = ()
    section: MakesSection | None = None
    absent: Mapping[str, object] = field(default_factory=dict)
    noting: Callable[[], Callable[[Any], Sequence[object]]] | None = None
    desk: WritingDesk | None = None
    judges: Mapping[str, Judge] = field(default_factory=dict)
    counts_variants: bool = True
    variants_by_id: bool = False
    knows_unanswerable: bool = False
    groups: Callable[[Example], Mapping[str, str]] = lambda example: {}
    slices: Mapping[str, Slice] = field(default_factory=dict)
    capability: Callable[[str, str], str] = lambda kind, family: ""
    listening: Listening | None = None
    media: Callable[[Dataset, str], Sequence[str]] = lambda data, id: ()
    additions: tuple[Addition, ...] = ()
    called: str = "system"
    rank: int = 100


def later(module: str, name: str) -> Callable[..., Any]:
    """The function of that name, whose module is imported once it is called: finding a task loads nothing heavy."""
    return lambda *given, **named: getattr(import_module(module), name)(*given, **named)
