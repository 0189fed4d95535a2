"""The report as one HTML file that asks for nothing else."""

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from stumper.reports import pictures, wording
from stumper.reports.naming import is_control
from stumper.reports.page_data import page_data
from stumper.reports.report import OUTCOMES, Report
from stumper.reports.sentences import COMMANDS

TEMPLATES = "templates"


def html(report: Report) -> str:
    """The whole page; whatever the data says is shown as text, and no script but our own may run."""
    script = _text("report.js")
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            groups=pictures.groups(report),
            panels=pictures.panels(report),
            colours=pictures.colours(report),
            outcomes=OUTCOMES,
            words=wording.OUTCOME_WORDS,
            signs=wording.OUTCOME_SIGNS,
            meanings=wording.OUTCOME_MEANINGS,
            height=pictures.HEIGHT,
            commands=COMMANDS,
            data=Markup(page_data(report)),
            style=Markup(_text("report.css")),
            script=Markup(script),
            script_hash=b64encode(sha256(script.encode()).digest()).decode(),
        )
    )


def _environment() -> Environment:
    loader = PackageLoader("stumper.reports", TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    environment.filters |= {
        "percent": wording.percent,
        "signed": wording.signed,
        "interval": wording.interval,
        "count": wording.count,
        "change": wording.change,
        "left_out": wording.left_out,
        "judged": wording.judged,
        "lighter": _lighter,
        "place": lambda share: f"{share * 100:.2f}%",
    }
    environment.tests["control"] = is_control
    return environment


def _text(name: str) -> str:
    return (files("stumper.reports") / TEMPLATES / name).read_text(encoding="utf-8")


def _lighter(sentence: str) -> Markup:
    """The sentence with its intervals set lighter."""
    return Markup(re.sub(r"(\[[^\]]*\])", r'<span class="interval">\1</span>', str(escape(sentence))))
