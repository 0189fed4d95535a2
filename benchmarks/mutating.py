"""Breaks Python source in one place at a time: what the benchmarks share that ask whether tests notice."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

NAMES = ("player", "author", "annotator", "moderator", "administrator", "read", "work", "manage")
OF_A_CLASS = ("frozen", "slots", "strict")  # which nobody could see broken
TURNED = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
MOVED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
RECKONED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*", ast.Pow: "*"}
OTHERS = {"min": "max", "max": "min", "any": "all", "all": "any", "ceil": "int", "accumulate": "list", "sum": "max"}


@dataclass(frozen=True)
class Mutant:
    """A source with one thing in it broken; ``function`` is the one that it is in, "" of none."""

    lines: range
    function: str
    change: str
    text: str


@dataclass(frozen=True)
class Change:
    """What stands between two places of a source, in bytes, is to be another text."""

    begin: int
    end: int
    text: str
    said: str


class Source:
    """The text of a module, with the places of its nodes in bytes."""

    def __init__(self, text: str) -> None:
        self.bytes = text.encode()
        self._lines = [0]
        for line in self.bytes.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where the node begins and ends."""
        return (
            self._lines[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            self._lines[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def between(self, first: ast.AST, second: ast.AST) -> tuple[int, int]:
        """Where what stands between two nodes begins and ends."""
        return self.span(first)[1], self.span(second)[0]

    def replaced(self, node: ast.AST, text: str, said: str) -> Change:
        """The node is another text."""
        return Change(*self.span(node), text, said)

    def without_sign(self, node: ast.UnaryOp, said: str) -> Change:
        """What stands before an operand is gone."""
        begin, end = self.span(node)
        found = re.match(rb"not\b\s*|[-~]", self.bytes[begin:end])
        assert found
        return Change(begin, begin + found.end(), "", said)

    def operator(self, first: ast.AST, second: ast.AST, pattern: str, text: str, said: str) -> Change:
        """The operator between two nodes is another one."""
        begin, end = self.between(first, second)
        found = re.search(pattern.encode(), self.bytes[begin:end])
        assert found, (pattern, self.bytes[begin:end])
        return Change(begin + found.start(), begin + found.end(), text, said)


Kind = Callable[[Source, ast.AST], Iterator[Change]]


def broken(text: str, *kinds: Kind) -> Iterator[Mutant]:
    """The source with each thing broken in each way of these kinds, one at a time; all else stays as it was written."""
    source, tree = Source(text), ast.parse(text)
    within = {id(node): name for name, function in _functions(tree) for node in ast.walk(function)}
    in_texts = {id(node) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for node in ast.walk(one)}
    for node in ast.walk(tree):
        if id(node) in in_texts:  # Python 3.11 does not know where they stand
            continue
        for kind in kinds:
            for change in kind(source, node):
                changed = (source.bytes[: change.begin] + change.text.encode() + source.bytes[change.end :]).decode()
                ast.parse(changed)  # what cannot be read would be found by anything
                first = source.bytes.count(b"\n", 0, change.begin) + 1
                last = source.bytes.count(b"\n", 0, change.end) + 1
                yield Mutant(range(first, last + 1), within.get(id(node), ""), change.said, changed)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for one in tree.body:
        for inner in one.body if isinstance(one, ast.ClassDef) else [one]:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{one.name}.{inner.name}" if isinstance(one, ast.ClassDef) else inner.name, inner


def conditions(source: Source, node: ast.AST) -> Iterator[Change]:
    """A condition is always so, never so or turned, a check is left out, a role, a scope or a switch is another."""
    if isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            yield source.replaced(node.test, str(value), f"{ast.unparse(node.test)} is always {value}")
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
        yield _compared(source, node, TURNED[type(node.ops[0])])
    if isinstance(node, ast.BoolOp):
        yield from _joined(source, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield source.without_sign(node, f"{ast.unparse(node)} is turned")
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.If):
        for statement in node.body:
            is_check = isinstance(statement, ast.Raise) or (
                isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant | ast.Yield)
            )
            if is_check:
                yield source.replaced(statement, "pass", f"{ast.unparse(statement)} is left out")
    is_asking = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "where"
    if is_asking and len(node.args) > 1:
        for asked in node.args:
            yield source.replaced(asked, "True", f"{ast.unparse(asked)} is not asked for")
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES:
        for other in NAMES[:5] if node.value in NAMES[:5] else NAMES[5:]:
            if other != node.value:
                yield source.replaced(node, f'"{other}"', f"{node.value!r} is {other!r}")
    is_switch = isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant) and node.arg not in OF_A_CLASS
    if is_switch and isinstance(node.value.value, bool):
        turned = str(not node.value.value)
        yield source.replaced(node.value, turned, f"{ast.unparse(node)} is {turned}")


def values(source: Source, node: ast.AST) -> Iterator[Change]:
    """A bound is moved, a sum is a difference, a number is one more, the least is the greatest, a sign is lost."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in MOVED:
        yield _compared(source, node, MOVED[type(node.ops[0])])
    if isinstance(node, ast.BinOp) and type(node.op) in RECKONED:
        sign, other = _sign(node.op), RECKONED[type(node.op)]
        changed = ast.unparse(ast.BinOp(node.left, ast.parse(f"0 {other} 0").body[0].value.op, node.right))
        yield source.operator(node.left, node.right, re.escape(sign), other, f"{ast.unparse(node)} is {changed}")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        yield source.without_sign(node, f"{ast.unparse(node)} loses its sign")
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        more = node.value + 1
        yield source.replaced(node, repr(more), f"{node.value!r} is {more!r}")
    if isinstance(node, ast.Name) and node.id in OTHERS and isinstance(node.ctx, ast.Load):
        yield source.replaced(node, OTHERS[node.id], f"{node.id} is {OTHERS[node.id]}")


def _compared(source: Source, node: ast.Compare, other: str) -> Change:
    """The first comparison with another operator."""
    sign = _sign(node.ops[0])
    pattern = r"\b" + sign.replace(" ", r"\s+") + r"\b" if sign.isascii() and sign[0].isalpha() else re.escape(sign)
    begin, end = source.between(node.left, node.comparators[0])
    found = re.search(pattern.encode(), source.bytes[begin:end])
    assert found
    whole_begin, whole_end = source.span(node)
    changed = source.bytes[whole_begin : begin + found.start()] + other.encode()
    changed += source.bytes[begin + found.end() : whole_end]
    said = f"{ast.unparse(node)} is {ast.unparse(ast.parse(b'(' + changed + b')'))}"
    return Change(begin + found.start(), begin + found.end(), other, said)


def _joined(source: Source, node: ast.BoolOp) -> Iterator[Change]:
    """All of what is joined by ``and`` is joined by ``or``, or the other way round."""
    word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    begin, end = source.span(node)
    text, at = b"", begin
    for first, second in zip(node.values, node.values[1:], strict=False):
        one = source.operator(first, second, rf"\b{word}\b", other, "")
        text += source.bytes[at : one.begin] + other.encode()
        at = one.end
    said = ast.unparse(ast.BoolOp(ast.Or() if other == "or" else ast.And(), node.values))
    yield Change(begin, end, (text + source.bytes[at:end]).decode(), f"{ast.unparse(node)} is {said}")


def _sign(operator: ast.AST) -> str:
    """How an operator is written."""
    if isinstance(operator, ast.cmpop):
        return ast.unparse(ast.Compare(ast.Name("a"), [operator], [ast.Name("b")]))[2:-2]
    return ast.unparse(ast.BinOp(ast.Name("a"), operator, ast.Name("b")))[2:-2]  # type: ignore[arg-type]
