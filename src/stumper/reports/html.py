"""The report as one HTML file that asks for nothing else."""

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from stumper.reports import analysis_pictures, analysis_words, cells, judges, pictures, wording
from stumper.reports.page_data import page_data
from stumper.reports.quizbowl.filters import FILTERS as QUIZBOWL
from stumper.reports.report import OUTCOMES, Report
from stumper.reports.sentences import COMMANDS
from stumper.reports.verification.filters import FILTERS as VERIFICATION

TEMPLATES = "templates"


def html(report: Report) -> str:
    """The whole page; whatever the data says is shown as text, and no script but our own may run."""
    script = _text("report.js")
    is_typed = any(row.kind for row in report.attack_types)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            groups=pictures.groups(report),
            types=pictures.grouped(report, [row for row in report.attack_types if not row.rule]),
            all_types=pictures.grouped(report, report.attack_types),
            has_rules=any(row.rule for row in report.attack_types),
            is_typed=is_typed,
            other_counts=analysis_words.other_counts(is_typed),
            opened=_opened(report),
            panels=pictures.panels(report),
            colours=pictures.colours(report),
            outcomes=OUTCOMES,
            words=wording.OUTCOME_WORDS,
            signs=wording.OUTCOME_SIGNS,
            meanings=wording.OUTCOME_MEANINGS,
            trained_on=wording.TRAINED_ON,
            height=pictures.HEIGHT,
            shared_height=analysis_pictures.HEIGHT,
            bar_height=analysis_pictures.BAR_HEIGHT,
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
        **VERIFICATION,
        **QUIZBOWL,
        "percent": wording.percent,
        "signed": wording.signed,
        "interval": wording.interval,
        "count": wording.count,
        "change": wording.change,
        "left_out": wording.left_out,
        "judged": judges.judged,
        "said": cells.said,
        "how_sure": cells.how_sure,
        "attack_label": wording.attack_label,
        "lighter": _lighter,
        "decimal": wording.decimal,
        "decimals": wording.decimals,
        "signed_decimals": wording.signed_decimals,
        "finding": analysis_words.finding,
        "answer_lengths": analysis_words.answer_lengths,
        "shared_words": analysis_words.shared_words,
        "question_lengths": analysis_words.question_lengths,
        "type_label": analysis_words.type_label,
        "shared_plot": analysis_pictures.shared_plot,
        "length_plot": analysis_pictures.length_plot,
        "place": lambda share: f"{share * 100:.2f}%",
    }
    return environment


def _opened(report: Report) -> str:
    """The run whose analysis is open at first: that of the attack which leaves least."""
    left = {row.run_id: row.f1.after.value for row in report.rows}
    return min((analysis.run_id for analysis in report.analyses), key=lambda run_id: left[run_id], default="")


def _text(name: str) -> str:
    return (files("stumper.reports") / TEMPLATES / name).read_text(encoding="utf-8")


def _lighter(sentence: str) -> Markup:
    """The sentence with its intervals set lighter."""
    return Markup(re.sub(r"(\[[^\]]*\])", r'<span class="interval">\1</span>', str(escape(sentence))))
