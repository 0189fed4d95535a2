"""The report as one HTML file that asks for nothing else, and as one element of a notebook that styles nothing else."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from markupsafe import Markup, escape

from stumper.reports import pictures
from stumper.reports.page_data import page_data
from stumper.reports.report import COMMANDS, Report
from stumper.reports.tables import csv_text, file_name, latex_text
from stumper.sections import wording
from stumper.sections.section import Block, Cell, Column, Dots, Dumbbell, Row, Table

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = "templates"
PICTURES = Path(__file__).with_name(TEMPLATES) / "pictures.css"  # what pages need that show blocks
TABLES = PICTURES.with_name("tables.js")  # which sorts the tables of a page
BOX = "stumper-results"  # the class of the element that a notebook shows
WIDEST = 36  # letters of a text in a cell that is not broken
Under = TypeVar("Under", Row, Dumbbell)


def html(report: Report) -> str:
    """The whole page; whatever the data says is shown as text, and no script but our own may run."""
    script = TABLES.read_text(encoding="utf-8") + _text("report.js")
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            height=pictures.HEIGHT,
            commands=COMMANDS,
            numbers=count(1),
            data=Markup(page_data(report)),
            style=Markup(_text("report.css") + PICTURES.read_text(encoding="utf-8")),
            script=Markup(script),
            script_hash=b64encode(sha256(script.encode()).digest()).decode(),
        )
    )


def results_html(report: Report, scores: Sequence[str], notes: Sequence[str]) -> str:
    """The sentences of a report and the ``scores`` of an evaluation, else its tables and pictures; and the notes."""
    sentences = (*report.sentences, *scores)
    blocks = [] if scores else [block for section in report.sections for block in section.blocks]
    return boxed(sentences, blocks, notes)


def boxed(sentences: Sequence[str], blocks: Sequence[Block], notes: Sequence[str] = ()) -> str:
    """One element with sentences, blocks and notes."""
    first = "".join(
        Markup('<p class="{}">{}</p>').format("first" if place == 0 else "told", lighter(sentence))
        for place, sentence in enumerate(sentences)
    )
    last = blocks_html([Block("notes", texts=tuple(notes))]) if notes else ""
    return f'<div class="{BOX}"><style>{_style()}</style>{first}{blocks_html(blocks)}{last}</div>'


@cache
def _style() -> str:
    """The styles of a report, for what is in the box alone."""
    styles = PICTURES.with_name("report.css").read_text(encoding="utf-8") + PICTURES.read_text(encoding="utf-8")
    inside = re.sub(r"(?m)^(\s*)(?::root|body)(?=[\s{])", r"\1&", styles)
    small = ".first { font-size: 20px; font-weight: 600; } h2 { font-size: 20px; margin-top: 24px; }"
    return f".{BOX} {{ {inside} {small} padding: 16px; }}"


def blocks_html(blocks: Sequence[Block]) -> Markup:
    """Blocks of a report for a page of somebody else's, which brings the styles."""
    template = _environment().get_template("blocks.html.j2")
    return Markup(template.render(blocks=blocks, height=pictures.HEIGHT, numbers=count(1)))


