"""A file of rules that people read, mend, and accept or reject rule by rule (TOML)."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stumper.adversaries.rule_induction.learning import HeldOut, LearnedRule, Shown
from stumper.adversaries.rule_induction.rule import Rule, fault
from stumper.datasets.documents import read_text, read_toml
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData, BadOutput
from stumper.shown import shown

_HEAD = """\
# Rules that keep what a text says and change what a system answers, the most turning first.
# Set accepted to false for a rule that changes the meaning or breaks the grammar: it is then not applied.
# left: words and tags (Penn treebank or Universal Dependencies), a space between two of them; <START> is the beginning.
# right: what is put in its place; a tag stands for the word that it has met on the left. "" leaves out.
# held_out_texts: right answers on texts that were not learned from; held_out_flips: those that the rule turns wrong;
# held_out_floor: those that a trivial edit of the same texts does. A rule that turns no more than that is not accepted.
"""
_HELD_OUT = ("held_out_texts", "held_out_flips", "held_out_floor")
_KNOWN = {"accepted", "left", "right", "support", "flips", "score", "example", *_HELD_OUT}
_SURROGATE = re.compile("[\ud800-\udfff]")


def write_rules(path: Path, rules: Sequence[LearnedRule]) -> None:
    """The file holds the rules; BadOutput where there is one already that holds something else."""
    text = _HEAD + "".join(map(_row, rules))
    data = _SURROGATE.sub("\ufffd", text).encode("utf-8")
    if path.is_file() and path.read_bytes() != data:
        raise BadOutput(
            f"{path} is there already and holds something else, which is kept. Name another file with --set save, "
            "or apply it with --set rules."
        )
    write_bytes(path, data)


def check_writable(path: Path) -> None:
    """BadOutput where the file is there and holds no rules; so that nobody waits for a file that is never written."""
    if not path.exists() or (path.is_file() and path.read_bytes().startswith(_HEAD.encode())):
        return
    try:
        read_rules(path)
    except BadData as error:
        raise BadOutput(f"{path} is there already and is no file of rules. Name another with --set save.") from error


def read_rules(path: Path) -> list[LearnedRule]:
    """The rules in their order, the rejected ones among them; BadData names the file and the line of what is wrong."""
    found, text = read_toml(path), read_text(path)
    rows = found.get("rule", [])
    if not isinstance(rows, list) or not rows or set(found) != {"rule"}:
        other = next((key for key in found if key != "rule"), None)
        what = "holds no rules" if other is None else f"holds {shown(other)}, which is no rule"
        raise BadData(f"{path} {what}. Every rule begins with a line [[rule]].")
    return [_rule(path, text, number, row) for number, row in enumerate(rows)]


def _row(learned: LearnedRule) -> str:
    lines = [
        "",
        "[[rule]]",
        f"accepted = {str(learned.accepted).lower()}",
        f"left = {_quoted(' '.join(learned.rule.left))}",
        f"right = {_quoted(learned.rule.right)}",
        f"support = {learned.support}",
        f"flips = {learned.flips}",
        f"score = {learned.score}",
    ]
    if (held := learned.held_out) is not None:
        counts = (held.texts, held.flips, held.floor)
        lines += [f"{key} = {count}" for key, count in zip(_HELD_OUT, counts, strict=True)]
    for one in learned.shown:
        answers = f"{_quoted(one.answer_before)}, {_quoted(one.answer_after)}"
        lines += ["[[rule.example]]", f"before = {_quoted(one.before)}", f"after = {_quoted(one.after)}"]
        lines.append(f"answers = [{answers}]")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _rule(path: Path, text: str, number: int, row: object) -> LearnedRule:
    """The rule of one table of the file."""
    if not isinstance(row, dict):
        raise BadData(f"{path}: what stands under 'rule' is no list of tables. Every rule begins with a line [[rule]].")
    where = f"{path}, line {_line(text, number)}"
    if unknown := [key for key in row if key not in _KNOWN]:
        raise BadData(
            f"{where}: the rule has {shown(unknown[0])}, which no rule has. It may have {', '.join(sorted(_KNOWN))}."
        )
    left, right = (_value(where, row, key, str, None) for key in ("left", "right"))
    rule = Rule(tuple(left.split()), right)
    if problem := fault(rule):
        raise BadData(f"{where}: {shown(left)} → {shown(right)} is no rule: {problem}. Mend it, or take it out.")
    examples = _value(where, row, "example", list, [])
    return LearnedRule(
        rule,
        _value(where, row, "support", int, 0),
        _value(where, row, "flips", int, 0),
        float(_value(where, row, "score", (int, float), 1.0)),
        tuple(_shown(where, example) for example in examples),
        _value(where, row, "accepted", bool, True),
        HeldOut(*(_value(where, row, key, int, 0) for key in _HELD_OUT)) if _HELD_OUT[0] in row else None,
    )


def _shown(where: str, row: object) -> Shown:
    """An example of the file; what it lacks is empty."""
    if not isinstance(row, dict):
        raise BadData(f"{where}: an example of the rule is no table. Begin it with a line [[rule.example]].")
    answers = [*_value(where, row, "answers", list, []), "", ""]
    return Shown(
        _value(where, row, "before", str, ""), _value(where, row, "after", str, ""), str(answers[0]), str(answers[1])
    )


def _value(where: str, row: Mapping[str, Any], key: str, kind: type | tuple[type, ...], absent: Any) -> Any:
    """What the table has under that key, which is of that kind; BadData where it is not."""
    value = row.get(key, absent)
    if value is None:
        raise BadData(f"{where}: the rule has no {key!r}. Say left and right.")
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        wanted = {str: "text in quotation marks", int: "a whole number", bool: "true or false", list: "a list"}
        asked = wanted.get(kind, "a number") if isinstance(kind, type) else "a number"
        raise BadData(f"{where}: {key} is {asked}, not {shown(value)}.")
    return value


def _line(text: str, number: int) -> int:
    """The line at which the rule of that number begins; the first where the file is written otherwise."""
    heads = [k for k, line in enumerate(text.splitlines(), start=1) if re.match(r"\s*\[\[\s*rule\s*\]\]", line)]
    return heads[number] if number < len(heads) else 1
