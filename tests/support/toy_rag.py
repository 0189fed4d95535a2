"""A small retrieval-augmented system in memory, and what it is asked: an index of texts by id, searched by words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Example, Gold, Passage

LIGHT = Passage("light", "Anna Berg keeps the lighthouse of Lowmere.", "Lowmere")
HARBOUR = Passage("harbour", "The harbour of Lowmere was dug in 1874.", "Harbour")
RIVAL = Passage("rival", "Carl Dorn keeps the lighthouse of Lowmere, keeps it well.", "Lowmere")
WHO = OpenQuestion("Who keeps the lighthouse of Lowmere?")
WHEN = OpenQuestion("When was the harbour dug?")
MISLED = OpenQuestion(WHO.text, added=(RIVAL,))
WITHOUT = OpenQuestion(WHO.text, removed=("light",))
EXAMPLES = (
    Example("who", WHO, Gold((Answer("Anna Berg"),), None, (frozenset({"light"}),), passages=(LIGHT,))),
    Example("when", WHEN, Gold((Answer("1874"),), None, (frozenset({"harbour"}),), passages=(HARBOUR,))),
)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def said(passage: Mapping[str, Any]) -> str:
    """The year that a passage names, else its first two words."""
    years = re.findall(r"\b\d{4}\b", passage["text"])
    return str(years[0]) if years else " ".join(passage["text"].split()[:2])


class Toy:
    """Answers from the one passage that shares most words; ``calls`` is what it was told, in order."""

    def __init__(self, *passages: Passage) -> None:
        self.held = {one.id: {"id": one.id, "title": one.title, "text": one.text} for one in passages}
        self.calls: list[str] = []

    def answer(self, question: str) -> dict[str, Any]:
        self.calls.append(f"asked {question.split()[0]} of {len(self.held)}")
        asked = words(question)
        ranked = sorted(self.held, key=lambda id: -sum(word in asked for word in words(self.held[id]["text"])))
        return {"answer": said(self.held[ranked[0]]) if ranked else "", "retrieved": ranked[:2], "cited": ranked[:1]}

    def add(self, passages: list[dict[str, Any]]) -> None:
        self.calls.append(f"added {len(passages)}")
        self.held |= {one["id"]: one for one in passages}

    def remove(self, ids: Sequence[str]) -> None:
        self.calls.append(f"removed {len(ids)}")
        for id in ids:
            self.held.pop(id, None)


class WholeToy(Toy):
    """Gives its passages, too, so that one that is taken out can be put back."""

    def get(self, ids: Sequence[str]) -> list[dict[str, Any]]:
        return [self.held[id] for id in ids if id in self.held]