def lighter(sentence: str) -> Markup:
    """The sentence with its intervals set lighter."""
    return Markup(re.sub(r"(\[[^\]]*\])", r'<span class="interval">\1</span>', str(escape(sentence))))


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # most commands write no page

    loader = PackageLoader("stumper.reports", TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    environment.filters |= {
        "axis": _axis,
        "capital": lambda text: text if len(text) < 2 else f"{text[0].upper()}{text[1:]}",
        "count": wording.count,
        "data_links": _data_links,
        "decimals": wording.decimals,
        "heads": _heads,
        "hues": lambda dots: dict.fromkeys((dot.label, dot.hue) for row in dots.rows for dot in row.dots),
        "interval": wording.interval,
        "kind_of": _kind_of,
        "led": _led,
        "lighter": lighter,
        "next": next,
        "panel": pictures.panel,
        "percent": wording.percent,
        "place": lambda share: f"{share * 100:.2f}%",
        "said": wording.said,
        "signed": wording.signed,
        "signed_interval": wording.signed_interval,
        "signed_whole": lambda share: wording.signed(share).removesuffix(".0"),
        "sure": _sure,
        "under": _under,
        "wide": lambda dots, margin: f"{200 * margin / (dots.ticks[-1] - dots.ticks[0]):.2f}%",
    }
    return environment


def _data_links(table: Table) -> Markup:
    """Links that hold the table as CSV and as LaTeX: they are saved without a network."""
    name = file_name(table.title or table.columns[0].name)
    link = Markup('<a download="{}.{}" href="data:text/{};charset=utf-8,{}">{}</a>')
    forms = (("csv", "csv", csv_text(table), "CSV"), ("tex", "plain", latex_text(table), "LaTeX"))
    links = (link.format(name, ending, kind, quote(text), called) for ending, kind, text, called in forms)
    return Markup(" ").join(links)


def _axis(dots: Dots) -> Callable[[float], str]:
    """Where a share stands on the axis of a chart, in percent of its width."""
    first, last = dots.ticks[0], dots.ticks[-1]
    return lambda share: f"{100 * (min(last, max(first, share)) - first) / (last - first):.2f}%"


def _under(rows: Sequence[Under]) -> Iterator[tuple[list[tuple[int, str]], Under]]:
    """Each row with the headings that begin with it, and how deep they are. What is the same for all heads none."""
    told = [len({row.under[level] for row in rows}) > 1 or len(row.under) == 1 for row in rows[:1]
            for level in range(len(row.under))]  # fmt: skip
    was: tuple[str, ...] = ()
    for row in rows:
        changed = [level for level, text in enumerate(row.under) if row.under[: level + 1] != was[: level + 1]]
        yield [(level, row.under[level]) for level in changed if told[level] and row.under[level]], row
        was = row.under


def _heads(columns: Sequence[Column]) -> list[tuple[str, int, list[Column]]]:
    """What stands over neighbouring columns, with their number; "" over a single one that stands under nothing."""
    found: list[tuple[str, int, list[Column]]] = []
    for column in columns:
        if column.over and found and found[-1][0] == column.over:
            found[-1] = column.over, found[-1][1] + 1, [*found[-1][2], column]
        else:
            found.append((column.over, 1, [column]))
    return found


def _kind_of(cell: Cell, is_name: bool) -> str:
    """How a cell looks, by what it holds."""
    if cell.changes:
        return "words"
    text = wording.said(cell)
    kinds = ["says"] if is_name and len(text) <= WIDEST else ["words"] if is_name else []
    if cell.figure is None:
        is_nothing = text in ("", "–") or (cell.unit == "count" and not cell.number)
        kinds += ["none"] if is_nothing else ["word"] if text == "not judged" else []
    return " ".join(kinds)


def _sure(cell: Cell) -> Markup:
    """A cell's interval and the word behind it, set lighter."""
    bracket, _, word = wording.how_sure(cell).rpartition("] ") if "] " in wording.how_sure(cell) else (None, "", "")
    if bracket is None:
        told = wording.how_sure(cell)
        name = "interval" if told.startswith("[") else "word"
        return Markup('<span class="{}">{}</span>').format(name, told) if told else Markup("")
    return Markup('<span class="interval">{}]</span> <span class="word">{}</span>').format(bracket, word)


def _led(text: str) -> Markup:
    """A sentence about pictures: their marks as these are drawn, and commands as code."""
    marked = re.sub(r"○", '<span class="ring"></span>', str(escape(text)))
    marked = re.sub(r"●\[(\w+)\]", r'<span class="key \1"><span class="disc"></span></span>', marked)
    marked = marked.replace("●", '<span class="disc"></span>')
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", marked))


def _text(name: str) -> str:
    return (files("stumper.reports") / TEMPLATES / name).read_text(encoding="utf-8")
