"""What the pipeline learns from: treebank sentences with the names in them, read from files."""

import csv
import gzip
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

GUM_KINDS = {"person": "PERSON", "place": "PLACE", "organization": "ORG"}
UNER_KINDS = {"PER": "PERSON", "LOC": "PLACE", "ORG": "ORG"}
GUM_DOCUMENTS = Path(__file__).with_name("gum-documents.tsv")
Span = tuple[int, int, str]  # first and last token, kind


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words with tags and relations; a root is its own head; `names` is None where nobody marked them."""

    document: str
    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    names: tuple[Span, ...] | None = None


def ewt(data: Path, part: str) -> list[Sentence]:
    """EWT's train, dev or test, the latter two with the names that Universal NER marks in them."""
    marked = {} if part == "train" else dict(_uner(data / f"uner-ewt-{part}.iob2.gz"))
    rows = _rows(data / f"ewt-{part}.conllu.gz")
    return [_sentence(document, row, marked.get(tuple(r[1] for r in row))) for document, row in rows]


def gum(data: Path, part: str, *, every: bool = False, table: Path = GUM_DOCUMENTS) -> list[Sentence]:
    """GUM's train, dev or test with its persons, places and organizations that are called by a proper noun.

    Only the documents whose terms the table finds to permit learning, unless `every` is given, which is for evaluation.
    """
    permitted = gum_permitted(table)
    found = []
    for document, group in groupby(_rows(data / f"gum-{part}.conllu.gz"), key=lambda pair: pair[0]):
        name = document.partition("=")[2].strip()
        if name not in permitted:
            raise ValueError(f"{name} has no row in {table.name}: look up its licence at its source and add one")
        if every or permitted[name]:
            opened: list[tuple[str, str, int]] = []
            found += [_sentence(document, row, _gum_names(row, opened)) for _, row in group]
    return found


def gum_permitted(table: Path = GUM_DOCUMENTS) -> dict[str, bool]:
    """For each document of GUM, whether its terms allow derived works and commerce, so that it may be learned from."""
    with table.open(encoding="utf-8", newline="") as lines:
        return {row["document"]: row["permitted"] == "yes" for row in csv.DictReader(lines, delimiter="\t")}


def conllu(lines: Iterator[str]) -> list[Sentence]:
    """Sentences of our own, names in the last column."""
    found = []
    for document, row in _blocks(lines):
        names: list[Span] = []
        for i, columns in enumerate(row):
            mark, _, kind = columns[9].removeprefix("NER=").partition("-")
            if mark == "B":
                names.append((i, i, kind))
            elif mark == "I":
                names[-1] = (names[-1][0], i, kind)
        found.append(_sentence(document, row, tuple(names)))
    return found


def _sentence(document: str, row: Sequence[list[str]], names: tuple[Span, ...] | None) -> Sentence:
    return Sentence(
        document=document,
        words=tuple(c[1] for c in row),
        spaces=tuple("SpaceAfter=No" not in c[9] for c in row),
        tags=tuple(c[4] for c in row),
        heads=tuple(i if c[6] == "0" else int(c[6]) - 1 for i, c in enumerate(row)),
        relations=tuple(c[7] for c in row),
        names=names,
    )


def _rows(path: Path) -> Iterator[tuple[str, list[list[str]]]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from _blocks(lines)


def _blocks(lines: Iterator[str]) -> Iterator[tuple[str, list[list[str]]]]:
    """(document, rows of ten columns) of each sentence, without the rows of multiword and empty tokens."""
    document, rows = "", []
    for line in lines:
        if line.startswith("# newdoc"):
            document = line.strip()
        elif line.strip() and not line.startswith("# "):
            rows.append(line.rstrip("\n").split("\t"))
        elif not line.strip() and rows:
            yield document, [row for row in rows if row[0].isdigit()]
            rows = []
    if rows:
        yield document, [row for row in rows if row[0].isdigit()]


def _uner(path: Path) -> Iterator[tuple[tuple[str, ...], tuple[Span, ...]]]:
    """(words, names) of each sentence; the files' order is not EWT's."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for _, rows in _blocks(lines):
            names: list[Span] = []
            for i, columns in enumerate(rows):
                mark, _, kind = columns[2].partition("-")
                if mark == "B" and kind in UNER_KINDS:
                    names.append((i, i, UNER_KINDS[kind]))
                elif mark == "I" and kind in UNER_KINDS and names and names[-1][1] == i - 1:
                    names[-1] = (names[-1][0], i, names[-1][2])
            yield tuple(columns[1] for columns in rows), tuple(names)


def _gum_names(rows: Sequence[list[str]], opened: list[tuple[str, str, int]]) -> tuple[Span, ...]:
    """The mentions headed by a proper noun, cut to the name itself; the longest where they nest."""
    mentions: list[Span] = []
    for i, columns in enumerate(rows):
        marks = re.search(r"Entity=([^|]*)", columns[9])
        for part in re.findall(r"\([^()]*\)?|[^()]+\)", marks[1]) if marks else ():
            if not part.startswith("("):
                place = max((k for k, o in enumerate(opened) if o[0] == part[:-1]), default=None)
                if place is not None:
                    _, kind, begin = opened.pop(place)
                    mentions.append((begin, i, kind))
                continue
            number, kind = part.strip("()").split("-")[:2]
            if part.endswith(")"):
                mentions.append((i, i, kind))
            else:
                opened.append((number, kind, i))
    names = [name for mention in mentions if (name := _name(mention, rows))]
    chosen: list[Span] = []
    for name in sorted(names, key=lambda span: (span[0] - span[1], span[0])):
        if all(name[1] < other[0] or other[1] < name[0] for other in chosen):
            chosen.append(name)
    return tuple(sorted(chosen))


def _name(mention: Span, rows: Sequence[list[str]]) -> Span | None:
    begin, end, kind = mention
    heads = [i for i in range(begin, end + 1) if not begin <= int(rows[i][6]) - 1 <= end]
    if kind not in GUM_KINDS or len(heads) != 1 or not rows[heads[0]][4].startswith("NNP"):
        return None
    if kind == "person" and rows[heads[0]][4] == "NNPS":
        return None  # a people
    first = last = heads[0]
    proper = [row[4].startswith("NNP") for row in rows]
    while first > begin and proper[first - 1] and rows[first - 1][7] != "nmod:desc":
        first -= 1
    while last < end:
        after = rows[last + 1][1].lower()
        joins = after == "of" or (after in ("for", "&", "and") and kind == "organization")
        step = 1 if proper[last + 1] else 2 if joins and last + 2 <= end and proper[last + 2] else 0
        if after == "of" and not step and last + 3 <= end and proper[last + 3]:
            step = 3
        if not step:
            break
        last += step
    return first, last, GUM_KINDS[kind]
