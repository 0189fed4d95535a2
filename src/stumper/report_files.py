"""A report in the files of a folder: the page, Markdown, JSON, tables, and logs for other people's viewers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from stumper import media
from stumper.datasets.mapped import mapped
from stumper.datasets.whole_files import write_files
from stumper.errors import BadOption, BadOutput
from stumper.identity import bytes_fingerprint, content_id, file_fingerprint
from stumper.loading import load_dataset
from stumper.next_door.eval_logs import write_logs
from stumper.registry import task_of
from stumper.reports import Report, html, in_store, markdown, to_json
from stumper.reports.of_runs import report_of, report_state, run_ids_in
from stumper.reports.tables import table_files
from stumper.store import Store

REPORT_FILES = ("report.html", "report.md", "report.json")


LARGEST_MEDIUM, MOST_MEDIA = 2_000_000, 25_000_000  # bytes of a picture or sound in a report, and of all in it


def with_media(value: Report, specs: Sequence[str]) -> Report:
    """The report with the pictures and sounds that these data sets name of its examples, where their files lie beside
    the data set's own: at most 2 MB each and 25 MB together, so that the page stays one file. BadOption where a data
    set has none, or none of an example that is shown."""
    reader, found = media.Reader(LARGEST_MEDIUM, MOST_MEDIA), dict[str, tuple[media.NamedMedium, ...]]()
    ids = {exhibit.example_id for exhibit in value.examples}
    for spec in specs:
        data, folder = load_dataset(spec), Path(mapped(spec).spec).parent
        paths = {one.id: task_of(one.query).media(data, one.id) for one in data}
        if not any(map(any, paths.values())):
            raise BadOption(f"{spec!r} names no pictures and no sounds. Name a packet that does, or leave out --media.")
        if ids.isdisjoint(paths):
            raise BadOption(f"No example of the report is of {spec!r}. Name the data set that was attacked.")
        found |= {id: reader.read(folder, of) for id, of in paths.items() if id in ids and any(of)}
    return replace(value, media=found)


def write_report(value: Report, folder: Path) -> Path:
    """The folder holds report.html, report.md and report.json; the path of the first."""
    return _write_files(_report_files(_dated(value)), folder)


def write_tables(value: Report, folder: Path) -> list[Path]:
    """The folder holds each table of the report as CSV and as LaTeX; their paths."""
    texts = {f"{name}.{ending}": text for name, ending, text in table_files(value)}
    _write_files({name: text.encode("utf-8") for name, text in texts.items()}, folder)
    return [folder / name for name in texts]


def write_inspect_logs(runs: Sequence[str], store: Store, folder: Path) -> list[Path]:
    """The folder holds a log for Inspect's viewer of each of those runs (ids or their beginnings), or of all in the
    store; their paths."""
    run_ids = run_ids_in(store, runs)
    return write_logs(folder, store, run_ids, report_of(store, run_ids, with_examples=False), datetime.now(UTC))


def write_report_of(run_ids: Sequence[str], store: Store, folder: Path, named: str | None = None) -> Path:
    """The folder holds what ``write_report`` writes of these runs, with commands that name the store so, where it is
    ``named``; where it does already, all is left alone."""
    memos, state = store.memos(), report_state(store, run_ids)
    key = content_id("report files", *run_ids, *([named] if named else []))
    there = [folder / name for name in REPORT_FILES]
    if all(path.is_file() for path in there) and memos.get(key, state) == content_id(*map(file_fingerprint, there)):
        return there[0]
    files = _report_files(_dated(in_store(report_of(store, run_ids), named)))
    page = _write_files(files, folder)
    memos.put(key, state, content_id(*(bytes_fingerprint(files[name]) for name in REPORT_FILES)))
    return page


def _dated(value: Report) -> Report:
    """The report of today."""
    today = date.today()
    return replace(value, made=f"{today.day} {today:%B %Y}")


def _report_files(value: Report) -> dict[str, bytes]:
    texts = (html(value), markdown(value), to_json(value))
    return dict(zip(REPORT_FILES, (text.encode("utf-8") for text in texts), strict=True))


def _write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """They are there; the path of the first."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOutput(f"The report cannot be written to {folder}: {error.strerror}. Name another --out.") from error
    write_files({folder / name: data for name, data in files.items()})
    return folder / next(iter(files))
