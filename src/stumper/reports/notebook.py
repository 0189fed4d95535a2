"""Results as a notebook shows them: what the report says, shows and draws, in one element that styles nothing else."""

import re
from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from stumper.reports.html import PICTURES, blocks_html, lighter
from stumper.reports.report import Report
from stumper.sections.section import Block

BOX = "stumper-results"


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
