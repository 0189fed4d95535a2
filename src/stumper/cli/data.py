"""`stumper data`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import DatasetArgument, JsonOption, MapOption
from stumper.errors import BadOption

if TYPE_CHECKING:
    from stumper.describing import Described

SHOWN = 160  # characters of a text


def data(
    dataset: DatasetArgument,
    map_: MapOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT", help="Convert it: to squad (questions), fever (claims), qanta (tossups), bonus "
            "(bonuses), qanta-2025, qbreader or modaq (both of these), rag (open questions), rows (jsonl, csv), or a "
            "folder: datasets (Hugging Face's), lm-eval (a task of lm-evaluation-harness).",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="What --to writes.")] = None,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Say what a data set was taken for: its task, columns, groups, an example, and what was left out and why."""
    from stumper import api
    from stumper.cli.console import remark, tell
    from stumper.describing import FOLDERS
    from stumper.describing import as_json as told
    from stumper.sections.wording import plural

    if (to is None) != (out is None):
        raise BadOption("--to FORMAT and --out FILE belong together: the one says how, the other where to write.")
    [meant] = api.with_maps([dataset], map_)
    if out is not None and to not in FOLDERS:
        api.writable(out, dataset)
    found = api.described(meant)
    tell(json.dumps(told(found), ensure_ascii=False) if as_json else "\n".join(_lines(found)))
    if to is not None and out is not None:
        count = api.convert(meant, to, out)
        remark(f"wrote {plural(count, found.task.unit)} to {out}")


def _lines(found: "Described") -> list[str]:
    from stumper.sections.wording import NONE_RIGHT, count, listed, plural

    variants = f" and {plural(found.variants, 'variant')} of them" if found.variants else ""
    form = f", in the format {found.format}" if found.format not in ("", "rows") else ""
    lines = [f"{found.name}: {plural(found.examples, found.task.unit)}{variants} ({found.task.name}){form}", ""]
    lines += _said("columns", ", ".join(f"{role} = {column}" for role, column in found.columns.items()))
    lines += _said("unused", ", ".join(found.unused))
    lines += _said("labels", ", ".join(f"{label} {count(number)}" for label, number in found.answers.items()))
    lines += _said("groups", ", ".join(f"{count(number)} by {name}" for name, number in found.groups.items()) or "none")
    for one in found.left_out:
        shown = f" ({one.detail})" if one.detail else ""
        lines += _said("left out", f"{plural(one.rows, found.unit)} of {count(found.rows)}: {one.reason}; the first is "
                       f"{found.unit} {one.first}{shown}")  # fmt: skip
    for note in found.notes:
        lines += _said("note", note)
    lines += [f"{'warning':<10}{warning}" for warning in found.warnings]
    lines.append("")
    for field, text in found.task.wire.texts(found.first.query).items():
        if text and text != "(none)" and field != "labels":
            lines += _said(field, text)
    answers = dict.fromkeys(answer.text for answer in found.first.gold.answers)
    return [*lines, *_said("right", listed(answers) if answers else NONE_RIGHT)]


def _said(what: str, text: str) -> list[str]:
    from stumper.shown import in_a_line

    return [f"{what:<10}{in_a_line(text, SHOWN)}"] if text else []
