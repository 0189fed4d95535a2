"""`stumper judge`."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import JsonOption, SeedOption, StoreOption
from stumper.errors import BadOption, BadOutput

if TYPE_CHECKING:
    from rich.console import RenderableType

    from stumper.judging import Agreement, Filled, JudgeableSet, JudgingStanding, PairAgreement
    from stumper.store import Store


def judge(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An adversarial set; a plain data set is the baseline.")],
    sample: Annotated[int | None, typer.Option(metavar="N", help="Draw so many to judge, and write a sheet.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The sheet.  [default: FILE's name, -judge.csv]")] = None,
    read: Annotated[Path | None, typer.Option("--read", metavar="SHEET", help="Take in a sheet, filled in.")] = None,
    annotator: Annotated[str | None, typer.Option(metavar="NAME", help="Who filled it in.")] = None,
    kind: Annotated[
        str | None, typer.Option("--judge", metavar="KIND", help="What judged: person, model or builder.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="What NAME said otherwise before is replaced.")] = False,
    seed: SeedOption = 1,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Have judged what is correct: draw a blind sample, read judgements back, and say how they stand.

    A builder had a hand in the attack, in the system or in Stumper; a person had none.
    """
    from stumper import api
    from stumper.cli.console import show, tell
    from stumper.jobs import store_at
    from stumper.judging import agreements, judgeable_set, standing

    if sample is not None and read is not None:
        raise BadOption("judge draws a sheet with --sample or takes one in with --read, not both at once.")
    judged = judgeable_set(api.load_dataset(file))
    if sample is not None:
        _draw(judged, sample, seed, out or Path(f"{_stem(file)}-judge.csv"), file)
        return
    ids = [one.perturbation_id for one in judged.judgeables]
    if read is not None:
        filled = _filled(judged, read, annotator, kind)
        with api.open_store(store) as opened:
            _take_in(filled, read, replace, opened)
            said = opened.judgements(ids)
    else:
        with store_at(store) or nullcontext() as there:
            said = there.judgements(ids) if there else []
    found, compared = standing(len(ids), said), agreements(said)
    if as_json:
        tell(_json(found, compared))
    else:
        show(_told(found, compared))


def _stem(file: str) -> str:
    name = Path(file).name
    for ending in (".gz", ".jsonl", ".json"):
        name = name.removesuffix(ending)
    return name.replace(":", "-")


def _draw(judged: "JudgeableSet", size: int, seed: int, out: Path, file: str) -> None:
    from stumper.cli.console import remark
    from stumper.judging import write_sheet

    drawn = judged.drawn(size, seed)
    if out.exists():
        raise BadOutput(f"{out} is there already, and somebody may have filled it in. Name another --out.")
    write_sheet(out, drawn)
    remark(f"wrote {out}: {len(drawn)} of {len(judged.judgeables)} to judge, with yes or no in three columns; next: "
           f"stumper judge {file} --read {out} --annotator NAME --judge KIND")  # fmt: skip


def _filled(judged: "JudgeableSet", sheet: Path, annotator: str | None, judge: str | None) -> "Filled":
    from stumper.judging import judge_kind, read_sheet

    if not annotator or not annotator.strip():
        raise BadOption("Say who filled the sheet in: --annotator NAME. Two who judge the same need two names.")
    return read_sheet(sheet, judged.judgeables, annotator.strip(), judge_kind(judge) if judge else None)


def _take_in(filled: "Filled", sheet: Path, replaces: bool, store: "Store") -> None:
    from stumper.cli.console import remark
    from stumper.judging import record

    done = record(store, filled.judgements, replaces)
    parts = [(done.new, "new"), (done.known, "known"), (done.replaced, "replaced"), (filled.empty, "not filled in")]
    remark(f"{sheet}: " + ", ".join(f"{number} {word}" for number, word in parts if number or word == "new"))


def _told(found: "JudgingStanding", compared: "tuple[Agreement, ...]") -> "RenderableType":
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from stumper.sections.judged import correct_of
    from stumper.sections.wording import with_interval

    if not found.judged:
        return Text(f"None of {found.perturbations} has been judged yet. Begin with --sample 100.")
    shares = Table(box=None, pad_edge=False, header_style="dim")
    shares.add_column(f"judged {found.judged} of {found.perturbations}")
    shares.add_column("%, 95% interval", justify="right")
    for name in ("correct", "grammatical", "label_correct", "on_task"):
        shares.add_row(name.replace("_", " "), with_interval(getattr(found, name)))
    for row in found.judges if len(found.judges) > 1 else ():
        shares.add_row("", correct_of(row.correct, [row]))
    by = ", ".join(f"{one.name} ({one.judge}) {one.judgements}" for one in found.annotators)
    parts: list[RenderableType] = [shares, Text(f"judged by {by}", style="dim")]
    if compared:
        parts += [Text(), _agreement_table(compared)]
    return Group(*parts)


def _agreement_table(agreements: "tuple[Agreement, ...]") -> "RenderableType":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("agreement on")
    for header in ("n", "Krippendorff's alpha"):
        table.add_column(header, justify="right")
    table.add_column("Cohen's kappa")
    for row in agreements:
        pairs = "; ".join(map(_pair, row.pairs))
        table.add_row(row.question, str(row.perturbations), _figure(row.alpha), pairs)
    return table


def _pair(pair: "PairAgreement") -> str:
    return f"{_figure(pair.kappa)} {pair.first} and {pair.second} (n = {pair.perturbations})"


def _figure(value: float) -> str:
    """An agreement with two decimals; where nothing varies it is not defined."""
    from math import isnan

    return "undefined" if isnan(value) else f"{value:.2f}"


def _json(found: "JudgingStanding", compared: "tuple[Agreement, ...]") -> str:
    import json
    from dataclasses import asdict

    from stumper.reports.json_file import plain

    return json.dumps(plain({**asdict(found), "agreements": [asdict(row) for row in compared]}))
