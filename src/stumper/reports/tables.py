"""Tables of Markdown."""

from collections.abc import Sequence


def table(header: Sequence[str], texts: int, rows: Sequence[Sequence[str]]) -> str:
    """The table, whose first so many columns are texts and the others figures."""
    ruler = ["---" if place < texts else "---:" for place in range(len(header))]
    return "\n".join("| " + " | ".join(map(escaped, cells)) + " |" for cells in (header, ruler, *rows))


def escaped(text: str) -> str:
    """The text within one cell, and nothing in it taken for a tag."""
    return text.replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")
