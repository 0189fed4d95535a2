"""`stumper judge`."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import JsonOption, SeedOption, StoreOption
from stumper.errors import BadData, BadOption, BadOutput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from stumper.judging import Agreement, Filled, JudgeableSet, JudgingStanding, PairAgreement, Sampled
    from stumper.scores.agreement import Alpha
    from stumper.store import Store

SHOWN = 20  # rows that were refused, each with its sentence


def judge(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An adversarial set; a plain data set is the baseline.")],
    sample: Annotated[int | None, typer.Option(metavar="N", help="Draw so many to judge, and write a sheet.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The sheet: of all without --sample.  [default: FILE's name, -judge.csv]"),
    ] = None,
    read: Annotated[Path | None, typer.Option("--read", metavar="SHEET", help="Take in a sheet, filled in.")] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="JUDGE", help="Ask a program that a package brings: all, or a --sample."),
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who filled it in.  [default: with --by, JUDGE]")
    ] = None,
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
    from stumper.judging import Sampled, agreements, judgeable_set, judged_by, standing
    from stumper.store import store_at

    if read is not None and (sample is not None or out is not None):
        raise BadOption("judge draws a sheet with --sample or --out, or takes one in with --read, not both at once.")
    if by is not None and (read is not None or out is not None or kind is not None):
        raise BadOption("--by asks a program, which is recorded as a model: leave out --read, --out and --judge.")
    judged = judgeable_set(api.load_dataset(file))
    if by is None and (sample is not None or out is not None):
        size = len(judged.judgeables) if sample is None else sample
        _draw(judged, size, seed, out or Path(f"{_stem(file)}-judge.csv"), file)
        return
    ids = [one.perturbation_id for one in judged.judgeables]
    filled, name, refused = None, (annotator or by or "").strip(), list[str]()
    if by is not None:
        drawn = judged.judgeables if sample is None else judged.drawn(sample, seed)
        filled = judged_by(by, judged.judges, drawn, name)
    elif read is not None:
        filled = _filled(judged, read, name, kind)
    if filled is not None:
        refused += filled.refused
        if refused and not filled.judgements:
            raise _refused(refused, str(read), 0)
        with api.open_store(store) as opened:
            refused += _take_in(filled, by or str(read), replace, opened)
            opened.draws().put(ids, filled.drawn)
            found = _sampled(ids, opened)
    else:
        with store_at(store) or nullcontext() as there:
            found = _sampled(ids, there) if there else Sampled()
    stands, compared = (
        standing(len(ids), found.judgements, judged.originals, judged.groups),
        agreements(found.judgements, judged.originals, judged.groups),
    )
    if as_json:
        tell(_json(stands, compared, found))
    else:
        show(_told(stands, compared))
        for sentence in _drawing(found):
            tell(sentence)
    if filled is not None and refused:
        raise _refused(refused, by or str(read), len(filled.judgements) - (len(refused) - len(filled.refused)))


def _sampled(ids: "Sequence[str]", store: "Store") -> "Sampled":
    """What was judged of this file that a correct rate can be made of."""
    from stumper.judging import sampled

    said = store.judgements(ids)
    return sampled(said, ids, store.draws().among([one.perturbation_id for one in said], ids))


def _drawing(found: "Sampled") -> list[str]:
    """How what was judged was drawn, where that limits what it says."""
    told = []
    if found.how == "unknown":
        told.append("How what was judged was drawn is not recorded: it is taken for a random sample of this file.")
    if found.others:
        others = f"{found.others} more came by the sample of another file, no random sample of this one"
        told.append(f"{others}, and are left out.")
    return told


def _refused(sentences: "Sequence[str]", source: str, taken: int) -> BadData:
    """The last sentence of a command that refused rows, after the sentence of each row; of many rows after the first
    ones."""
    from stumper.cli.console import remark

    for sentence in sentences[:SHOWN]:
        remark(sentence)
    if len(sentences) > SHOWN:
        remark(f"… and {len(sentences) - SHOWN} more.")
    number = f"{len(sentences)} row" + ("s were" if len(sentences) > 1 else " was")
    kept = f"the other {taken} are recorded" if taken else "nothing is recorded"
    return BadData(f"{source}: {number} refused, as said above; {kept}. Mend what was refused and read it again: what "
                   "is recorded stays as it is.")  # fmt: skip


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
    write_sheet(out, drawn, judged.population)
    remark(f"wrote {out}: {len(drawn)} of {len(judged.judgeables)} to judge, with yes or no in three columns; next: "
           f"stumper judge {file} --read {out} --annotator NAME --judge KIND")  # fmt: skip


def _filled(judged: "JudgeableSet", sheet: Path, annotator: str, judge: str | None) -> "Filled":
    from stumper.judging import judge_kind, read_sheet

    if not annotator:
        raise BadOption("Say who filled the sheet in: --annotator NAME. Two who judge the same need two names.")
    kind = judge_kind(judge) if judge else None
    return read_sheet(sheet, judged.judgeables, annotator, kind, judged.population)


def _take_in(filled: "Filled", source: str, replaces: bool, store: "Store") -> list[str]:
    """Records what was filled in and says so; a sentence for each judgement that is refused, as it was another
    before."""
    from stumper.cli.console import remark
    from stumper.judging import record

    done = record(store, filled.judgements, replaces)
    parts = [(done.new, "new"), (done.known, "known"), (done.replaced, "replaced"), (filled.empty, "not filled in")]
    remark(f"{source}: " + ", ".join(f"{number} {word}" for number, word in parts if number or word == "new"))
    places = dict(zip((one.perturbation_id for one in filled.judgements), filled.places, strict=bool(filled.places)))
    return [
        f"{places.get(one.perturbation_id, f'{source}: {one.perturbation_id}')}: {one.annotator!r} judged this "
        "otherwise before. Name another --annotator, or replace what was said with --replace."
        for one in done.refused
    ]


def _told(found: "JudgingStanding", compared: "tuple[Agreement, ...]") -> "RenderableType":
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from stumper.sections.judged import correct_of, open_words
    from stumper.sections.wording import with_interval

    if not found.judged:
        return Text(f"None of {found.perturbations} has been judged yet. Begin with --sample 100.")
    shares = Table(box=None, pad_edge=False, header_style="dim")
    shares.add_column(f"judged {found.judged} of {found.perturbations}")
    shares.add_column("%, 95% interval", justify="right")
    for name in ("correct", "grammatical", "label_correct", "on_task"):
        estimate = getattr(found, name)
        still = [open_words(found.judged - estimate.n)] if estimate.n < found.judged else []
        known = [with_interval(estimate)] if estimate.n else []
        shares.add_row(name.replace("_", " "), ", ".join([*known, *still]))
    for row in found.judges if len(found.judges) > 1 else ():
        shares.add_row("", correct_of(row.correct, [row], row.open))
    by = ", ".join(f"{one.name} ({one.judge}) {one.judgements}" for one in found.annotators)
    parts: list[RenderableType] = [shares, Text(f"judged by {by}", style="dim")]
    if found.open:
        parts.append(Text(_opened(found)))
    if compared:
        parts += [Text(), _agreement_table(compared)]
    return Group(*parts)


def _opened(found: "JudgingStanding") -> str:
    """What it means that judges are split, and what to do."""
    if found.open == found.judged:
        return f"The judges of all {found.open} are split, so there is no correct rate: have one more judge them."
    return (f"Open are those whose judges are split ({found.open} are neither correct nor not): shares leave them out, "
            "and intervals reach from all of them wrong to all right. Have one more judge them.")  # fmt: skip


def _agreement_table(agreements: "tuple[Agreement, ...]") -> "RenderableType":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("agreement on")
    for header in ("n", "Krippendorff's alpha"):
        table.add_column(header, justify="right")
    table.add_column("Cohen's kappa")
    for row in agreements:
        pairs = "; ".join(map(_pair, row.pairs))
        table.add_row(row.question, str(row.perturbations), _alpha(row.alpha), pairs)
    return table


def _pair(pair: "PairAgreement") -> str:
    return f"{_figure(pair.kappa)} {pair.first} and {pair.second} (n = {pair.perturbations})"


def _alpha(alpha: "Alpha") -> str:
    """Krippendorff's alpha with its interval, or with why it has none."""
    why = {
        "": f"{_figure(alpha.value)} [{_figure(alpha.low)}, {_figure(alpha.high)}]",
        "unvarying": "undefined: nobody's answers vary",
        "too few": f"{_figure(alpha.value)}, degenerate: too few were judged by several",
        "all alike": f"{_figure(alpha.value)}, degenerate: of each its judges say the same as of all others",
    }
    return why[alpha.degenerate]


def _figure(value: float) -> str:
    """An agreement with two decimals; where nothing varies it is not defined."""
    from math import isnan

    return "undefined" if isnan(value) else f"{value:.2f}"


def _json(found: "JudgingStanding", compared: "tuple[Agreement, ...]", sample: "Sampled") -> str:
    import json
    from dataclasses import asdict

    from stumper.reports.json_file import plain

    return json.dumps(
        plain(
            {
                **asdict(found),
                "drawn": sample.how,
                "others": sample.others,
                "agreements": [asdict(row) for row in compared],
            }
        )
    )
