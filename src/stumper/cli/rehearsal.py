"""What `--dry-run` shows: a prompt of each system, how many queries it would be asked, and the price."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Unpack

from stumper.cli.console import aside, remark, tell
from stumper.rehearsing import Drawing, Rehearsal, rehearsed
from stumper.victims.address import without_password


def rehearse(
    datasets: Sequence[str],
    victims: Sequence[str],
    adversaries: Mapping[str, Mapping[str, str]],
    as_json: bool = False,
    **how: Unpack[Drawing],
) -> None:
    """Shows what the systems would be asked on these data sets; asks nothing."""
    with aside():
        found = [(name, one) for name in datasets for one in rehearsed(name, victims, adversaries, **how)]
    if as_json:
        told = [{"dataset": name, **asdict(one), "victim": without_password(one.victim)} for name, one in found]
        tell(json.dumps({"dry_run": told}))
    for name, one in () if as_json else found:
        tell(_shown(name, one))
    remark("nothing was asked (--dry-run)")


def _shown(dataset: str, one: Rehearsal) -> str:
    of = f"{one.adversary} x " if one.adversary else ""
    parts = [f"{of}{without_password(one.victim)} on {dataset}: {one.queries:,} distinct queries at most"]
    if one.twice:
        parts[0] += f", and {one.twice:,} of them a second time (--ask-again 0: none)"
    if one.tokens_in is None:
        parts.append("it is asked without a request")
    else:
        out = "" if one.tokens_out is None else f", at most {one.tokens_out:,} out"
        parts.append(f"about {one.tokens_in:,} tokens in{out}")
        parts.append("cost unknown" if one.cost is None else f"cost at most about {one.cost:.4f}")
    lines = ["; ".join(parts) + (f"; {one.searching}" if one.searching else "") + "."]
    for sent in one.sent:
        lines += ["", *(f"    {line}" for line in sent.text.splitlines()), ""]
    return "\n".join(lines)
