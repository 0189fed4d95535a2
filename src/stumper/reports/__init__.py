"""From the store to a report, and from a report to a terminal, Markdown, JSON and one self-contained HTML file."""

from stumper.reports.build import build_report, led_by, nothing
from stumper.reports.html import html
from stumper.reports.json_file import to_json
from stumper.reports.markdown import markdown
from stumper.reports.report import Report
from stumper.reports.terminal import terminal

__all__ = ["Report", "build_report", "html", "led_by", "markdown", "nothing", "terminal", "to_json"]
