"""`stumper index`: what it says, and that systems read what it writes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
PAGES = ("Velm", "The Velm is a river ."), ("Harrow", "Harrow is a town on the Velm ."), ("Oslo", "Oslo is a city .")


@pytest.fixture
def pages(folder: Path) -> Path:
    rows = [{"id": id, "text": text, "lines": f"0\t{text}"} for id, text in PAGES]
    (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder / "pages.jsonl"


def test_index_is_built_once_and_read_by_systems_like_its_pages(pages: Path, stumper: Command) -> None:
    ended = stumper("index", "pages.jsonl", "--out", "velm")
    assert (ended.code, ended.out) == (0, "")
    assert "wrote the index of 3 pages to velm; next: stumper evaluate CLAIMS --victim tfidf-esim:velm" in ended.said
    again = stumper("index", "pages.jsonl", "--out", "velm")
    assert again.code == 0
    assert again.said.endswith("velm holds the index of these 3 pages already\n")
    claims = [{"id": number, "claim": f"{id} is a river.", "label": "SUPPORTS", "evidence": [[[1, 1, id, 0]]]}
              for number, (id, _) in enumerate(PAGES)]  # fmt: skip
    Path("claims.jsonl").write_text("".join(json.dumps(claim) + "\n" for claim in claims), encoding="utf-8")
    for victim in ("tfidf-esim", "tfidf-da", "embedded"):
        said = {}
        for place in ("velm", "pages.jsonl"):
            predicted = stumper("predict", "claims.jsonl", "-v", f"{victim}:{place}", "--out", "said.jsonl")
            assert predicted.code == 0, predicted.said
            said[place] = Path("said.jsonl").read_text(encoding="utf-8")
        assert said["velm"] == said["pages.jsonl"]


def test_place_of_something_else_is_refused_in_a_sentence(pages: Path, stumper: Command) -> None:
    ended = stumper("index", "pages.jsonl", "--out", ".")
    assert ended.code == 2
    assert "stumper: . holds something that is no index. Name a new folder, or empty it." in ended.said
