"""From the store to a report, and from a report to a terminal, Markdown, JSON and one self-contained HTML file."""

from stumper.reports.build import build_report, doubts_of, led_by, nothing
from stumper.reports.html import blocks_html, html
from stumper.reports.json_file import figures, to_json
from stumper.reports.markdown import markdown
from stumper.reports.report import Report, in_store
from stumper.reports.terminal import terminal

__all__ = [
    "Report",
    "blocks_html",
    "build_report",
    "doubts_of",
    "figures",
    "html",
    "in_store",
    "led_by",
    "markdown",
    "nothing",
    "terminal",
    "to_json",
]
