"""From the store to a report, and from a report to Markdown, JSON and one self-contained HTML file. ``terminal``, which
imports rich, is a module by itself: most of what makes reports prints none."""

from stumper.reports.build import build_report, doubts_of, led_by, nothing
from stumper.reports.html import blocks_html, html
from stumper.reports.json_file import figures, to_json
from stumper.reports.markdown import markdown
from stumper.reports.report import Report, in_store

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
    "to_json",
]
