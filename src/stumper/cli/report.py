"""`stumper report`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import JsonOption, StoreOption, VerboseOption
from stumper.errors import BadOption

if TYPE_CHECKING:
    from stumper.reports import Report
    from stumper.store import Store


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, as files tell of it."""

    buzzes: Annotated[
        list[Path] | None,
        typer.Option(
            "--buzzes", metavar="FILE", help="A log of buzzes, of a match or by 'stumper buzz'; may be repeated."
        ),
    ] = None
    tossups: Annotated[
        list[str] | None,
        typer.Option(
            "--tossups",
            metavar="[SET=]FILE",
            help="The questions that were played, to tell what they are made of, and to judge systems' runs by their "
            "answer lines; may be repeated.",
        ),
    ] = None
    training: Annotated[
        list[str] | None,
        typer.Option(
            "--training", metavar="FILE", help="What machines learned from, to tell what questions share with it."
        ),
    ] = None

    def __post_init__(self) -> None:
        for spec in self.tossups or ():
            name, equals, file = spec.partition("=")
            if equals and not (name and file):
                raise BadOption(f"--tossups takes FILE or SET=FILE, not {spec!r}: for example --tossups written.json.")

    @property
    def is_given(self) -> bool:
        """Whether files tell what was played."""
        return bool(self.buzzes or self.tossups)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is put into a report, or written, beside what it tells."""

    media: Annotated[
        list[str] | None,
        typer.Option(
            "--media",
            metavar="DATASET",
            help="A packet that was attacked: its pictures and sounds are put into the page, where their files lie "
            "beside it, up to 2 MB each and 25 MB together; may be repeated.",
        ),
    ] = None
    tables: Annotated[
        Path | None,
        typer.Option("--tables", metavar="FOLDER", help="Write each table as CSV and as LaTeX to this folder, too."),
    ] = None
    inspect: Annotated[
        Path | None,
        typer.Option(
            "--inspect", metavar="FOLDER", help="Write each run as a log for Inspect's viewer to this folder, too."
        ),
    ] = None


def report(
    runs: Annotated[list[str] | None, typer.Argument(metavar="[RUN...]", help="Ids of runs; all, without any.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="The folder for report.html, report.md and report.json.  [default: out; with --json, none is written]",
        ),
    ] = None,
    played: Played = Played(),
    people: Annotated[
        list[Path] | None,
        typer.Option(
            "--people",
            metavar="FILE",
            help="What people answered to the examples of these runs, as CSV with 'example_id' and 'answer' (or "
            "'correct'), perhaps 'annotator' and 'variant': people and systems on one scale; may be repeated.",
        ),
    ] = None,
    beside: Beside = Beside(),
    store: StoreOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Write what the store holds as one HTML file, as Markdown and as JSON; of play also from files alone."""
    from stumper import api
    from stumper.cli.console import remark, show, tell
    from stumper.reports import in_store, nothing, to_json

    opened = None if played.is_given and not (runs or store) else api.existing_store(store)
    if beside.inspect and opened is None:
        raise BadOption("--inspect writes runs of a store, and --buzzes and --tossups name files: name the store, too.")
    value = in_store(api.report(runs or (), opened), store) if opened else nothing()
    value = _with_play(value, None if runs else opened, played)
    value = _with_people(value, opened, runs or [], people or [])
    value = api.with_media(value, beside.media) if beside.media else value
    folder = out or (None if as_json else Path("out"))
    written = folder and api.write_report(value, folder)
    remarks = list(_written(value, opened, runs or [], beside))
    if as_json:
        tell(to_json(value))
    else:
        from stumper.reports.terminal import terminal

        show(terminal(value, verbose))
    for said in [*remarks, *([f"open {written}"] if written else [])]:
        remark(said)


def _written(value: "Report", store: "Store | None", runs: list[str], beside: Beside) -> Iterator[str]:
    """Writes what is asked for beside the report; a line on each."""
    from stumper import api
    from stumper.media import shown
    from stumper.sections.wording import plural

    if beside.tables:
        yield f"wrote {len(api.write_tables(value, beside.tables))} tables to {beside.tables}"
    if beside.inspect and store:
        logs = api.write_inspect_logs(runs, store, beside.inspect)
        yield f"wrote {plural(len(logs), 'log')} to {beside.inspect}: inspect view --log-dir {beside.inspect}"
    if beside.media:
        there, named = shown(value.media.values())
        yield (f"{there} of {plural(named, 'picture or sound', 'pictures and sounds')} that the examples name "
               f"{'is' if there == 1 else 'are'} in the page; the others are called by their names")  # fmt: skip


def _with_people(value: "Report", store: "Store | None", runs: list[str], files: list[Path]) -> "Report":
    """With people and systems on one scale, by what the files say and what was answered in the store's projects."""
    from stumper.abilities import with_people
    from stumper.api import run_ids_in
    from stumper.datasets.answers_of_people import read_answers
    from stumper.people.annotating.answering import answered_in

    if store is None:
        if files:
            raise BadOption("--people stands beside runs of a store, and --buzzes and --tossups name files: name the "
                            "store, too.")  # fmt: skip
        return value
    answers = [*(read_answers(files) if files else ()), *answered_in(store)]
    return with_people(value, store, run_ids_in(store, runs), answers, are_given=bool(files)) if answers else value


def _with_play(value: "Report", store: "Store | None", played: Played) -> "Report":
    """With what the files say of play, and where a whole store is reported, with what was played and written in it."""
    from stumper.listening import Stored
    from stumper.people.study.played import played_in, still_played
    from stumper.playing import gather, with_play

    stored = played_in(store) if store else Stored()
    if not (played.is_given or stored.is_any):
        if played.training:
            raise BadOption("--training is told of what was played: name that, too, with --buzzes or --tossups.")
        return value
    gathered = gather(played.buzzes or [], played.tossups or [], stored, still_played(store) if store else 0)
    return with_play(value, gathered, played.training or [])
